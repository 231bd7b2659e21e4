#include "lockstep/base/error.h"

#include <gtest/gtest.h>

#include <set>

namespace lockstep {
namespace {

TEST(ErrorCode, NamesAreDistinctAndParseBack) {
  std::set<std::string_view> names;
  for (std::uint8_t i = 0; i < kErrorCodeCount; ++i) {
    const auto code = static_cast<ErrorCode>(i);
    EXPECT_FALSE(error_code_name(code).empty());
    EXPECT_TRUE(names.insert(error_code_name(code)).second) << error_code_name(code);
    EXPECT_EQ(parse_error_code(error_code_name(code)), code);
  }
}

// Each name stands beside the code that scenarios write so; a shifted table would round-trip all the same.
TEST(ErrorCode, NamesAreThoseOfTheContract) {
  EXPECT_EQ(error_code_name(ErrorCode::schema_mismatch), "schema_mismatch");
  EXPECT_EQ(error_code_name(ErrorCode::null_in_required_column), "null_in_required_column");
  EXPECT_EQ(error_code_name(ErrorCode::value_out_of_range), "value_out_of_range");
  EXPECT_EQ(error_code_name(ErrorCode::value_too_long), "value_too_long");
  EXPECT_EQ(error_code_name(ErrorCode::malformed_value), "malformed_value");
  EXPECT_EQ(error_code_name(ErrorCode::limit_exceeded), "limit_exceeded");
  EXPECT_EQ(error_code_name(ErrorCode::invalid_argument), "invalid_argument");
  EXPECT_EQ(error_code_name(ErrorCode::out_of_range), "out_of_range");
  EXPECT_EQ(error_code_name(ErrorCode::end_of_data), "end_of_data");
  EXPECT_EQ(error_code_name(ErrorCode::unsupported), "unsupported");
  EXPECT_EQ(error_code_name(ErrorCode::failed_state), "failed_state");
  EXPECT_EQ(error_code_name(ErrorCode::closed), "closed");
  EXPECT_EQ(error_code_name(ErrorCode::parse_error), "parse_error");
  EXPECT_EQ(error_code_name(ErrorCode::bad_alloc), "bad_alloc");
}

TEST(ErrorCode, UnknownNamesParseToNothing) {
  for (const char* name : {"", "Closed", "closed ", "close", "none"}) EXPECT_EQ(parse_error_code(name), std::nullopt);
}

TEST(Error, TravelsThroughStatusAndResult) {
  const Status status = fail(ErrorCode::closed, "insert after flush");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::closed);
  const Result<int> result = fail(ErrorCode::limit_exceeded, "rows");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "rows");
}

}  // namespace
}  // namespace lockstep
