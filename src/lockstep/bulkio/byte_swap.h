// Arrays of 4- and 8-byte values between the machine's order and big-endian order.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "lockstep/base/bytes.h"

namespace lockstep {

// The bits of one array element. Floating point travels as these: a detour through a floating-point register may quiet
// a signalling NaN.
template <class T>
concept SwappedWord = std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>;

// Runs up to this many values are converted where they stand; for longer ones a call to the vector code pays.
inline constexpr std::size_t kInlineSwapValues = 8;

// As copy_byte_swapped below, for more than kInlineSwapValues words, with the widest vectors that the processor has.
template <SwappedWord Word>
void copy_byte_swapped_vector(std::byte* to, const std::byte* from, std::size_t count);
template <>
void copy_byte_swapped_vector<std::uint32_t>(std::byte*, const std::byte*, std::size_t);
template <>
void copy_byte_swapped_vector<std::uint64_t>(std::byte*, const std::byte*, std::size_t);

// Copies `count` words from `from` to `to` and reverses the bytes of each. Neither side need be aligned; they must not
// overlap. Touches exactly count × sizeof(Word) bytes of each. Cannot fail.
template <SwappedWord Word>
inline void copy_byte_swapped(std::byte* to, const std::byte* from, std::size_t count) {
  if (count > kInlineSwapValues) return copy_byte_swapped_vector<Word>(to, from, count);
  for (std::size_t i = 0; i < count; ++i) {
    store_unaligned(to + i * sizeof(Word), std::byteswap(load_unaligned<Word>(from + i * sizeof(Word))));
  }
}

}  // namespace lockstep
