// Memory that stays warm: what one repeat gives back the next one gets. So the kernel's clearing of fresh pages, which
// depends on the machine's neighbours more than on the code, is paid in the first repeat only, and medians leave it
// out.
#pragma once

#include <cstddef>
#include <map>
#include <memory_resource>

namespace lockstep::bench {

// Large blocks are kept by size, on large pages; small ones are the heap's. Each subject has one of its own, so that no
// subject gets what another one laid out.
class WarmResource final : public std::pmr::memory_resource {
 public:
  WarmResource() = default;
  WarmResource(const WarmResource&) = delete;
  WarmResource& operator=(const WarmResource&) = delete;
  ~WarmResource() override;

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::multimap<std::size_t, void*> free_;  // by size
  std::map<void*, std::size_t> sizes_;      // of the large blocks in use
};

}  // namespace lockstep::bench
