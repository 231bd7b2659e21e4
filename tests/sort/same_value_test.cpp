// Ranges that the packed words leave: rows that tie wholly, nearly, or with other bytes.
#include "lockstep/sort/same_value.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "lockstep/sort/column_sorter.h"
#include "lockstep/sort/simple_column_sorter.h"

namespace lockstep {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

bool same(const Column& column, const std::vector<std::uint8_t>& rows) {
  return hold_same_value(column, std::span(rows));
}

TEST(SameValue, EveryWidth) {
  const auto expect = [](Type type, auto value, auto other) {
    Column column(type, false, heap());
    for (const auto& cell : {value, other, value, value}) column.append_value(cell);
    EXPECT_TRUE(same(column, {0, 2, 3})) << type.name();
    EXPECT_FALSE(same(column, {0, 2, 1})) << type.name();
    EXPECT_FALSE(same(column, {1, 2})) << type.name();
    EXPECT_TRUE(same(column, {1})) << type.name();
  };
  expect(Type::of(TypeKind::int8), std::int8_t{1}, std::int8_t{2});
  expect(Type::of(TypeKind::int32), 1, 1 << 30);
  expect(Type::of(TypeKind::int64), std::int64_t{1}, std::int64_t{1} << 62);
  expect(Type::of(TypeKind::int128), int128_t{1}, int128_t{1} << 100);
}

TEST(SameValue, NullsAndStrings) {
  Column column(Type::varchar(20), true, heap());
  for (const char* const text : {"a", "a", "ab", "a"}) column.append_text(text);
  column.append_text("a", true);
  column.append_text(std::string_view("a\0", 2));
  EXPECT_TRUE(same(column, {0, 1, 3}));
  EXPECT_FALSE(same(column, {0, 2}));
  EXPECT_FALSE(same(column, {0, 4}));
  EXPECT_FALSE(same(column, {4, 0}));
  EXPECT_FALSE(same(column, {4, 4}));
  EXPECT_FALSE(same(column, {0, 5}));
}

Column random_doubles(std::size_t rows, std::mt19937& random) {
  const double values[] = {0.0,
                           -0.0,
                           1.0,
                           std::bit_cast<double>(std::bit_cast<std::uint64_t>(1.0) + 1),
                           std::bit_cast<double>(std::bit_cast<std::uint64_t>(-1.0) + 1),
                           -1.0,
                           std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN(),
                           std::bit_cast<double>(~std::uint64_t{0}),
                           std::bit_cast<double>(std::uint64_t{0x7ff8000000000123})};
  Column column(Type::of(TypeKind::float64), true, heap());
  for (std::size_t i = 0; i < rows; ++i) column.append_value(values[random() % std::size(values)], random() % 8 == 0);
  return column;
}

Column random_texts(std::size_t rows, std::mt19937& random) {
  const std::string stem = "a stem of more than one word ";
  const std::string values[] = {stem,   stem + '\0', stem + "\x80", stem + "tail of it", stem + "tail of it.",
                                "\xff", ""};
  Column column(Type::varchar(100), true, heap());
  for (std::size_t i = 0; i < rows; ++i) column.append_text(values[random() % std::size(values)], random() % 8 == 0);
  return column;
}

// Many short ranges at every depth, so those asked for ahead too.
template <class RowId>
void expect_same_as_simple(std::size_t rows, unsigned seed) {
  std::mt19937 random(seed);
  const Column doubles = random_doubles(rows, random);
  const Column texts = random_texts(rows, random);
  Column numbers(Type::of(TypeKind::int64), false, heap());
  for (std::size_t i = 0; i < rows; ++i) {
    numbers.append_value(static_cast<std::int64_t>(random() % (rows / 7 + 1)) * 0x123456789abcd);
  }
  for (const auto direction : {Direction::ascending, Direction::descending}) {
    for (const auto nulls : {NullPlacement::first, NullPlacement::last}) {
      for (const auto ties : {TieOrder::ascending, TieOrder::descending}) {
        const std::vector<std::vector<SortColumn>> orders = {
            {{&doubles, direction, nulls}, {&texts, direction, nulls}},
            {{&texts, direction, nulls}, {&doubles, direction, nulls}},
            {{&numbers, direction}},
            {{&numbers, direction}, {&texts, direction, nulls}},
        };
        for (const auto& keys : orders) {
          ColumnSorter<RowId> sorter(keys, ties, heap());
          const auto sorted = sorter.sort(rows);
          std::vector<RowId> expected(rows);
          std::iota(expected.begin(), expected.end(), RowId{0});
          SimpleColumnSorter<RowId> simple(keys, ties, heap());
          simple.sort(expected);
          ASSERT_TRUE(std::ranges::equal(sorted, expected)) << rows;
          ASSERT_TRUE(std::ranges::equal(sorter.equal_ranges(), simple.equal_ranges())) << rows;
        }
      }
    }
  }
}

TEST(SameValue, RangesOfEveryKindSortAsBefore) {
  for (const std::size_t rows : {0u, 1u, 2u, 30u, 255u}) expect_same_as_simple<std::uint8_t>(rows, 1);
  for (const std::size_t rows : {1000u, 20'000u, 70'000u}) expect_same_as_simple<std::uint32_t>(rows, 2);
}

}  // namespace
}  // namespace lockstep
