#include "global_new.h"

#include <cstdlib>
#include <new>

namespace {

std::uint64_t calls = 0;

void* counted_allocate(std::size_t bytes, std::size_t alignment) noexcept {
  ++calls;
  const std::size_t rounded = (bytes + alignment) / alignment * alignment;  // never 0, a multiple as C11 wants
  return std::aligned_alloc(alignment, rounded);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  if (void* const memory = counted_allocate(bytes, alignment)) return memory;
  throw std::bad_alloc();
}

constexpr std::size_t kPlain = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, kPlain); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, kPlain); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return counted_allocate(bytes, kPlain); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return counted_allocate(bytes, kPlain); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace lockstep::props {

std::uint64_t global_new_calls() { return calls; }

namespace {

class MallocResource final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    const std::size_t rounded = (bytes + alignment) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, rounded);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  void do_deallocate(void* memory, std::size_t, std::size_t) override { std::free(memory); }
  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
};

}  // namespace

std::pmr::memory_resource* malloc_resource() {
  static MallocResource resource;
  return &resource;
}

}  // namespace lockstep::props
