#include "lockstep/aggregate/fold.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <optional>
#include <vector>

namespace lockstep {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

template <class T>
Column column_of(Type type, const std::vector<std::optional<T>>& cells) {
  Column column(type, true, heap());
  for (const auto& cell : cells) cell ? column.append_value(*cell) : column.append_null();
  return column;
}

// All rows are one group, the first `kept` of them kept rows.
struct OneGroup {
  Column kept;
  Column fresh;
  GroupedRows groups{heap()};

  template <class T>
  OneGroup(Type type, const std::vector<std::optional<T>>& cells, std::size_t kept_rows = 0)
      : kept(column_of<T>(type, {cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(kept_rows)})),
        fresh(column_of<T>(type, {cells.begin() + static_cast<std::ptrdiff_t>(kept_rows), cells.end()})) {
    groups.group_of.assign(cells.size(), 0);
    groups.first_rows.assign({0});
  }

  std::uint32_t pick(Aggregation aggregation) const {
    std::uint32_t row = 99;
    pick_rows(aggregation, SplitColumn(kept, fresh), groups, std::span(&row, 1));
    return row;
  }
  std::uint32_t winner() const {
    std::uint32_t row = 99;
    pick_by_sequence(SplitColumn(kept, fresh), groups, std::span(&row, 1));
    return row;
  }
  Column sum(std::uint64_t& overflows) const { return fold_sums(SplitColumn(kept, fresh), groups, overflows, heap()); }
};

using Ints = std::vector<std::optional<std::int32_t>>;
const Type kInt32 = Type::of(TypeKind::int32);

TEST(PickRows, MinAndMaxKeepTheEarlierOfEquals) {
  for (const std::size_t kept : {0u, 1u}) {
    const OneGroup group(kInt32, Ints{std::nullopt, 5, 3, 5, 3, std::nullopt}, kept);
    EXPECT_EQ(group.pick(Aggregation::min), 2u);
    EXPECT_EQ(group.pick(Aggregation::max), 1u);
    EXPECT_EQ(group.pick(Aggregation::replace), 5u);
    EXPECT_EQ(group.pick(Aggregation::replace_if_not_null), 4u);
  }
}

TEST(PickRows, AllNullPicksANull) {
  const OneGroup group(kInt32, Ints{std::nullopt, std::nullopt});
  for (const auto aggregation :
       {Aggregation::min, Aggregation::max, Aggregation::replace, Aggregation::replace_if_not_null}) {
    EXPECT_TRUE(group.fresh.is_null(group.pick(aggregation)));
  }
}

TEST(PickRows, FloatsFoldTheOrder) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const OneGroup group(Type::of(TypeKind::float64),
                       std::vector<std::optional<double>>{nan, 0.0, -0.0, -infinity, infinity});
  EXPECT_EQ(group.pick(Aggregation::min), 3u);
  EXPECT_EQ(group.pick(Aggregation::max), 0u);
  const OneGroup zeros(Type::of(TypeKind::float64), std::vector<std::optional<double>>{0.0, -0.0});
  EXPECT_EQ(zeros.pick(Aggregation::min), 0u);
}

TEST(PickBySequence, LargestThenLatest) {
  EXPECT_EQ(OneGroup(kInt32, Ints{1, 2, 5, 4, 3, 4}).winner(), 2u);
  EXPECT_EQ(OneGroup(kInt32, Ints{1, 5, 5, 4}).winner(), 2u);
  EXPECT_EQ(OneGroup(kInt32, Ints{std::nullopt, std::nullopt}).winner(), 1u);
  EXPECT_EQ(OneGroup(kInt32, Ints{std::numeric_limits<std::int32_t>::min(), std::nullopt}).winner(), 0u);
}

TEST(FoldSums, IntegersWrapAndAreCounted) {
  std::uint64_t overflows = 0;
  const OneGroup group(Type::of(TypeKind::int8),
                       std::vector<std::optional<std::int8_t>>{100, std::nullopt, 100, 1, -100});
  EXPECT_EQ(group.sum(overflows).values<std::int8_t>()[0], 101);
  EXPECT_EQ(overflows, 2u);  // 200 wraps to -56, -55 - 100 wraps back
}

TEST(FoldSums, DecimalsCountEveryAddThatEndsOutsideThePrecision) {
  std::uint64_t overflows = 0;
  const OneGroup group(Type::decimal(2, 0), Ints{99, 1, 1, -2});
  EXPECT_EQ(group.sum(overflows).values<std::int32_t>()[0], 99);
  EXPECT_EQ(overflows, 2u);  // 100 and 101 are outside, 99 is not
}

TEST(FoldSums, ALoneFloatKeepsItsBitsTwoMakeTheCanonicalNaN) {
  std::uint64_t overflows = 0;
  const double odd_nan = std::bit_cast<double>(std::uint64_t{0xfff8000000000123});
  const auto bits = [&](const std::vector<std::optional<double>>& cells) {
    return std::bit_cast<std::uint64_t>(
        OneGroup(Type::of(TypeKind::float64), cells).sum(overflows).values<double>()[0]);
  };
  EXPECT_EQ(bits({odd_nan, std::nullopt}), 0xfff8000000000123u);
  EXPECT_EQ(bits({odd_nan, 1.0}), 0x7ff8000000000000u);
  EXPECT_EQ(bits({-0.0}), 0x8000000000000000u);
  EXPECT_EQ(bits({-0.0, -0.0}), 0x8000000000000000u);  // no start value of +0.0
  EXPECT_EQ(overflows, 0u);
}

TEST(FoldSums, AllNullIsNull) {
  std::uint64_t overflows = 0;
  EXPECT_TRUE(OneGroup(kInt32, Ints{std::nullopt, std::nullopt}).sum(overflows).is_null(0));
}

}  // namespace
}  // namespace lockstep
