#include <gtest/gtest.h>

#include "lockstep/data/table.h"

namespace lockstep {
namespace {

TEST(TableOptions, DefaultsAndLowerLimitsPass) {
  EXPECT_TRUE(validate_options({}));
  EXPECT_TRUE(validate_options({.max_rows = 0, .max_column_bytes = 0, .max_string_bytes = 0}));
  EXPECT_TRUE(validate_options({.max_string_bytes = kMaxColumnBytes}));
}

TEST(TableOptions, EachLimitHasABoundAndIsNamed) {
  const auto message = [](const TableOptions& options) {
    const Status status = validate_options(options);
    if (status) return std::string("accepted");
    EXPECT_EQ(status.error().code, ErrorCode::invalid_argument);
    return status.error().message;
  };
  EXPECT_NE(message({.max_rows = kMaxRows + 1}).find("max_rows"), std::string::npos);
  EXPECT_NE(message({.max_column_bytes = kMaxColumnBytes + 1}).find("max_column_bytes"), std::string::npos);
  EXPECT_NE(message({.max_string_bytes = kMaxColumnBytes + 1}).find("max_string_bytes"), std::string::npos);
}

}  // namespace
}  // namespace lockstep
