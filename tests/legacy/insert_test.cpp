// What insert refuses, in which order, and that a refusal changes nothing.
#include <gtest/gtest.h>

#include "block_text.h"
#include "lockstep/legacy/mem_table.h"

namespace lockstep::legacy {
namespace {

ColumnSchema column(const char* name, Type type, bool nullable = false) {
  return {.name = name, .type = type, .nullable = nullable};
}

std::unique_ptr<Table> table_of(const Schema& schema, const TableOptions& options = {}) {
  auto table = create_mem_table(std::make_shared<const Schema>(schema), options, std::pmr::get_default_resource());
  LOCKSTEP_CHECK(table.has_value(), "a valid schema");
  return std::move(*table);
}

// The error's name, or "" for a success.
std::string code_of(const Status& status) { return status ? "" : std::string(error_code_name(status.error().code)); }

// What inserting the one value into a column of `type` answers.
std::string answer(Type type, const Cell& cell, bool nullable_source = false) {
  Schema schema{.columns = {column("v", type)}};
  Schema source = schema;
  source.columns[0].nullable = nullable_source;
  return code_of(table_of(schema, {.max_string_bytes = 3})->insert(block_of(source, {{cell}})));
}

TEST(LegacyInsert, ChecksRanges) {
  EXPECT_EQ(answer(Type::of(TypeKind::boolean), 1), "");
  EXPECT_EQ(answer(Type::of(TypeKind::boolean), 2), "value_out_of_range");
  EXPECT_EQ(answer(Type::decimal(2, 1), 99), "");
  EXPECT_EQ(answer(Type::decimal(2, 1), -100), "value_out_of_range");
  EXPECT_EQ(answer(Type::decimal(18, 0), 999'999'999'999'999'999), "");
  EXPECT_EQ(answer(Type::decimal(18, 0), 1'000'000'000'000'000'000), "value_out_of_range");
  EXPECT_EQ(answer(Type::decimal(20, 0), -1'000'000'000'000'000'000), "");
  EXPECT_EQ(answer(Type::of(TypeKind::date), kMinDateDays), "");
  EXPECT_EQ(answer(Type::of(TypeKind::date), kMinDateDays - 1), "value_out_of_range");
  EXPECT_EQ(answer(Type::of(TypeKind::date), kMaxDateDays + 1), "value_out_of_range");
  EXPECT_EQ(answer(Type::of(TypeKind::datetime), kMaxDatetimeMicros), "");
  EXPECT_EQ(answer(Type::of(TypeKind::datetime), kMaxDatetimeMicros + 1), "value_out_of_range");
  EXPECT_EQ(answer(Type::of(TypeKind::datetime), kMinDatetimeMicros - 1), "value_out_of_range");
}

TEST(LegacyInsert, ChecksLengthsAndBitmaps) {
  using namespace std::string_literals;
  EXPECT_EQ(answer(Type::varchar(2), "ab"), "");
  EXPECT_EQ(answer(Type::varchar(2), "ab\0"s), "value_too_long");
  EXPECT_EQ(answer(Type::character(2), "ab\0\0"s), "");
  EXPECT_EQ(answer(Type::character(2), "ab\0c"s), "value_too_long");
  EXPECT_EQ(answer(Type::of(TypeKind::string), "abc"), "");
  EXPECT_EQ(answer(Type::of(TypeKind::string), "abcd"), "value_too_long");
  EXPECT_EQ(answer(Type::of(TypeKind::bitmap), bitmap_bytes({1, 2, 3})), "");
  EXPECT_EQ(answer(Type::of(TypeKind::bitmap), "\x02\xff"), "malformed_value");
  EXPECT_EQ(answer(Type::of(TypeKind::bitmap), bitmap_bytes({1}) + "x"), "malformed_value");
}

TEST(LegacyInsert, NullsAreTheColumnsMatterNotTheBlocks) {
  EXPECT_EQ(answer(Type::of(TypeKind::int32), 1, true), "");
  EXPECT_EQ(answer(Type::of(TypeKind::int32), Null{}, true), "null_in_required_column");
  // The payload under a null is neither checked nor stored.
  const Schema schema{.columns = {column("d", Type::decimal(2, 0), true), column("s", Type::varchar(2), true)}};
  Block block(schema, std::pmr::get_default_resource());
  block.column(0).append_value(std::int32_t{1'000}, true);
  block.column(1).append_text("too long", true);
  const auto table = table_of(schema);
  ASSERT_TRUE(table->insert(block).has_value());
  EXPECT_EQ(table->flush()->block, block_of(schema, {{Null{}, Null{}}}));
}

TEST(LegacyInsert, StoresCharCutAndBitmapsCanonical) {
  using namespace std::string_literals;
  const Schema schema{.columns = {column("c", Type::character(4)), column("b", Type::of(TypeKind::bitmap))}};
  // {1 … 9} as an array container; a run is smaller.
  const std::string array = bitmap_bytes({1, 2, 3, 4, 5, 6, 7, 8, 9});
  const std::string run =
      "\1\0\0\0\0\0\0\0"s + "\0\0\0\0"s + "\x3b\x30\0\0"s + "\1"s + "\0\0\x08\0"s + "\1\0\1\0\x08\0"s;
  const auto table = table_of(schema);
  ASSERT_TRUE(table->insert(block_of(schema, {{"a\0b\0"s, array}})).has_value());
  EXPECT_EQ(table->flush()->block, block_of(schema, {{"a\0b"s, run}}));
}

TEST(LegacyInsert, PicksRowsAndTheirLsns) {
  const Schema schema{.columns = {column("v", Type::of(TypeKind::int32))}, .lsn = true};
  const auto table = table_of(schema);
  const Block block = block_of(schema, {{10}, {20}, {30}});
  const std::vector<std::uint32_t> picks = {2, 0, 2};
  const std::vector<std::int64_t> lsns = {1, 2, 3};
  ASSERT_TRUE(table->insert(block, {.rows = picks, .lsns = lsns}).has_value());
  const Result<FlushedBlock> flushed = table->flush();
  EXPECT_EQ(flushed->block, block_of(schema, {{30}, {10}, {30}}));
  EXPECT_EQ((std::vector(flushed->lsns.begin(), flushed->lsns.end())), (std::vector<std::int64_t>{3, 1, 3}));
}

// Each case has its own fault and all those that are to be reported after it.
TEST(LegacyInsert, ReportsTheFirstFaultOfTheContractsOrder) {
  const Schema schema{.columns = {column("a", Type::varchar(1)), column("b", Type::of(TypeKind::boolean))},
                      .lsn = true};
  const auto table = table_of(schema, {.max_rows = 1, .max_column_bytes = 1});
  const Schema other{.columns = {column("a", Type::varchar(1)), column("b", Type::of(TypeKind::int8))}};
  const Block mismatched = block_of(other, {{"too long", 9}, {"a", 1}});
  const std::vector<std::uint32_t> absent = {0, 2};
  const std::vector<std::int64_t> one_lsn = {1};
  const std::vector<std::int64_t> two_lsns = {1, 2};
  EXPECT_EQ(code_of(table->insert(mismatched, {.rows = absent, .lsns = one_lsn})), "out_of_range");
  EXPECT_EQ(code_of(table->insert(mismatched, {.lsns = one_lsn})), "invalid_argument");
  EXPECT_EQ(code_of(table->insert(mismatched)), "invalid_argument");
  EXPECT_EQ(code_of(table->insert(mismatched, {.lsns = two_lsns})), "schema_mismatch");
  const InsertArguments arguments{.lsns = two_lsns};
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"a", 9}, {"bb", 1}}), arguments)), "value_out_of_range");
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"aa", 9}, {"b", 9}}), arguments)), "value_too_long");
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"a", 1}, {"b", 9}}), arguments)), "value_out_of_range");
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"a", 1}, {"b", 0}}), arguments)), "limit_exceeded");
  EXPECT_EQ(table->statistics().raw_rows, 0u);
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"a", 1}}), {.lsns = one_lsn})), "");
  EXPECT_EQ(table->flush()->block, block_of(schema, {{"a", 1}}));
}

