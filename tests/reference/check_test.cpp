#include "lockstep/reference/check.h"

#include <cstdint>
#include <string>
#include <vector>

#include "test_rows.h"

namespace lockstep::reference {
namespace {

using namespace std::string_literals;

Result<Cell> store(Type type, const Literal& literal, const TableOptions& options = {}) {
  const std::string bytes = literal.bytes(type);
  const ColumnSchema column{"c", type, false, Aggregation::none};
  return stored_cell(column, options, 0, {false, as_byte_span(bytes)}, std::pmr::new_delete_resource());
}

TEST(StoredCell, KnowsTheRangeOfEveryType) {
  constexpr auto kMaxInt128 = static_cast<int128_t>(~uint128_t{0} >> 1);
  struct Range {
    Type type;
    int128_t lowest;
    int128_t highest;
  };
  const std::vector<Range> ranges = {
      {Type::of(TypeKind::boolean), 0, 1},
      {Type::decimal(1, 0), -9, 9},
      {Type::decimal(9, 9), -999'999'999, 999'999'999},
      {Type::decimal(10, 2), -9'999'999'999, 9'999'999'999},
      {Type::decimal(18, 0), 1 - power_of_ten(18), power_of_ten(18) - 1},
      {Type::decimal(19, 0), 1 - power_of_ten(19), power_of_ten(19) - 1},
      {Type::decimal(38, 0), 1 - power_of_ten(38), power_of_ten(38) - 1},
      {Type::of(TypeKind::date), kMinDateDays, kMaxDateDays},
      {Type::of(TypeKind::datetime), kMinDatetimeMicros, kMaxDatetimeMicros},
  };
  for (const Range& range : ranges) {
    for (const int128_t inside : {range.lowest, range.highest}) {
      const auto cell = store(range.type, inside);
      ASSERT_TRUE(cell) << range.type.name();
      EXPECT_EQ(std::string(cell->bytes()), Literal(inside).bytes(range.type));
    }
    for (const int128_t outside : {range.lowest - 1, range.highest + 1}) {
      EXPECT_TRUE(is_error(ErrorCode::value_out_of_range, store(range.type, outside))) << range.type.name();
    }
  }
  EXPECT_TRUE(is_error(ErrorCode::value_out_of_range, store(Type::decimal(38, 0), -kMaxInt128 - 1)));
  EXPECT_TRUE(is_error(ErrorCode::value_out_of_range, store(Type::of(TypeKind::boolean), 255)));
}

TEST(StoredCell, KeepsEveryBitPatternOfIntegersAndFloats) {
  for (const TypeKind kind : {TypeKind::int8, TypeKind::int16, TypeKind::int32, TypeKind::int64, TypeKind::int128,
                              TypeKind::float32, TypeKind::float64}) {
    const Type type = Type::of(kind);
    for (const char byte : {'\0', '\x7f', '\x80', '\xff'}) {
      const std::string pattern(type.width(), byte);
      const auto cell = store(type, pattern);
      ASSERT_TRUE(cell) << type.name();
      EXPECT_EQ(std::string(cell->bytes()), pattern) << type.name();
    }
  }
}

TEST(StoredCell, LimitsTheLengthOfByteStrings) {
  EXPECT_TRUE(store(Type::varchar(3), "abc"));
  EXPECT_TRUE(store(Type::varchar(3), ""));
  EXPECT_TRUE(is_error(ErrorCode::value_too_long, store(Type::varchar(3), "abcd")));
  EXPECT_TRUE(is_error(ErrorCode::value_too_long, store(Type::varchar(3), "abc\0"s)));  // an ordinary byte
  const TableOptions three{.max_string_bytes = 3};
  EXPECT_TRUE(store(Type::of(TypeKind::string), "abc", three));
  EXPECT_TRUE(is_error(ErrorCode::value_too_long, store(Type::of(TypeKind::string), "abcd", three)));
  EXPECT_TRUE(store(Type::varchar(8), "abcd", three));  // the limit is that of the type string
  const std::string megabyte(kDefaultMaxStringBytes, 'x');
  EXPECT_TRUE(store(Type::of(TypeKind::string), megabyte));
  EXPECT_TRUE(is_error(ErrorCode::value_too_long, store(Type::of(TypeKind::string), megabyte + "x")));
}

TEST(StoredCell, CutsTrailingNulBytesOfChar) {
  const Type type = Type::character(3);
  const auto stored = [&](const std::string& bytes) {
    const auto cell = store(type, bytes);
    return cell ? std::string(cell->bytes()) : std::string(error_code_name(cell.error().code));
  };
  EXPECT_EQ(stored("abc"), "abc");
  EXPECT_EQ(stored("abc\0\0\0"s), "abc");
  EXPECT_EQ(stored("a\0"s), "a");
  EXPECT_EQ(stored("\0\0\0\0\0"s), "");
  EXPECT_EQ(stored("\0b\0"s), "\0b"s);  // only trailing ones
  EXPECT_EQ(stored("abcd"), "value_too_long");
  EXPECT_EQ(stored("abc\0d"s), "value_too_long");
  EXPECT_EQ(std::string(store(Type::varchar(3), "a\0"s)->bytes()), "a\0"s);
}

TEST(StoredCell, StoresBitmapsInTheirCanonicalBytes) {
  const Type type = Type::of(TypeKind::bitmap);
  // 1 … 4 as an array container.
  const std::string array =
      from_hex("0100000000000000 00000000 3a300000 01000000 0000 0300 10000000 0100 0200 0300 0400");
  const auto cell = store(type, array);
  ASSERT_TRUE(cell);
  EXPECT_EQ(std::string(cell->bytes()), set_of({{1, 4}}));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, store(type, array + "x")));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, store(type, "")));
}

