// Seeing early that a range of rows ties: most ranges that the packed words leave do, wholly.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstring>
#include <span>

#include "lockstep/sort/key_part.h"

namespace lockstep {

// Whether no row is null and all hold the same bytes, for which they tie in any order. False says nothing: zeros and
// NaNs tie with other bytes. Stops at the first row that differs. `rows` is not empty. O(bytes)
template <std::unsigned_integral RowId>
bool hold_same_value(const Column& column, std::span<const RowId> rows) {
  const auto same = [&](auto value_at) {
    const auto first = value_at(rows.front());
    for (const RowId row : rows.subspan(1)) {
      if (!(value_at(row) == first)) return false;
    }
    return true;
  };
  if (column.nullable() && std::ranges::any_of(rows, [&](RowId row) { return column.nulls()[row] != 0; })) return false;
  switch (column.type().width()) {
    case sizeof(std::uint64_t):
      return same([values = column.bytes().data()](std::size_t row) {
        return load_unaligned<std::uint64_t>(values + row * sizeof(std::uint64_t));
      });
    case sizeof(uint128_t):
      return same([values = column.bytes().data()](std::size_t row) {
        return load_unaligned<uint128_t>(values + row * sizeof(uint128_t));
      });
    default:
      return same([&](std::size_t row) { return column.text(row); });
  }
}

}  // namespace lockstep
