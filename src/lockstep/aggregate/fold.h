// Folding groups of equal keys, one column at a time, where the result needs no state of its own.   (memtable.md, the
// aggregation table)
//
// Each fold goes through the rows in insertion order and through a column from front to back: values of one group meet
// in the order in which they were inserted, floats' sums included, however the groups were found.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "lockstep/data/schema.h"
#include "lockstep/sort/grouped_rows.h"
#include "lockstep/sort/split_column.h"

namespace lockstep {

// The row of each group whose cell is the group's result under min, max, replace or replace_if_not_null.
// picks has one entry a group. O(rows)
void pick_rows(Aggregation aggregation, const SplitColumn& column, const GroupedRows& groups,
               std::span<std::uint32_t> picks);

// The row of each group that wins by sequence: the largest, of equals the latest; NULL is the smallest. O(rows)
void pick_by_sequence(const SplitColumn& sequence, const GroupedRows& groups, std::span<std::uint32_t> picks);

// The sums of a summable column, one row a group, from `resource`. `overflows` grows by the adds that wrapped or left
// the decimal's precision. Integers wrap; a float sum of two or more values that is NaN is the canonical quiet NaN.
// O(rows); may throw std::bad_alloc.
Column fold_sums(const SplitColumn& column, const GroupedRows& groups, std::uint64_t& overflows,
                 std::pmr::memory_resource* resource);

// Each group's largest value of one a row. O(rows)
void fold_largest(std::span<const std::int64_t> values, const GroupedRows& groups, std::span<std::int64_t> largest);

}  // namespace lockstep
