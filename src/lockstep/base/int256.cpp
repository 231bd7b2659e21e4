#include "lockstep/base/int256.h"

#include <algorithm>

#include "lockstep/base/check.h"

namespace lockstep {
namespace {

// Divides the magnitude by ten; returns the remainder.
unsigned remove_digit(std::array<std::uint64_t, 4>& limbs) {
  uint128_t remainder = 0;
  for (std::size_t i = 4; i-- > 0;) {
    const uint128_t dividend = remainder << 64 | limbs[i];
    limbs[i] = static_cast<std::uint64_t>(dividend / 10);
    remainder = dividend % 10;
  }
  return static_cast<unsigned>(remainder);
}

}  // namespace

int256_t power_of_ten_256(unsigned exponent) {
  LOCKSTEP_CHECK(exponent <= 76, "10^76 is the largest power of ten in 256 bits");
  int256_t power = 1;
  for (unsigned i = 0; i < exponent; ++i) append_digit(power, 0);
  return power;
}

std::string to_string(const int256_t& value) {
  // The magnitude as an unsigned number: right for the smallest value too.
  std::array<std::uint64_t, 4> magnitude = value.is_negative() ? (-value).limbs : value.limbs;
  std::string digits;
  do {
    digits += static_cast<char>('0' + remove_digit(magnitude));
  } while (std::ranges::any_of(magnitude, [](std::uint64_t limb) { return limb != 0; }));
  if (value.is_negative()) digits += '-';
  std::ranges::reverse(digits);
  return digits;
}

}  // namespace lockstep
