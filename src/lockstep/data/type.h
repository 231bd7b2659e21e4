// The column types, their widths and their valid ranges.
//
// A type is a small value: a kind and up to two parameters. Its name is what scenarios write: "int32", "decimal(20,2)",
// "varchar(8)". Whether a stored value is inside its type's range is for each subject to check on its own; the numbers
// that bound it are here, once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/base/error.h"
#include "lockstep/base/int128.h"

namespace lockstep {

enum class TypeKind : std::uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  int128,
  float32,
  float64,
  decimal,
  date,
  datetime,
  character,
  varchar,
  string,
  bitmap,
  ipv4,
  ipv6,
  hll,
  quantile,
};
inline constexpr std::uint8_t kTypeKindCount = 19;

// How a value lies in memory. Variable-width values are offsets plus bytes.
enum class PhysicalType : std::uint8_t {
  uint8,
  int8,
  int16,
  int32,
  int64,
  int128,
  int256,
  uint32,
  uint128,
  float32,
  float64,
  bytes,
};

inline constexpr std::uint8_t kMaxDecimalPrecision = 76;
inline constexpr std::uint8_t kMaxDecimalPrecisionInt32 = 9;
inline constexpr std::uint8_t kMaxDecimalPrecisionInt64 = 18;
inline constexpr std::uint8_t kMaxDecimalPrecisionInt128 = 38;

// Days from 1970-01-01 to 0000-01-01 and to 9999-12-31, proleptic Gregorian, both inclusive.
inline constexpr std::int32_t kMinDateDays = -719'528;
inline constexpr std::int32_t kMaxDateDays = 2'932'896;
// Microseconds from 1970-01-01T00:00:00 to the first and the last instant of those days.
inline constexpr std::int64_t kMicrosPerDay = 86'400'000'000;
inline constexpr std::int64_t kMinDatetimeMicros = std::int64_t{kMinDateDays} * kMicrosPerDay;
inline constexpr std::int64_t kMaxDatetimeMicros = (std::int64_t{kMaxDateDays} + 1) * kMicrosPerDay - 1;

struct Type {
  TypeKind kind = TypeKind::int32;
  std::uint8_t precision = 0;    // decimal only: digits, 1 … 76
  std::uint8_t scale = 0;        // decimal only: digits behind the point, 0 … precision
  std::uint32_t max_length = 0;  // character and varchar only: bytes, at least 1

  static constexpr Type of(TypeKind kind) { return Type{kind, 0, 0, 0}; }
  static constexpr Type decimal(std::uint8_t precision, std::uint8_t scale) {
    return Type{TypeKind::decimal, precision, scale, 0};
  }
  static constexpr Type character(std::uint32_t max_length) { return Type{TypeKind::character, 0, 0, max_length}; }
  static constexpr Type varchar(std::uint32_t max_length) { return Type{TypeKind::varchar, 0, 0, max_length}; }

  friend constexpr bool operator==(const Type&, const Type&) = default;

  [[nodiscard]] PhysicalType physical() const;
  // Bytes of one value; 0 for variable-width types.
  [[nodiscard]] std::size_t width() const;
  [[nodiscard]] bool is_fixed_width() const { return width() != 0; }
  // Has a place in the order of data.md: may be a key, a sequence, a cluster column, the argument of min and max.
  [[nodiscard]] bool is_orderable() const { return !is_set(); }
  // Values are serialized sets with a canonical form and a union.
  [[nodiscard]] bool is_set() const {
    return kind == TypeKind::bitmap || kind == TypeKind::hll || kind == TypeKind::quantile;
  }
  // integers (not bool), floats and decimals
  [[nodiscard]] bool is_summable() const;
  // Parameters inside their bounds?
  [[nodiscard]] bool is_valid() const;
  // As scenarios write it.
  [[nodiscard]] std::string name() const;
};

// The inverse of name(). parse_error, with what was expected, otherwise.
Result<Type> parse_type(std::string_view name);

// 10^exponent for exponent ≤ 38: the values of decimal(p,s) are those with |unscaled| < 10^p. Beyond:
// power_of_ten_256().
int128_t power_of_ten(unsigned exponent);

}  // namespace lockstep
