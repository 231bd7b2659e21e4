// The kernel under ColumnSorter: 64-bit words sorted by a field of their bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep {

// Bits [low, high) of a word.
struct BitField {
  unsigned low;
  unsigned high;

  [[nodiscard]] unsigned width() const { return high - low; }
};

// Below this many words a comparison sort is faster, and radix_sort() needs no scratch. Measured.
inline constexpr std::size_t kMinRadixSortWords = 256;

// Sorts `words` by `field`, stably, where the bits below the field ascend already and those above it are equal in all
// words: so afterwards the words ascend as whole numbers. `scratch` is as long as `words`, from kMinRadixSortWords up,
// and left with anything. Least significant digit first while the words fit the cache; above that one most significant
// digit cuts them into pieces that do. O(n × width).
void radix_sort(std::span<std::uint64_t> words, std::span<std::uint64_t> scratch, BitField field);

}  // namespace lockstep
