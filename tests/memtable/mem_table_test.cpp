#include "lockstep/memtable/mem_table.h"

#include <gtest/gtest.h>

#include "agg_table.h"

namespace lockstep {
namespace {

class AggTable : public testing::Test {
 protected:
  void insert(const std::vector<AggRow>& rows, std::int64_t first_lsn) {
    const auto lsns = lsns_from(first_lsn, rows.size());
    ASSERT_TRUE(table.insert(agg_block(rows), {std::nullopt, std::span(lsns)}).has_value());
    ASSERT_EQ(table.memory_bytes(), memory.live_bytes());
  }

  CountingResource memory{std::pmr::get_default_resource()};
  MemTable table{agg_schema(), TableOptions{}, &memory};
};

TEST_F(AggTable, StatesSurviveShrinksAndTheBlockOutlivesTheTable) {
  insert({{"x", 1, "one", {1, 2}}, {"y", 5, "y", {7}}, {"x", 2, "two", {3}}}, 10);
  ASSERT_TRUE(table.shrink().has_value());
  insert({{"x", 4, "three", {2, 9}}, {"a", 8, "", {}}}, 3);
  ASSERT_TRUE(table.shrink().has_value());
  ASSERT_TRUE(table.shrink().has_value());
  EXPECT_EQ(table.memory_bytes(), memory.live_bytes());
  Result<FlushedBlock> flushed = table.flush();
  ASSERT_TRUE(flushed.has_value());
  EXPECT_EQ(flushed->block, agg_block({{"a", 8, "", {}}, {"x", 7, "three", {1, 2, 3, 9}}, {"y", 5, "y", {7}}}));
  EXPECT_EQ(std::vector(flushed->lsns.begin(), flushed->lsns.end()), (std::vector<std::int64_t>{4, 12, 11}));
  EXPECT_EQ(table.statistics().raw_rows, 5u);
  EXPECT_EQ(table.statistics().merged_rows, 2u);
  EXPECT_EQ(table.statistics().shrinks, 3u);
  EXPECT_EQ(table.statistics().sorts, 4u);
  for (const Status& status : {table.insert(agg_block({})), table.shrink()}) {
    ASSERT_FALSE(status.has_value());
    EXPECT_EQ(status.error().code, ErrorCode::closed);
  }
  EXPECT_EQ(table.flush().error().code, ErrorCode::closed);
}

TEST_F(AggTable, DroppedAfterAShrinkItGivesEverythingBack) {
  {
    MemTable dropped(agg_schema(), TableOptions{}, &memory);
    const auto lsns = lsns_from(0, 2);
    ASSERT_TRUE(
        dropped.insert(agg_block({{"x", 1, "", {1}}, {"x", 1, "", {2}}}), {std::nullopt, std::span(lsns)}).has_value());
    ASSERT_TRUE(dropped.shrink().has_value());
    EXPECT_EQ(dropped.memory_bytes() + table.memory_bytes(), memory.live_bytes());
  }
  EXPECT_EQ(table.memory_bytes(), memory.live_bytes());
}

TEST(MemTable, NeedsShrinkAndFlushByMemory) {
  CountingResource memory(std::pmr::get_default_resource());
  TableOptions options;
  options.shrink_step_bytes = 4096;
  options.flush_bytes = 8192;
  MemTable table(agg_schema(), options, &memory);
  bool shrunk = false;
  const std::vector<AggRow> rows(10, {"k", 1, std::string(50, 'x'), {1}});
  const auto lsns = lsns_from(0, rows.size());
  while (!table.needs_flush()) {
    ASSERT_TRUE(table.insert(agg_block(rows), {std::nullopt, std::span(lsns)}).has_value());
    ASSERT_EQ(table.needs_flush(), table.memory_bytes() >= 8192);
    if (!shrunk && table.needs_shrink()) {
      ASSERT_GE(table.memory_bytes(), 4096u);
      ASSERT_TRUE(table.shrink().has_value());
      ASSERT_FALSE(table.needs_shrink());
      shrunk = true;
    }
  }
  EXPECT_TRUE(shrunk);
}

TEST(MemTable, RefusesABadSchemaAndBadOptions) {
  auto schema = std::make_shared<Schema>(*agg_schema());
  schema->key_count = 0;
  EXPECT_EQ(create_mem_table(schema, {}, std::pmr::get_default_resource()).error().code, ErrorCode::invalid_argument);
  TableOptions options;
  options.max_rows = kMaxRows + 1;
  EXPECT_EQ(create_mem_table(agg_schema(), options, std::pmr::get_default_resource()).error().code,
            ErrorCode::invalid_argument);
}

// A flush that would pass a limit fails, and the table is done for.
TEST(MemTable, AFailedFlushLeavesFailedState) {
  TableOptions options;
  options.max_column_bytes = 39;  // six values of one container take 40
  CountingResource memory(std::pmr::get_default_resource());
  MemTable table(agg_schema(), options, &memory);
  const auto lsns = lsns_from(0, 1);
  ASSERT_TRUE(table.insert(agg_block({{"x", 1, "", {1, 2, 3}}}), {std::nullopt, std::span(lsns)}).has_value());
  ASSERT_TRUE(table.shrink().has_value());
  ASSERT_TRUE(table.insert(agg_block({{"x", 1, "", {5, 7, 9}}}), {std::nullopt, std::span(lsns)}).has_value());
  const Result<FlushedBlock> flushed = table.flush();
  ASSERT_FALSE(flushed.has_value());
  EXPECT_EQ(flushed.error().code, ErrorCode::limit_exceeded);
  EXPECT_NE(flushed.error().message.find("\"a\""), std::string::npos) << flushed.error().message;
  EXPECT_EQ(table.insert(agg_block({})).error().code, ErrorCode::failed_state);
  EXPECT_EQ(table.shrink().error().code, ErrorCode::failed_state);
  EXPECT_EQ(table.flush().error().code, ErrorCode::failed_state);
  EXPECT_EQ(table.statistics().merged_rows, 0u);
}

}  // namespace
}  // namespace lockstep
