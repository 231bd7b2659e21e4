#include "lockstep/data/type.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace lockstep {
namespace {

std::vector<Type> all_types() {
  std::vector<Type> types;
  for (std::uint8_t i = 0; i < kTypeKindCount; ++i) {
    const auto kind = static_cast<TypeKind>(i);
    if (kind == TypeKind::decimal) {
      for (std::uint8_t p = 1; p <= kMaxDecimalPrecision; ++p) {
        for (std::uint8_t s = 0; s <= p; ++s) types.push_back(Type::decimal(p, s));
      }
    } else if (kind == TypeKind::character || kind == TypeKind::varchar) {
      for (const std::uint32_t n : {1u, 2u, 255u, 65535u, 4294967295u}) types.push_back(Type{kind, 0, 0, n});
    } else {
      types.push_back(Type::of(kind));
    }
  }
  return types;
}

TEST(Type, NamesRoundTripAndAreDistinct) {
  std::set<std::string> names;
  for (const Type type : all_types()) {
    EXPECT_TRUE(type.is_valid()) << type.name();
    EXPECT_TRUE(names.insert(type.name()).second) << type.name();
    const Result<Type> parsed = parse_type(type.name());
    ASSERT_TRUE(parsed) << type.name();
    EXPECT_EQ(*parsed, type) << type.name();
  }
}

TEST(Type, NamesAreThoseOfScenarios) {
  EXPECT_EQ(Type::of(TypeKind::boolean).name(), "bool");
  EXPECT_EQ(Type::of(TypeKind::int128).name(), "int128");
  EXPECT_EQ(Type::of(TypeKind::float32).name(), "float32");
  EXPECT_EQ(Type::decimal(20, 2).name(), "decimal(20,2)");
  EXPECT_EQ(Type::of(TypeKind::date).name(), "date");
  EXPECT_EQ(Type::of(TypeKind::datetime).name(), "datetime");
  EXPECT_EQ(Type::character(3).name(), "char(3)");
  EXPECT_EQ(Type::varchar(8).name(), "varchar(8)");
  EXPECT_EQ(Type::of(TypeKind::string).name(), "string");
  EXPECT_EQ(Type::of(TypeKind::bitmap).name(), "bitmap");
  EXPECT_EQ(Type::of(TypeKind::ipv4).name(), "ipv4");
  EXPECT_EQ(Type::of(TypeKind::ipv6).name(), "ipv6");
  EXPECT_EQ(Type::of(TypeKind::hll).name(), "hll");
  EXPECT_EQ(Type::of(TypeKind::quantile).name(), "quantile");
}

TEST(Type, BadNamesAreParseErrors) {
  for (const char* name : {"",
                           "int",
                           "INT32",
                           "int32 ",
                           " int32",
                           "int32()",
                           "int32(4)",
                           "decimal",
                           "decimal()",
                           "decimal(5)",
                           "decimal(0,0)",
                           "decimal(77,0)",
                           "decimal(5,6)",
                           "decimal(5,2",
                           "decimal(5,2)x",
                           "decimal(,2)",
                           "decimal(5,)",
                           "decimal(-1,0)",
                           "decimal(5,-1)",
                           "decimal(5,2,1)",
                           "decimal(4294967297,0)",
                           "char",
                           "char()",
                           "char(0)",
                           "char(a)",
                           "char(1,1)",
                           "varchar(-1)",
                           "varchar(4294967296)",
                           "varchar 8",
                           "varchar( 8)",
                           "varchar(8 )",
                           "string(8)",
                           "bitmap(1)",
                           "boolean",
                           "character(3)"}) {
    const Result<Type> type = parse_type(name);
    ASSERT_FALSE(type) << name;
    EXPECT_EQ(type.error().code, ErrorCode::parse_error) << name;
  }
}

TEST(Type, WidthsAreThoseOfTheContract) {
  EXPECT_EQ(Type::of(TypeKind::boolean).width(), 1u);
  EXPECT_EQ(Type::of(TypeKind::int8).width(), 1u);
  EXPECT_EQ(Type::of(TypeKind::int16).width(), 2u);
  EXPECT_EQ(Type::of(TypeKind::int32).width(), 4u);
  EXPECT_EQ(Type::of(TypeKind::int64).width(), 8u);
  EXPECT_EQ(Type::of(TypeKind::int128).width(), 16u);
  EXPECT_EQ(Type::of(TypeKind::float32).width(), 4u);
  EXPECT_EQ(Type::of(TypeKind::float64).width(), 8u);
  EXPECT_EQ(Type::of(TypeKind::date).width(), 4u);
  EXPECT_EQ(Type::of(TypeKind::datetime).width(), 8u);
  EXPECT_EQ(Type::of(TypeKind::ipv4).width(), 4u);
  EXPECT_EQ(Type::of(TypeKind::ipv6).width(), 16u);
  for (const Type type : {Type::character(1), Type::varchar(1), Type::of(TypeKind::string), Type::of(TypeKind::bitmap),
                          Type::of(TypeKind::hll), Type::of(TypeKind::quantile)}) {
    EXPECT_EQ(type.width(), 0u) << type.name();
    EXPECT_FALSE(type.is_fixed_width()) << type.name();
  }
}

TEST(Type, DecimalsWidenAtTheirThresholds) {
  EXPECT_EQ(Type::decimal(1, 0).width(), 4u);
  EXPECT_EQ(Type::decimal(kMaxDecimalPrecisionInt32, 0).width(), 4u);
  EXPECT_EQ(Type::decimal(kMaxDecimalPrecisionInt32 + 1, 0).width(), 8u);
  EXPECT_EQ(Type::decimal(kMaxDecimalPrecisionInt64, 0).width(), 8u);
  EXPECT_EQ(Type::decimal(kMaxDecimalPrecisionInt64 + 1, 0).width(), 16u);
  EXPECT_EQ(Type::decimal(kMaxDecimalPrecisionInt128, 0).width(), 16u);
  EXPECT_EQ(Type::decimal(kMaxDecimalPrecisionInt128 + 1, 0).width(), 32u);
  EXPECT_EQ(Type::decimal(kMaxDecimalPrecision, 0).width(), 32u);
}

TEST(Type, ParametersOutOfBoundsAreInvalid) {
  EXPECT_FALSE(Type::decimal(0, 0).is_valid());
  EXPECT_FALSE(Type::decimal(kMaxDecimalPrecision + 1, 0).is_valid());
  EXPECT_FALSE(Type::decimal(5, 6).is_valid());
  EXPECT_TRUE(Type::decimal(5, 5).is_valid());
  EXPECT_FALSE(Type::character(0).is_valid());
  EXPECT_FALSE(Type::varchar(0).is_valid());
}

TEST(Type, OrderAndSums) {
  for (const Type type : all_types()) {
    const bool set = type.kind == TypeKind::bitmap || type.kind == TypeKind::hll || type.kind == TypeKind::quantile;
    EXPECT_EQ(type.is_orderable(), !set) << type.name();
    EXPECT_EQ(type.is_set(), set) << type.name();
    const bool number = (type.kind >= TypeKind::int8 && type.kind <= TypeKind::decimal);
    EXPECT_EQ(type.is_summable(), number) << type.name();
  }
}

TEST(Type, PowersOfTen) {
  EXPECT_TRUE(power_of_ten(0) == 1);
  EXPECT_TRUE(power_of_ten(9) == 1'000'000'000);
  EXPECT_TRUE(power_of_ten(18) == 1'000'000'000'000'000'000);
  EXPECT_TRUE(power_of_ten(38) / power_of_ten(19) == power_of_ten(19));
  EXPECT_DEATH(static_cast<void>(power_of_ten(39)), "10\\^38");
}

TEST(Type, DateBoundsAreWholeDays) {
  EXPECT_EQ(kMinDatetimeMicros % kMicrosPerDay, 0);
  EXPECT_EQ(kMinDatetimeMicros / kMicrosPerDay, kMinDateDays);
  EXPECT_EQ((kMaxDatetimeMicros + 1) / kMicrosPerDay, kMaxDateDays + 1);
  EXPECT_EQ((kMaxDatetimeMicros + 1) % kMicrosPerDay, 0);
  // Ten thousand proleptic Gregorian years are 25 cycles of 400 years, of 146,097 days each.
  EXPECT_EQ(kMaxDateDays - kMinDateDays + 1, 25 * 146'097);
}

}  // namespace
}  // namespace lockstep
