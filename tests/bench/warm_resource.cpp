#include "warm_resource.h"

#include <cstdlib>
#include <new>

#include "lockstep/base/huge_pages.h"

namespace lockstep::bench {
namespace {

constexpr std::size_t kLarge = std::size_t{1} << 20;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

WarmResource::~WarmResource() {
  for (const auto& [size, memory] : free_) std::free(memory);
}

void* WarmResource::do_allocate(std::size_t bytes, std::size_t alignment) {
  if (bytes < kLarge) return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  const std::size_t wanted = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  // The smallest block that will do, unless it wastes more than a quarter.
  if (const auto found = free_.lower_bound(wanted); found != free_.end() && found->first <= wanted + wanted / 4) {
    void* const memory = found->second;
    sizes_.emplace(memory, found->first);
    free_.erase(found);
    return memory;
  }
  void* const memory = std::aligned_alloc(kHugePage, wanted);
  if (memory == nullptr) throw std::bad_alloc();
  advise_huge_pages(memory, wanted);
  sizes_.emplace(memory, wanted);
  return memory;
}

void WarmResource::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) {
  if (bytes < kLarge) return std::pmr::new_delete_resource()->deallocate(memory, bytes, alignment);
  const auto found = sizes_.find(memory);
  free_.emplace(found->second, memory);
  sizes_.erase(found);
}

}  // namespace lockstep::bench
