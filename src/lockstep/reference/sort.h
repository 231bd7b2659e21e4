// Sorting, as data.md's "Order" and "Ties" say it: the definition that every other sort is held against.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <numeric>
#include <optional>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/data/block.h"
#include "lockstep/data/column.h"
#include "lockstep/data/sort_order.h"

namespace lockstep::reference {

// The positions 0 … count − 1 in the order of `compare(a, b)`, a three-way comparison of two positions; what it finds
// equivalent is ordered by position. So the order is total and there is one right answer. O(n log n) comparisons.
template <class Compare>
std::pmr::vector<std::uint32_t> sorted_positions(std::size_t count, Compare compare, TieOrder ties,
                                                 std::pmr::memory_resource* resource) {
  LOCKSTEP_CHECK(count <= kMaxRows, "row positions are 32-bit");
  std::pmr::vector<std::uint32_t> positions(count, resource);
  std::iota(positions.begin(), positions.end(), std::uint32_t{0});
  std::sort(positions.begin(), positions.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto order = compare(a, b);
    if (order != 0) return order < 0;
    return ties == TieOrder::ascending ? a < b : b < a;
  });
  return positions;
}

// See SortRows in data/sort_order.h for the contract. Without keys all rows tie. The limit cuts the sorted row ids.
std::pmr::vector<std::uint32_t> sort_rows(const Block& block, const SortOrder& order,
                                          std::optional<std::uint64_t> limit, std::pmr::memory_resource* resource);

}  // namespace lockstep::reference
