// Comparing single rows of two blocks by their key columns: what merging a sorted run with another needs.
//
// Always ascending, nulls first: the key order of a MemTable.   (data.md, "Order")
#pragma once

#include <compare>
#include <cstddef>
#include <span>

#include "lockstep/data/column.h"

namespace lockstep {

// The order of value `a_row` of column `a` and `b_row` of `b`, both of one orderable type. Not for nulls. O(bytes)
std::weak_ordering compare_values(const Column& a, std::size_t a_row, const Column& b, std::size_t b_row);

// Nulls equal each other and come before every value.
std::weak_ordering compare_cells(const Column& a, std::size_t a_row, const Column& b, std::size_t b_row);

// Column by column over as many columns as both spans have, equally typed.
std::weak_ordering compare_rows(std::span<const Column> a, std::size_t a_row, std::span<const Column> b,
                                std::size_t b_row);

}  // namespace lockstep
