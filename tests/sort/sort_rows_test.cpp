#include "lockstep/sort/sort_rows.h"

#include <gtest/gtest.h>

#include <vector>

namespace lockstep {
namespace {

std::pmr::memory_resource* heap() { return std::pmr::get_default_resource(); }

Block one_column(std::vector<std::int32_t> values) {
  Schema schema;
  schema.columns = {{"k", Type::of(TypeKind::int32)}};
  Block block(schema, heap());
  for (const std::int32_t value : values) block.column(0).append_value(value);
  return block;
}

std::vector<std::uint32_t> ids(const Block& block, const SortOrder& order, std::optional<std::uint64_t> limit) {
  const auto sorted = sort_rows(block, order, limit, heap());
  return {sorted.begin(), sorted.end()};
}

TEST(SortRows, SortsByTheOrderAskedFor) {
  const Block block = one_column({7, 7, 3, 7});
  EXPECT_EQ(ids(block, {{{.column = 0}}}, {}), (std::vector<std::uint32_t>{2, 0, 1, 3}));
  EXPECT_EQ(ids(block, {{{.column = 0}}, TieOrder::descending}, {}), (std::vector<std::uint32_t>{2, 3, 1, 0}));
  EXPECT_EQ(ids(block, {{{.column = 0, .direction = Direction::descending}}}, {}),
            (std::vector<std::uint32_t>{0, 1, 3, 2}));
}

TEST(SortRows, ALimitCutsInsideATie) {
  const Block block = one_column({2, 1, 2, 1, 2});
  EXPECT_EQ(ids(block, {{{.column = 0}}}, 3), (std::vector<std::uint32_t>{1, 3, 0}));
  EXPECT_EQ(ids(block, {{{.column = 0}}}, 0), (std::vector<std::uint32_t>{}));
  EXPECT_EQ(ids(block, {{{.column = 0}}}, 9), (std::vector<std::uint32_t>{1, 3, 0, 2, 4}));
}

TEST(SortRows, NoRows) { EXPECT_TRUE(ids(one_column({}), {{{.column = 0}}}, {}).empty()); }

TEST(SortRowsDeathTest, AKeyThatIsNotThere) {
  EXPECT_DEATH(ids(one_column({1}), {{{.column = 1}}}, {}), "names a column of the block");
}

}  // namespace
}  // namespace lockstep
