#include "lockstep/reference/check.h"

#include <string>
#include <string_view>

#include "lockstep/reference/set_values.h"

namespace lockstep::reference {
namespace {

std::string place(const ColumnSchema& column, std::size_t row) {
  return "column \"" + column.name + "\", row " + std::to_string(row) + ": ";
}

// Is the fixed-width value in the range that data.md gives for its type? Floats always are.
bool is_in_range(Type type, std::span<const std::byte> bytes) {
  const auto integer = [&] { return load_integer(type.physical(), bytes); };
  switch (type.kind) {
    case TypeKind::boolean:
      return integer() <= 1;
    case TypeKind::decimal:
      return -power_of_ten_256(type.precision) < integer() && integer() < power_of_ten_256(type.precision);
    case TypeKind::date:
      return kMinDateDays <= integer() && integer() <= kMaxDateDays;
    case TypeKind::datetime:
      return kMinDatetimeMicros <= integer() && integer() <= kMaxDatetimeMicros;
    default:
      return true;
  }
}

std::string_view without_trailing_nuls(std::string_view text) {
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  return text;
}

// The most bytes that a byte string of this type may have.
std::uint64_t max_length(Type type, const TableOptions& options) {
  return type.kind == TypeKind::string ? options.max_string_bytes : type.max_length;
}

}  // namespace

Status check_arguments(const Schema& schema, const Block& block, const InsertArguments& arguments) {
  if (arguments.rows) {
    for (const std::uint32_t row : *arguments.rows) {
      if (row >= block.row_count()) {
        return fail(ErrorCode::out_of_range,
                    "row " + std::to_string(row) + " of a block of " + std::to_string(block.row_count()) + " rows");
      }
    }
  }
  if (!schema.lsn) {
    if (arguments.lsns) return fail(ErrorCode::invalid_argument, "LSNs for a table without them");
    return {};
  }
  const std::size_t lsn_count = arguments.lsns ? arguments.lsns->size() : 0;
  if (lsn_count < block.row_count()) {
    return fail(ErrorCode::invalid_argument,
                std::to_string(lsn_count) + " LSNs for " + std::to_string(block.row_count()) + " rows");
  }
  return {};
}

Status check_block(const Schema& schema, const Block& block) {
  if (block.column_count() != schema.columns.size()) {
    return fail(ErrorCode::schema_mismatch,
                std::to_string(block.column_count()) + " columns, not " + std::to_string(schema.columns.size()));
  }
  if (!block.is_rectangular()) return fail(ErrorCode::schema_mismatch, "columns of different lengths");
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    const ColumnSchema& column = schema.columns[i];
    if (block.column(i).type() != column.type) {
      return fail(ErrorCode::schema_mismatch,
                  "column \"" + column.name + "\" is " + column.type.name() + ", not " + block.column(i).type().name());
    }
  }
  return {};
}

Result<Cell> stored_cell(const ColumnSchema& column, const TableOptions& options, std::size_t row, Value value,
                         std::pmr::memory_resource* resource) {
  if (value.null) {
    if (!column.nullable) {
      return fail(ErrorCode::null_in_required_column, place(column, row) + "null in a column that is not nullable");
    }
    return Cell(true, std::pmr::string(resource));
  }
  if (column.type.is_set()) {
    auto canonical = canonical_set(column.type.kind, value.bytes, resource);
    if (!canonical) return fail(canonical.error().code, place(column, row) + canonical.error().message);
    return Cell(false, std::move(*canonical));
  }
  std::string_view bytes = as_text(value.bytes);
  if (column.type.is_fixed_width()) {
    if (!is_in_range(column.type, value.bytes)) {
      return fail(ErrorCode::value_out_of_range, place(column, row) + "outside the range of " + column.type.name());
    }
  } else {
    if (column.type.kind == TypeKind::character) bytes = without_trailing_nuls(bytes);
    const std::uint64_t limit = max_length(column.type, options);
    if (bytes.size() > limit) {
      return fail(ErrorCode::value_too_long,
                  place(column, row) + std::to_string(bytes.size()) + " bytes, more than " + std::to_string(limit));
    }
  }
  return Cell(false, std::pmr::string(bytes, resource));
}

Status check_row_limit(const TableOptions& options, std::uint64_t rows) {
  if (rows <= options.max_rows) return {};
  return fail(ErrorCode::limit_exceeded,
              std::to_string(rows) + " rows, more than max_rows = " + std::to_string(options.max_rows));
}

Status check_column_limit(const ColumnSchema& column, const TableOptions& options, std::uint64_t bytes) {
  if (bytes <= options.max_column_bytes) return {};
  return fail(ErrorCode::limit_exceeded,
              "column \"" + column.name + "\": " + std::to_string(bytes) +
                  " bytes, more than max_column_bytes = " + std::to_string(options.max_column_bytes));
}

}  // namespace lockstep::reference
