#include "lockstep/sort/simple_column_sorter.h"

#include <algorithm>
#include <boost/sort/pdqsort/pdqsort.hpp>
#include <functional>

#include "lockstep/sort/inline_key.h"
#include "lockstep/sort/physical_dispatch.h"

namespace lockstep {
namespace {

// Calls visit(keys) with the typed keys of a sort column.
template <class RowId, class Visit>
void visit_keys(const SortColumn& key, Visit visit) {
  const bool descending = key.direction == Direction::descending;
  const PhysicalType physical = key.column->type().physical();
  if (physical == PhysicalType::bytes) {
    descending ? visit(StringKeys<RowId, true>(*key.column)) : visit(StringKeys<RowId, false>(*key.column));
  } else {
    visit_fixed_width(physical, [&]<class T>() { visit(FixedWidthKeys<T, RowId>(*key.column, descending)); });
  }
}

// Sorts the rows at `range` by one key and appends the ranges that tie to `equal`. `entries` has room for the range.
template <class RowId, class Keys>
void sort_range(const Keys& keys, std::span<RowId> permutation, RowRange<RowId> range,
                std::span<typename Keys::Entry> entries, std::pmr::vector<RowRange<RowId>>& equal) {
  const auto rows = permutation.subspan(range.begin, range.size());
  const auto sorted = entries.first(rows.size());
  std::ranges::transform(rows, sorted.begin(), [&](RowId row) { return keys.entry(row); });
  if constexpr (Keys::kBranchless) {
    boost::sort::pdqsort_branchless(sorted.begin(), sorted.end(), std::cref(keys));
  } else {
    boost::sort::pdqsort(sorted.begin(), sorted.end(), std::cref(keys));
  }
  // Before anything that can throw, so that no row is lost.
  std::ranges::transform(sorted, rows.begin(), &Keys::Entry::row);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i + 1 < sorted.size() && keys.equal(sorted[i], sorted[i + 1])) continue;
    if (i > begin) equal.push_back({static_cast<RowId>(range.begin + begin), static_cast<RowId>(range.begin + i + 1)});
    begin = i + 1;
  }
}

}  // namespace

template <std::unsigned_integral RowId>
void SimpleColumnSorter<RowId>::sort(std::span<RowId> permutation, std::size_t limit) {
  LOCKSTEP_CHECK(permutation.size() <= kMaxRows, "positions fit the row-id type");
  equal_.clear();
  if (permutation.size() > 1) equal_.push_back({0, static_cast<RowId>(permutation.size())});
  for (const SortColumn& key : keys_) {
    if (equal_.empty()) return;
    refine(key, permutation, limit);
  }
  break_ties(permutation);
}

template <std::unsigned_integral RowId>
void SimpleColumnSorter<RowId>::refine(const SortColumn& key, std::span<RowId> permutation, std::size_t limit) {
  std::size_t longest = 0;
  for (const Range& range : equal_) longest = std::max(longest, range.size());
  refined_.clear();
  visit_keys<RowId>(key, [&](const auto& keys) {
    using Entry = typename std::remove_cvref_t<decltype(keys)>::Entry;
    std::pmr::vector<Entry> entries(longest, scratch_);
    for (const Range& range : equal_) {
      if (range.begin >= limit) break;
      const Range values = partition_nulls(key, permutation, range);
      const Range nulls = values.begin == range.begin ? Range{values.end, range.end} : Range{range.begin, values.begin};
      // Ranges stay in order: the next key and the caller count on it.
      if (nulls.begin < values.begin && nulls.size() > 1) refined_.push_back(nulls);
      if (values.size() > 1) sort_range(keys, permutation, values, std::span(entries), refined_);
      if (nulls.begin >= values.end && nulls.size() > 1) refined_.push_back(nulls);
    }
  });
  equal_.swap(refined_);
}

template <std::unsigned_integral RowId>
auto SimpleColumnSorter<RowId>::partition_nulls(const SortColumn& key, std::span<RowId> permutation, Range range)
    -> Range {
  if (!key.column->nullable()) return range;
  const bool nulls_first = key.nulls == NullPlacement::first;
  const auto nulls = key.column->nulls();
  const auto rows = permutation.subspan(range.begin, range.size());
  const auto boundary =
      std::partition(rows.begin(), rows.end(), [&](RowId row) { return (nulls[row] != 0) == nulls_first; });
  const auto middle = static_cast<RowId>(range.begin + static_cast<std::size_t>(boundary - rows.begin()));
  return nulls_first ? Range{middle, range.end} : Range{range.begin, middle};
}

template <std::unsigned_integral RowId>
void SimpleColumnSorter<RowId>::break_ties(std::span<RowId> permutation) const {
  for (const Range& range : equal_) {
    const auto rows = permutation.subspan(range.begin, range.size());
    if (tie_order_ == TieOrder::ascending) {
      boost::sort::pdqsort_branchless(rows.begin(), rows.end(), std::less<>());
    } else {
      boost::sort::pdqsort_branchless(rows.begin(), rows.end(), std::greater<>());
    }
  }
}

template class SimpleColumnSorter<std::uint8_t>;
template class SimpleColumnSorter<std::uint32_t>;

}  // namespace lockstep
