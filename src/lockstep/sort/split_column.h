// One column in two pieces: the sorted rows that a table keeps, and the rows that came since.
//
// Row ids count through both: id < kept.size() is a kept row, the others are fresh rows. Each piece has its own 32-bit
// offsets, so either may hold up to kMaxColumnBytes.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "lockstep/data/block.h"
#include "lockstep/data/column.h"
#include "lockstep/sort/row_order.h"

namespace lockstep {

// A view: both columns must outlive it and have the same type and nullability.
class SplitColumn {
 public:
  SplitColumn(const Column& kept, const Column& fresh) : kept_(&kept), fresh_(&fresh), boundary_(kept.size()) {}

  struct Place {
    const Column* column;
    std::size_t row;
  };
  [[nodiscard]] Place place(std::uint32_t id) const {
    return id < boundary_ ? Place{kept_, id} : Place{fresh_, id - boundary_};
  }
  [[nodiscard]] const Column& kept() const { return *kept_; }
  [[nodiscard]] const Column& fresh() const { return *fresh_; }
  [[nodiscard]] std::size_t boundary() const { return boundary_; }
  [[nodiscard]] std::size_t size() const { return boundary_ + fresh_->size(); }
  [[nodiscard]] Type type() const { return fresh_->type(); }
  [[nodiscard]] bool nullable() const { return fresh_->nullable(); }

  [[nodiscard]] bool is_null(std::uint32_t id) const {
    const Place at = place(id);
    return at.column->is_null(at.row);
  }
  [[nodiscard]] std::span<const std::byte> value(std::uint32_t id) const {
    const Place at = place(id);
    return at.column->value(at.row);
  }
  // T is the type's physical C++ type.
  template <class T>
  [[nodiscard]] T fixed(std::uint32_t id) const {
    return id < boundary_ ? kept_->values<T>()[id] : fresh_->values<T>()[id - boundary_];
  }
  [[nodiscard]] std::weak_ordering compare_cells(std::uint32_t a, std::uint32_t b) const {
    const Place left = place(a);
    const Place right = place(b);
    return lockstep::compare_cells(*left.column, left.row, *right.column, right.row);
  }

 private:
  const Column* kept_;
  const Column* fresh_;
  std::size_t boundary_;
};

}  // namespace lockstep
