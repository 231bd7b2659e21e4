// ColumnSorter, and the SimpleColumnSorter beside it: both must put every input in the same order.
#include "lockstep/sort/column_sorter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "lockstep/base/memory_resource.h"
#include "lockstep/sort/simple_column_sorter.h"

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

template <class RowId>
std::vector<RowId> permutation_of(ColumnSorter<RowId>& sorter, std::size_t rows,
                                  std::size_t limit = ColumnSorter<RowId>::kNoLimit) {
  const auto sorted = sorter.sort(rows, limit);
  return {sorted.begin(), sorted.end()};
}

template <class RowId>
std::vector<RowId> permutation_of(SimpleColumnSorter<RowId>& sorter, std::size_t rows,
                                  std::size_t limit = ColumnSorter<RowId>::kNoLimit) {
  std::vector<RowId> sorted(rows);
  std::iota(sorted.begin(), sorted.end(), RowId{0});
  sorter.sort(sorted, limit);
  return sorted;
}

template <class RowId, class Sorter>
void expect_sorted_by(Sorter sorter, const std::vector<RowId>& expected,
                      const std::vector<RowRange<RowId>>& expected_ranges) {
  const std::size_t rows = expected.size();
  ASSERT_EQ(permutation_of(sorter, rows), expected);
  ASSERT_TRUE(std::ranges::equal(sorter.equal_ranges(), expected_ranges));
  for (const std::size_t limit : {std::size_t{1}, rows / 3, rows - 1}) {
    const auto top = permutation_of(sorter, rows, limit);
    ASSERT_TRUE(std::ranges::equal(std::span(top).first(limit), std::span(expected).first(limit))) << "limit " << limit;
  }
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

  const SortColumn keys[] = {int_key, text_key};
  expect_sorted_by<RowId>(ColumnSorter<RowId>(keys, ties, heap()), expected, expected_ranges);
  expect_sorted_by<RowId>(SimpleColumnSorter<RowId>(keys, ties, heap()), expected, expected_ranges);
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
  ColumnSorter<std::uint8_t> sorter({}, TieOrder::ascending, heap());
  EXPECT_DEATH(permutation_of(sorter, 256), "fit the row-id type");
  SimpleColumnSorter<std::uint8_t> simple({}, TieOrder::ascending, heap());
  EXPECT_DEATH(permutation_of(simple, 256), "fit the row-id type");
}

TEST(ColumnSorter, NoKeysLeaveTheTieOrder) {
  const std::vector<std::uint32_t> expected = {2, 1, 0};
  ColumnSorter<std::uint32_t> sorter({}, TieOrder::descending, heap());
  EXPECT_EQ(permutation_of(sorter, 3), expected);
  SimpleColumnSorter<std::uint32_t> simple({}, TieOrder::descending, heap());
  EXPECT_EQ(permutation_of(simple, 3), expected);
}

template <class Sorter>
void expect_memory_back(std::size_t rows) {
  const RandomKeys random(rows, 3);
  const Column ints = int_column(random.ints);
  const Column texts = text_column(random.texts);
  const SortColumn keys[] = {{&ints}, {&texts}};
  bool failed = true;
  for (std::uint64_t n = 1; failed; ++n) {
    CountingResource counting(heap());
    FailingResource failing(&counting);
    {
      Sorter sorter(keys, TieOrder::ascending, &failing);
      failing.arm(n);
      bool threw = false;
      try {
        permutation_of(sorter, rows);
      } catch (const std::bad_alloc&) {
        threw = true;
      }
      failed = failing.failed();
      EXPECT_EQ(threw, failed);
    }
    EXPECT_EQ(counting.live_bytes(), 0u) << "allocation " << n;
  }
}

TEST(ColumnSorter, EveryAllocationFailingGivesAllMemoryBack) {
  expect_memory_back<ColumnSorter<std::uint32_t>>(1000);
  expect_memory_back<SimpleColumnSorter<std::uint32_t>>(1000);
}

