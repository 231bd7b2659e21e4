#include "lockstep/base/huge_pages.h"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace lockstep {

#if defined(__linux__)
void advise_huge_pages(void* memory, std::size_t bytes) noexcept {
  // Whole small pages inside the range: those at its ends may be shared with other allocations.
  constexpr std::uintptr_t kPage = 4096;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + kPage - 1) & ~(kPage - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(kPage - 1);
  if (begin < end) static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
}
#else
void advise_huge_pages(void*, std::size_t) noexcept {}
#endif

}  // namespace lockstep
