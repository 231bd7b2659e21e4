// Changes to blocks that the mutator makes. Columns only grow and shrink at their end, so each edit builds them anew:
// linear in the block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/data/block.h"

namespace lockstep::fuzz {

// The rows picked, in that order.
Block take_rows(const Block& block, std::span<const std::uint32_t> rows);

// Puts row `from_row` of `from` at row `row` of `column`; same type. A null becomes a value where `column` has no
// nulls.
void set_cell(Column& column, std::size_t row, const Column& from, std::size_t from_row);
// Null becomes not null and the other way round; the payload stays. The column must be nullable.
void toggle_null(Column& column, std::size_t row);

void insert_column(Block& block, std::size_t at, Column column);
void erase_column(Block& block, std::size_t at);

}  // namespace lockstep::fuzz
