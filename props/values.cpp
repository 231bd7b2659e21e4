#include "values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "bitmap_values.h"
#include "lockstep/base/bytes.h"
#include "lockstep/base/int256.h"
#include "sketch_values.h"

namespace lockstep::props {
namespace {

template <class T>
std::string bytes_of(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof(T));
}

// Two's complement integers of a width: the bounds and their neighbours, small ones, and any bits.
template <class T>
T random_integer(Random& random) {
  using Unsigned = std::conditional_t<sizeof(T) == 16, uint128_t, std::uint64_t>;
  const auto sign = static_cast<Unsigned>(Unsigned{1} << (8 * sizeof(T) - 1));
  switch (random.below(4)) {
    case 0:
      return static_cast<T>(random.pick({Unsigned{0}, Unsigned{1}, ~Unsigned{0}, sign, sign - 1, sign + 1}));
    case 1:
      return static_cast<T>(static_cast<Unsigned>(random.below(8)) - 4u);
    case 2:  // one bit away from another: what a radix pass or a narrowed compare would miss
      return static_cast<T>(Unsigned{1} << random.below(8 * sizeof(T)));
    default:
      return static_cast<T>(random.bits128());
  }
}

constexpr std::array<std::uint32_t, 16> kFloat32Bits = {
    0x00000000, 0x80000000,              // zeros
    0x3f800000, 0xbf800000,              // one and minus one
    0x7f800000, 0xff800000,              // infinities
    0x7f7fffff, 0xff7fffff,              // the largest finite ones
    0x00000001, 0x80000001, 0x007fffff,  // denormals
    0x7fc00000, 0xffc00000, 0x7fc12345,  // quiet NaNs
    0x7f800001, 0xffbfffff,              // signalling NaNs
};
constexpr std::array<std::uint64_t, 16> kFloat64Bits = {
    0x0000000000000000, 0x8000000000000000,                      // zeros
    0x3ff0000000000000, 0xbff0000000000000,                      // one and minus one
    0x7ff0000000000000, 0xfff0000000000000,                      // infinities
    0x7fefffffffffffff, 0xffefffffffffffff,                      // the largest finite ones
    0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff,  // denormals
    0x7ff8000000000000, 0xfff8000000000000, 0x7ff8000000000123,  // quiet NaNs
    0x7ff0000000000001, 0xfff7ffffffffffff,                      // signalling NaNs
};

std::string random_float(TypeKind kind, Random& random) {
  const bool from_pool = random.chance(70);
  // Fractions whose sums round: the order of additions shows.
  const bool fraction = random.chance(50);
  if (kind == TypeKind::float32) {
    if (from_pool) return bytes_of(random.pick(kFloat32Bits));
    if (fraction) return bytes_of(static_cast<float>(random.below(1000)) / 7.0f);
    return bytes_of(static_cast<std::uint32_t>(random.bits()));
  }
  if (from_pool) return bytes_of(random.pick(kFloat64Bits));
  if (fraction) return bytes_of(static_cast<double>(random.below(1000)) / 7.0);
  return bytes_of(random.bits());
}

int256_t sum(int256_t a, const int256_t& b) {
  add_overflow(a, b);
  return a;
}

int256_t random_unscaled(std::uint8_t precision, Random& random) {
  const int256_t bound = power_of_ten_256(precision);
  int256_t value;
  switch (random.below(3)) {
    case 0:
      value = random.pick<int256_t>({0, 1, sum(bound, -1), halved(bound)});
      break;
    case 1:
      value = random.below(5);
      break;
    default:
      for (std::uint64_t& limb : value.limbs) limb = random.bits();
  }
  while (value.is_negative() || value >= bound) value = halved(value);
  return random.chance(50) ? value : -value;
}

// The low bytes of a number that fits the type.
std::string decimal_bytes(Type type, const int256_t& unscaled) { return bytes_of(unscaled).substr(0, type.width()); }

template <class T>
T random_in_range(T first, T last, Random& random) {
  switch (random.below(3)) {
    case 0:
      return random.pick({first, first + 1, last, last - 1, T{0}, T{-1}});
    case 1:
      return static_cast<T>(random.below(8));
    default:
      return static_cast<T>(first + static_cast<T>(random.below(static_cast<std::uint64_t>(last - first) + 1)));
  }
}

// Strings that share prefixes around the eight bytes a sorter may keep inline, that are prefixes of one another, and
// that hold NUL and bytes above 0x7f.
std::string random_string(std::uint64_t most, Random& random) {
  static constexpr std::array<std::string_view, 3> kStems = {"abcdefgh", std::string_view("\0\0\0\0\0\0\0\0", 8),
                                                             "\xff\xff\xff\xff\xff\xff\xff\xff"};
  static constexpr std::string_view kLetters("ab\0\x7f\x80\xff", 6);
  std::string text;
  if (random.chance(60)) text = random.pick(kStems).substr(0, random.pick<std::size_t>({0, 3, 7, 8, 8}));
  for (std::uint64_t more = random.chance(5) ? random.below(40) : random.below(4); more > 0; --more) {
    text.push_back(kLetters[random.below(kLetters.size())]);
  }
  if (text.size() > most) text.resize(most);
  return text;
}

std::uint64_t longest(Type type, std::uint64_t max_string_bytes) {
  return type.kind == TypeKind::string ? max_string_bytes : type.max_length;
}

}  // namespace

