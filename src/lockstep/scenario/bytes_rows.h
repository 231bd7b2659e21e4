// Blocks with their LSNs as bytes.
//
//   rows     the shape, if there is one, then row after row while there is input: a cell for each column
//            (bytes_cell.h), then, for the first rows, as many as there are LSNs, a number: the LSN, zigzag
//   shape    byte of flags, then what they ask for, in this order:
//              bit 1               number, a mask: whose nullability is not the table's, column 0 lowest
//              bits 2 and 3 both   number of columns (at most 32), their types; instead of the table's columns
//              bits 4 and 5 both   number of LSNs (at most that of rows) instead of the usual, which is one a row if
//                                  the table has lsn, else none
//            bit 0 is for the operation
//   numbers  count of row numbers (common 7; 0 if there are no rows), then a byte for each: the row modulo the rows
//            there are, or 255 and 4 bytes behind it
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lockstep/data/schema.h"
#include "lockstep/scenario/bytes_bitmap.h"
#include "lockstep/scenario/bytes_stream.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario {

// A block without rows, and how many LSNs they are to have.
struct RowsShape {
  Block block;
  std::uint64_t lsns = 0;
};

RowsShape usual_shape(const Schema& schema, std::uint64_t rows);
RowsShape decode_rows_shape(ByteSource& source, std::uint8_t flags, const Schema& schema, std::uint64_t rows);
// The flags that `rows` needs, and what they ask for.
std::uint8_t rows_shape_flags(const Schema& schema, const Rows& rows);
void encode_rows_shape(ByteSink& sink, std::uint8_t flags, const Schema& schema, const Rows& rows);

Rows decode_rows(ByteSource& source, RowsShape shape, std::uint64_t rows, SetAllowance& allowance);
void encode_rows(ByteSink& sink, const Block& block, const std::vector<std::int64_t>& lsns, SetAllowance& allowance);

std::vector<std::uint32_t> decode_row_numbers(ByteSource& source, std::uint64_t rows);
void encode_row_numbers(ByteSink& sink, const std::vector<std::uint32_t>& numbers, std::uint64_t rows);

}  // namespace lockstep::scenario
