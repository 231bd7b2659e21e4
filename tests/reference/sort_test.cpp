#include "lockstep/reference/sort.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "lockstep/base/memory_resource.h"
#include "test_rows.h"

namespace lockstep::reference {
namespace {

using RowIds = std::vector<std::uint32_t>;

RowIds sorted_ids(const Block& block, const SortOrder& order, std::optional<std::uint64_t> limit = {}) {
  const auto ids = sort_rows(block, order, limit, std::pmr::new_delete_resource());
  return {ids.begin(), ids.end()};
}

Schema int_columns(std::size_t count) {
  Schema schema;
  for (std::size_t i = 0; i < count; ++i) {
    schema.columns.push_back({"c" + std::to_string(i), Type::of(TypeKind::int32), true});
  }
  return schema;
}

TEST(SortRows, RefinesNullsByLaterKeys) {
  const Block block = block_of(
      int_columns(3),
      {{5, kNull, 2}, {5, kNull, 1}, {5, kNull, 7}, {5, kNull, 3}, {5, 7, 4}, {5, 7, 1}, {5, 1, 6}, {5, 1, 2}});
  EXPECT_EQ(sorted_ids(block, {.keys = {{0}, {1}, {2}}}), (RowIds{1, 0, 3, 2, 7, 6, 5, 4}));
}

TEST(SortRows, TiesFollowRowPosition) {
  const Block block = block_of(int_columns(1), {{7}, {7}, {3}, {7}});
  EXPECT_EQ(sorted_ids(block, {.keys = {{0}}, .ties = TieOrder::ascending}), (RowIds{2, 0, 1, 3}));
  EXPECT_EQ(sorted_ids(block, {.keys = {{0}}, .ties = TieOrder::descending}), (RowIds{2, 3, 1, 0}));
  // Descending keys do not turn the ties.
  EXPECT_EQ(sorted_ids(block, {.keys = {{0, Direction::descending}}}), (RowIds{0, 1, 3, 2}));
}

TEST(SortRows, WithoutKeysAllRowsTie) {
  const Block block = block_of(int_columns(1), {{2}, {1}, {3}});
  EXPECT_EQ(sorted_ids(block, {}), (RowIds{0, 1, 2}));
  EXPECT_EQ(sorted_ids(block, {.ties = TieOrder::descending}), (RowIds{2, 1, 0}));
}

TEST(SortRows, TheLimitCutsInsideTies) {
  const Block block = block_of(int_columns(1), {{2}, {1}, {2}, {1}, {2}});
  const SortOrder order{.keys = {{0}}};
  const RowIds all = {1, 3, 0, 2, 4};
  for (const std::uint64_t limit : {0u, 1u, 2u, 3u, 4u, 5u, 6u}) {
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(limit, 5));
    EXPECT_EQ(sorted_ids(block, order, limit), RowIds(all.begin(), all.begin() + kept)) << limit;
  }
  EXPECT_EQ(sorted_ids(block, order, std::uint64_t{1} << 40), all);
}

TEST(SortRows, SortsNoRows) { EXPECT_EQ(sorted_ids(block_of(int_columns(2), {}), {.keys = {{1}, {0}}}), RowIds{}); }

// Every block of three rows of two columns over {null, 0, 1}, in every order: against ranks worked out here.
class AllOrdersOfTwoKeys : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kRows = 3;
  static constexpr int kBlocks = 3 * 3 * 3 * 3 * 3 * 3;
  using Cells = std::array<std::array<int, 2>, kRows>;  // 0 null, 1 the value 0, 2 the value 1

  static Cells cells(int number) {
    Cells cells{};
    for (auto& row : cells) {
      for (int& cell : row) {
        cell = number % 3;
        number /= 3;
      }
    }
    return cells;
  }
  static int rank(int cell, const SortKey& key) {
    if (cell == 0) return key.nulls == NullPlacement::first ? 0 : 3;
    return key.direction == Direction::ascending ? cell : 3 - cell;
  }
  static RowIds expected(const Cells& cells, const SortOrder& order) {
    RowIds ids = {0, 1, 2};
    std::ranges::sort(ids, {}, [&](std::uint32_t id) {
      const int position = static_cast<int>(id);
      return std::array{rank(cells[id][0], order.keys[0]), rank(cells[id][1], order.keys[1]),
                        order.ties == TieOrder::ascending ? position : -position};
    });
    return ids;
  }
};

TEST_F(AllOrdersOfTwoKeys, MatchTheRanks) {
  std::vector<SortOrder> orders;
  const auto choice = [](int bits, int bit) { return static_cast<std::uint8_t>(bits >> bit & 1); };
  for (int bits = 0; bits < 32; ++bits) {
    orders.push_back({.keys = {{0, Direction{choice(bits, 0)}, NullPlacement{choice(bits, 1)}},
                               {1, Direction{choice(bits, 2)}, NullPlacement{choice(bits, 3)}}},
                      .ties = TieOrder{choice(bits, 4)}});
  }
  for (int number = 0; number < kBlocks; ++number) {
    const Cells block_cells = cells(number);
    std::vector<LiteralRow> rows;
    for (const auto& row : block_cells) {
      rows.emplace_back();
      for (const int cell : row) rows.back().push_back(cell == 0 ? Literal(kNull) : Literal(cell - 1));
    }
    const Block block = block_of(int_columns(2), rows);
    for (const SortOrder& order : orders) ASSERT_EQ(sorted_ids(block, order), expected(block_cells, order)) << number;
  }
}

TEST(SortRows, TakesItsMemoryFromTheResource) {
  CountingResource counting(std::pmr::new_delete_resource());
  FailingResource failing(&counting);
  const Block block = block_of(int_columns(1), {{2}, {1}});
  {
    const auto ids = sort_rows(block, {.keys = {{0}}}, std::nullopt, &failing);
    EXPECT_EQ(counting.live_bytes(), 2 * sizeof(std::uint32_t));
  }
  EXPECT_EQ(counting.live_bytes(), 0);
  for (std::uint64_t n = 1;; ++n) {
    failing.arm(n);
    try {
      EXPECT_EQ(sort_rows(block, {.keys = {{0}}}, std::nullopt, &failing).size(), 2);
      EXPECT_FALSE(failing.failed());
      EXPECT_GT(n, 1);
      break;
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(counting.live_bytes(), 0);
    }
  }
}

}  // namespace
}  // namespace lockstep::reference
