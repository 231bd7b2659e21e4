// Memory with guard bytes on both sides, checked when it is given back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <span>

#include "lockstep/base/check.h"

namespace lockstep {

class GuardedResource final : public std::pmr::memory_resource {
 public:
  static constexpr std::size_t kGuard = 128;  // bytes; more than one vector
  static constexpr std::byte kPattern{0xa5};

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    auto* memory = static_cast<std::byte*>(upstream()->allocate(kGuard + bytes + kGuard, std::max(alignment, kGuard)));
    std::fill_n(memory, kGuard + bytes + kGuard, kPattern);
    return memory + kGuard;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    std::byte* const begin = static_cast<std::byte*>(memory) - kGuard;
    const auto untouched = [](std::byte byte) { return byte == kPattern; };
    LOCKSTEP_CHECK(std::all_of(begin, begin + kGuard, untouched), "nothing is written before an allocation");
    LOCKSTEP_CHECK(std::all_of(begin + kGuard + bytes, begin + kGuard + bytes + kGuard, untouched),
                   "nothing is written behind an allocation");
    upstream()->deallocate(begin, kGuard + bytes + kGuard, std::max(alignment, kGuard));
  }
  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  static std::pmr::memory_resource* upstream() { return std::pmr::new_delete_resource(); }
};

}  // namespace lockstep
