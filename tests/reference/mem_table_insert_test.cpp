// What an insert takes and refuses, the limits, the states of a table, and its memory.
#include <cstdint>
#include <string>
#include <vector>

#include "table_under_test.h"

namespace lockstep::reference {
namespace {

Schema keyed_strings(Model model, Aggregation aggregation = Aggregation::none) {
  return {.model = model, .columns = {{"k", kString}, {"v", kString, true, aggregation}}, .key_count = 1};
}
Schema two_columns() {
  return {.model = Model::duplicate, .columns = {{"a", Type::decimal(2, 0)}, {"b", Type::varchar(2)}}, .key_count = 0};
}

TEST(Create, RefusesWhatDoesNotValidate) {
  auto broken = std::make_shared<const Schema>();
  EXPECT_TRUE(is_error(ErrorCode::invalid_argument, create_mem_table(broken, {}, std::pmr::new_delete_resource())));
  auto good = std::make_shared<const Schema>(two_columns());
  const TableOptions raised{.max_rows = kMaxRows + 1};
  EXPECT_TRUE(is_error(ErrorCode::invalid_argument, create_mem_table(good, raised, std::pmr::new_delete_resource())));
}

TEST(Insert, PicksRowsInTheirOrder) {
  Schema schema = two_columns();
  schema.lsn = true;
  TableUnderTest table(schema);
  const std::vector<std::uint32_t> rows = {2, 0, 2};
  const std::vector<std::int64_t> lsns = {7, 8, 9};
  // Row 1 is not picked: nobody minds its value.
  ASSERT_TRUE(table->insert(table.block({{10, "a"}, {1000, "long"}, {30, "c"}}), {rows, lsns}));
  EXPECT_EQ(table->statistics().raw_rows, 3);
  EXPECT_TRUE(table.flushes({{30, "c"}, {10, "a"}, {30, "c"}}, {9, 7, 9}));
}

TEST(Insert, TakesABlockOfTheOtherNullability) {
  TableUnderTest table(two_columns());
  Schema nullable = two_columns();
  nullable.columns[0].nullable = true;
  EXPECT_TRUE(table->insert(block_of(nullable, {{1, "a"}})));
  EXPECT_TRUE(is_error(ErrorCode::null_in_required_column, table->insert(block_of(nullable, {{kNull, "a"}}))));
  EXPECT_TRUE(table.flushes({{1, "a"}}));
}

TEST(Insert, APayloadUnderANullMeansNothing) {
  TableUnderTest table(keyed_strings(Model::aggregate, Aggregation::max));
  Block block = table.block({{"k", "a"}, {"k", kNull}});
  block.column(1).truncate(1);
  block.column(1).append_text(std::string(kDefaultMaxStringBytes + 1, 'z'), true);
  ASSERT_TRUE(table->insert(block));
  EXPECT_TRUE(table.flushes({{"k", "a"}}));
}

// The first thing wrong is reported: arguments, schema, values by row and column, limits.
TEST(Insert, ReportsTheFirstThingWrong) {
  const TableOptions no_rows{.max_rows = 0};
  TableUnderTest table(two_columns(), no_rows);
  const std::vector<std::uint32_t> missing = {5};
  const std::vector<std::int64_t> lsns = {1};
  const auto code = [&](const Block& block, const InsertArguments& arguments = {}) {
    const Status status = table->insert(block, arguments);
    return status ? "no error" : error_code_name(status.error().code);
  };
  Schema other = two_columns();
  other.columns[1].type = Type::varchar(3);
  Schema nullable = two_columns();
  nullable.columns[1].nullable = true;

  EXPECT_EQ(code(block_of(other, {{1000, "abc"}}), {missing, lsns}), "out_of_range");
  EXPECT_EQ(code(block_of(other, {{1000, "abc"}}), {.rows = {}, .lsns = lsns}), "invalid_argument");
  EXPECT_EQ(code(block_of(other, {{1000, "abc"}})), "schema_mismatch");
  EXPECT_EQ(code(table.block({{1000, "abc"}})), "value_out_of_range");        // the lower column
  EXPECT_EQ(code(table.block({{1, "abc"}, {1000, "a"}})), "value_too_long");  // the lower row
  EXPECT_EQ(code(block_of(nullable, {{1, kNull}, {1000, "a"}})), "null_in_required_column");
  EXPECT_EQ(code(table.block({{1, "a"}})), "limit_exceeded");
  EXPECT_EQ(code(table.block({})), "no error");
  // As picked: row 1 of the block comes first.
  const std::vector<std::uint32_t> backwards = {1, 0};
  EXPECT_EQ(code(table.block({{1, "abc"}, {1000, "a"}}), {.rows = backwards, .lsns = {}}), "value_out_of_range");
  EXPECT_TRUE(table.flushes({}));
}

TEST(Insert, AfterAnErrorTheTableHoldsWhatItHeld) {
  TableUnderTest table(two_columns());
  ASSERT_TRUE(table.insert({{1, "a"}}));
  const std::uint64_t memory = table->memory_bytes();
  EXPECT_TRUE(is_error(ErrorCode::value_too_long, table.insert({{2, "b"}, {3, "ccc"}})));
  EXPECT_EQ(table->statistics().raw_rows, 1);
  EXPECT_EQ(table->memory_bytes(), memory);
  ASSERT_TRUE(table.insert({{4, "d"}}));
  EXPECT_TRUE(table.flushes({{1, "a"}, {4, "d"}}));
}

TEST(Limits, RowsHeldAndRowsToCome) {
  TableUnderTest table(keyed_strings(Model::unique), {.max_rows = 3});
  ASSERT_TRUE(table.insert({{"a", kNull}, {"a", kNull}}));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, table.insert({{"a", kNull}, {"b", kNull}})));
  ASSERT_TRUE(table.insert({{"c", kNull}}));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, table.insert({{"d", kNull}})));
  ASSERT_TRUE(table->shrink());  // holds a and c from here on
  ASSERT_TRUE(table.insert({{"d", kNull}}));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, table.insert({{"e", kNull}})));
  EXPECT_TRUE(table.flushes({{"a", kNull}, {"c", kNull}, {"d", kNull}}));
}

