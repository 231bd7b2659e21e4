// The serialized form of a `quantile`: a multiset of float64, or a sketch of one.   (memtable.md, "quantile_union")
//
// Values are those of the order of data.md: every NaN is the quiet NaN 7ff8000000000000, −0.0 is +0.0; input may hold
// others and is brought to these. Up to kQuantileMaxExact values the multiset is kept as it is. Beyond, it is
// kQuantilePoints values at even ranks and the count: of `count` values sorted ascending, point i is the value at rank
// ⌊(2i + 1) × count / (2 × kQuantilePoints)⌋, ranks from 0.
//
// In a union a value weighs kQuantilePoints, and each point of a sketch of n values weighs n. The union of everything
// is taken first, and made a sketch once, when the result is written: so it depends on neither order nor grouping. If
// the values (a sketch of n counting as n) are at most kQuantileMaxExact, the result is exact. Else it is a sketch
// whose count is the sum of the counts, at most 2^64 − 1; with W the sum of all weights, point i is the first value,
// ascending, at which the running sum of weights, its own included, exceeds ⌊(2i + 1) × W / (2 × kQuantilePoints)⌋. For
// exact inputs that is the definition above.
//
// Error: the value that a sketch of n exact values gives for a quantile lies at most n / 4,096 + 1 ranks from it; a
// sketch of sketches adds the errors of its inputs, each in proportion to its count.
//
// The first byte says what follows, all numbers little-endian:
//
//   0  empty      nothing
//   1  exact      uint16 count, 1 … 2,048; count float64, ascending, repeats allowed
//   2  sketch     uint64 count, at least 2,049; 2,048 float64, ascending, repeats allowed
//
// Nothing may follow.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep {

inline constexpr std::size_t kQuantileMaxExact = 2048;
inline constexpr std::size_t kQuantilePoints = 2048;

enum class QuantileForm : std::uint8_t { empty = 0, exact = 1, sketch = 2 };

}  // namespace lockstep
