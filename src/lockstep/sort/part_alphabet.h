// Strings in fewer bits: which bytes come at each place of a string part, numbered in order.
//
// A part of a string (key_part.h) is 7 bytes and the count of bytes left. Where text uses few of the 256 bytes at each
// place, the places' numbers written as digits, each place with its own base, say the same in fewer bits and in the
// same order: six letters of an alphabet of 64 take 37 bits instead of 56.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "lockstep/sort/key_part.h"

namespace lockstep {

// Words are in ascending form. First see() every word of the part, then number(), then code().
class PartAlphabet {
 public:
  void see(std::uint64_t word) {
    for (std::size_t place = 0; place < kStringPartBytes; ++place) digits_[place][byte_at(word, place)] = 1;
    shortest_ = std::min(shortest_, word & 0xff);
    longest_ = std::max(longest_, word & 0xff);
  }

  // Numbers the bytes that were seen at each place. The last base is for "the string goes on".
  void number() {
    for (std::size_t place = 0; place < kStringPartBytes; ++place) {
      std::uint16_t next = shortest_ > place ? 0 : 1;  // 0 where strings may have ended: before every byte
      for (std::uint16_t& digit : digits_[place]) {
        if (digit != 0) digit = next++;
      }
      bases_[place] = longest_ > place ? next : 1;
    }
    combinations_ = 1;
    for (const std::uint64_t base : bases_) combinations_ *= base;
    combinations_ *= goes_on_base();
  }

  // Bits of a code, after number().
  [[nodiscard]] unsigned bits() const { return static_cast<unsigned>(std::bit_width(combinations_ - 1)); }

  // Equal words have equal codes, and a smaller word a smaller one.
  [[nodiscard]] std::uint64_t code(std::uint64_t word) const {
    const std::uint64_t left = word & 0xff;
    std::uint64_t code = 0;
    for (std::size_t place = 0; place < kStringPartBytes; ++place) {
      code = code * bases_[place] + (left > place ? digits_[place][byte_at(word, place)] : 0);
    }
    return goes_on_base() == 1 ? code : code * 2 + (left == kStringGoesOn ? 1 : 0);
  }
  [[nodiscard]] std::uint64_t greatest_code() const { return combinations_ - 1; }

 private:
  static std::size_t byte_at(std::uint64_t word, std::size_t place) { return word >> (56 - 8 * place) & 0xff; }
  // Strings that end with the seventh byte come before those that go on, if there are both.
  [[nodiscard]] std::uint64_t goes_on_base() const {
    return longest_ == kStringGoesOn && shortest_ < kStringGoesOn ? 2 : 1;
  }

  std::array<std::array<std::uint16_t, 256>, kStringPartBytes> digits_{};
  std::array<std::uint64_t, kStringPartBytes> bases_{};
  std::uint64_t shortest_ = kStringGoesOn;  // bytes left
  std::uint64_t longest_ = 0;
  std::uint64_t combinations_ = 1;
};

}  // namespace lockstep
