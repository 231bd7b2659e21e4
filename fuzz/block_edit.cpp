#include "block_edit.h"

#include <iterator>
#include <utility>

namespace lockstep::fuzz {

namespace {

// A copy of the column in which one row is `value`.
Column with_cell(const Column& column, std::size_t row, std::span<const std::byte> value, bool null) {
  Column changed(column.type(), column.nullable(), column.resource());
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (i == row) {
      changed.append(value, null);
    } else {
      changed.append_row(column, i);
    }
  }
  return changed;
}

}  // namespace

Block take_rows(const Block& block, std::span<const std::uint32_t> rows) {
  std::pmr::vector<Column> columns;
  for (const Column& column : block.columns()) {
    Column& taken = columns.emplace_back(column.type(), column.nullable(), column.resource());
    for (const std::uint32_t row : rows) taken.append_row(column, row);
  }
  return Block(std::move(columns));
}

void set_cell(Column& column, std::size_t row, const Column& from, std::size_t from_row) {
  column = with_cell(column, row, from.value(from_row), column.nullable() && from.is_null(from_row));
}

void toggle_null(Column& column, std::size_t row) {
  column = with_cell(column, row, column.value(row), !column.is_null(row));
}

void insert_column(Block& block, std::size_t at, Column column) {
  std::pmr::vector<Column> columns(block.columns().begin(), block.columns().end());
  columns.insert(columns.begin() + static_cast<std::ptrdiff_t>(at), std::move(column));
  block = Block(std::move(columns));
}

void erase_column(Block& block, std::size_t at) {
  std::pmr::vector<Column> columns(block.columns().begin(), block.columns().end());
  columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(at));
  block = Block(std::move(columns));
}

}  // namespace lockstep::fuzz
