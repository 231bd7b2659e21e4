#include "lockstep/sort/apply_permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>

#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

// Row i goes where row i + 1 was: one cycle through all rows.
template <class RowId>
std::vector<RowId> single_cycle(std::size_t rows) {
  std::vector<RowId> permutation(rows);
  for (std::size_t i = 0; i < rows; ++i) permutation[i] = static_cast<RowId>((i + 1) % rows);
  return permutation;
}

// Applies it to three arrays of different element types at once and compares each with a gather.
template <class RowId>
void expect_gathered(const std::vector<RowId>& permutation) {
  const std::size_t rows = permutation.size();
  std::vector<std::int64_t> lsns(rows);
  std::iota(lsns.begin(), lsns.end(), std::int64_t{1000});
  std::vector<RowId> ids(rows);
  std::iota(ids.begin(), ids.end(), RowId{0});
  std::vector<std::unique_ptr<std::size_t>> owners(rows);
  for (std::size_t i = 0; i < rows; ++i) owners[i] = std::make_unique<std::size_t>(i);

  apply_permutation(std::span<const RowId>(permutation), std::pmr::get_default_resource(), std::span(lsns),
                    std::span(ids), std::span(owners));

  ASSERT_EQ(ids, permutation);
  for (std::size_t i = 0; i < rows; ++i) {
    ASSERT_EQ(lsns[i], 1000 + std::int64_t{permutation[i]}) << "row " << i;
    ASSERT_NE(owners[i], nullptr) << "row " << i;
    ASSERT_EQ(*owners[i], permutation[i]) << "row " << i;
  }
}

class SingleCycle : public testing::TestWithParam<std::size_t> {};

TEST_P(SingleCycle, EveryArrayFollows) { expect_gathered(single_cycle<std::uint32_t>(GetParam())); }

TEST_P(SingleCycle, Backwards) {
  auto permutation = single_cycle<std::uint32_t>(GetParam());
  std::vector<std::uint32_t> inverse(permutation.size());
  for (std::size_t i = 0; i < permutation.size(); ++i) inverse[permutation[i]] = static_cast<std::uint32_t>(i);
  expect_gathered(inverse);
}

// A random single cycle (Sattolo's shuffle): long jumps instead of neighbours.
TEST_P(SingleCycle, Scattered) {
  std::mt19937 random(7);
  std::vector<std::uint32_t> permutation(GetParam());
  std::iota(permutation.begin(), permutation.end(), 0u);
  for (std::size_t i = permutation.size(); i > 1; --i) std::swap(permutation[i - 1], permutation[random() % (i - 1)]);
  expect_gathered(permutation);
}

INSTANTIATE_TEST_SUITE_P(Lengths, SingleCycle, testing::Values(1, 2, 255, 256, 257, 65'535, 65'536, 65'537, 1'000'000));

TEST(ApplyPermutation, NarrowRowIdsReachTheirLimit) {
  expect_gathered(single_cycle<std::uint8_t>(255));
  expect_gathered(single_cycle<std::uint8_t>(256));
  expect_gathered(single_cycle<std::uint16_t>(65'535));
}

TEST(ApplyPermutation, RandomPermutations) {
  std::mt19937 random(11);
  for (const std::size_t rows : {0u, 1u, 2u, 3u, 5u, 63u, 64u, 65u, 128u, 1000u}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<std::uint32_t> permutation(rows);
      std::iota(permutation.begin(), permutation.end(), 0u);
      std::shuffle(permutation.begin(), permutation.end(), random);
      expect_gathered(permutation);
    }
  }
}

TEST(ApplyPermutation, OutOfMemoryMovesNothing) {
  FailingResource failing(std::pmr::get_default_resource());
  failing.arm(1);
  const std::vector<std::uint32_t> permutation = {2, 0, 1};
  std::vector<int> values = {10, 11, 12};
  EXPECT_THROW(apply_permutation(std::span(permutation), &failing, std::span(values)), std::bad_alloc);
  EXPECT_EQ(values, (std::vector<int>{10, 11, 12}));
}

TEST(ApplyPermutationDeathTest, NotAPermutation) {
  std::vector<int> values = {10, 11, 12};
  const std::vector<std::uint32_t> repeats = {1, 2, 1};
  EXPECT_DEATH(apply_permutation(std::span(repeats), std::pmr::get_default_resource(), std::span(values)),
               "every row once");
  const std::vector<std::uint32_t> outside = {3, 0, 1};
  EXPECT_DEATH(apply_permutation(std::span(outside), std::pmr::get_default_resource(), std::span(values)),
               "every row once");
  const std::vector<std::uint32_t> shorter = {1, 0};
  EXPECT_DEATH(apply_permutation(std::span(shorter), std::pmr::get_default_resource(), std::span(values)),
               "one element a row");
}

}  // namespace
}  // namespace lockstep
