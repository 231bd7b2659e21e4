// The order of a block's rows, as row-wise engines ask for it: one virtual call per key column and comparison.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "lockstep/data/block.h"
#include "lockstep/data/sort_order.h"

namespace lockstep::legacy {

// The order of two rows by one key column.
class ColumnOrder {
 public:
  virtual ~ColumnOrder() = default;
  // < 0, 0, > 0 as row `left` comes before, ties with or comes after row `right`; direction and nulls included.
  [[nodiscard]] virtual int compare_at(std::uint32_t left, std::uint32_t right) const = 0;
};

// The order by `key`'s column of `block`, which must outlive it. All memory from `resource`.
std::shared_ptr<const ColumnOrder> make_column_order(const Block& block, const SortKey& key,
                                                     std::pmr::memory_resource* resource);

// The order of two rows by all key columns. Borrows `block`.
class RowOrder {
 public:
  // Every key must be a column of `block`, and orderable (checked).
  RowOrder(const Block& block, const SortOrder& order, std::pmr::memory_resource* resource);

  // By the keys alone; 0 is a full tie.
  [[nodiscard]] int compare(std::uint32_t left, std::uint32_t right) const {
    for (const auto& column : columns_) {
      const int result = column->compare_at(left, right);
      if (result != 0) return result;
    }
    return 0;
  }
  // By the keys, then by row position: a strict total order.
  [[nodiscard]] bool before(std::uint32_t left, std::uint32_t right) const {
    const int result = compare(left, right);
    if (result != 0) return result < 0;
    return ties_ == TieOrder::ascending ? left < right : left > right;
  }

 private:
  std::pmr::vector<std::shared_ptr<const ColumnOrder>> columns_;
  TieOrder ties_;
};

}  // namespace lockstep::legacy
