// The serialized form of an `hll`, a HyperLogLog of 2^14 registers.   (memtable.md, "hll_union")
//
// A sketch is one of two things: the exact set of its values' 64-bit hashes while there are at most kHllMaxHashes of
// them, or kHllRegisters registers. What a hash does to the registers: index = its low kHllIndexBits bits; of the bits
// above, seen as a number of 64 − kHllIndexBits bits, rank = 1 + the count of trailing zeros (kHllMaxRank if the number
// is zero); the register becomes max(register, rank).
//
// The union of two exact sets is exact if it has at most kHllMaxHashes hashes, those in both counting once; every other
// union is the registers' maximum, a set's hashes entered into the registers. Hashes only ever join, so the result
// depends on neither order nor grouping.
//
// The first byte says what follows, all numbers little-endian:
//
//   0  empty      nothing
//   1  exact      uint8 count, 1 … 160; count uint64 hashes, strictly ascending
//   2  sparse     uint32 count, 1 … 16,384; count entries of uint16 index, strictly ascending, and uint8 rank, 1 … 51
//   3  dense      16,384 uint8 ranks, 0 … 51, not all of them 0
//
// Nothing may follow. Both forms of registers are valid input; the canonical one is sparse where that is strictly
// smaller.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep {

inline constexpr unsigned kHllIndexBits = 14;
inline constexpr std::size_t kHllRegisters = std::size_t{1} << kHllIndexBits;
inline constexpr std::uint8_t kHllMaxRank = 64 - kHllIndexBits + 1;
inline constexpr std::size_t kHllMaxHashes = 160;

enum class HllForm : std::uint8_t { empty = 0, exact = 1, sparse = 2, dense = 3 };
inline constexpr std::size_t kHllSparseEntryBytes = 3;

}  // namespace lockstep
