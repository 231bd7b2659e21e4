// Blocks made from blocks: rows picked, columns left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "lockstep/data/block.h"

namespace lockstep::props {

// The picked rows in that order, payload under nulls and all.
Column take_rows(const Column& column, std::span<const std::uint32_t> rows);
Block take_rows(const Block& block, std::span<const std::uint32_t> rows);

// Without the index-th column; with one more column in front of it.
Block erase_column(const Block& block, std::size_t index);
Block insert_column(const Block& block, std::size_t index, const Column& column);

// A column of the same shape whose every value is what `change` says: it appends one value to the new column for each
// row of the old.
Column rewrite_rows(const Column& column, const std::function<void(Column& to, std::size_t row)>& change);

}  // namespace lockstep::props
