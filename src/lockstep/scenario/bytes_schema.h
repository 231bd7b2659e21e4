// Types and columns as bytes.
//
//   type      byte: kind in bits 0 to 3, nullable in bit 4, bits 5 to 7 free; then
//             decimal: byte (precision - 1) modulo 38, byte scale modulo (precision + 1)
//             char, varchar: number, length - 1
//   column    type, with bits 5 to 7 all set if the name stands behind it: number of bytes, the bytes. If they are not,
//             or that name is empty or taken, the name is a letter and the column's index: k0 k1 v2.
//             A value column of the agg model then has a byte: which of the aggregations that its type accepts.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "lockstep/data/schema.h"
#include "lockstep/scenario/bytes_stream.h"

namespace lockstep::scenario {

// The columns of one schema, read or written in order.
class ColumnDecoder {
 public:
  explicit ColumnDecoder(ByteSource& source) : source_(source) {}
  // `letter` starts the usual name; `orderable` turns a bitmap into a string; `folded` asks for an aggregation.
  ColumnSchema next(char letter, bool orderable, bool folded);

 private:
  ByteSource& source_;
  std::set<std::string, std::less<>> names_;
};

void encode_column(ByteSink& sink, const ColumnSchema& column, char letter, std::size_t index, bool folded);

struct ColumnShape {
  Type type;
  bool nullable = false;
};
// A type byte with its parameters, for blocks whose columns are not the table's.
ColumnShape decode_shape(ByteSource& source);
void encode_shape(ByteSink& sink, const ColumnShape& shape);

// The first column at or behind `index`, counted in a circle through [begin, end), that `accepts` takes; nullopt if
// none.
template <class Accepts>
std::optional<std::uint32_t> next_accepted(std::uint32_t index, std::uint32_t begin, std::uint32_t end,
                                           Accepts accepts) {
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::uint32_t column = begin + (index + i - begin) % (end - begin);
    if (accepts(column)) return column;
  }
  return std::nullopt;
}

}  // namespace lockstep::scenario
