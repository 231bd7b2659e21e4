#include "lockstep/scenario/value_pool.h"

#include <bit>
#include <cstring>
#include <limits>
#include <span>

#include "lockstep/base/bytes.h"
#include "lockstep/base/check.h"
#include "lockstep/base/int256.h"

namespace lockstep::scenario {
namespace {

using namespace std::string_view_literals;

template <class T>
FixedValue as_value(T value) {
  static_assert(sizeof(T) <= sizeof(FixedValue));
  FixedValue bytes{};
  store_unaligned(bytes.data(), value);
  return bytes;
}

// The low `width` bytes of a number.
FixedValue as_value(const int256_t& number, std::size_t width) {
  FixedValue bytes{};
  std::memcpy(bytes.data(), number.limbs.data(), width);
  return bytes;
}

int128_t lowest(std::size_t width) { return -(int128_t{1} << (width * 8 - 2)) * 2; }

constexpr std::size_t kIntegerPool = 24;

// 0, 1, -1 and the type's ends, then the edges of every narrower width; those that the type cannot hold wrap.
int128_t integer_at(std::size_t width, std::size_t index) {
  const int128_t first = lowest(width);
  const int128_t last = -(first + 1);
  switch (index) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return -1;
    case 3:
      return 2;
    case 4:
      return first;
    case 5:
      return last;
    case 6:
      return first + 1;
    case 7:
      return last - 1;
    default:
      break;
  }
  // 2^7, 2^8, 2^15, 2^16, 2^31, 2^32, 2^63, 2^64, one of them and one less.
  constexpr std::array<unsigned, 8> kBits = {7, 8, 15, 16, 31, 32, 63, 64};
  const std::size_t edge = index - 8;
  return (int128_t{1} << kBits[edge / 2]) - static_cast<int>(edge % 2);
}
static_assert(kIntegerPool == 8 + 2 * 8);

constexpr std::size_t kDecimalPool = 12;

int256_t sum(int256_t a, const int256_t& b) {
  add_overflow(a, b);
  return a;
}

int256_t decimal_at(Type type, std::size_t index) {
  const int256_t beyond = power_of_ten_256(type.precision);
  const int256_t tenth = power_of_ten_256(type.precision - 1u);
  int256_t half;
  for (int i = 0; i < 5; ++i) half = sum(half, tenth);
  const int256_t one = type.scale < type.precision ? power_of_ten_256(type.scale) : int256_t(0);
  const std::array<int256_t, kDecimalPool> values = {
      0, 1, -1, 2, sum(beyond, -1), sum(1, -beyond), sum(beyond, -2), one, -one, tenth, sum(1, -tenth), half};
  return values[index];
}

constexpr std::int32_t kLeapDay2024 = 19'782;
constexpr std::int32_t kLeapDay2000 = 11'016;
constexpr std::array<std::int32_t, 10> kDays = {0,
                                                1,
                                                -1,
                                                kLeapDay2024,
                                                kMinDateDays,
                                                kMaxDateDays,
                                                kMinDateDays + 1,
                                                kMaxDateDays - 1,
                                                kLeapDay2000,
                                                kLeapDay2024 + 1};
constexpr std::array<std::int64_t, 10> kMicros = {0,
                                                  1,
                                                  -1,
                                                  kLeapDay2024* kMicrosPerDay + 1,
                                                  kMinDatetimeMicros,
                                                  kMaxDatetimeMicros,
                                                  kMinDatetimeMicros + 1,
                                                  kMaxDatetimeMicros - 1,
                                                  -kMicrosPerDay,
                                                  kMicrosPerDay - 1};

// Both zeros, NaNs quiet and signalling with signs and payloads, infinities, both ends of the denormals and normals,
// neighbours of 1, a sum that is inexact.
constexpr std::array<std::uint32_t, 20> kFloat32Bits = {0x00000000, 0x80000000, 0x7fc00000, 0x3f800000, 0xbf800000,
                                                        0x7f800000, 0xff800000, 0xffc00000, 0x7fc00123, 0x7f800001,
                                                        0xffffffff, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
                                                        0x7f7fffff, 0xff7fffff, 0x3f800001, 0x3dcccccd, 0x4b800000};
constexpr std::array<std::uint64_t, 20> kFloat64Bits = {
    0x0000000000000000, 0x8000000000000000, 0x7ff8000000000000, 0x3ff0000000000000, 0xbff0000000000000,
    0x7ff0000000000000, 0xfff0000000000000, 0xfff8000000000000, 0x7ff8000000000123, 0x7ff0000000000001,
    0xffffffffffffffff, 0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
    0x7fefffffffffffff, 0xffefffffffffffff, 0x3ff0000000000001, 0x3fb999999999999a, 0x4340000000000000};

// Halved, towards zero, until it lies within the precision.
FixedValue decimal_in_range(Type type, const FixedValue& bits) {
  int256_t value = load_unaligned<int256_t>(bits.data());
  const std::size_t used = type.width();
  const bool negative = (std::to_integer<unsigned>(bits[used - 1]) & 0x80) != 0;
  // Sign-extended from the type's width, then the magnitude.
  if (negative) std::memset(reinterpret_cast<char*>(value.limbs.data()) + used, 0xff, sizeof(value) - used);
  if (negative) value = -value;
  const int256_t bound = power_of_ten_256(type.precision);
  while (value >= bound || value.is_negative()) value = halved(value);
  return as_value(negative ? -value : value, used);
}

// `number` modulo the size of first … last, counted from first.
std::int64_t wrap_into(std::int64_t first, std::int64_t last, std::uint64_t number) {
  return first + static_cast<std::int64_t>(number % static_cast<std::uint64_t>(last - first + 1));
}

}  // namespace

