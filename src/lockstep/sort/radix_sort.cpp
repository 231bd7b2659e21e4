#include "lockstep/sort/radix_sort.h"

#include <algorithm>
#include <array>
#include <boost/sort/pdqsort/pdqsort.hpp>
#include <cstddef>
#include <functional>
#include <utility>

namespace lockstep {
namespace {

// Digits of more than 8 bits scatter to more places than the first-level cache and its TLB can follow.
constexpr unsigned kDigitBits = 8;
constexpr std::size_t kDigitValues = std::size_t{1} << kDigitBits;
constexpr unsigned kMaxDigits = 64 / kDigitBits;
// Words and scratch of this many fit a 1 MiB second-level cache.
constexpr std::size_t kCacheWords = std::size_t{1} << 16;

using Counts = std::array<std::size_t, kDigitValues>;

// Counts become the positions at which their digits start. True if all words share one digit: nothing to move.
bool to_starts(Counts& counts, std::size_t words) {
  std::size_t start = 0;
  for (std::size_t& count : counts) {
    if (count == words) return true;
    start += std::exchange(count, start);
  }
  return false;
}

void scatter(std::span<const std::uint64_t> from, std::uint64_t* to, Counts& starts, unsigned shift,
             std::uint64_t mask) {
  for (const std::uint64_t word : from) to[starts[word >> shift & mask]++] = word;
}

// Least significant digit first; all digits are counted in one pass before.
void sort_in_cache(std::span<std::uint64_t> words, std::span<std::uint64_t> scratch, BitField field) {
  const unsigned digits = (field.width() + kDigitBits - 1) / kDigitBits;
  const unsigned bits = (field.width() + digits - 1) / digits;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::array<Counts, kMaxDigits> counts;
  for (unsigned digit = 0; digit < digits; ++digit) counts[digit].fill(0);
  for (std::uint64_t word : words) {
    word >>= field.low;
    for (unsigned digit = 0; digit < digits; ++digit, word >>= bits) ++counts[digit][word & mask];
  }
  std::uint64_t* from = words.data();
  std::uint64_t* to = scratch.data();
  for (unsigned digit = 0; digit < digits; ++digit) {
    if (to_starts(counts[digit], words.size())) continue;
    scatter({from, words.size()}, to, counts[digit], field.low + digit * bits, mask);
    std::swap(from, to);
  }
  if (from != words.data()) std::ranges::copy(scratch, words.begin());
}

// One digit off the top; the pieces lie in `scratch` then, each sorted by the rest of the field and copied back.
void sort_by_pieces(std::span<std::uint64_t> words, std::span<std::uint64_t> scratch, BitField field) {
  const unsigned bits = std::min(field.width(), kDigitBits);
  const BitField rest{field.low, field.high - bits};
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  Counts ends{};
  for (const std::uint64_t word : words) ++ends[word >> rest.high & mask];
  if (to_starts(ends, words.size())) return radix_sort(words, scratch, rest);
  scatter(words, scratch.data(), ends, rest.high, mask);
  std::size_t begin = 0;
  for (std::size_t value = 0; value <= mask; ++value) {
    const std::size_t count = ends[value] - begin;
    const auto piece = scratch.subspan(begin, count);
    const auto target = words.subspan(begin, count);
    radix_sort(piece, target, rest);
    std::ranges::copy(piece, target.begin());
    begin = ends[value];
  }
}

}  // namespace

void radix_sort(std::span<std::uint64_t> words, std::span<std::uint64_t> scratch, BitField field) {
  if (words.size() < 2 || field.width() == 0) return;
  if (words.size() < kMinRadixSortWords) {
    boost::sort::pdqsort_branchless(words.begin(), words.end(), std::less<>());
  } else if (words.size() <= kCacheWords) {
    sort_in_cache(words, scratch, field);
  } else {
    sort_by_pieces(words, scratch, field);
  }
}

}  // namespace lockstep