TEST(LegacyInsert, RefusesLsnsWithoutLsnAndRaggedBlocks) {
  const Schema schema{.columns = {column("a", Type::of(TypeKind::int8)), column("b", Type::of(TypeKind::int8))}};
  const auto table = table_of(schema);
  const std::vector<std::int64_t> lsns = {1};
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{1, 1}}), {.lsns = lsns})), "invalid_argument");
  Block ragged = block_of(schema, {{1, 1}});
  ragged.column(1).append_value(std::int8_t{2});
  EXPECT_EQ(code_of(table->insert(ragged)), "schema_mismatch");
  const Schema narrower{.columns = {column("a", Type::of(TypeKind::int8))}};
  EXPECT_EQ(code_of(table->insert(block_of(narrower, {{1}}))), "schema_mismatch");
}

TEST(LegacyInsert, CountsStoredBytesSinceTheLastShrink) {
  using namespace std::string_literals;
  const Schema schema{.model = Model::unique,
                      .columns = {column("k", Type::character(8)), column("v", Type::varchar(8), true)},
                      .key_count = 1};
  const auto table = table_of(schema, {.max_column_bytes = 3});
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"ab\0\0"s, "xyz"}}))), "");
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"ab", "w"}}))), "limit_exceeded");
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"c", Null{}}}))), "");
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"d", Null{}}}))), "limit_exceeded");
  ASSERT_TRUE(table->shrink().has_value());
  EXPECT_EQ(code_of(table->insert(block_of(schema, {{"ab", "w"}}))), "");
  EXPECT_EQ(table->flush()->block, block_of(schema, {{"ab", "w"}, {"c", Null{}}}));
}

TEST(LegacyInsert, CreateRefusesWrongSchemasAndOptions) {
  const auto create = [](const Schema& schema, const TableOptions& options) {
    const auto table =
        create_mem_table(std::make_shared<const Schema>(schema), options, std::pmr::get_default_resource());
    return table ? std::string() : std::string(error_code_name(table.error().code));
  };
  const Schema good{.columns = {column("v", Type::of(TypeKind::int32))}};
  EXPECT_EQ(create(good, {}), "");
  EXPECT_EQ(create(good, {.max_rows = kMaxRows + 1}), "invalid_argument");
  EXPECT_EQ(create({}, {}), "invalid_argument");
}

}  // namespace
}  // namespace lockstep::legacy
