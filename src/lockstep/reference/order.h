// The order of data.md, "Order": one total preorder per type, and of rows column by column.
//
// Two values that compare equivalent are one key: −0.0 and +0.0, any two NaNs, any two nulls.
#pragma once

#include <compare>
#include <cstddef>
#include <span>

#include "lockstep/data/block.h"
#include "lockstep/data/sort_order.h"
#include "lockstep/data/type.h"
#include "lockstep/reference/value.h"

namespace lockstep::reference {

// Two values of an orderable type (checked), ascending:
//   bool, integers, decimals, date, datetime   by number (decimals of one type: by their unscaled integers)
//   float32, float64                           −inf < finite < +inf < NaN
//   char, varchar, string                      by unsigned bytes, a proper prefix first
std::weak_ordering compare_bytes(Type type, std::span<const std::byte> a, std::span<const std::byte> b);

// Values or nulls. Descending reverses values only: nulls stay where they are placed.
std::weak_ordering compare_values(Type type, Value a, Value b, Direction direction = Direction::ascending,
                                  NullPlacement nulls = NullPlacement::first);

// Rows `a` and `b` of `block`: the first key that tells them apart decides. Ties are the caller's.
std::weak_ordering compare_rows(const Block& block, std::span<const SortKey> keys, std::size_t a, std::size_t b);

}  // namespace lockstep::reference
