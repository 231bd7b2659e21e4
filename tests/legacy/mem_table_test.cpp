// What flush returns, worked out by hand: one example a rule of memtable.md.
#include "lockstep/legacy/mem_table.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "block_text.h"

namespace lockstep::legacy {
namespace {

ColumnSchema int_column(const char* name, bool nullable = false) {
  return {.name = name, .type = Type::of(TypeKind::int32), .nullable = nullable};
}
ColumnSchema folded(const char* name, Type type, Aggregation aggregation, bool nullable = true) {
  return {.name = name, .type = type, .nullable = nullable, .aggregation = aggregation};
}

class LegacyMemTable : public testing::Test {
 protected:
  void create(Schema schema, const TableOptions& options = {}) {
    schema_ = std::make_shared<const Schema>(std::move(schema));
    auto table = create_mem_table(schema_, options, &memory_);
    ASSERT_TRUE(table.has_value()) << table.error().message;
    table_ = std::move(*table);
  }
  void insert(const std::vector<std::vector<Cell>>& rows, std::vector<std::int64_t> lsns = {}) {
    InsertArguments arguments;
    if (schema_->lsn) arguments.lsns = lsns;
    const Status status = table_->insert(block_of(*schema_, rows), arguments);
    EXPECT_TRUE(status.has_value()) << status.error().message;
  }
  void shrink() {
    EXPECT_TRUE(table_->shrink().has_value());
    EXPECT_EQ(table_->memory_bytes(), memory_.live_bytes());
  }
  // Flushes and destroys the table: the block must outlive it, and be all that is left.
  void expect_flush(const std::vector<std::vector<Cell>>& rows, const std::vector<std::int64_t>& lsns = {}) {
    Result<FlushedBlock> flushed = table_->flush();
    ASSERT_TRUE(flushed.has_value()) << flushed.error().message;
    statistics_ = table_->statistics();
    EXPECT_EQ(statistics_.merged_rows + flushed->block.row_count(), statistics_.raw_rows);
    table_.reset();
    EXPECT_EQ(flushed->block, block_of(*schema_, rows));
    EXPECT_EQ(std::vector(flushed->lsns.begin(), flushed->lsns.end()), lsns);
    EXPECT_GT(memory_.live_bytes(), 0u);
    {
      const FlushedBlock dropped = std::move(*flushed);
    }
    EXPECT_EQ(memory_.live_bytes(), 0u);
  }

