// Rows in key order, in groups of equal keys: new rows sorted alone, then merged with the sorted rows already there.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "lockstep/data/column.h"

namespace lockstep {

// Group g is rows[starts[g]] … rows[starts[g + 1] - 1]: row ids in the sense of SplitColumn, ascending, so in
// row-position order with the kept row first. `starts` has one entry more than there are groups.
struct GroupedRows {
  explicit GroupedRows(std::pmr::memory_resource* resource) : rows(resource), starts(resource) {}

  std::pmr::vector<std::uint32_t> rows;
  std::pmr::vector<std::uint32_t> starts;

  [[nodiscard]] std::size_t group_count() const { return starts.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> group(std::size_t g) const {
    return std::span(rows).subspan(starts[g], starts[g + 1] - starts[g]);
  }
};

// `kept_keys` are sorted, each key once; `fresh_keys` are in any order. Both in key order (ascending, nulls first), at
// most kMaxRows rows together. O(kept + fresh log fresh) comparisons. May throw std::bad_alloc.
GroupedRows group_rows(std::span<const Column> kept_keys, std::span<const Column> fresh_keys,
                       std::pmr::memory_resource* resource);

}  // namespace lockstep
