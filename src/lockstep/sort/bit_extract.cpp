#include "lockstep/sort/bit_extract.h"

#include <bit>

namespace lockstep {
namespace {

// Run by run of neighbouring bits, from the lowest.
void extract_runs(std::span<std::uint64_t> words, std::uint64_t mask) {
  for (std::uint64_t& word : words) {
    std::uint64_t extracted = 0;
    unsigned at = 0;
    for (std::uint64_t rest = mask; rest != 0;) {
      const auto begin = static_cast<unsigned>(std::countr_zero(rest));
      const auto length = static_cast<unsigned>(std::countr_one(rest >> begin));
      const std::uint64_t run = (length == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1) << begin;
      extracted |= (word & run) >> begin << at;
      at += length;
      rest &= ~run;
    }
    word = extracted;
  }
}

#if defined(__x86_64__)
[[gnu::target("bmi2")]] void extract_with_pext(std::span<std::uint64_t> words, std::uint64_t mask) {
  for (std::uint64_t& word : words) word = __builtin_ia32_pext_di(word, mask);
}
#endif

}  // namespace

void extract_bits(std::span<std::uint64_t> words, std::uint64_t mask) {
#if defined(__x86_64__)
  static const bool kHasPext = __builtin_cpu_supports("bmi2") != 0;
  if (kHasPext) return extract_with_pext(words, mask);
#endif
  extract_runs(words, mask);
}

}  // namespace lockstep
