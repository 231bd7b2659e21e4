#include "lockstep/sort/radix_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lockstep {
namespace {

// Words as ColumnSorter packs them: random bits in the field, the position below it.
std::vector<std::uint64_t> packed_words(std::size_t count, BitField field, std::uint64_t distinct, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> words(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t key = distinct == 0 ? random() : random() % distinct * 0x9e3779b97f4a7c15u;
    words[i] = field.width() == 0 ? i : key >> (64 - field.width()) << field.low | i;
  }
  return words;
}

void expect_sorted(std::vector<std::uint64_t> words, BitField field) {
  std::vector<std::uint64_t> expected = words;
  std::ranges::sort(expected);
  std::vector<std::uint64_t> scratch(words.size() + 1, 77);
  radix_sort(words, std::span(scratch).first(words.size()), field);
  ASSERT_EQ(words, expected);
  ASSERT_EQ(scratch.back(), 77u);
}

// Every width of the field: so every count of digits, even and odd, and every width of a digit.
TEST(RadixSort, EveryFieldWidth) {
  for (unsigned width = 0; width <= 54; ++width) {
    for (const std::uint64_t distinct : {0u, 1u, 2u, 200u}) {
      for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, kMinRadixSortWords - 1,
                                      kMinRadixSortWords, kMinRadixSortWords + 1, std::size_t{1000}}) {
        const BitField field{64 - width, 64};
        expect_sorted(packed_words(count, field, distinct, width), field);
      }
    }
  }
}

TEST(RadixSort, MoreWordsThanTheCacheHolds) {
  constexpr std::size_t kCacheWords = std::size_t{1} << 16;
  for (const std::size_t count : {kCacheWords - 1, kCacheWords, kCacheWords + 1, 3 * kCacheWords}) {
    for (const unsigned width : {1u, 7u, 8u, 9u, 41u}) {
      for (const std::uint64_t distinct : {0u, 1u, 3u, 1000u}) {
        const BitField field{64 - width, 64};
        expect_sorted(packed_words(count, field, distinct, width), field);
      }
    }
  }
}

// All but a few words in one piece: the piece is cut again.
TEST(RadixSort, SkewedPieces) {
  const BitField field{40, 64};
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> words(200'000);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = (i % 1000 == 0 ? random() % (1 << 24) : random() % 3) << 40 | i;
  expect_sorted(std::move(words), field);
}

}  // namespace
}  // namespace lockstep
