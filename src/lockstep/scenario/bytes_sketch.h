// Hlls and quantiles as bytes: of a cell's tag, low is bits 0 to 2 and high bits 3 to 7.
//
//   low 0 1        one of four tiny sets: high modulo 4
//   low 2 3 7      one of the sets at whose edges forms change: high modulo their number
//   low 4          high modulo 8 values: hll, each a byte that is hashed as a string of one; quantile, each a byte that
//                  names one of the pool of float64 (value_pool.h)
//   low 5          a run: a number modulo 4,096 of values, then a number, the first of them; they ascend by one (hll:
//                  their decimal texts are hashed)
//   low 6          high 31: any bytes, number and bytes. Else broken bytes: an edge set, high modulo their number; then
//                  a number, which byte, and a byte, what to xor it with
//
// All but the any-bytes form draw on the scenario's allowance; when it is used up they read as the empty set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "lockstep/data/type.h"
#include "lockstep/scenario/bytes_bitmap.h"
#include "lockstep/scenario/bytes_stream.h"

namespace lockstep::scenario {

// The value of type hll or quantile (checked) whose tag was read already.
std::string decode_sketch(ByteSource& source, TypeKind kind, std::uint8_t tag, SetAllowance& allowance);
// Writes the tag and what follows it.
void encode_sketch(ByteSink& sink, TypeKind kind, std::span<const std::byte> value, SetAllowance& allowance);

}  // namespace lockstep::scenario
