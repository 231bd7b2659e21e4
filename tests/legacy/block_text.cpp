#include "block_text.h"

namespace lockstep::legacy {
namespace {

void append_integer(Column& column, std::int64_t value) {
  switch (column.type().physical()) {
    case PhysicalType::uint8:
    case PhysicalType::int8:
      return column.append_value(static_cast<std::int8_t>(value));
    case PhysicalType::int16:
      return column.append_value(static_cast<std::int16_t>(value));
    case PhysicalType::int32:
      return column.append_value(static_cast<std::int32_t>(value));
    case PhysicalType::int64:
      return column.append_value(value);
    case PhysicalType::int128:
      return column.append_value(int128_t{value});
    default:
      LOCKSTEP_CHECK(false, "an integer for an integer column");
  }
}

void append_float(Column& column, double value) {
  if (column.type().physical() == PhysicalType::float32) return column.append_value(static_cast<float>(value));
  column.append_value(value);
}

void append_cell(Column& column, const Cell& cell) {
  if (std::holds_alternative<Null>(cell)) return column.append_null();
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) return append_integer(column, *integer);
  if (const auto* number = std::get_if<double>(&cell)) return append_float(column, *number);
  column.append_text(std::get<std::string>(cell));
}

}  // namespace

Block block_of(const Schema& schema, const std::vector<std::vector<Cell>>& rows, std::pmr::memory_resource* resource) {
  Block block(schema, resource);
  for (const auto& row : rows) {
    LOCKSTEP_CHECK(row.size() == block.column_count(), "a cell a column");
    for (std::size_t i = 0; i < row.size(); ++i) append_cell(block.column(i), row[i]);
  }
  return block;
}

std::string bitmap_bytes(std::initializer_list<std::uint16_t> values) {
  std::string bytes;
  const auto append = [&]<class T>(T number) { bytes.append(reinterpret_cast<const char*>(&number), sizeof(T)); };
  append(std::uint64_t{values.size() > 0});
  if (values.size() == 0) return bytes;
  append(std::uint32_t{0});      // the high word
  append(std::uint32_t{12346});  // no run containers
  append(std::uint32_t{1});      // containers
  append(std::uint16_t{0});      // the container's key
  append(static_cast<std::uint16_t>(values.size() - 1));
  append(std::uint32_t{16});  // where it begins, from the cookie
  for (const std::uint16_t value : values) append(value);
  return bytes;
}

}  // namespace lockstep::legacy