std::string random_value(Type type, std::uint64_t max_string_bytes, Random& random) {
  switch (type.kind) {
    case TypeKind::boolean:
      return bytes_of(static_cast<std::uint8_t>(random.below(2)));
    case TypeKind::int8:
      return bytes_of(random_integer<std::int8_t>(random));
    case TypeKind::int16:
      return bytes_of(random_integer<std::int16_t>(random));
    case TypeKind::int32:
      return bytes_of(random_integer<std::int32_t>(random));
    case TypeKind::int64:
      return bytes_of(random_integer<std::int64_t>(random));
    case TypeKind::int128:
      return bytes_of(random_integer<int128_t>(random));
    case TypeKind::float32:
    case TypeKind::float64:
      return random_float(type.kind, random);
    case TypeKind::decimal:
      return decimal_bytes(type, random_unscaled(type.precision, random));
    case TypeKind::date:
      return bytes_of(random_in_range(kMinDateDays, kMaxDateDays, random));
    case TypeKind::datetime:
      return bytes_of(random_in_range(kMinDatetimeMicros, kMaxDatetimeMicros, random));
    case TypeKind::character: {
      std::string text = random_string(type.max_length, random);
      // NULs behind the end do not count towards the length.
      if (random.chance(20)) text.append(random.between(1, 3), '\0');
      return text;
    }
    case TypeKind::varchar:
    case TypeKind::string:
      return random_string(longest(type, max_string_bytes), random);
    case TypeKind::bitmap:
      return random_bitmap(random);
    case TypeKind::ipv4:
      return bytes_of(random_integer<std::uint32_t>(random));
    case TypeKind::ipv6:
      return bytes_of(random_integer<uint128_t>(random));
    case TypeKind::hll:
      return random_hll(random);
    case TypeKind::quantile:
      return random_quantile(random);
  }
  LOCKSTEP_CHECK(false, "every type has values");
}

