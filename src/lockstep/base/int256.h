// A 256-bit two's complement integer: the unscaled value of a decimal of more than 38 digits.
//
// Only what columns need: order, wrapping addition, negation, powers of ten, decimal text. Four little-endian limbs, so
// its bytes in memory are its bytes in a column. 8-byte aligned.
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <string>

#include "lockstep/base/int128.h"

namespace lockstep {

struct int256_t {
  std::array<std::uint64_t, 4> limbs{};  // least significant first

  constexpr int256_t() = default;
  // Sign-extends.
  constexpr int256_t(int128_t value)  // NOLINT(google-explicit-constructor): as between the built-in integers
      : limbs{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64),
              value < 0 ? ~std::uint64_t{0} : 0, value < 0 ? ~std::uint64_t{0} : 0} {}
  template <std::integral T>
  constexpr int256_t(T value) : int256_t(int128_t{value}) {}  // NOLINT(google-explicit-constructor)
  // Does not: a number from 0 to 2^128 - 1.
  static constexpr int256_t from_unsigned(uint128_t value) {
    int256_t number;
    number.limbs = {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64), 0, 0};
    return number;
  }

  // The low half, two's complement.
  constexpr explicit operator int128_t() const { return static_cast<int128_t>(uint128_t{limbs[1]} << 64 | limbs[0]); }

  [[nodiscard]] constexpr bool is_negative() const { return limbs[3] >> 63 != 0; }

  friend constexpr bool operator==(const int256_t&, const int256_t&) = default;
  friend constexpr std::strong_ordering operator<=>(const int256_t& a, const int256_t& b) {
    if (a.is_negative() != b.is_negative())
      return a.is_negative() ? std::strong_ordering::less : std::strong_ordering::greater;
    for (std::size_t i = 4; i-- > 0;) {
      if (a.limbs[i] != b.limbs[i]) return a.limbs[i] <=> b.limbs[i];
    }
    return std::strong_ordering::equal;
  }
};

// `sum` += `value` modulo 2^256. True if the exact sum did not fit.
constexpr bool add_overflow(int256_t& sum, const int256_t& value) {
  const bool left = sum.is_negative();
  bool carry = false;
  for (std::size_t i = 0; i < 4; ++i) {
    const uint128_t limb = uint128_t{sum.limbs[i]} + value.limbs[i] + (carry ? 1u : 0u);
    sum.limbs[i] = static_cast<std::uint64_t>(limb);
    carry = limb >> 64 != 0;
  }
  return left == value.is_negative() && sum.is_negative() != left;
}

// Modulo 2^256: the smallest value is its own negative.
constexpr int256_t operator-(int256_t value) {
  for (std::uint64_t& limb : value.limbs) limb = ~limb;
  add_overflow(value, 1);
  return value;
}

// −2^255
inline constexpr int256_t kLowestInt256 = [] {
  int256_t value;
  value.limbs[3] = std::uint64_t{1} << 63;
  return value;
}();

// `value` = `value` × 10 + `digit`, of a value that is not negative. False where it does not fit; then `value` is that
// number modulo 2^256.
constexpr bool append_digit(int256_t& value, unsigned digit) {
  std::uint64_t carry = digit;
  for (std::uint64_t& limb : value.limbs) {
    const uint128_t product = uint128_t{limb} * 10 + carry;
    limb = static_cast<std::uint64_t>(product);
    carry = static_cast<std::uint64_t>(product >> 64);
  }
  return carry == 0 && !value.is_negative();
}

// `value` / 2 as an unsigned number.
constexpr int256_t halved(int256_t value) {
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint64_t above = i < 3 ? value.limbs[i + 1] << 63 : 0;
    value.limbs[i] = value.limbs[i] >> 1 | above;
  }
  return value;
}

// 10^exponent for exponent ≤ 76.
int256_t power_of_ten_256(unsigned exponent);

// Decimal digits, with a '-' if negative.
std::string to_string(const int256_t& value);

}  // namespace lockstep
