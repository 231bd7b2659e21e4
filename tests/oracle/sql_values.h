// Blocks as tables of SQLite and back.
//
//   bool, integers, decimal, date, datetime   INTEGER, so values of 64 bits only
//   float32, float64                          REAL, so no NaN; −0.0 keeps its sign
//   char, varchar, string                     TEXT with BINARY collation, or BLOB: unsigned bytes either way
//
// The table `input` has a row for each of the block's, in columns without a type, which keep what they are given:
//   position   0, 1, …
//   lsn        the row's LSN, or NULL
//   c0, c1, …  the block's columns
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "database.h"
#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"

namespace lockstep::oracle {

// Row by row: `as_text` says which of the columns are bound as TEXT. `lsns` is empty or one a row.
void load_input(Database& database, const Block& block, const std::vector<bool>& as_text,
                std::span<const std::int64_t> lsns);

// The block of these rows, a value for each column of the schema in each; nulls in their canonical form.
Block block_of(const Schema& schema, std::span<const SqlRow> rows);

// Row by row, for messages.
std::string text_of(const Block& block);

}  // namespace lockstep::oracle
