// The order-preserving unsigned form of a fixed-width value: a ≤ b in the order of data.md exactly if word(a) ≤
// word(b).
//
// Signed integers get their sign flipped. Floats become the integer of their bits with the sign handled, after every
// NaN became one NaN and −0.0 became +0.0: values that are equal in the order have equal words. Values of 1 and 2 bytes
// widen to 4, so three widths serve every type.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>

#include "lockstep/base/int128.h"
#include "lockstep/base/int256.h"

namespace lockstep {

// 256 bits as an unsigned number, most significant limb first, so that the default comparison is the numeric one.
struct KeyWord256 {
  std::array<std::uint64_t, 4> limbs;

  friend constexpr auto operator<=>(const KeyWord256&, const KeyWord256&) = default;
};

// The word type of a physical C++ type.
template <class T>
struct KeyWordOf {
  using type = std::uint32_t;  // 1, 2 and 4 bytes
};
template <class T>
  requires(sizeof(T) == 8)
struct KeyWordOf<T> {
  using type = std::uint64_t;
};
template <class T>
  requires(sizeof(T) == 16)
struct KeyWordOf<T> {
  using type = uint128_t;
};
template <>
struct KeyWordOf<int256_t> {
  using type = KeyWord256;
};
template <class T>
using KeyWord = typename KeyWordOf<T>::type;

// The word with every bit turned round: reverses the order.
template <class Word>
[[nodiscard]] constexpr Word reversed(Word word) {
  return static_cast<Word>(~word);
}
[[nodiscard]] constexpr KeyWord256 reversed(KeyWord256 word) {
  for (std::uint64_t& limb : word.limbs) limb = ~limb;
  return word;
}

template <class T>
concept UnsignedKey = std::same_as<T, std::uint8_t> || std::same_as<T, std::uint32_t> || std::same_as<T, uint128_t>;

[[nodiscard]] constexpr KeyWord256 key_word(const int256_t& value) {
  const auto& limbs = value.limbs;
  return {{limbs[3] ^ std::uint64_t{1} << 63, limbs[2], limbs[1], limbs[0]}};
}

template <class T>
[[nodiscard]] constexpr KeyWord<T> key_word(T value) {
  using Word = KeyWord<T>;
  constexpr Word kSign = Word{1} << (sizeof(Word) * 8 - 1);
  if constexpr (std::floating_point<T>) {
    if (value != value) return static_cast<Word>(~Word{0});  // above +inf, which has mantissa bits clear
    if (value == 0) return kSign;                            // both zeros
    const Word bits = std::bit_cast<Word>(value);
    return (bits & kSign) != 0 ? static_cast<Word>(~bits) : bits | kSign;
  } else if constexpr (UnsignedKey<T>) {
    return value;
  } else {
    return static_cast<Word>(value) ^ kSign;  // the conversion sign-extends
  }
}

}  // namespace lockstep
