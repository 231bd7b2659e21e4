#include "lockstep/sort/grouped_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace lockstep {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

using Groups = std::vector<std::vector<std::uint32_t>>;

Column keys(const std::vector<int>& values) {
  Column column(Type::of(TypeKind::int64), false, heap());
  for (const int value : values) column.append_value(std::int64_t{value});
  return column;
}

Groups groups_of(const std::vector<int>& kept, const std::vector<int>& fresh) {
  const Column kept_keys = keys(kept);
  const Column fresh_keys = keys(fresh);
  const GroupedRows grouped = group_rows(std::span(&kept_keys, 1), std::span(&fresh_keys, 1), heap());
  Groups groups(grouped.group_count());
  for (std::uint32_t row = 0; row < grouped.row_count(); ++row) groups[grouped.group_of[row]].push_back(row);
  for (std::size_t g = 0; g < groups.size(); ++g) EXPECT_EQ(groups[g].front(), grouped.first_rows[g]);
  return groups;
}

TEST(GroupRows, GroupsAreInKeyOrderKeptRowsFirst) {
  EXPECT_EQ(groups_of({1, 3, 5}, {3, 0, 5, 3, 6}), (Groups{{4}, {0}, {1, 3, 6}, {2, 5}, {7}}));
}

TEST(GroupRows, EitherPieceMayBeEmpty) {
  EXPECT_EQ(groups_of({}, {}), Groups{});
  EXPECT_EQ(groups_of({1, 2}, {}), (Groups{{0}, {1}}));
  EXPECT_EQ(groups_of({}, {2, 1, 2}), (Groups{{1}, {0, 2}}));
}

TEST(GroupRows, AgainstAMap) {
  std::mt19937 random(5);
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<int> kept, fresh;
    for (int value = 0; value < 8; ++value) {
      if (random() % 2 == 0) kept.push_back(value);
    }
    // Sorted while they are few, hashed from 32 on.
    for (auto rows = random() % 60; rows > 0; --rows) fresh.push_back(static_cast<int>(random() % 8));
    std::map<int, std::vector<std::uint32_t>> by_key;
    std::uint32_t id = 0;
    for (const int key : kept) by_key[key].push_back(id++);
    for (const int key : fresh) by_key[key].push_back(id++);
    Groups expected;
    for (auto& [key, rows] : by_key) expected.push_back(rows);
    ASSERT_EQ(groups_of(kept, fresh), expected);
  }
}

}  // namespace
}  // namespace lockstep
