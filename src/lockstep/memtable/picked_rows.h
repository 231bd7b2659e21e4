// Which rows of a block an insert takes: all of them in order, or those it names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace lockstep {

class PickedRows {
 public:
  PickedRows(std::size_t block_rows, std::optional<std::span<const std::uint32_t>> rows)
      : rows_(rows), count_(rows ? rows->size() : block_rows) {}

  [[nodiscard]] std::size_t count() const { return count_; }
  // All rows in order: columns can be copied whole.
  [[nodiscard]] bool is_whole_block() const { return !rows_; }
  // Calls visit(first, count) for the picks as runs of consecutive source rows, in order.
  template <class Visit>
  void for_each_run(Visit visit) const {
    if (!rows_) {
      if (count_ > 0) visit(std::size_t{0}, count_);
      return;
    }
    for (std::size_t begin = 0; begin < count_;) {
      const std::size_t first = (*rows_)[begin];
      std::size_t end = begin + 1;
      while (end < count_ && (*rows_)[end] == first + (end - begin)) ++end;
      visit(first, end - begin);
      begin = end;
    }
  }
  // The source row of the i-th pick.
  [[nodiscard]] std::size_t operator[](std::size_t i) const { return rows_ ? (*rows_)[i] : i; }

 private:
  std::optional<std::span<const std::uint32_t>> rows_;
  std::size_t count_;
};

}  // namespace lockstep
