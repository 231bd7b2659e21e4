// What an insert is checked for before anything is stored.   (data.md, "Types", "Errors"; memtable.md, "insert")
//
// In this order, the first thing wrong being the one reported:
//   check_arguments   a picked row that is not there: out_of_range; LSNs where there must be none, or too few of
//                     them: invalid_argument
//   check_block       schema_mismatch
//   stored_cell       row by row as picked, in each row column by column: null_in_required_column,
//                     value_out_of_range, value_too_long, malformed_value
//   check_row_limit, check_column_limit     limit_exceeded: rows first, then columns in order
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

#include "lockstep/base/error.h"
#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"
#include "lockstep/data/table.h"
#include "lockstep/reference/value.h"

namespace lockstep::reference {

// No LSNs at all are zero LSNs: enough for a block without rows. Enough means one for every row of the block, picked or
// not.
Status check_arguments(const Schema& schema, const Block& block, const InsertArguments& arguments);

// As many columns as the schema has, all of the same length, each of the schema's type. Nullability may differ.
Status check_block(const Schema& schema, const Block& block);

// `value` as a table stores it: a null with nothing under it, a char without its trailing NUL bytes, a set in its
// canonical bytes, anything else as it is. `row` is for the message.
Result<Cell> stored_cell(const ColumnSchema& column, const TableOptions& options, std::size_t row, Value value,
                         std::pmr::memory_resource* resource);

Status check_row_limit(const TableOptions& options, std::uint64_t rows);
Status check_column_limit(const ColumnSchema& column, const TableOptions& options, std::uint64_t bytes);

}  // namespace lockstep::reference
