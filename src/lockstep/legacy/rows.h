// Rows as objects: a shared pointer to each, moved about by the sort.
//
// This is what the ColumnSorter does away with. A row costs an allocation, its control block and the pointer in the
// list; every comparison follows two of these pointers before it reaches a key.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "lockstep/legacy/aggregate_state.h"
#include "lockstep/legacy/row_order.h"

namespace lockstep::legacy {

struct Row {
  explicit Row(std::uint32_t row) : position(row), value_position(row) {}

  std::uint32_t position;        // in the table's block: where the key is, and the tie-break
  std::uint32_t value_position;  // in the table's block: where the values are, as long as there are no states
  AggregateStates states;        // agg model: made when a second row of the key is folded in
};

class Rows {
 public:
  using Pointer = std::shared_ptr<Row>;

  // Pointers and rows come from `resource`.
  explicit Rows(std::pmr::memory_resource* resource) : rows_(resource) {}

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] std::span<const Pointer> pointers() const { return rows_; }
  [[nodiscard]] Row& operator[](std::size_t index) const { return *rows_[index]; }

  // Makes rows with the positions size() … size() + count. After a bad_alloc the list is as it was.
  void append(std::size_t count);
  void truncate(std::size_t count) { rows_.resize(count); }
  // One sort of all rows. O(n log n) calls of a std::function.
  void sort(const RowOrder& order);
  // Keeps the first of every run of rows that tie in `order`, having called fold(first, other) for each of the others
  // in their order. The rows must be sorted. If a call throws, the list is good for nothing but to be destroyed.
  template <class Fold>
  void fold_ties(const RowOrder& order, Fold fold) {
    std::size_t kept = 0;
    for (std::size_t first = 0, next = 0; first < rows_.size(); first = next) {
      for (next = first + 1; next < rows_.size(); ++next) {
        if (order.compare(rows_[first]->position, rows_[next]->position) != 0) break;
        fold(*rows_[first], *rows_[next]);
      }
      if (kept != first) rows_[kept] = std::move(rows_[first]);
      ++kept;
    }
    rows_.resize(kept);
  }

 private:
  std::pmr::vector<Pointer> rows_;
};

}  // namespace lockstep::legacy
