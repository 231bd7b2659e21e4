// Positions [begin, end) of a permutation.
#pragma once

#include <concepts>
#include <cstddef>

namespace lockstep {

template <std::unsigned_integral RowId>
struct RowRange {
  RowId begin;
  RowId end;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end - begin); }
  friend bool operator==(const RowRange&, const RowRange&) = default;
};

}  // namespace lockstep
