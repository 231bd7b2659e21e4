// Sets of uint64 as bytes: the portable 64-bit Roaring format.   (data.md, "Bitmaps"; the public RoaringFormatSpec)
//
// All numbers are little-endian.
//
//   set          uint64 number of high words, then for each, strictly ascending:
//                  uint32 the high 32 bits of its values, then a bitmap of the low 32 bits
//   bitmap       starts with a cookie, which says whether there may be run containers; n is the number of containers:
//                  uint32 12346, uint32 n                                          no run containers
//                  uint16 12347, uint16 n − 1, ⌈n / 8⌉ bytes of run flags          bit i (lowest first) set: i is a run
//                n × (uint16 the high half of the low 32 bits, strictly ascending; uint16 cardinality − 1)
//                n × uint32 where the container starts, in bytes from the cookie   not with 12347 and n < 4
//                n containers, back to back
//   container    by its run flag and cardinality; values are the low 16 bits, strictly ascending
//     run          uint16 number of runs, then for each uint16 first value, uint16 length − 1
//     array        cardinality × uint16                                            at most 4,096 values
//     bitset       8,192 bytes: value v is bit v mod 8 of byte v / 8               more than 4,096 values
//
// Valid input: everything above holds, n is 1 … 65,536, no container is empty, the cardinality said before is the
// cardinality found, offsets point exactly where the containers are, and nothing follows the end. What the public
// format leaves open is valid: runs that touch (only overlapping or unsorted runs are forbidden), any of the three
// kinds where its size is allowed, cookie 12347 without a run container, anything in the spare bits of the run flags.
// A high word without a container is malformed: containers are what makes it a high word.
//
// Canonical output: a container is a run container where that is strictly smaller (2 + 4 × runs bytes, runs maximal,
// against 2 × cardinality for an array or 8,192 for a bitset), else an array up to 4,096 values, else a bitset; cookie
// 12347 exactly where a container is a run; spare flag bits zero. The empty set is eight zero bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>

#include "lockstep/base/error.h"
#include "lockstep/reference/bitmap.h"

namespace lockstep::reference {

inline constexpr std::uint32_t kCookieNoRuns = 12'346;
inline constexpr std::uint32_t kCookieRuns = 12'347;
inline constexpr std::uint32_t kMaxContainers = 65'536;
inline constexpr std::uint32_t kMinContainersForOffsets = 4;  // with kCookieRuns
inline constexpr std::uint32_t kMaxArrayCardinality = 4'096;
inline constexpr std::uint32_t kContainerValues = 65'536;
inline constexpr std::size_t kBitsetBytes = 8'192;

// malformed_value for bytes that are not a valid set. Memory is O(bytes × 64), whatever the bytes claim.
Result<Bitmap> parse_roaring(std::span<const std::byte> bytes, std::pmr::memory_resource* resource);

// The canonical bytes. O(containers + intervals).
std::pmr::string serialize_roaring(const Bitmap& bitmap, std::pmr::memory_resource* resource);

}  // namespace lockstep::reference
