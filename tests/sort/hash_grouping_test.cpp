#include "lockstep/sort/hash_grouping.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>
#include <string>

namespace lockstep {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

template <class T>
Column column_of(Type type, std::size_t rows, std::uint64_t values, std::mt19937_64& random, bool nullable = false) {
  Column column(type, nullable, heap());
  for (std::size_t row = 0; row < rows; ++row) {
    const auto value = static_cast<T>(static_cast<std::int64_t>(random() % values) - 3);
    column.append_value(value, nullable && random() % 4 == 0);  // any payload under a null
  }
  return column;
}

// Groups by the cells' text, a null being one whatever lies under it.
void expect_groups(const std::vector<Column>& keys) {
  const auto groups = group_by_hash(keys, heap());
  ASSERT_TRUE(groups);
  std::map<std::string, std::uint32_t> seen;
  for (std::uint32_t row = 0; row < keys.front().size(); ++row) {
    std::string key;
    for (const Column& column : keys) key += column.is_null(row) ? "n" : "v" + std::string(column.text(row));
    const auto [known, is_new] = seen.emplace(key, static_cast<std::uint32_t>(seen.size()));
    ASSERT_EQ(groups->group_of[row], known->second);
    if (is_new) {
      ASSERT_EQ(groups->first_rows[known->second], row);
    }
  }
  EXPECT_EQ(groups->first_rows.size(), seen.size());
}

TEST(HashGrouping, EveryKeyThatFitsAWord) {
  std::mt19937_64 random(1);
  const std::size_t rows = 3'000;
  expect_groups({column_of<std::int64_t>(Type::of(TypeKind::int64), rows, 700, random)});
  expect_groups({column_of<std::int8_t>(Type::of(TypeKind::int8), rows, 200, random)});
  expect_groups({column_of<std::int32_t>(Type::of(TypeKind::int32), rows, 50, random, true)});
  expect_groups({column_of<std::int32_t>(Type::of(TypeKind::int32), rows, 20, random),
                 column_of<std::int16_t>(Type::of(TypeKind::int16), rows, 20, random)});
}

TEST(HashGrouping, EqualInTheOrderIsEqual) {
  Column column(Type::of(TypeKind::float64), false, heap());
  for (int i = 0; i < 40; ++i) {
    column.append_value(i % 2 == 0 ? 0.0 : -0.0);
    column.append_value(std::bit_cast<double>(0x7ff8000000000000u + static_cast<std::uint64_t>(i)));
  }
  const auto groups = group_by_hash(std::span(&column, 1), heap());
  ASSERT_TRUE(groups);
  EXPECT_EQ(groups->first_rows, (std::pmr::vector<std::uint32_t>{0, 1}));
}

TEST(HashGrouping, LeavesToSortingWhatDoesNotRepeatOrIsLong) {
  std::mt19937_64 random(2);
  const auto none = [](const std::vector<Column>& keys) { return !group_by_hash(keys, heap()).has_value(); };
  EXPECT_TRUE(none({column_of<std::int64_t>(Type::of(TypeKind::int64), 20'000, ~std::uint64_t{0}, random)}));
  EXPECT_TRUE(none({column_of<std::int64_t>(Type::of(TypeKind::int64), 100, ~std::uint64_t{0}, random)}));
  EXPECT_TRUE(none({column_of<std::int64_t>(Type::of(TypeKind::int64), 31, 1, random)})) << "few rows";
  EXPECT_TRUE(none({column_of<std::int64_t>(Type::of(TypeKind::int64), 100, 2, random, true)})) << "65 bits";
  EXPECT_TRUE(none({column_of<int128_t>(Type::of(TypeKind::int128), 100, 2, random)}));
  Column text(Type::varchar(3), false, heap());
  for (int i = 0; i < 100; ++i) text.append_text("a");
  EXPECT_TRUE(none({text}));
}

// More rows than are sampled, more keys than the table begins with.
TEST(HashGrouping, GrowsWithItsKeys) {
  std::mt19937_64 random(4);
  expect_groups({column_of<std::int64_t>(Type::of(TypeKind::int64), 150'000, 20'000, random)});
}

}  // namespace
}  // namespace lockstep
