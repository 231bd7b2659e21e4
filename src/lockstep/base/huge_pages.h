// Large pages for large arrays.
#pragma once

#include <cstddef>

namespace lockstep {

// From this size on, memory that is touched for the first time, or at random, is worth large pages.
inline constexpr std::size_t kHugePageBytes = std::size_t{4} << 20;

// Asks the operating system to back [memory, memory + bytes) with large pages where it is about to be touched for the
// first time. A hint: nothing depends on it, and where it does not apply nothing happens.
void advise_huge_pages(void* memory, std::size_t bytes) noexcept;

}  // namespace lockstep
