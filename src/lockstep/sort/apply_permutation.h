// Moves rows to where a permutation wants them, in place.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "lockstep/base/check.h"

namespace lockstep {

// Afterwards array[i] holds what array[permutation[i]] held, for every array given: all that must move with the rows
// (states' owners, LSNs, other row ids) moves in one walk. Each array is as long as the permutation, and its elements
// are moved, never copied.
//
// Follows the cycles of the permutation: one element in flight per array, one bit a row of scratch from `scratch`, and
// each element moves once. Positions are counted in std::size_t whatever the row-id type is, so one cycle may be as
// long as the permutation. Only the scratch allocation can throw, before anything moved. A permutation that is not a
// bijection is a programming error and aborts.
template <std::unsigned_integral RowId, class... Element>
void apply_permutation(std::span<const RowId> permutation, std::pmr::memory_resource* scratch,
                       std::span<Element>... arrays) {
  const std::size_t rows = permutation.size();
  LOCKSTEP_CHECK(((arrays.size() == rows) && ...), "every array has one element a row");
  constexpr std::size_t kBits = std::numeric_limits<std::uint64_t>::digits;
  std::pmr::vector<std::uint64_t> placed((rows + kBits - 1) / kBits, scratch);
  const auto is_placed = [&](std::size_t row) { return (placed[row / kBits] >> (row % kBits) & 1) != 0; };
  const auto place = [&](std::size_t row) { placed[row / kBits] |= std::uint64_t{1} << (row % kBits); };

  for (std::size_t start = 0; start < rows; ++start) {
    if (is_placed(start)) continue;
    place(start);
    if (permutation[start] == start) continue;
    std::tuple<Element...> in_flight(std::move(arrays[start])...);
    std::size_t hole = start;
    for (std::size_t from = permutation[hole]; from != start; from = permutation[hole]) {
      LOCKSTEP_CHECK(from < rows && !is_placed(from), "a permutation names every row once");
      ((arrays[hole] = std::move(arrays[from])), ...);
      place(from);
      hole = from;
    }
    std::apply([&](Element&... element) { ((arrays[hole] = std::move(element)), ...); }, in_flight);
  }
}

}  // namespace lockstep