TEST(StoredCell, LooksAtNothingUnderANull) {
  const ColumnSchema nullable{"c", Type::varchar(1), true, Aggregation::none};
  const Value null{true, as_byte_span("too long")};
  const auto cell = stored_cell(nullable, {}, 0, null, std::pmr::new_delete_resource());
  ASSERT_TRUE(cell);
  EXPECT_TRUE(cell->is_null());
  EXPECT_EQ(cell->bytes(), "");
  const ColumnSchema required{"c", Type::varchar(1), false, Aggregation::none};
  EXPECT_TRUE(is_error(ErrorCode::null_in_required_column,
                       stored_cell(required, {}, 0, null, std::pmr::new_delete_resource())));
}

TEST(CheckArguments, PickedRowsExist) {
  const Schema schema{.columns = {{"v", Type::of(TypeKind::int32)}}};
  const Block block = block_of(schema, {{1}, {2}});
  const std::vector<std::uint32_t> good = {1, 0, 1};
  const std::vector<std::uint32_t> bad = {0, 2};
  EXPECT_TRUE(check_arguments(schema, block, {}));
  EXPECT_TRUE(check_arguments(schema, block, {.rows = good, .lsns = {}}));
  EXPECT_TRUE(is_error(ErrorCode::out_of_range, check_arguments(schema, block, {.rows = bad, .lsns = {}})));
}

TEST(CheckArguments, LsnsStandBesideEverySourceRow) {
  Schema schema{.columns = {{"v", Type::of(TypeKind::int32)}}};
  const Block two_rows = block_of(schema, {{1}, {2}});
  const Block no_rows = block_of(schema, {});
  const std::vector<std::int64_t> one = {7};
  const std::vector<std::int64_t> three = {7, 8, 9};
  const std::vector<std::uint32_t> first_row = {0};
  const std::vector<std::uint32_t> missing_row = {2};
  EXPECT_TRUE(is_error(ErrorCode::invalid_argument, check_arguments(schema, two_rows, {.rows = {}, .lsns = three})));
  EXPECT_TRUE(is_error(ErrorCode::out_of_range, check_arguments(schema, two_rows, {missing_row, three})));

  schema.lsn = true;
  EXPECT_TRUE(check_arguments(schema, two_rows, {.rows = {}, .lsns = three}));
  EXPECT_TRUE(check_arguments(schema, no_rows, {}));
  EXPECT_TRUE(is_error(ErrorCode::invalid_argument, check_arguments(schema, two_rows, {})));
  EXPECT_TRUE(is_error(ErrorCode::invalid_argument, check_arguments(schema, two_rows, {.rows = {}, .lsns = one})));
  EXPECT_TRUE(is_error(ErrorCode::invalid_argument, check_arguments(schema, two_rows, {first_row, one})));
}

TEST(CheckBlock, TypesEqualTheSchemas) {
  const Schema schema{.columns = {{"a", Type::varchar(3)}, {"b", Type::of(TypeKind::int32), true}}};
  EXPECT_TRUE(check_block(schema, block_of(schema, {})));
  Schema other_nullability = schema;
  other_nullability.columns[0].nullable = true;
  other_nullability.columns[1].nullable = false;
  EXPECT_TRUE(check_block(schema, block_of(other_nullability, {{"x", 1}})));

  Schema other_length = schema;
  other_length.columns[0].type = Type::varchar(4);
  EXPECT_TRUE(is_error(ErrorCode::schema_mismatch, check_block(schema, block_of(other_length, {}))));
  Schema fewer = schema;
  fewer.columns.pop_back();
  EXPECT_TRUE(is_error(ErrorCode::schema_mismatch, check_block(schema, block_of(fewer, {}))));
  Schema more = schema;
  more.columns.push_back({"c", Type::of(TypeKind::int8)});
  EXPECT_TRUE(is_error(ErrorCode::schema_mismatch, check_block(schema, block_of(more, {}))));
  Block ragged = block_of(schema, {{"x", 1}});
  ragged.column(1).append_null();
  EXPECT_TRUE(is_error(ErrorCode::schema_mismatch, check_block(schema, ragged)));
}

TEST(CheckLimits, AreInclusive) {
  const TableOptions options{.max_rows = 3, .max_column_bytes = 5};
  const ColumnSchema column{"c", Type::of(TypeKind::string), false, Aggregation::none};
  EXPECT_TRUE(check_row_limit(options, 3));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, check_row_limit(options, 4)));
  EXPECT_TRUE(check_column_limit(column, options, 5));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, check_column_limit(column, options, 6)));
  EXPECT_TRUE(is_error(ErrorCode::limit_exceeded, check_row_limit({}, std::uint64_t{1} << 32)));
}

}  // namespace
}  // namespace lockstep::reference