FixedValue pool_value(Type type, std::size_t index) {
  switch (type.kind) {
    case TypeKind::boolean:
      return as_value(static_cast<std::uint8_t>(index % 2));
    case TypeKind::float32:
      return as_value(kFloat32Bits[index % kFloat32Bits.size()]);
    case TypeKind::float64:
      return as_value(kFloat64Bits[index % kFloat64Bits.size()]);
    case TypeKind::decimal:
      return as_value(decimal_at(type, index % kDecimalPool), type.width());
    case TypeKind::date:
      return as_value(kDays[index % kDays.size()]);
    case TypeKind::datetime:
      return as_value(kMicros[index % kMicros.size()]);
    default:
      LOCKSTEP_CHECK(type.is_fixed_width(), "variable-width types have no fixed values");
      return as_value(integer_at(type.width(), index % kIntegerPool), type.width());
  }
}

FixedValue small_value(Type type, int number) {
  switch (type.kind) {
    case TypeKind::float32:
      return as_value(static_cast<float>(number) / 2);
    case TypeKind::float64:
      return as_value(static_cast<double>(number) / 2);
    case TypeKind::date:
    case TypeKind::datetime:
      return as_value(int256_t(number), type.width());
    default:
      return value_in_range(type, as_value(int256_t(number), type.width()));
  }
}

FixedValue value_in_range(Type type, FixedValue bits) {
  switch (type.kind) {
    case TypeKind::boolean:
      return as_value(static_cast<std::uint8_t>(std::to_integer<unsigned>(bits[0]) % 2));
    case TypeKind::decimal:
      return decimal_in_range(type, bits);
    case TypeKind::date:
      return as_value(
          static_cast<std::int32_t>(wrap_into(kMinDateDays, kMaxDateDays, load_unaligned<std::uint32_t>(bits.data()))));
    case TypeKind::datetime:
      return as_value(wrap_into(kMinDatetimeMicros, kMaxDatetimeMicros, load_unaligned<std::uint64_t>(bits.data())));
    default:
      return bits;
  }
}

const std::array<std::string_view, kStringPool>& string_pool() {
  static constexpr std::array<std::string_view, kStringPool> kStrings = {
      ""sv,
      "a"sv,
      "b"sv,
      "ab"sv,
      "a\0b"sv,
      "a\0"sv,
      "\0"sv,
      "\x80"sv,
      "\xff"sv,
      "\xff\xfe"sv,
      "\x7f"sv,
      "\xc3\xa9"sv,
      "\0\0\0\0\0\0\0\0"sv,
      "\xff\xff\xff\xff\xff\xff\xff\xff"sv,
      "012"sv,
      "0123"sv,
      "01234"sv,
      "0123\0"sv,
      "0123456"sv,
      "01234567"sv,
      "012345678"sv,
      "01234567\0"sv,
      "01234567\xff"sv,
      "0123456789a"sv,
      "0123456789ab"sv,
      "0123456789abc"sv,
      "0123456789ab\0"sv,
      "0123456789abcde"sv,
      "0123456789abcdef"sv,
      "0123456789abcdefg"sv,
      "0123456789abcdef\0"sv,
      "0123456789abcdeF"sv,
  };
  return kStrings;
}

}  // namespace lockstep::scenario
