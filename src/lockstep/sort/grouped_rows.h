// Which rows have equal keys: groups, numbered in key order, over sorted rows that are there already and new rows in
// any order.
//
// Folds go through the rows as they lie, in insertion order, and look up each row's group: columns are read from front
// to back, and what a fold holds of the groups is all that is accessed at random.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "lockstep/data/column.h"

namespace lockstep {

// Row ids are those of SplitColumn: kept rows first.
struct GroupedRows {
  explicit GroupedRows(std::pmr::memory_resource* resource) : group_of(resource), first_rows(resource) {}

  std::pmr::vector<std::uint32_t> group_of;    // of each row id
  std::pmr::vector<std::uint32_t> first_rows;  // of each group, the row inserted first: the kept one if there is one

  [[nodiscard]] std::size_t row_count() const { return group_of.size(); }
  [[nodiscard]] std::size_t group_count() const { return first_rows.size(); }
  [[nodiscard]] bool is_first(std::uint32_t row) const { return first_rows[group_of[row]] == row; }
};

// `kept_keys` are sorted, each key once; `fresh_keys` are in any order. Both in key order (ascending, nulls first), at
// most kMaxRows rows together. The new rows are sorted, or, where their keys are short and a sample says that they
// repeat much, hashed, and only the distinct keys sorted. O(kept + fresh log fresh) comparisons. May throw
// std::bad_alloc.
GroupedRows group_rows(std::span<const Column> kept_keys, std::span<const Column> fresh_keys,
                       std::pmr::memory_resource* resource);

}  // namespace lockstep
