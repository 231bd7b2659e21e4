#include "lockstep/reference/fold.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "test_rows.h"

namespace lockstep::reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::string kFloatNan = bits_of(0x7fc00000u);
const std::string kDoubleNan = bits_of(std::uint64_t{0x7ff8000000000000});

struct Folded {
  bool null;
  std::string bytes;
  std::uint64_t overflows;

  friend bool operator==(const Folded&, const Folded&) = default;
  friend void PrintTo(const Folded& folded, std::ostream* out) {
    *out << (folded.null ? "null" : ::testing::PrintToString(folded.bytes)) << ", overflows " << folded.overflows;
  }
};

Folded fold(Aggregation aggregation, Type type, const std::vector<Literal>& values) {
  Cell into = cell_of(type, values.front());
  std::uint64_t overflows = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    fold_value(aggregation, type, into, cell_of(type, values[i]), overflows);
  }
  return {into.is_null(), std::string(into.bytes()), overflows};
}
Folded result(Type type, const Literal& value, std::uint64_t overflows = 0) {
  return {value.is_null(), value.is_null() ? "" : value.bytes(type), overflows};
}

template <class T>
void expect_wrapping_sum(Type type) {
  const auto highest = static_cast<int128_t>(static_cast<T>(~(T{1} << (8 * sizeof(T) - 1))));
  const int128_t lowest = -highest - 1;
  const auto sum = [&](const std::vector<Literal>& values) { return fold(Aggregation::sum, type, values); };
  EXPECT_EQ(sum({highest, 0}), result(type, highest)) << type.name();
  EXPECT_EQ(sum({highest, 1}), result(type, lowest, 1)) << type.name();
  EXPECT_EQ(sum({lowest, -1}), result(type, highest, 1)) << type.name();
  EXPECT_EQ(sum({highest, 1, -1}), result(type, highest, 2)) << type.name();
  EXPECT_EQ(sum({lowest, lowest}), result(type, 0, 1)) << type.name();
  EXPECT_EQ(sum({highest, lowest}), result(type, -1)) << type.name();
}

TEST(FoldSum, IntegersWrapAndAreCounted) {
  expect_wrapping_sum<std::uint8_t>(Type::of(TypeKind::int8));
  expect_wrapping_sum<std::uint16_t>(Type::of(TypeKind::int16));
  expect_wrapping_sum<std::uint32_t>(Type::of(TypeKind::int32));
  expect_wrapping_sum<std::uint64_t>(Type::of(TypeKind::int64));
  expect_wrapping_sum<uint128_t>(Type::of(TypeKind::int128));
}

TEST(FoldSum, DecimalsLeavingTheirPrecisionAreKeptAndCounted) {
  const Type small = Type::decimal(2, 1);  // in an int32
  EXPECT_EQ(fold(Aggregation::sum, small, {99, 0}), result(small, 99));
  EXPECT_EQ(fold(Aggregation::sum, small, {99, 1}), result(small, 100, 1));
  EXPECT_EQ(fold(Aggregation::sum, small, {-99, -1}), result(small, -100, 1));
  EXPECT_EQ(fold(Aggregation::sum, small, {99, 1, 1}), result(small, 101, 2));  // still outside: counted again
  EXPECT_EQ(fold(Aggregation::sum, small, {99, 1, -1}), result(small, 99, 1));  // an add that comes back is none
  const Type wide = Type::decimal(38, 0);
  const int128_t most = power_of_ten(38) - 1;
  const auto wrapped = static_cast<int128_t>(2 * static_cast<uint128_t>(most));
  EXPECT_EQ(fold(Aggregation::sum, wide, {most, most}), result(wide, wrapped, 1));  // wraps and leaves: counts once
  EXPECT_EQ(fold(Aggregation::sum, wide, {most, 1}), result(wide, most + 1, 1));
}

TEST(FoldSum, FloatsAddInOrderInTheirOwnPrecision) {
  const Type single = Type::of(TypeKind::float32);
  const Type real = Type::of(TypeKind::float64);
  // In float32 2^24 + 1 is 2^24 again; in float64 it is not.
  EXPECT_EQ(fold(Aggregation::sum, single, {16'777'216.0, 1.0, 1.0}), result(single, 16'777'216.0));
  EXPECT_EQ(fold(Aggregation::sum, single, {1.0, 1.0, 16'777'216.0}), result(single, 16'777'218.0));
  EXPECT_EQ(fold(Aggregation::sum, real, {16'777'216.0, 1.0, 1.0}), result(real, 16'777'218.0));
  EXPECT_EQ(fold(Aggregation::sum, real, {0.1, 0.2, 0.3}), result(real, (0.1 + 0.2) + 0.3));
  EXPECT_EQ(fold(Aggregation::sum, real, {-0.0, kNull}), result(real, -0.0));  // there is no start value 0.0
  EXPECT_EQ(fold(Aggregation::sum, real, {-0.0, -0.0}), result(real, -0.0));
}