TEST(Limits, RowsBeforeColumnsAndLowerColumnsFirst) {
  TableUnderTest table(keyed_strings(Model::unique), {.max_rows = 1, .max_column_bytes = 2});
  const auto message = [&](const std::vector<LiteralRow>& rows) { return table.insert(rows).error().message; };
  EXPECT_NE(message({{"aaa", "bbb"}, {"a", "b"}}).find("max_rows"), std::string::npos);
  EXPECT_NE(message({{"aaa", "bbb"}}).find("\"k\""), std::string::npos);
  EXPECT_NE(message({{"aa", "bbb"}}).find("\"v\""), std::string::npos);
  EXPECT_TRUE(table.insert({{"aa", "bb"}}));
}

TEST(Limits, ColumnBytesCountFromTheLastShrink) {
  TableUnderTest table(keyed_strings(Model::aggregate, Aggregation::replace), {.max_column_bytes = 4});
  ASSERT_TRUE(table.insert({{"a", "123"}, {"b", kNull}}));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, table.insert({{"b", "12"}})));
  ASSERT_TRUE(table.insert({{"a", "1"}}));
  ASSERT_TRUE(table->shrink());  // a and b: 2 bytes of keys
  ASSERT_TRUE(table.insert({{"a", "4444"}, {"a", ""}, {"a", ""}, {"a", ""}}));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, table.insert({{"", "1"}})));
  EXPECT_TRUE(table.flushes({{"a", ""}, {"b", kNull}}));
}

TEST(Limits, StoredBytesCount) {
  const Type bitmap = kBitmap;
  const Schema schema{.model = Model::duplicate, .columns = {{"c", Type::character(4)}, {"b", bitmap}}};
  TableUnderTest table(schema, {.max_column_bytes = 40});
  // 1 … 4 as an array takes 36 bytes, as a run 27.
  const std::string array =
      from_hex("0100000000000000 00000000 3a300000 01000000 0000 0300 10000000 0100 0200 0300 0400");
  ASSERT_EQ(array.size(), 36);
  ASSERT_TRUE(table.insert({{std::string(60, '\0'), array}}));
  EXPECT_TRUE(table.insert({{std::string("abcd\0", 5), set_of({})}}));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, table.insert({{"", set_of({})}})));  // 27 + 8 + 8
}

TEST(Limits, AShrinkChecksTheKeptKeys) {
  TableUnderTest table(keyed_strings(Model::unique), {.max_column_bytes = 2});
  ASSERT_TRUE(table.insert({{"aa", kNull}}));
  ASSERT_TRUE(table->shrink());
  ASSERT_TRUE(table.insert({{"aa", kNull}}));
  ASSERT_TRUE(table->shrink());
  ASSERT_TRUE(table.insert({{"b", kNull}}));
  const TableStatistics before = table->statistics();
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, table->shrink()));
  EXPECT_EQ(table->statistics().shrinks, before.shrinks);
  EXPECT_EQ(table->statistics().sorts, before.sorts);
  EXPECT_TRUE(is_error(ErrorCode::failed_state, table->shrink()));
}

TEST(Limits, AShrinkDoesNotCheckValues) {
  TableUnderTest table(keyed_strings(Model::unique), {.max_column_bytes = 2});
  for (const char* key : {"", "a", "b"}) {
    ASSERT_TRUE(table.insert({{key, "vv"}}));
    ASSERT_TRUE(table->shrink());
  }
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, table->flush()));  // six bytes of values
  EXPECT_EQ(table->statistics().sorts, 3);
}

