// One value of a block as bytes: a tag, of which low is bits 0 to 2 and high bits 3 to 7, and what the tag asks for.
//
//   nullable column
//     low 7, high even   null with the canonical payload
//     low 7, high odd    null; its payload follows, as the value of a column that is not nullable
//   bitmap               see bytes_bitmap.h
//   hll quantile         see bytes_sketch.h
//   fixed width
//     low 0 1 2          one of the first four values of the type's pool, so that keys tie: high modulo 4
//     low 3 4 7          one of the pool: high modulo its size
//     low 5              a small number: high - 16 (bool: its lowest bit; floats: half of it)
//     low 6              the value's bytes follow; high 31: just as they are, else brought inside the type's range
//   strings              all but the last cut to the type's maximum length
//     low 0 1 2          one of four tiny strings: high modulo 4
//     low 3 4 7          one of the pool: high
//     low 5              letters, high of them, of an alphabet of four: two bits each, four in a byte, lowest first
//     low 6              number and bytes; high 31: just as they are
#pragma once

#include <cstddef>

#include "lockstep/data/column.h"
#include "lockstep/scenario/bytes_bitmap.h"
#include "lockstep/scenario/bytes_stream.h"

namespace lockstep::scenario {

// Appends one value to the column.
void decode_cell(ByteSource& source, Column& column, SetAllowance& allowance);
void encode_cell(ByteSink& sink, const Column& column, std::size_t row, SetAllowance& allowance);

}  // namespace lockstep::scenario