std::string invalid_value(Type type, std::uint64_t max_string_bytes, Random& random) {
  switch (type.kind) {
    case TypeKind::boolean:
      return bytes_of(static_cast<std::uint8_t>(random.between(2, 255)));
    case TypeKind::decimal: {
      const int256_t bound = power_of_ten_256(type.precision);
      return decimal_bytes(type, random.chance(50) ? bound : -bound);
    }
    case TypeKind::date:
      return bytes_of(random.pick({kMinDateDays - 1, kMaxDateDays + 1, std::numeric_limits<std::int32_t>::min()}));
    case TypeKind::datetime:
      return bytes_of(
          random.pick({kMinDatetimeMicros - 1, kMaxDatetimeMicros + 1, std::numeric_limits<std::int64_t>::max()}));
    case TypeKind::character:
    case TypeKind::varchar:
    case TypeKind::string:
      if (longest(type, max_string_bytes) > 100) return random_value(type, max_string_bytes, random);
      return std::string(longest(type, max_string_bytes) + random.between(1, 2), 'z');
    case TypeKind::bitmap:
      return damaged_bitmap(random);
    case TypeKind::hll:
      return damaged_hll(random);
    case TypeKind::quantile:
      return damaged_quantile(random);
    default:
      return random_value(type, max_string_bytes, random);
  }
}

std::string random_payload(Type type, Random& random) {
  std::string bytes;
  const std::size_t size = type.is_fixed_width() ? type.width() : random.below(12);
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(random.below(256)));
  return bytes;
}

namespace {

// Values that are apart only in what an order may overlook: zeros and NaNs of other bits, strings that differ behind
// their eighth byte.
std::vector<std::string> twins(Type type, std::uint64_t max_string_bytes, Random& random) {
  std::vector<std::string> values;
  for (std::uint64_t count = random.between(2, 4); count > 0; --count) {
    if (type.kind == TypeKind::float32) {
      values.push_back(
          bytes_of(random.pick<std::uint32_t>({0x00000000u, 0x80000000u, 0x7fc00000u, 0xffc00000u, 0x7f800001u})));
    } else if (type.kind == TypeKind::float64) {
      values.push_back(bytes_of(random.pick<std::uint64_t>(
          {0x0000000000000000u, 0x8000000000000000u, 0x7ff8000000000000u, 0xfff8000000000000u, 0x7ff0000000000001u})));
    } else {
      std::string text = "prefixed" + random_string(4, random);
      text.resize(std::min<std::uint64_t>(text.size(), longest(type, max_string_bytes)));
      values.push_back(std::move(text));
    }
  }
  return values;
}

bool has_twins(Type type) {
  switch (type.kind) {
    case TypeKind::float32:
    case TypeKind::float64:
    case TypeKind::character:
    case TypeKind::varchar:
    case TypeKind::string:
      return true;
    default:
      return false;
  }
}

}  // namespace

ColumnHabit random_habit(Type type, bool nullable, bool spread, std::uint64_t max_string_bytes, Random& random) {
  ColumnHabit habit;
  if (!spread && has_twins(type) && random.chance(35)) {
    habit.alphabet = twins(type, max_string_bytes, random);
  } else if (!spread) {
    for (std::uint64_t letters = random.between(1, 4); letters > 0; --letters) {
      habit.alphabet.push_back(random_value(type, max_string_bytes, random));
    }
  }
  if (nullable) {
    habit.null_percent = random.pick<std::uint64_t>({0, 10, 30, 50, 100});
    habit.nulls_in_runs = random.chance(40);
    habit.payload_percent = random.pick<std::uint64_t>({0, 50, 100});
  }
  return habit;
}

void append_values(Column& column, const ColumnHabit& habit, std::size_t rows, std::uint64_t max_string_bytes,
                   Random& random) {
  const Type type = column.type();
  bool null = false;
  for (std::size_t row = 0; row < rows; ++row) {
    if (row == 0 || !habit.nulls_in_runs || random.chance(25))
      null = column.nullable() && random.chance(habit.null_percent);
    if (null) {
      if (random.chance(habit.payload_percent)) {
        column.append_text(random_payload(type, random), true);
      } else {
        column.append_null();
      }
    } else if (random.chance(habit.invalid_percent)) {
      column.append_text(invalid_value(type, max_string_bytes, random));
    } else if (habit.alphabet.empty()) {
      column.append_text(random_value(type, max_string_bytes, random));
    } else {
      column.append_text(random.pick(habit.alphabet));
    }
  }
}

}  // namespace lockstep::props