TEST(Limits, AFlushChecksTheResult) {
  TableUnderTest fits(keyed_strings(Model::duplicate), {.max_column_bytes = 2});
  ASSERT_TRUE(fits.insert({{"b", kNull}, {"a", "vv"}}));
  EXPECT_TRUE(fits.flushes({{"a", "vv"}, {"b", kNull}}));

  // A union outgrows what went in: 27 + 26 bytes in, ten values out in 3 runs.
  const Schema sets{.model = Model::aggregate,
                    .columns = {{"k", kInt32}, {"s", kBitmap, false, Aggregation::bitmap_union}},
                    .key_count = 1};
  TableUnderTest grows(sets, {.max_column_bytes = 60});
  ASSERT_TRUE(grows.insert({{1, set_of({{1, 1}})}}));
  ASSERT_TRUE(grows->shrink());
  ASSERT_TRUE(grows.insert({{1, set_of({{0x100000001, 0x100000001}})}}));
  ASSERT_TRUE(grows->shrink());
  ASSERT_TRUE(grows.insert({{1, set_of({{0x200000001, 0x200000001}})}}));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, grows->flush()));  // 8 + 3 × 22 bytes
  EXPECT_TRUE(is_error(ErrorCode::failed_state, grows->flush()));
  EXPECT_TRUE(is_error(ErrorCode::failed_state, grows.insert({})));
  EXPECT_EQ(grows->statistics().raw_rows, 3);
}

TEST(State, AFlushedTableIsClosed) {
  for (const Model model : {Model::duplicate, Model::unique}) {
    TableUnderTest table(keyed_strings(model));
    ASSERT_TRUE(table.insert({{"a", "b"}}));
    ASSERT_TRUE(table.flushes({{"a", "b"}}));
    EXPECT_TRUE(is_error(ErrorCode::closed, table.insert({})));
    const std::vector<std::uint32_t> missing = {9};
    EXPECT_TRUE(is_error(ErrorCode::closed, table->insert(Block(Schema{}, std::pmr::new_delete_resource()),
                                                          {.rows = missing, .lsns = {}})));
    EXPECT_TRUE(is_error(ErrorCode::closed, table->shrink()));
    EXPECT_TRUE(is_error(ErrorCode::closed, table->flush()));
    EXPECT_EQ(table->statistics().raw_rows, 1);
  }
}

TEST(Memory, IsExactAndAllGivenBack) {
  TableUnderTest table(keyed_strings(Model::unique));
  EXPECT_EQ(table->memory_bytes(), table.counting().live_bytes());
  ASSERT_TRUE(table.insert({{std::string(1000, 'k'), std::string(1000, 'v')}, {"b", "c"}}));
  EXPECT_EQ(table->memory_bytes(), table.counting().live_bytes());
  EXPECT_GT(table->memory_bytes(), 2000);
  ASSERT_TRUE(table->shrink());
  EXPECT_EQ(table->memory_bytes(), table.counting().live_bytes());
  {
    // The block outlives its table and is no memory of the table's.
    const Result<FlushedBlock> flushed = table->flush();
    ASSERT_TRUE(flushed);
    EXPECT_LT(table->memory_bytes(), 2000);
    EXPECT_GT(table.counting().live_bytes(), 2000);
    table.destroy();
    EXPECT_GT(table.counting().live_bytes(), 2000);
    EXPECT_EQ(flushed->block.column(0).text(0), "b");
  }
  EXPECT_EQ(table.counting().live_bytes(), 0);
}

TEST(Memory, NeedsShrinkAndNeedsFlushFollowIt) {
  const TableOptions options{.shrink_step_bytes = 10'000, .flush_bytes = 25'000};
  const std::string kilobytes(12'000, 'x');
  TableUnderTest table(keyed_strings(Model::aggregate, Aggregation::replace), options);
  EXPECT_FALSE(table->needs_shrink());
  ASSERT_TRUE(table.insert({{"a", kilobytes}}));
  EXPECT_TRUE(table->needs_shrink());
  EXPECT_FALSE(table->needs_flush());
  ASSERT_TRUE(table->shrink());
  EXPECT_FALSE(table->needs_shrink());  // has not grown since
  ASSERT_TRUE(table.insert({{"b", kilobytes}, {"c", "x"}}));
  EXPECT_TRUE(table->needs_shrink());
  ASSERT_TRUE(table.insert({{"d", kilobytes}}));
  EXPECT_TRUE(table->needs_flush());

  TableUnderTest unique(keyed_strings(Model::unique), options);
  ASSERT_TRUE(unique.insert({{"a", kilobytes}}));
  EXPECT_FALSE(unique->needs_shrink());  // only the agg model asks
}

}  // namespace
}  // namespace lockstep::reference
