// Bitmaps as bytes: of a cell's tag, low is bits 0 to 2 and high bits 3 to 7.
//
//   low 0 1        one of four tiny sets: high modulo 4
//   low 2 3 7      one of the sets at whose edges representations change: high modulo their number
//   low 4          a set as intervals: high modulo 8 of them, each two numbers, how many values lie between it and the
//                  one before, and its length - 1
//   low 5          one container in a valid form that need not be the canonical one: the same numbers, cut off at
//                  65,535; a byte, the container's key; a byte, whose bits 0 and 1 (modulo 3) are the form: array or
//                  bitset; the same under the cookie for runs; runs, of which every long one is two that touch. Its
//                  bits 2 to 7 are a step - 1: of each interval only every step-th value is taken (not for runs)
//   low 6          high 31: any bytes, number and bytes. high 30: broken bytes: a byte, modulo 8 a count of intervals,
//                  these as with low 4, then a number, which byte, and a byte, what to xor it with. Else as low 2
//
// Compact forms (all but the any-bytes one) draw on the scenario's allowance; when it is used up they read as {}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "lockstep/scenario/bytes_stream.h"

namespace lockstep::scenario {

// What compact sets may still come to in one scenario, in bytes.
struct SetAllowance {
  std::uint64_t bytes = kMaxCompactSetBytes;

  [[nodiscard]] bool spend(std::uint64_t cost) {
    if (cost > bytes) return false;
    bytes -= cost;
    return true;
  }
};

// The bitmap whose tag was read already.
std::string decode_bitmap(ByteSource& source, std::uint8_t tag, SetAllowance& allowance);
// Writes the tag and what follows it.
void encode_bitmap(ByteSink& sink, std::span<const std::byte> value, SetAllowance& allowance);

}  // namespace lockstep::scenario