TEST(FoldSum, ANanThatWasAddedIsTheCanonicalOne) {
  const Type single = Type::of(TypeKind::float32);
  const Type real = Type::of(TypeKind::float64);
  const Literal odd_single = bits_of(0xff800001u);
  const Literal odd_real = bits_of(std::uint64_t{0xfff0000000000123});
  EXPECT_EQ(fold(Aggregation::sum, single, {odd_single, 1.0}), result(single, kFloatNan));
  EXPECT_EQ(fold(Aggregation::sum, real, {1.0, odd_real}), result(real, kDoubleNan));
  EXPECT_EQ(fold(Aggregation::sum, real, {kInfinity, -kInfinity}), result(real, kDoubleNan));
  EXPECT_EQ(fold(Aggregation::sum, real, {odd_real, odd_real, 1.0}), result(real, kDoubleNan));
  EXPECT_EQ(fold(Aggregation::sum, real, {kNull, odd_real, kNull}), result(real, odd_real));  // never added
}

TEST(FoldMinMax, FollowTheOrder) {
  const Type real = Type::of(TypeKind::float64);
  EXPECT_EQ(fold(Aggregation::max, real, {-kInfinity}), result(real, -kInfinity));
  EXPECT_EQ(fold(Aggregation::max, real, {-kInfinity, -kInfinity}), result(real, -kInfinity));
  EXPECT_EQ(fold(Aggregation::min, real, {kDoubleNan, 1.0}), result(real, 1.0));
  EXPECT_EQ(fold(Aggregation::max, real, {kDoubleNan, 1.0}), result(real, kDoubleNan));
  EXPECT_EQ(fold(Aggregation::max, real, {1.0, kDoubleNan, 2.0}), result(real, kDoubleNan));
  const Type text = Type::varchar(4);
  EXPECT_EQ(fold(Aggregation::max, text, {"a", "\x80", "\x7f"}), result(text, "\x80"));
  EXPECT_EQ(fold(Aggregation::min, text, {"ab", "a", "b"}), result(text, "a"));
  EXPECT_EQ(fold(Aggregation::min, text, {"b", kNull, "", kNull}), result(text, ""));
}

TEST(FoldMinMax, OnATieTheEarlierBytesStay) {
  const Type real = Type::of(TypeKind::float64);
  const Literal odd_nan = bits_of(std::uint64_t{0xfff0000000000123});
  for (const Aggregation aggregation : {Aggregation::min, Aggregation::max}) {
    EXPECT_EQ(fold(aggregation, real, {-0.0, 0.0}), result(real, -0.0));
    EXPECT_EQ(fold(aggregation, real, {0.0, -0.0}), result(real, 0.0));
    EXPECT_EQ(fold(aggregation, real, {odd_nan, kDoubleNan}), result(real, odd_nan));
  }
}

TEST(FoldReplace, TakesTheLastValue) {
  const Type text = Type::varchar(4);
  EXPECT_EQ(fold(Aggregation::replace, text, {"a", "b"}), result(text, "b"));
  EXPECT_EQ(fold(Aggregation::replace, text, {"a", kNull}), result(text, kNull));
  EXPECT_EQ(fold(Aggregation::replace, text, {kNull, "", kNull, "c"}), result(text, "c"));
  EXPECT_EQ(fold(Aggregation::replace_if_not_null, text, {"a", kNull}), result(text, "a"));
  EXPECT_EQ(fold(Aggregation::replace_if_not_null, text, {"a", "", kNull}), result(text, ""));
}

TEST(FoldBitmapUnion, UnitesAndStaysCanonical) {
  const Type type = Type::of(TypeKind::bitmap);
  const auto unite = [&](const std::vector<Literal>& values) { return fold(Aggregation::bitmap_union, type, values); };
  EXPECT_EQ(unite({set_of({{1, 1}, {3, 3}}), set_of({{2, 2}, {4, 4}})}), result(type, set_of({{1, 4}})));
  EXPECT_EQ(unite({set_of({}), set_of({})}), result(type, set_of({})));
  EXPECT_EQ(unite({kNull, set_of({{5, 5}}), kNull}), result(type, set_of({{5, 5}})));
  EXPECT_EQ(unite({set_of({{0, 2047}}), set_of({{2048, 4096}})}), result(type, set_of({{0, 4096}})));
}

TEST(Fold, NullsAloneGiveNull) {
  const Type type = Type::of(TypeKind::int32);
  for (const Aggregation aggregation :
       {Aggregation::sum, Aggregation::min, Aggregation::max, Aggregation::replace, Aggregation::replace_if_not_null}) {
    EXPECT_EQ(fold(aggregation, type, {kNull, kNull}), result(type, kNull)) << aggregation_name(aggregation);
  }
  EXPECT_EQ(fold(Aggregation::bitmap_union, Type::of(TypeKind::bitmap), {kNull, kNull}), result(type, kNull));
}

// A column where only one of the two is a value keeps that value as it is.
TEST(Fold, TheFirstValueIsNoFold) {
  const Type type = Type::decimal(2, 0);
  EXPECT_EQ(fold(Aggregation::sum, type, {kNull, 99}), result(type, 99));
  EXPECT_EQ(fold(Aggregation::sum, type, {kNull, 99, kNull, 1}), result(type, 100, 1));
}

TEST(FoldDeathTest, RefusesWhatCannotBeFolded) {
  EXPECT_DEATH(fold(Aggregation::sum, Type::of(TypeKind::string), {"a", "b"}), "can be folded");
  EXPECT_DEATH(fold(Aggregation::none, Type::of(TypeKind::int32), {1, 2}), "can be folded");
}

}  // namespace
}  // namespace lockstep::reference
