#include "lockstep/reference/order.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "test_rows.h"

namespace lockstep::reference {
namespace {

using namespace std::string_literals;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr auto kMaxInt128 = static_cast<int128_t>(~uint128_t{0} >> 1);

template <class T>
Literal lowest() {
  return std::int64_t{std::numeric_limits<T>::min()};
}
template <class T>
Literal highest() {
  return std::int64_t{std::numeric_limits<T>::max()};
}

std::string wide(const int256_t& value) { return bits_of(value); }

// A type's values, ascending; what stands in one bracket is equivalent.
struct Ranking {
  Type type;
  std::vector<std::vector<Literal>> classes;
};

const std::vector<Ranking> kRankings = {
    {Type::of(TypeKind::boolean), {{0}, {1}}},
    {Type::of(TypeKind::int8), {{lowest<std::int8_t>()}, {-1}, {0}, {1}, {highest<std::int8_t>()}}},
    {Type::of(TypeKind::int16), {{lowest<std::int16_t>()}, {-256}, {-1}, {0}, {255}, {highest<std::int16_t>()}}},
    {Type::of(TypeKind::int32), {{lowest<std::int32_t>()}, {-1}, {0}, {65536}, {highest<std::int32_t>()}}},
    {Type::of(TypeKind::int64), {{lowest<std::int64_t>()}, {-1}, {0}, {1}, {highest<std::int64_t>()}}},
    {Type::of(TypeKind::int128),
     {{-kMaxInt128 - 1}, {lowest<std::int64_t>()}, {-1}, {0}, {1}, {highest<std::int64_t>()}, {kMaxInt128}}},
    {Type::decimal(9, 2), {{-999'999'999}, {-1}, {0}, {1}, {999'999'999}}},
    {Type::decimal(18, 0), {{-999'999'999'999'999'999}, {-1}, {0}, {1}, {999'999'999'999'999'999}}},
    {Type::decimal(38, 38), {{1 - power_of_ten(38)}, {-1}, {0}, {1}, {power_of_ten(38) - 1}}},
    {Type::decimal(76, 0),
     {{wide(-power_of_ten_256(75))},
      {wide(int256_t(-power_of_ten(38)))},
      {wide(-1)},
      {wide(0)},
      {wide(int256_t(power_of_ten(38)))},
      {wide(power_of_ten_256(75))}}},
    {Type::of(TypeKind::ipv4),
     {{bits_of(0u)}, {bits_of(1u)}, {bits_of(0x7fffffffu)}, {bits_of(0x80000000u)}, {bits_of(~0u)}}},
    {Type::of(TypeKind::ipv6),
     {{bits_of(uint128_t{0})},
      {bits_of(uint128_t{1})},
      {bits_of(uint128_t{1} << 64)},
      {bits_of(uint128_t{1} << 127)},
      {bits_of(~uint128_t{0})}}},
    {Type::of(TypeKind::date), {{kMinDateDays}, {-1}, {0}, {1}, {kMaxDateDays}}},
    {Type::of(TypeKind::datetime), {{kMinDatetimeMicros}, {-1}, {0}, {1}, {kMaxDatetimeMicros}}},
    {Type::of(TypeKind::float32),
     {{-kInfinity},
      {bits_of(0xff7fffffu)},  // −largest
      {-1.0},
      {bits_of(0x80000001u)},  // −smallest denormal
      {-0.0, 0.0},
      {bits_of(0x00000001u)},
      {1.0},
      {bits_of(0x3f800001u)},  // the next above 1
      {bits_of(0x7f7fffffu)},
      {kInfinity},
      {bits_of(0x7fc00000u), bits_of(0xffc00000u), bits_of(0x7f800001u), bits_of(0xff800001u), bits_of(~0u)}}},
    {Type::of(TypeKind::float64),
     {{-kInfinity},
      {-std::numeric_limits<double>::max()},
      {-1.0},
      {-std::numeric_limits<double>::denorm_min()},
      {-0.0, 0.0},
      {std::numeric_limits<double>::denorm_min()},
      {1.0},
      {1.0 + std::numeric_limits<double>::epsilon()},
      {std::numeric_limits<double>::max()},
      {kInfinity},
      {bits_of(std::uint64_t{0x7ff8000000000000}), bits_of(std::uint64_t{0xfff8000000000000}),
       bits_of(std::uint64_t{0x7ff0000000000001}), bits_of(std::uint64_t{0xfff0000000000001}),
       bits_of(~std::uint64_t{0})}}},
    {Type::character(8), {{""}, {"a"}, {"a\0b"s}, {"ab"}, {"b"}, {"\x7f"}, {"\x80"}, {"\xff"}}},
    {Type::varchar(8), {{""}, {"\0"s}, {"\0\0"s}, {"a"}, {"a\0"s}, {"a\x01"}, {"aa"}, {"b"}, {"\x80"}, {"\xff\xff"}}},
    {Type::of(TypeKind::string),
     {{""}, {"01234567"}, {"012345678"}, {"0123456789abcdef"}, {"0123456789abcdef\0"s}, {"0123456789abcdeg"}}},
};

int sign(std::weak_ordering order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }
int sign_of_difference(std::size_t a, std::size_t b) { return a < b ? -1 : a > b ? 1 : 0; }

TEST(Order, RanksEveryPairOfEveryType) {
  for (const auto& [type, classes] : kRankings) {
    for (std::size_t a = 0; a < classes.size(); ++a) {
      for (std::size_t b = 0; b < classes.size(); ++b) {
        for (const Literal& left : classes[a]) {
          for (const Literal& right : classes[b]) {
            const std::string x = left.bytes(type);
            const std::string y = right.bytes(type);
            const auto order = compare_bytes(type, as_byte_span(x), as_byte_span(y));
            EXPECT_EQ(sign(order), sign_of_difference(a, b)) << type.name() << ", classes " << a << " and " << b;
          }
        }
      }
    }
  }
}

TEST(Order, RanksAllOrderableKinds) {
  for (std::uint8_t i = 0; i < kTypeKindCount; ++i) {
    const auto kind = static_cast<TypeKind>(i);
    const bool ranked = std::ranges::any_of(kRankings, [&](const Ranking& r) { return r.type.kind == kind; });
    EXPECT_EQ(ranked, Type::of(kind).is_orderable()) << int{i};
  }
}

TEST(Order, DescendingReversesValuesAndLeavesNulls) {
  const Type type = Type::of(TypeKind::int32);
  const std::string one = bits_of(1);
  const std::string two = bits_of(2);
  const Value a{false, as_byte_span(one)};
  const Value b{false, as_byte_span(two)};
  // Payloads under nulls that would order the other way round.
  const Value null_over_one{true, as_byte_span(one)};
  const Value null_over_two{true, as_byte_span(two)};
  for (const NullPlacement nulls : {NullPlacement::first, NullPlacement::last}) {
    for (const Direction direction : {Direction::ascending, Direction::descending}) {
      const auto compare = [&](Value x, Value y) { return sign(compare_values(type, x, y, direction, nulls)); };
      const int ascending = direction == Direction::ascending ? -1 : 1;
      const int null_first = nulls == NullPlacement::first ? -1 : 1;
      EXPECT_EQ(compare(a, b), ascending);
      EXPECT_EQ(compare(b, a), -ascending);
      EXPECT_EQ(compare(a, a), 0);
      EXPECT_EQ(compare(null_over_one, null_over_two), 0);
      for (const Value null : {null_over_one, null_over_two}) {
        EXPECT_EQ(compare(null, a), null_first);
        EXPECT_EQ(compare(a, null), -null_first);
      }
    }
  }
}

TEST(Order, TheFirstKeyThatDiffersDecides) {
  const Schema schema{.columns = {{"a", Type::of(TypeKind::int32), true}, {"b", Type::of(TypeKind::int32)}}};
  const Block block = block_of(schema, {{kNull, 1}, {kNull, 2}, {5, 0}});
  const std::vector<SortKey> a_then_b = {{.column = 0}, {.column = 1, .direction = Direction::descending}};
  EXPECT_EQ(sign(compare_rows(block, a_then_b, 0, 1)), 1);   // b descending decides among equal nulls
  EXPECT_EQ(sign(compare_rows(block, a_then_b, 0, 2)), -1);  // a decides, whatever b says
  EXPECT_EQ(sign(compare_rows(block, a_then_b, 2, 2)), 0);
  const std::vector<SortKey> b_then_a = {{.column = 1}, {.column = 0}};
  EXPECT_EQ(sign(compare_rows(block, b_then_a, 0, 2)), 1);
  EXPECT_EQ(sign(compare_rows(block, {}, 0, 2)), 0);
}

}  // namespace
}  // namespace lockstep::reference