// One key of a wide type whose difference lies where `place` says: the packing must find it in any part.
template <class T, class Place>
void expect_part_order(Type type, Place place) {
  std::mt19937 random(9);
  Column column(type, false, heap());
  std::vector<unsigned> values(3000);
  for (unsigned& value : values) {
    value = static_cast<unsigned>(random() % 700);
    column.append_value(place(value));
  }
  std::vector<std::uint32_t> expected(values.size());
  std::iota(expected.begin(), expected.end(), 0u);
  for (const auto direction : {Direction::ascending, Direction::descending}) {
    std::ranges::sort(expected, [&](std::uint32_t a, std::uint32_t b) {
      if (values[a] == values[b]) return a < b;
      return (values[a] < values[b]) == (direction == Direction::ascending);
    });
    const SortColumn keys[] = {{&column, direction}};
    ColumnSorter<std::uint32_t> sorter(keys, TieOrder::ascending, heap());
    ASSERT_EQ(permutation_of(sorter, values.size()), expected) << type.name();
  }
}

TEST(ColumnSorter, WideKeysThatDifferInAnyPart) {
  for (const unsigned shift : {0u, 10u, 50u, 60u, 70u, 110u}) {
    expect_part_order<int128_t>(Type::of(TypeKind::int128), [&](unsigned value) { return int128_t{value} << shift; });
  }
}

// Every prefix length around the 7 bytes of a part, with tails that differ late or never.
TEST(ColumnSorter, StringsThatDifferInAnyPart) {
  std::mt19937 random(10);
  for (const std::size_t prefix : {0u, 1u, 6u, 7u, 8u, 13u, 14u, 15u, 20u, 21u, 22u, 100u}) {
    std::vector<std::string> values(1500);
    Column column(Type::of(TypeKind::string), false, heap());
    for (std::string& value : values) {
      value = std::string(prefix, 'p');
      for (auto bytes = random() % 4; bytes > 0; --bytes)
        value += static_cast<char>(random() % 2 == 0 ? 0 : random() % 256);
      column.append_text(value);
    }
    std::vector<std::uint32_t> expected(values.size());
    std::iota(expected.begin(), expected.end(), 0u);
    std::ranges::sort(expected, [&](std::uint32_t a, std::uint32_t b) {
      const int order = values[a].compare(values[b]);
      return order != 0 ? order < 0 : a < b;
    });
    const SortColumn keys[] = {{&column}};
    ColumnSorter<std::uint32_t> sorter(keys, TieOrder::ascending, heap());
    ASSERT_EQ(permutation_of(sorter, values.size()), expected) << "prefix " << prefix;
  }
}

