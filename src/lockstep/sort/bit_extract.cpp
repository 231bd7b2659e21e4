#include "lockstep/sort/bit_extract.h"

#include <array>
#include <bit>
#include <cstddef>

namespace lockstep {
namespace {

// Neighbouring bits of the mask, which move together.
struct Run {
  std::uint64_t mask;
  unsigned right;  // how far
};

// Of 64 bits, at most every other one begins a run.
using Runs = std::array<Run, 32>;

std::span<const Run> runs_of(std::uint64_t mask, Runs& runs) {
  std::size_t count = 0;
  unsigned at = 0;
  while (mask != 0) {
    const auto begin = static_cast<unsigned>(std::countr_zero(mask));
    const auto length = static_cast<unsigned>(std::countr_one(mask >> begin));
    const std::uint64_t run = (length == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1) << begin;
    runs[count++] = {run, begin - at};
    at += length;
    mask &= ~run;
  }
  return std::span(runs).first(count);
}

#if defined(__x86_64__)
[[gnu::target("bmi2")]] void extract_with_pext(std::span<std::uint64_t> words, std::uint64_t mask) {
  for (std::uint64_t& word : words) word = __builtin_ia32_pext_di(word, mask);
}

// AMD's processors before Zen 3 announce the instruction and take some cycles for every bit of the mask.
bool has_fast_pext() {
  const bool slow = __builtin_cpu_is("amdfam15h") != 0 || __builtin_cpu_is("amdfam17h") != 0;
  return __builtin_cpu_supports("bmi2") != 0 && !slow;
}
#endif

}  // namespace

void extract_bits_by_runs(std::span<std::uint64_t> words, std::uint64_t mask) {
  Runs storage;
  const std::span<const Run> runs = runs_of(mask, storage);
  for (std::uint64_t& word : words) {
    std::uint64_t extracted = 0;
    for (const Run& run : runs) extracted |= (word & run.mask) >> run.right;
    word = extracted;
  }
}

void extract_bits(std::span<std::uint64_t> words, std::uint64_t mask) {
#if defined(__x86_64__)
  static const bool kHasFastPext = has_fast_pext();
  if (kHasFastPext) return extract_with_pext(words, mask);
#endif
  extract_bits_by_runs(words, mask);
}

}  // namespace lockstep
