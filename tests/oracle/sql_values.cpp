#include "sql_values.h"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <memory_resource>
#include <sstream>
#include <string>

#include "lockstep/base/bytes.h"
#include "lockstep/base/check.h"
#include "lockstep/base/int128.h"

namespace lockstep::oracle {
namespace {

// A char's trailing NUL bytes are no part of its value.
std::string byte_string(const Column& column, std::size_t row) {
  std::string bytes(column.text(row));
  if (column.type().kind == TypeKind::character) bytes.resize(bytes.find_last_not_of('\0') + 1);
  return bytes;
}

std::int64_t narrow(int128_t value) {
  LOCKSTEP_CHECK(value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max(),
                 "SQLite's integers have 64 bits");
  return static_cast<std::int64_t>(value);
}

SqlValue sql_value(const Column& column, std::size_t row, bool as_text) {
  if (column.is_null(row)) return std::monostate{};
  const std::byte* const from = column.value(row).data();
  switch (column.type().physical()) {
    case PhysicalType::uint8:
      return std::int64_t{load_unaligned<std::uint8_t>(from)};
    case PhysicalType::int8:
      return std::int64_t{load_unaligned<std::int8_t>(from)};
    case PhysicalType::int16:
      return std::int64_t{load_unaligned<std::int16_t>(from)};
    case PhysicalType::int32:
      return std::int64_t{load_unaligned<std::int32_t>(from)};
    case PhysicalType::int64:
      return load_unaligned<std::int64_t>(from);
    case PhysicalType::int128:
      return narrow(load_unaligned<int128_t>(from));
    case PhysicalType::float32:
      return double{load_unaligned<float>(from)};
    case PhysicalType::float64:
      return load_unaligned<double>(from);
    case PhysicalType::bytes:
      if (as_text) return Text{byte_string(column, row)};
      return Blob{byte_string(column, row)};
    default:
      break;
  }
  LOCKSTEP_CHECK(false, "the type is one that SQLite can express");
}

template <class Integer>
void append_integer(Column& column, std::int64_t value) {
  LOCKSTEP_CHECK(static_cast<std::int64_t>(static_cast<Integer>(value)) == value, "no sum overflows its column");
  column.append_value(static_cast<Integer>(value));
}

void append_integer_of(PhysicalType physical, Column& column, std::int64_t value) {
  switch (physical) {
    case PhysicalType::uint8:
      return append_integer<std::uint8_t>(column, value);
    case PhysicalType::int8:
      return append_integer<std::int8_t>(column, value);
    case PhysicalType::int16:
      return append_integer<std::int16_t>(column, value);
    case PhysicalType::int32:
      return append_integer<std::int32_t>(column, value);
    case PhysicalType::int64:
      return append_integer<std::int64_t>(column, value);
    case PhysicalType::int128:
      return append_integer<int128_t>(column, value);
    default:
      LOCKSTEP_CHECK(false, "the column holds integers");
  }
}

// SQLite answers with the storage class that it was given; std::get throws if it did not.
void append(Column& column, const SqlValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return column.append_null();
  switch (const PhysicalType physical = column.type().physical()) {
    case PhysicalType::float32:
      return column.append_value(static_cast<float>(std::get<double>(value)));
    case PhysicalType::float64:
      return column.append_value(std::get<double>(value));
    case PhysicalType::bytes:
      if (const auto* const text = std::get_if<Text>(&value)) return column.append_text(text->bytes);
      return column.append_text(std::get<Blob>(value).bytes);
    default:
      return append_integer_of(physical, column, std::get<std::int64_t>(value));
  }
}

}  // namespace

void load_input(Database& database, const Block& block, const std::vector<bool>& as_text,
                std::span<const std::int64_t> lsns) {
  std::string columns = "position INTEGER PRIMARY KEY, lsn";
  std::string places = "(?, ?";
  for (std::size_t i = 0; i < block.column_count(); ++i) {
    columns += ", c" + std::to_string(i);
    places += ", ?";
  }
  places += ")";
  database.run("CREATE TABLE input (" + columns + ")");
  if (block.row_count() == 0) return;

  std::string insert = "INSERT INTO input VALUES ";
  SqlRow values;
  for (std::size_t row = 0; row < block.row_count(); ++row) {
    insert += (row == 0 ? "" : ", ") + places;
    values.emplace_back(static_cast<std::int64_t>(row));
    values.push_back(lsns.empty() ? SqlValue() : SqlValue(lsns[row]));
    for (std::size_t i = 0; i < block.column_count(); ++i) {
      values.push_back(sql_value(block.column(i), row, as_text[i]));
    }
  }
  database.run(insert, values);
}

Block block_of(const Schema& schema, std::span<const SqlRow> rows) {
  Block block(schema, std::pmr::get_default_resource());
  for (const SqlRow& row : rows) {
    for (std::size_t i = 0; i < block.column_count(); ++i) append(block.column(i), row[i]);
  }
  return block;
}

std::string text_of(const Block& block) {
  std::ostringstream text;
  text << std::hex << std::setfill('0');
  for (std::size_t row = 0; row < block.row_count(); ++row) {
    text << "  " << std::dec << row << ":" << std::hex;
    for (const Column& column : block.columns()) {
      text << (column.is_null(row) ? " null/" : " ");
      for (const std::byte byte : column.value(row)) text << std::setw(2) << std::to_integer<unsigned>(byte);
      text << ";";
    }
    text << "\n";
  }
  return text.str();
}

}  // namespace lockstep::oracle
