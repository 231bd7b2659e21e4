// SimpleColumnSorter: sorts a permutation of rows column by column.   (data.md, "Order"; design.md, "The fast side")
//
// Sort by the first key, mark the ranges of rows that tie on it, refine inside them with the next key; rows that tie on
// every key come out by row id. Within a range the rows' keys are copied beside their ids (an inline permutation), so a
// comparison is typed and touches no other memory. Fixed-width keys go through key_word.h; strings carry their first 8
// bytes as a big-endian word and look behind it only when those tie. Nulls are partitioned off first.
//
// A template over the row-id type: production uses uint32_t; with uint8_t, 255 rows reach every limit.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

#include "lockstep/sort/key_part.h"
#include "lockstep/sort/row_range.h"

namespace lockstep {

template <std::unsigned_integral RowId>
class SimpleColumnSorter {
 public:
  using Range = RowRange<RowId>;
  static constexpr std::size_t kMaxRows = std::numeric_limits<RowId>::max();
  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  // The columns must outlive the sorter. Scratch comes from `scratch`: at most 32 bytes a row for 16-byte keys,
  // else 16.
  SimpleColumnSorter(std::span<const SortColumn> keys, TieOrder ties, std::pmr::memory_resource* scratch)
      : keys_(keys), tie_order_(ties), equal_(scratch), refined_(scratch), scratch_(scratch) {}

  // Sorts the row ids in `permutation`: distinct rows of the key columns, at most kMaxRows of them, in any order. With
  // a limit only the first `limit` positions are promised. O(n log n) comparisons a key. May throw std::bad_alloc and
  // leaves the ids in some order then.
  void sort(std::span<RowId> permutation, std::size_t limit = kNoLimit);

  // After an unlimited sort: the ranges of two and more rows that tie on every key, ascending and disjoint.
  [[nodiscard]] std::span<const Range> equal_ranges() const { return equal_; }

 private:
  void refine(const SortColumn& key, std::span<RowId> permutation, std::size_t limit);
  // Moves the range's nulls to where the key wants them; returns the range of the values.
  Range partition_nulls(const SortColumn& key, std::span<RowId> permutation, Range range);
  void break_ties(std::span<RowId> permutation) const;

  std::span<const SortColumn> keys_;
  TieOrder tie_order_;
  std::pmr::vector<Range> equal_;    // ranges that tie on every key so far
  std::pmr::vector<Range> refined_;  // the same after the key at work
  std::pmr::memory_resource* scratch_;
};

extern template class SimpleColumnSorter<std::uint8_t>;
extern template class SimpleColumnSorter<std::uint32_t>;

}  // namespace lockstep