TEST(ColumnSorter, SortedAndReversedInput) {
  for (const bool descending : {false, true}) {
    for (const std::uint32_t repeats : {1u, 2u}) {
      Column column(Type::of(TypeKind::int64), false, heap());
      constexpr std::uint32_t kRows = 5000;
      for (std::uint32_t i = 0; i < kRows; ++i)
        column.append_value(std::int64_t{(descending ? kRows - 1 - i : i) / repeats} * 1'000'000'007);
      std::vector<std::uint32_t> expected(kRows);
      for (std::uint32_t i = 0; i < kRows; ++i) {
        expected[i] = descending ? (kRows / repeats - 1 - i / repeats) * repeats + i % repeats : i;
      }
      const SortColumn keys[] = {{&column}};
      ColumnSorter<std::uint32_t> sorter(keys, TieOrder::ascending, heap());
      EXPECT_EQ(permutation_of(sorter, kRows), expected) << descending << repeats;
    }
  }
}

// Far more small ranges than are refined at once: long numbers that come twice or so, then strings that go on after
// what they share, then nulls and numbers again.
TEST(ColumnSorter, ManySmallRanges) {
  constexpr std::size_t kRows = 150'000;
  std::mt19937_64 random(11);
  Column numbers(Type::of(TypeKind::int64), false, heap());
  Column texts(Type::varchar(60), true, heap());
  Column wide(Type::of(TypeKind::int128), true, heap());
  for (std::size_t row = 0; row < kRows; ++row) {
    // Values over the whole range, so that their lowest bits do not fit the first word.
    numbers.append_value(static_cast<std::int64_t>(random() % 40'000 * 0x9e3779b97f4a7c15u));
    texts.append_text("shared prefix " + std::string(random() % 3, 'x') + "z", random() % 5 == 0);
    wide.append_value(static_cast<int128_t>(random() % 2) << (random() % 2 * 70), random() % 7 == 0);
  }
  for (const TieOrder ties : {TieOrder::ascending, TieOrder::descending}) {
    for (const Direction direction : {Direction::ascending, Direction::descending}) {
      const SortColumn keys[] = {{&numbers, direction},
                                 {&texts, direction, NullPlacement::last},
                                 {&wide, Direction::descending, NullPlacement::first}};
      ColumnSorter<std::uint32_t> sorter(keys, ties, heap());
      SimpleColumnSorter<std::uint32_t> simple(keys, ties, heap());
      ASSERT_EQ(permutation_of(sorter, kRows), permutation_of(simple, kRows));
      ASSERT_TRUE(std::ranges::equal(sorter.equal_ranges(), simple.equal_ranges()));
      EXPECT_GT(sorter.equal_ranges().size(), 1'000u);
    }
  }
}

// Short strings whose bytes cross all bits, too many for the word beside the position: they are packed by their
// letters.
TEST(ColumnSorter, ShortStringsOfFewLetters) {
  static constexpr std::string_view kLetters("\0a\x7f\x80\xff", 5);
  std::mt19937 random(13);
  for (int repeat = 0; repeat < 20; ++repeat) {
    constexpr std::size_t kRows = 200;
    Column texts(Type::varchar(7), true, heap());
    for (std::size_t row = 0; row < kRows; ++row) {
      std::string text;
      for (auto length = random() % 8; length > 0; --length) text += kLetters[random() % kLetters.size()];
      if (repeat % 2 == 0 && row % 4 != 0) text.resize(std::min<std::size_t>(text.size(), 2));  // ties
      texts.append_text(text, random() % 6 == 0);
    }
    for (const Direction direction : {Direction::ascending, Direction::descending}) {
      for (const NullPlacement nulls : {NullPlacement::first, NullPlacement::last}) {
        const SortColumn key{&texts, direction, nulls};
        ColumnSorter<std::uint8_t> sorter({&key, 1}, TieOrder::ascending, heap());
        SimpleColumnSorter<std::uint8_t> simple({&key, 1}, TieOrder::ascending, heap());
        ASSERT_EQ(permutation_of(sorter, kRows), permutation_of(simple, kRows));
        ASSERT_TRUE(std::ranges::equal(sorter.equal_ranges(), simple.equal_ranges()));
      }
    }
  }
}

// Row ids that need more than 24 bits.
TEST(ColumnSorter, MoreThan16MillionRows) {
  constexpr std::uint32_t kRows = (std::uint32_t{1} << 24) + 999;
  constexpr std::uint32_t kKeys = 1'000;
  Column column(Type::of(TypeKind::int16), false, heap());
  column.reserve_more(kRows, 0);
  const auto key_of = [](std::uint32_t row) { return static_cast<std::int16_t>(row * 2'654'435'761u >> 22) % 1'000; };
  for (std::uint32_t row = 0; row < kRows; ++row) column.append_value(static_cast<std::int16_t>(key_of(row)));
  const SortColumn key{&column};
  ColumnSorter<std::uint32_t> sorter({&key, 1}, TieOrder::descending, heap());
  const auto sorted = sorter.sort(kRows);
  ASSERT_EQ(sorted.size(), kRows);
  // Strictly ascending by key and descending row: so every row is there once.
  for (std::uint32_t i = 1; i < kRows; ++i) {
    const auto before = std::pair(key_of(sorted[i - 1]), ~sorted[i - 1]);
    const auto after = std::pair(key_of(sorted[i]), ~sorted[i]);
    ASSERT_LT(before, after) << i;
  }
  EXPECT_EQ(sorter.equal_ranges().size(), kKeys);
}

}  // namespace
}  // namespace lockstep
