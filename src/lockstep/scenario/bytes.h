// Scenarios as bytes, what fuzzers mutate.   (scenario.md)
//
// Decoding is total: every byte string is a well-formed scenario (well_formed.h), most of them an interesting one.
// Small numbers, small key alphabets and the edges of every type are the common case; choices that end a table or make
// a call fail are rare bytes. Input that ends early reads as if zeros followed, but lists of rows and operations end
// with it, so time and memory are linear in the input, but for kMaxCompactSetBytes.
//
//   file          first byte, then the body of its kind
//   first byte    0x80 | kind, where kind 0 is memtable v1 and 1 is sort v1. No UTF-8 text starts with a byte from 0x80
//                 to 0xbf. Bits 4 and 5 are kept for a later version and are 0. Any other byte reads as the kind
//                 (byte & 15) modulo 2.
//   number        one byte below 248, itself; or 247 + n and n bytes, little-endian
//   count         one byte: below 240 modulo (common maximum + 1); else a number follows, modulo (maximum + 1)
//
// The parts stand where they are read and written:
//
//   bytes_schema   types, columns, names        bytes_cell     one value
//   bytes_rows     blocks, picks, LSNs          bytes_bitmap   one bitmap
//   bytes_memtable table, operations            bytes_sketch   one hll or quantile
//                                               bytes_sort     order and rows
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario {

// The caps: what is larger has text, but no bytes.
inline constexpr std::uint32_t kMaxKeyColumns = 15;
inline constexpr std::uint32_t kMaxValueColumns = 15;
inline constexpr std::uint32_t kMaxClusterColumns = 15;
inline constexpr std::uint32_t kMaxSortColumns = 16;
inline constexpr std::uint32_t kMaxSortKeys = 15;
inline constexpr std::uint32_t kMaxBlockColumns = 32;  // of a block whose columns are not the table's
inline constexpr std::size_t kMaxNameBytes = 64;
inline constexpr std::size_t kMaxOperations = 4'096;
inline constexpr std::size_t kMaxBlockRows = 65'536;
inline constexpr std::uint32_t kMaxRowNumbers = 65'536;              // in `insert rows …` and in `expect …`
inline constexpr std::size_t kMaxValueBytes = std::size_t{2} << 20;  // of one string or set
// A few bytes can name a large set; those of one scenario come to at most this. Not a cap on scenarios: a set that no
// longer fits is encoded as it is.
inline constexpr std::size_t kMaxCompactSetBytes = std::size_t{64} << 10;

inline constexpr std::byte kFirstByte{0x80};
enum class KindByte : std::uint8_t { memtable = 0, sort = 1 };
inline constexpr std::uint8_t kKindCount = 2;
// Which kind a file's first byte names; every byte names one.
[[nodiscard]] constexpr KindByte kind_of(std::byte first) {
  return static_cast<KindByte>(std::to_integer<unsigned>(first) % 16 % kKindCount);
}

// A whole file. An empty one reads as zeros.
Scenario decode_bytes(std::span<const std::byte> file);
// What follows the first byte.
MemTableScenario decode_memtable(std::span<const std::byte> body);
SortScenario decode_sort(std::span<const std::byte> body);

// The inverse: decode_bytes(*encode_bytes(s)) == s. invalid_argument for what is not well formed, and for what exceeds
// a cap, naming it. Where several byte strings mean a value, the shortest that is found easily is taken.
Result<std::vector<std::byte>> encode_bytes(const Scenario& scenario);

}  // namespace lockstep::scenario
