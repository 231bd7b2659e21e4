// What an insert refuses, in which order, and what it says.
#include <gtest/gtest.h>

#include <functional>

#include "agg_table.h"
#include "lockstep/base/int256.h"

namespace lockstep {
namespace {

std::shared_ptr<const Schema> value_schema(Type type, bool nullable = false) {
  auto schema = std::make_shared<Schema>();
  schema->columns = {{"n", Type::of(TypeKind::int32)}, {"v", type, nullable}};
  schema->key_count = 1;
  return schema;
}

// A block of one row, n = 0, whose value `append` makes; nullable, so that it can be null.
Block one_value(Type type, const std::function<void(Column&)>& append) {
  Block block(*value_schema(type, true), std::pmr::get_default_resource());
  block.column(0).append_value(std::int32_t{0});
  append(block.column(1));
  return block;
}

std::optional<ErrorCode> refusal(Type type, const std::function<void(Column&)>& append, TableOptions options = {}) {
  MemTable table(value_schema(type), options, std::pmr::get_default_resource());
  const Status status = table.insert(one_value(type, append));
  EXPECT_EQ(table.statistics().raw_rows, status ? 1u : 0u);
  if (status) return std::nullopt;
  EXPECT_NE(status.error().message.find("column \"v\""), std::string::npos) << status.error().message;
  return status.error().code;
}

template <class T>
void expect_range(Type type, T least, T most) {
  EXPECT_EQ(refusal(type, [&](Column& column) { column.append_value(least); }), std::nullopt) << type.name();
  EXPECT_EQ(refusal(type, [&](Column& column) { column.append_value(most); }), std::nullopt) << type.name();
  EXPECT_EQ(refusal(type, [&](Column& column) { column.append_value(static_cast<T>(least - 1)); }),
            ErrorCode::value_out_of_range)
      << type.name();
  EXPECT_EQ(refusal(type, [&](Column& column) { column.append_value(static_cast<T>(most + 1)); }),
            ErrorCode::value_out_of_range)
      << type.name();
}

TEST(Insert, EveryBoundedTypeAtItsBounds) {
  expect_range<std::uint8_t>(Type::of(TypeKind::boolean), 0, 1);
  expect_range<std::int32_t>(Type::of(TypeKind::date), kMinDateDays, kMaxDateDays);
  expect_range<std::int64_t>(Type::of(TypeKind::datetime), kMinDatetimeMicros, kMaxDatetimeMicros);
  for (const int precision : {1, 9, 10, 18, 19, 38}) {
    const auto type = Type::decimal(static_cast<std::uint8_t>(precision), 0);
    const int128_t most = power_of_ten(type.precision) - 1;
    if (type.width() == 4) expect_range(type, static_cast<std::int32_t>(-most), static_cast<std::int32_t>(most));
    if (type.width() == 8) expect_range(type, static_cast<std::int64_t>(-most), static_cast<std::int64_t>(most));
    if (type.width() == 16) expect_range(type, -most, most);
  }
  for (const int precision : {39, 76}) {
    const auto type = Type::decimal(static_cast<std::uint8_t>(precision), 0);
    const auto append = [](const int256_t& value) { return [value](Column& column) { column.append_value(value); }; };
    const int256_t beyond = power_of_ten_256(type.precision);
    int256_t most = beyond;
    add_overflow(most, -1);
    for (const int256_t& inside : {most, -most}) EXPECT_EQ(refusal(type, append(inside)), std::nullopt);
    for (const int256_t& outside : {beyond, -beyond, kLowestInt256}) {
      EXPECT_EQ(refusal(type, append(outside)), ErrorCode::value_out_of_range);
    }
  }
}

TEST(Insert, LengthsAtTheirLimits) {
  const auto text = [](std::string value) { return [value](Column& column) { column.append_text(value); }; };
  EXPECT_EQ(refusal(Type::varchar(3), text("abc")), std::nullopt);
  EXPECT_EQ(refusal(Type::varchar(3), text("abcd")), ErrorCode::value_too_long);
  EXPECT_EQ(refusal(Type::varchar(3), text(std::string("abc\0", 4))), ErrorCode::value_too_long);
  EXPECT_EQ(refusal(Type::character(3), text(std::string("abc\0\0", 5))), std::nullopt);
  EXPECT_EQ(refusal(Type::character(3), text(std::string("a\0bc\0", 5))), ErrorCode::value_too_long);
  TableOptions options;
  options.max_string_bytes = 3;
  EXPECT_EQ(refusal(Type::of(TypeKind::string), text("abc"), options), std::nullopt);
  EXPECT_EQ(refusal(Type::of(TypeKind::string), text("abcd"), options), ErrorCode::value_too_long);
}

TEST(Insert, NullsAndSets) {
  EXPECT_EQ(refusal(Type::varchar(3), [](Column& column) { column.append_null(); }),
            ErrorCode::null_in_required_column);
  for (const TypeKind kind : {TypeKind::bitmap, TypeKind::hll, TypeKind::quantile}) {
    EXPECT_EQ(refusal(Type::of(kind), [](Column& column) { column.append_text("no set"); }),
              ErrorCode::malformed_value);
  }
}

TEST(Insert, TheLowestPickThenTheLowestColumnIsReported) {
  auto schema = std::make_shared<Schema>();
  schema->columns = {{"a", Type::varchar(1)}, {"b", Type::varchar(1)}};
  Block block(*schema, std::pmr::get_default_resource());
  for (const char* value : {"ok", "x", "x"}) block.column(0).append_text(value);
  for (const char* value : {"ok", "too long", "x"}) block.column(1).append_text(value);
  MemTable table(schema, {}, std::pmr::get_default_resource());
  const std::vector<std::uint32_t> picks = {2, 1, 0};
  const Status picked = table.insert(block, {std::span(picks), std::nullopt});
  ASSERT_FALSE(picked.has_value());
  EXPECT_NE(picked.error().message.find("column \"b\", row 1"), std::string::npos) << picked.error().message;
  const Status whole = table.insert(block);
  ASSERT_FALSE(whole.has_value());
  EXPECT_NE(whole.error().message.find("column \"a\", row 0"), std::string::npos) << whole.error().message;
}

TEST(Insert, ArgumentsComeBeforeTheSchemaAndThatBeforeValues) {
  const Block wrong_type = one_value(Type::varchar(1), [](Column& column) { column.append_text("too long"); });
  MemTable table(value_schema(Type::varchar(2)), {}, std::pmr::get_default_resource());
  const std::vector<std::uint32_t> missing = {1};
  const std::vector<std::int64_t> lsns = {1};
  const auto code = [&](const InsertArguments& arguments) { return table.insert(wrong_type, arguments).error().code; };
  EXPECT_EQ(code({std::span(missing), std::span(lsns)}), ErrorCode::out_of_range);
  EXPECT_EQ(code({std::nullopt, std::span(lsns)}), ErrorCode::invalid_argument);
  EXPECT_EQ(code({}), ErrorCode::schema_mismatch);

  MemTable with_lsns(agg_schema(), {}, std::pmr::get_default_resource());
  EXPECT_EQ(with_lsns.insert(agg_block({{"x", 1, "", {}}})).error().code, ErrorCode::invalid_argument);
}

TEST(Insert, ColumnsOfUnequalLengths) {
  Block block = one_value(Type::varchar(1), [](Column& column) { column.append_text("x"); });
  block.column(1).append_text("y");
  MemTable table(value_schema(Type::varchar(1)), {}, std::pmr::get_default_resource());
  EXPECT_EQ(table.insert(block).error().code, ErrorCode::schema_mismatch);
}

}  // namespace
}  // namespace lockstep
