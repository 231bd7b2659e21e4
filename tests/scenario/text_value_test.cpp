// Values of every type: which texts are read, as which bytes, and how bytes are printed.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lockstep/base/bytes.h"
#include "lockstep/base/int256.h"
#include "lockstep/data/hll_hash.h"
#include "lockstep/scenario/text.h"
#include "lockstep/scenario/value_text.h"

namespace lockstep::scenario {
namespace {

using namespace std::string_literals;

// Reads `text` as the only value of a nullable column.
Column read(Type type, std::string_view text) {
  Column column(type, true, std::pmr::get_default_resource());
  LineCursor cursor(text);
  BitmapBudget budget;
  parse_value(cursor, column, budget);
  cursor.require_end();
  EXPECT_FALSE(cursor.failed()) << text << ": " << cursor.describe_failure(1);
  return column;
}

template <class T>
Column holding(Type type, T value, bool null = false) {
  Column column(type, true, std::pmr::get_default_resource());
  if constexpr (std::is_convertible_v<T, std::string_view>) {
    column.append_text(value, null);
  } else {
    column.append_value(value, null);
  }
  return column;
}

// `text` means `value`, and is how it is printed.
template <class T>
void expect_form(Type type, std::string_view text, T value, bool null = false) {
  EXPECT_EQ(read(type, text), holding(type, value, null)) << text;
  EXPECT_EQ(print_value(holding(type, value, null), 0), text);
}
// `text` means `value` too, but is printed otherwise.
template <class T>
void expect_other_form(Type type, std::string_view text, T value) {
  EXPECT_EQ(read(type, text), holding(type, value)) << text;
  EXPECT_NE(print_value(holding(type, value), 0), text);
}

TEST(TextValue, Boolean) {
  const Type type = Type::of(TypeKind::boolean);
  expect_form(type, "false", std::uint8_t{0});
  expect_form(type, "true", std::uint8_t{1});
  expect_form(type, "byte(2)", std::uint8_t{2});
  expect_form(type, "byte(255)", std::uint8_t{255});
  expect_other_form(type, "byte(1)", std::uint8_t{1});
}

TEST(TextValue, Integers) {
  expect_form(Type::of(TypeKind::int8), "-128", std::int8_t{-128});
  expect_form(Type::of(TypeKind::int8), "127", std::int8_t{127});
  expect_form(Type::of(TypeKind::int16), "-32768", std::int16_t{-32768});
  expect_form(Type::of(TypeKind::int32), "2147483647", std::int32_t{2147483647});
  expect_form(Type::of(TypeKind::int64), "-9223372036854775808", std::numeric_limits<std::int64_t>::min());
  const int128_t highest = static_cast<int128_t>(~uint128_t{0} >> 1);
  expect_form(Type::of(TypeKind::int128), "170141183460469231731687303715884105727", highest);
  expect_form(Type::of(TypeKind::int128), "-170141183460469231731687303715884105728", -highest - 1);
  expect_other_form(Type::of(TypeKind::int32), "-0", std::int32_t{0});
  expect_other_form(Type::of(TypeKind::int32), "007", std::int32_t{7});
}

TEST(TextValue, Floats) {
  const Type type = Type::of(TypeKind::float64);
  const auto bits = [](std::uint64_t value) { return std::bit_cast<double>(value); };
  expect_form(type, "0.0", 0.0);
  expect_form(type, "-0.0", -0.0);
  expect_form(type, "4.0", 4.0);
  expect_form(type, "0.1", 0.1);
  expect_form(type, "1e+300", 1e300);
  expect_form(type, "5e-324", bits(1));
  expect_form(type, "2.225073858507201e-308", bits(0x000fffffffffffff));
  expect_form(type, "1.7976931348623157e+308", std::numeric_limits<double>::max());
  expect_form(type, "inf", bits(0x7ff0000000000000));
  expect_form(type, "-inf", bits(0xfff0000000000000));
  expect_form(type, "nan", bits(0x7ff8000000000000));
  expect_form(type, "bits(0x7ff8000000000123)", bits(0x7ff8000000000123));
  expect_form(type, "bits(0xfff8000000000000)", bits(0xfff8000000000000));
  expect_form(type, "bits(0x7ff0000000000001)", bits(0x7ff0000000000001));
  expect_other_form(type, "4", 4.0);
  expect_other_form(type, "1e300", 1e300);
  expect_other_form(type, "bits(0x3FF0000000000000)", 1.0);
}

TEST(TextValue, ShortFloatsAreRoundedOnce) {
  const Type type = Type::of(TypeKind::float32);
  expect_form(type, "0.1", 0.1f);
  expect_form(type, "1e-45", std::bit_cast<float>(1u));
  expect_form(type, "3.4028235e+38", std::numeric_limits<float>::max());
  expect_form(type, "nan", std::bit_cast<float>(0x7fc00000u));
  expect_form(type, "bits(0x7f800001)", std::bit_cast<float>(0x7f800001u));
  // Between two float32 by less than a float64 can tell: by way of float64 it would go to the even one below.
  expect_other_form(type, "1.00000017881393432617187499", std::bit_cast<float>(0x3f800001u));
}

TEST(TextValue, DecimalsKeepTheirScale) {
  expect_form(Type::decimal(3, 0), "5000", std::int32_t{5000});  // outside decimal(3,0), inside int32
  expect_form(Type::decimal(9, 2), "-0.01", std::int32_t{-1});
  expect_form(Type::decimal(9, 2), "0.00", std::int32_t{0});
  expect_form(Type::decimal(9, 2), "21474836.47", std::numeric_limits<std::int32_t>::max());
  expect_form(Type::decimal(18, 18), "0.000000000000000001", std::int64_t{1});
  expect_form(Type::decimal(18, 18), "-9.223372036854775808", std::numeric_limits<std::int64_t>::min());
  expect_form(Type::decimal(38, 38), "-0." + std::string(37, '0') + "1", int128_t{-1});
  expect_other_form(Type::decimal(9, 2), "5", std::int32_t{500});
  expect_other_form(Type::decimal(9, 2), "-5.5", std::int32_t{-550});
  expect_other_form(Type::decimal(9, 2), "-0.00", std::int32_t{0});
}

TEST(TextValue, Dates) {
  const Type type = Type::of(TypeKind::date);
  expect_form(type, "1970-01-01", std::int32_t{0});
  expect_form(type, "2024-02-29", std::int32_t{19782});
  expect_form(type, "0000-01-01", kMinDateDays);
  expect_form(type, "0000-02-29", kMinDateDays + 59);
  expect_form(type, "9999-12-31", kMaxDateDays);
  expect_form(type, "days(-719529)", kMinDateDays - 1);
  expect_form(type, "days(2932897)", kMaxDateDays + 1);
  expect_form(type, "days(-2147483648)", std::numeric_limits<std::int32_t>::min());
  expect_other_form(type, "days(0)", std::int32_t{0});
}

TEST(TextValue, Datetimes) {
  const Type type = Type::of(TypeKind::datetime);
  expect_form(type, "1970-01-01T00:00:00", std::int64_t{0});
  expect_form(type, "1969-12-31T23:59:59.999999", std::int64_t{-1});
  expect_form(type, "2024-02-29T12:00:00.000001", 19782 * kMicrosPerDay + kMicrosPerDay / 2 + 1);
  expect_form(type, "0000-01-01T00:00:00", kMinDatetimeMicros);
  expect_form(type, "9999-12-31T23:59:59.999999", kMaxDatetimeMicros);
  expect_form(type, "micros(-62167219200000001)", kMinDatetimeMicros - 1);
  expect_form(type, "micros(253402300800000000)", kMaxDatetimeMicros + 1);
  expect_form(type, "micros(9223372036854775807)", std::numeric_limits<std::int64_t>::max());
  expect_other_form(type, "1970-01-01T00:00:00.5", std::int64_t{500'000});
  expect_other_form(type, "1970-01-01T01:02:03.000000", std::int64_t{3723'000'000});
}

TEST(TextValue, Strings) {
  for (const Type type : {Type::character(2), Type::varchar(2), Type::of(TypeKind::string)}) {
    expect_form(type, R"("")", ""s);
    expect_form(type, R"("longer than two")", "longer than two"s);
    expect_form(type, R"("\"\\\n\t")", "\"\\\n\t"s);
    expect_form(type, R"("a\x00b\xff\x7f\x0d")", "a\0b\xff\x7f\r"s);
    expect_form(type, R"("# , ( ) { } @ = null")", "# , ( ) { } @ = null"s);
    expect_other_form(type, R"("\x41\xC3\xA9")", "A\xc3\xa9"s);
    expect_other_form(type, "\"\xc3\xa9\"", "\xc3\xa9"s);
  }
}

// The bytes by hand, so that no code of ours vouches for itself.
const std::string kOneAndFiveToNine(
    "\x01\0\0\0\0\0\0\0"             // one high word
    "\0\0\0\0"                       // which is 0
    "\x3b\x30\0\0"                   // cookie for runs, one container
    "\x01"                           // and it is a run container
    "\0\0\x05\0"                     // key 0, six values
    "\x02\0\x01\0\0\0\x05\0\x04\0",  // two runs: 1 and 0 more, 5 and 4 more
    31);

TEST(TextValue, Bitmaps) {
  const Type type = Type::of(TypeKind::bitmap);
  expect_form(type, "{}", std::string(8, '\0'));
  expect_form(type, "{1,5..9}", kOneAndFiveToNine);
  expect_form(type, R"(raw(""))", ""s);
  expect_form(type, R"(raw("\x02\xff"))", "\x02\xff"s);
  expect_other_form(type, "{ 7..9 , 1, 5..6 }", kOneAndFiveToNine);
}

TEST(TextValue, BitmapsAreSetsInAnyOrder) {
  const Type type = Type::of(TypeKind::bitmap);
  for (const std::string_view text : {"{9,8,7,6,5,1}", "{5..9,1}", "{1..1,5..7,6..9,9}", "{ 1, 5..9 }"}) {
    EXPECT_EQ(read(type, text), holding(type, kOneAndFiveToNine)) << text;
  }
  EXPECT_EQ(print_value(read(type, "{0..65536,18446744073709551615,4294967295}"), 0),
            "{0..65536,4294967295,18446744073709551615}");
}

// A valid bitmap that is not canonical keeps its bytes: {1} as a run container.
TEST(TextValue, NonCanonicalBitmapsArePrintedRaw) {
  const Type type = Type::of(TypeKind::bitmap);
  const std::string run("\x01\0\0\0\0\0\0\0\0\0\0\0\x3b\x30\0\0\x01\0\0\0\0\x01\0\x01\0\0\0", 27);
  const Column column = holding(type, run);
  const std::string text = print_value(column, 0);
  EXPECT_TRUE(text.starts_with("raw(")) << text;
  EXPECT_EQ(read(type, text), column);
}

TEST(TextValue, Addresses) {
  const Type v4 = Type::of(TypeKind::ipv4);
  expect_form(v4, "0.0.0.0", std::uint32_t{0});
  expect_form(v4, "10.0.0.1", std::uint32_t{0x0a000001});
  expect_form(v4, "255.255.255.255", ~std::uint32_t{0});
  const Type v6 = Type::of(TypeKind::ipv6);
  expect_form(v6, "::", uint128_t{0});
  expect_form(v6, "::1", uint128_t{1});
  expect_form(v6, "2001:db8::ff00:42:8329", uint128_t{0x20010db800000000} << 64 | 0x0000ff0000428329);
  expect_form(v6, "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ~uint128_t{0});
  expect_other_form(v6, "2001:0DB8:0:0:0:FF00:42:8329", uint128_t{0x20010db800000000} << 64 | 0x0000ff0000428329);
}

TEST(TextValue, DecimalsOf256Bits) {
  const std::string nines(76, '9');
  int256_t most = power_of_ten_256(76);
  add_overflow(most, -1);
  expect_form(Type::decimal(76, 0), nines, most);
  expect_form(Type::decimal(76, 0), "-" + nines, -most);
  expect_form(Type::decimal(76, 76), "-0." + std::string(75, '0') + "1", int256_t(-1));
  // Beyond the precision, up to the ends of the width.
  const std::string lowest = to_string(kLowestInt256);
  expect_form(Type::decimal(39, 0), lowest, kLowestInt256);
}

// By hand from data/hll_format.h and data/quantile_format.h.
TEST(TextValue, Sketches) {
  const Type hll = Type::of(TypeKind::hll);
  expect_form(hll, "hll{}", "\0"s);
  const std::uint64_t hash = hll_hash("a");
  expect_form(hll, R"(hll{"a"})", "\1\1"s + std::string(reinterpret_cast<const char*>(&hash), sizeof hash));
  EXPECT_EQ(read(hll, R"(hll{ "b", "a","b" })"), read(hll, R"(hll{"a","b"})"));
  expect_form(hll, R"(raw(""))", ""s);
  const Type quantile = Type::of(TypeKind::quantile);
  expect_form(quantile, "q{}", "\0"s);
  expect_form(quantile, "q{-0.5,1.0,1.0}", "\1\3\0\0\0\0\0\0\0\xe0\xbf\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\xf0\x3f"s);
  EXPECT_EQ(read(quantile, "q{ 1 , nan,-0.0,1}"), read(quantile, "q{0.0,1.0,1.0,nan}"));
  expect_form(quantile, R"(raw("\x02\xff"))", "\x02\xff"s);
  expect_form(quantile, "null(q{})", "\0"s, true);
}

TEST(TextValue, NullsKeepTheirPayload) {
  expect_form(Type::of(TypeKind::int32), "null", std::int32_t{0}, true);
  expect_form(Type::of(TypeKind::int32), "null(7)", std::int32_t{7}, true);
  expect_form(Type::of(TypeKind::boolean), "null(byte(9))", std::uint8_t{9}, true);
  expect_form(Type::of(TypeKind::float64), "null(-0.0)", -0.0, true);
  expect_form(Type::of(TypeKind::date), "null(days(2932897))", kMaxDateDays + 1, true);
  expect_form(Type::of(TypeKind::string), "null", ""s, true);
  expect_form(Type::of(TypeKind::string), R"(null("\x00"))", "\0"s, true);
  expect_form(Type::of(TypeKind::bitmap), "null", ""s, true);
  expect_form(Type::of(TypeKind::bitmap), "null({})", std::string(8, '\0'), true);
  expect_form(Type::of(TypeKind::bitmap), R"(null(raw("(")))", "("s, true);
}

}  // namespace
}  // namespace lockstep::scenario