  CountingResource memory_{std::pmr::new_delete_resource()};
  std::shared_ptr<const Schema> schema_;
  std::unique_ptr<Table> table_;
  TableStatistics statistics_;
};

TEST_F(LegacyMemTable, DupKeepsAllRowsNewestFirst) {
  create({.columns = {int_column("k", true), int_column("v")}, .key_count = 1});
  insert({{2, 1}, {1, 2}, {Null{}, 3}});
  shrink();
  insert({{1, 4}, {2, 5}, {1, 6}});
  expect_flush({{Null{}, 3}, {1, 6}, {1, 4}, {1, 2}, {2, 5}, {2, 1}});
  EXPECT_EQ(statistics_.raw_rows, 6u);
  EXPECT_EQ(statistics_.sorts, 1u);
  EXPECT_EQ(statistics_.shrinks, 0u);
}

TEST_F(LegacyMemTable, DupWithoutKeysKeepsInsertionOrder) {
  create({.columns = {int_column("v")}});
  insert({{3}, {1}});
  insert({{2}});
  expect_flush({{3}, {1}, {2}});
  EXPECT_EQ(statistics_.sorts, 0u);
}

TEST_F(LegacyMemTable, UniqueTakesTheLastRowsValuesAndTheFirstRowsKey) {
  create({.model = Model::unique,
          .columns = {{.name = "k", .type = Type::of(TypeKind::float64)}, int_column("v", true)},
          .key_count = 1});
  insert({{-0.0, 1}, {2.0, 7}, {0.0, 2}});
  shrink();
  insert({{0.0, Null{}}, {-1.0, 9}});
  expect_flush({{-1.0, 9}, {-0.0, Null{}}, {2.0, 7}});
  EXPECT_EQ(statistics_.merged_rows, 2u);
  EXPECT_EQ(statistics_.sorts, 2u);
  EXPECT_EQ(statistics_.shrinks, 1u);
}

TEST_F(LegacyMemTable, SequenceDecidesTheWinnerWhoBringsItsKey) {
  create({.model = Model::unique,
          .columns = {{.name = "k", .type = Type::of(TypeKind::float64)}, int_column("v"), int_column("seq", true)},
          .key_count = 1,
          .sequence = 2});
  insert({{0.0, 1, Null{}}, {0.0, 2, Null{}}, {1.0, 10, 5}, {1.0, 11, 4}});
  shrink();
  // null against null: later; 5 is still the one to beat after a loser; equal: later.
  insert({{1.0, 12, 3}, {1.0, 13, 5}, {1.0, 14, 4}, {-0.0, 3, -9}, {0.0, 4, Null{}}});
  expect_flush({{-0.0, 3, -9}, {1.0, 13, 5}});
}

TEST_F(LegacyMemTable, ClusterOrdersTheResultAndTheLsnsGoWithIt) {
  create({.model = Model::unique,
          .columns = {int_column("k"), int_column("c", true), int_column("v")},
          .key_count = 1,
          .cluster = {1},
          .lsn = true});
  insert({{1, 5, 0}, {2, Null{}, 0}, {3, 5, 0}, {2, 7, 1}}, {10, 40, 30, 20});
  shrink();
  insert({{4, Null{}, 0}, {1, 5, 2}}, {50, 5});
  expect_flush({{4, Null{}, 0}, {1, 5, 2}, {3, 5, 0}, {2, 7, 1}}, {50, 10, 30, 40});
  EXPECT_EQ(statistics_.sorts, 3u);
}

TEST_F(LegacyMemTable, LsnIsTheLargestOfTheKeyWhoeverWins) {
  create({.model = Model::unique,
          .columns = {int_column("k"), int_column("seq")},
          .key_count = 1,
          .sequence = 1,
          .lsn = true});
  insert({{1, 5}, {1, 3}, {2, 1}, {2, 2}}, {7, 9, 8, 1});
  expect_flush({{1, 5}, {2, 2}}, {9, 8});
}

TEST_F(LegacyMemTable, DupRowsKeepTheirLsns) {
  create({.columns = {int_column("k")}, .key_count = 1, .lsn = true});
  insert({{2}, {1}, {2}}, {1, 2, 3});
  expect_flush({{1}, {2}, {2}}, {2, 3, 1});
}

TEST_F(LegacyMemTable, IntegerSumsWrapAndAreCountedOnce) {
  create({.model = Model::aggregate,
          .columns = {int_column("k"), folded("s", Type::of(TypeKind::int8), Aggregation::sum)},
          .key_count = 1});
  insert({{1, 100}, {2, Null{}}, {2, Null{}}, {1, 27}, {3, Null{}}});
  shrink();
  insert({{1, 1}, {3, 4}});  // 127 + 1 wraps
  shrink();
  insert({{1, -1}, {3, Null{}}});  // and back: -128 - 1
  expect_flush({{1, 127}, {2, Null{}}, {3, 4}});
  EXPECT_EQ(statistics_.sum_overflows, 2u);
  EXPECT_EQ(statistics_.merged_rows, 6u);
}

TEST_F(LegacyMemTable, DecimalSumsCountLeavingThePrecision) {
  create({.model = Model::aggregate,
          .columns = {int_column("k"), folded("d", Type::decimal(2, 1), Aggregation::sum)},
          .key_count = 1});
  insert({{1, 99}, {1, 1}, {1, -1}, {2, -99}, {2, -1}});
  expect_flush({{1, 99}, {2, -100}});
  EXPECT_EQ(statistics_.sum_overflows, 2u);
}

TEST_F(LegacyMemTable, FloatSumsAddInInsertionOrderAcrossShrinks) {
  create({.model = Model::aggregate,
          .columns = {int_column("k"), folded("f", Type::of(TypeKind::float64), Aggregation::sum)},
          .key_count = 1});
  insert({{1, 1e17}, {2, -0.0}});
  shrink();
  insert({{1, 8.0}});
  shrink();
  insert({{1, 8.0}, {1, -1e17}, {2, Null{}}});
  // From left to right each 8 rounds away (half of the last place, to even); together they would not.
  expect_flush({{1, 0.0}, {2, -0.0}});
}

TEST_F(LegacyMemTable, AFloatSumThatIsNaNIsCanonicalALoneValueKeepsItsBits) {
  const double odd_nan = std::bit_cast<double>(std::uint64_t{0xfff8000000000123});
  const double canonical = std::bit_cast<double>(std::uint64_t{0x7ff8000000000000});
  create({.model = Model::aggregate,
          .columns = {int_column("k"), folded("f", Type::of(TypeKind::float64), Aggregation::sum)},
          .key_count = 1});
  insert({{1, odd_nan}, {1, Null{}}, {2, odd_nan}, {2, 1.0}, {3, odd_nan}});
  expect_flush({{1, odd_nan}, {2, canonical}, {3, odd_nan}});
}

TEST_F(LegacyMemTable, MinAndMaxKeepTheEarlierOfATieAndSkipNulls) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Type number = Type::of(TypeKind::float64);
  create({.model = Model::aggregate,
          .columns = {int_column("k"), folded("low", number, Aggregation::min),
                      folded("high", number, Aggregation::max), folded("word", Type::varchar(40), Aggregation::max)},
          .key_count = 1});
  const std::string longer(30, 'b');
  insert({{1, -0.0, -0.0, "a"}, {1, 0.0, 0.0, longer}});
  shrink();
  insert({{1, Null{}, Null{}, Null{}}, {1, 3.0, -3.0, "b"}, {2, nan, nan, "x"}, {2, 1.0, 1.0, Null{}}});
  insert({{3, Null{}, Null{}, Null{}}, {3, Null{}, Null{}, Null{}}});
  expect_flush({{1, -0.0, -0.0, longer}, {2, 1.0, nan, "x"}, {3, Null{}, Null{}, Null{}}});
}

TEST_F(LegacyMemTable, ReplaceTakesNullsReplaceIfNotNullDoesNot) {
  const Type text = Type::varchar(40);
  create({.model = Model::aggregate,
          .columns = {int_column("k"), folded("r", text, Aggregation::replace),
                      folded("n", text, Aggregation::replace_if_not_null)},
          .key_count = 1});
  const std::string longer(30, 'z');
  insert({{1, "a", "a"}, {1, longer, longer}, {2, "a", "a"}});
  shrink();
  insert({{1, Null{}, Null{}}, {2, Null{}, "b"}, {2, "c", Null{}}});
  expect_flush({{1, Null{}, longer}, {2, "c", "b"}});
}

TEST_F(LegacyMemTable, BitmapUnionSurvivesShrinks) {
  create({.model = Model::aggregate,
          .columns = {int_column("k"), folded("b", Type::of(TypeKind::bitmap), Aggregation::bitmap_union)},
          .key_count = 1});
  insert({{1, bitmap_bytes({1, 9})}, {1, bitmap_bytes({4})}, {2, bitmap_bytes({})}});
  shrink();
  insert({{1, Null{}}, {1, bitmap_bytes({1, 70})}, {2, Null{}}, {3, Null{}}, {4, bitmap_bytes({5})}});
  expect_flush({{1, bitmap_bytes({1, 4, 9, 70})}, {2, bitmap_bytes({})}, {3, Null{}}, {4, bitmap_bytes({5})}});
}

TEST_F(LegacyMemTable, DroppedAfterAShrinkGivesEverythingBack) {
  create({.model = Model::aggregate,
          .columns = {int_column("k"), folded("b", Type::of(TypeKind::bitmap), Aggregation::bitmap_union),
                      folded("m", Type::varchar(40), Aggregation::max)},
          .key_count = 1});
  const std::string longer(30, 'z');
  insert({{1, bitmap_bytes({1, 9}), longer}, {1, bitmap_bytes({4}), longer}, {2, bitmap_bytes({}), "y"}});
  shrink();
  EXPECT_GT(memory_.live_bytes(), 0u);
  table_.reset();
  EXPECT_EQ(memory_.live_bytes(), 0u);
}

TEST_F(LegacyMemTable, EmptyTablesFlushTheRightColumns) {
  create({.model = Model::aggregate,
          .columns = {int_column("k"), folded("m", Type::varchar(40), Aggregation::max)},
          .key_count = 1});
  shrink();
  insert({});
  const Result<FlushedBlock> flushed = table_->flush();
  ASSERT_TRUE(flushed.has_value());
  EXPECT_EQ(flushed->block, Block(*schema_, std::pmr::get_default_resource()));
  EXPECT_EQ(table_->statistics().sorts, 2u);
}

TEST_F(LegacyMemTable, FlushAndShrinkLimitsFailTheTable) {
  create({.model = Model::unique, .columns = {{.name = "k", .type = Type::varchar(8)}}, .key_count = 1},
         {.max_column_bytes = 4});
  insert({{"abc"}});
  shrink();
  insert({{"def"}});
  const Status shrunk = table_->shrink();
  ASSERT_FALSE(shrunk.has_value());
  EXPECT_EQ(shrunk.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(table_->flush().error().code, ErrorCode::failed_state);
  EXPECT_EQ(table_->insert(block_of(*schema_, {})).error().code, ErrorCode::failed_state);
  EXPECT_EQ(table_->statistics().sorts, 1u);
  EXPECT_EQ(table_->statistics().shrinks, 1u);
}

TEST_F(LegacyMemTable, ValuesCountAtFlushNotAtShrink) {
  create(
      {.model = Model::unique, .columns = {int_column("k"), {.name = "v", .type = Type::varchar(8)}}, .key_count = 1},
      {.max_column_bytes = 4});
  insert({{1, "abc"}});
  shrink();
  insert({{2, "def"}});
  shrink();
  const Result<FlushedBlock> flushed = table_->flush();
  ASSERT_FALSE(flushed.has_value());
  EXPECT_EQ(flushed.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(table_->shrink().error().code, ErrorCode::failed_state);
  table_.reset();
  EXPECT_EQ(memory_.live_bytes(), 0u);
}

TEST_F(LegacyMemTable, EverythingIsClosedAfterFlush) {
  create({.columns = {int_column("k")}, .key_count = 1});
  insert({{1}});
  expect_flush({{1}});
  create({.columns = {int_column("k")}, .key_count = 1});
  ASSERT_TRUE(table_->flush().has_value());
  EXPECT_EQ(table_->insert(block_of(*schema_, {})).error().code, ErrorCode::closed);
  EXPECT_EQ(table_->shrink().error().code, ErrorCode::closed);
  EXPECT_EQ(table_->flush().error().code, ErrorCode::closed);
  EXPECT_EQ(table_->statistics().raw_rows, 0u);
}

}  // namespace
}  // namespace lockstep::legacy
