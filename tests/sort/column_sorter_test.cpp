#include "lockstep/sort/column_sorter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <string>

#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

using Cells = std::vector<std::optional<int>>;
using Texts = std::vector<std::optional<std::string>>;

Column int_column(const Cells& cells) {
  Column column(Type::of(TypeKind::int32), true, heap());
  for (const auto& cell : cells) column.append_value(cell.value_or(static_cast<int>(column.size() * 77)), !cell);
  return column;
}

Column text_column(const Texts& cells) {
  Column column(Type::varchar(100), true, heap());
  for (const auto& cell : cells) column.append_text(cell.value_or("under a null"), !cell);
  return column;
}

// The order of one key, written anew from data.md.
template <class Cell>
int compare(const Cell& a, const Cell& b, const SortColumn& key) {
  if (!a || !b) {
    const int nulls_first = static_cast<int>(b == std::nullopt) - static_cast<int>(a == std::nullopt);
    return key.nulls == NullPlacement::first ? nulls_first : -nulls_first;
  }
  const int values = *a < *b ? -1 : *b < *a ? 1 : 0;
  return key.direction == Direction::ascending ? values : -values;
}

// A sort by (ints, texts) and then the row, and the equal ranges a neighbour's look gives.
template <class RowId>
void expect_sorted(const Cells& ints, const Texts& texts, const SortColumn& int_key, const SortColumn& text_key,
                   TieOrder ties) {
  const std::size_t rows = ints.size();
  const auto compare_keys = [&](RowId a, RowId b) {
    const int by_int = compare(ints[a], ints[b], int_key);
    return by_int != 0 ? by_int : compare(texts[a], texts[b], text_key);
  };
  std::vector<RowId> expected(rows);
  std::iota(expected.begin(), expected.end(), RowId{0});
  std::ranges::sort(expected, [&](RowId a, RowId b) {
    const int by_keys = compare_keys(a, b);
    return by_keys != 0 ? by_keys < 0 : ties == TieOrder::ascending ? a < b : b < a;
  });
  std::vector<RowRange<RowId>> expected_ranges;
  for (std::size_t begin = 0, i = 1; i <= rows; ++i) {
    if (i < rows && compare_keys(expected[begin], expected[i]) == 0) continue;
    if (i - begin > 1) expected_ranges.push_back({static_cast<RowId>(begin), static_cast<RowId>(i)});
    begin = i;
  }

  std::vector<RowId> sorted(rows);
  std::iota(sorted.begin(), sorted.end(), RowId{0});
  const SortColumn keys[] = {int_key, text_key};
  ColumnSorter<RowId> sorter(keys, ties, heap());
  sorter.sort(sorted);
  ASSERT_EQ(sorted, expected);
  ASSERT_TRUE(std::ranges::equal(sorter.equal_ranges(), expected_ranges));

  for (const std::size_t limit : {std::size_t{1}, rows / 3, rows - 1}) {
    std::vector<RowId> top(rows);
    std::iota(top.begin(), top.end(), RowId{0});
    sorter.sort(top, limit);
    ASSERT_TRUE(std::ranges::equal(std::span(top).first(limit), std::span(expected).first(limit))) << "limit " << limit;
  }
}

// Few distinct keys, so that ties and nulls reach every depth; strings around the 8 bytes that the sorter copies.
struct RandomKeys {
  Cells ints;
  Texts texts;

  RandomKeys(std::size_t rows, unsigned seed) {
    std::mt19937 random(seed);
    static const std::string kTexts[] = {
        "",         std::string(1, '\0'),         "a",         "a\x80",     "1234567",
        "12345678", std::string("12345678\0", 9), "12345678x", "12345678y", "12345678xyz",
        "\xff\xff"};
    for (std::size_t i = 0; i < rows; ++i) {
      ints.push_back(random() % 4 == 0 ? std::nullopt : std::optional<int>(static_cast<int>(random() % 3) - 1));
      texts.push_back(random() % 4 == 0 ? std::nullopt
                                        : std::optional<std::string>(kTexts[random() % std::size(kTexts)]));
    }
  }
};

template <class RowId>
void expect_every_order(std::size_t rows, unsigned seed) {
  const RandomKeys keys(rows, seed);
  const Column ints = int_column(keys.ints);
  const Column texts = text_column(keys.texts);
  for (const auto int_direction : {Direction::ascending, Direction::descending}) {
    for (const auto text_direction : {Direction::ascending, Direction::descending}) {
      for (const auto int_nulls : {NullPlacement::first, NullPlacement::last}) {
        for (const auto text_nulls : {NullPlacement::first, NullPlacement::last}) {
          for (const auto ties : {TieOrder::ascending, TieOrder::descending}) {
            expect_sorted<RowId>(keys.ints, keys.texts, {&ints, int_direction, int_nulls},
                                 {&texts, text_direction, text_nulls}, ties);
            if (testing::Test::HasFatalFailure()) return;
          }
        }
      }
    }
  }
}

TEST(ColumnSorter, EveryDirectionAndNullPlacement) {
  for (const std::size_t rows : {1u, 2u, 3u, 10u, 100u, 1000u}) {
    for (unsigned seed = 0; seed < 5; ++seed) expect_every_order<std::uint32_t>(rows, seed);
  }
}

TEST(ColumnSorter, NarrowRowIdsReachEveryLimit) {
  for (const std::size_t rows : {1u, 2u, 24u, 127u, 128u, 129u, 254u, 255u}) {
    for (unsigned seed = 0; seed < 5; ++seed) expect_every_order<std::uint8_t>(rows, seed);
  }
}

TEST(ColumnSorterDeathTest, MoreRowsThanRowIds) {
  std::vector<std::uint8_t> permutation(256);
  EXPECT_DEATH(ColumnSorter<std::uint8_t>({}, TieOrder::ascending, heap()).sort(permutation), "fit the row-id type");
}

TEST(ColumnSorter, NoKeysLeavesTheTieOrder) {
  std::vector<std::uint32_t> permutation = {2, 0, 1};
  ColumnSorter<std::uint32_t>({}, TieOrder::descending, heap()).sort(permutation);
  EXPECT_EQ(permutation, (std::vector<std::uint32_t>{2, 1, 0}));
}

TEST(ColumnSorter, EveryAllocationFailingGivesAllMemoryBack) {
  const RandomKeys random(200, 3);
  const Column ints = int_column(random.ints);
  const Column texts = text_column(random.texts);
  const SortColumn keys[] = {{&ints}, {&texts}};
  bool failed = true;
  for (std::uint64_t n = 1; failed; ++n) {
    CountingResource counting(heap());
    FailingResource failing(&counting);
    std::vector<std::uint32_t> permutation(200);
    std::iota(permutation.begin(), permutation.end(), 0u);
    {
      ColumnSorter<std::uint32_t> sorter(keys, TieOrder::ascending, &failing);
      failing.arm(n);
      try {
        sorter.sort(permutation);
      } catch (const std::bad_alloc&) {
      }
    }
    failed = failing.failed();
    EXPECT_EQ(counting.live_bytes(), 0u);
    std::ranges::sort(permutation);
    for (std::uint32_t i = 0; i < 200; ++i) ASSERT_EQ(permutation[i], i) << "allocation " << n << " lost a row";
  }
}

}  // namespace
}  // namespace lockstep
