#include "block_edit.h"

#include <memory_resource>
#include <utility>

namespace lockstep::props {

Column take_rows(const Column& column, std::span<const std::uint32_t> rows) {
  Column taken(column.type(), column.nullable(), std::pmr::get_default_resource());
  for (const std::uint32_t row : rows) taken.append_row(column, row);
  return taken;
}

Block take_rows(const Block& block, std::span<const std::uint32_t> rows) {
  std::pmr::vector<Column> columns;
  for (const Column& column : block.columns()) columns.push_back(take_rows(column, rows));
  return Block(std::move(columns));
}

Block erase_column(const Block& block, std::size_t index) {
  std::pmr::vector<Column> columns;
  for (std::size_t i = 0; i < block.column_count(); ++i) {
    if (i != index) columns.push_back(block.column(i));
  }
  return Block(std::move(columns));
}

Block insert_column(const Block& block, std::size_t index, const Column& column) {
  std::pmr::vector<Column> columns(block.columns().begin(), block.columns().end());
  columns.insert(columns.begin() + static_cast<std::ptrdiff_t>(index), column);
  return Block(std::move(columns));
}

Column rewrite_rows(const Column& column, const std::function<void(Column& to, std::size_t row)>& change) {
  Column changed(column.type(), column.nullable(), std::pmr::get_default_resource());
  for (std::size_t row = 0; row < column.size(); ++row) change(changed, row);
  return changed;
}

}  // namespace lockstep::props
