#include <algorithm>
#include <string>
#include <utility>

#include "lockstep/scenario/compare.h"
#include "lockstep/scenario/text.h"

namespace lockstep::scenario {

namespace {

std::string shape_text(const Column& column) { return column.type().name() + (column.nullable() ? " null" : ""); }

// The raw bytes of a cell: for cells that differ but read the same.
std::string cell_bytes(const Column& column, std::size_t row) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "bytes ";
  for (const std::byte byte : column.value(row)) {
    text += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    text += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  if (column.nullable()) text += " null byte " + std::to_string(column.nulls()[row]);
  return text;
}

std::string row_text(const Block& block, std::size_t row) {
  std::string text;
  for (const Column& column : block.columns()) {
    if (!text.empty()) text += ' ';
    text += print_value(column, row);
  }
  return text;
}

// A column whose buffers cannot be walked: what is wrong with it.
std::optional<std::string> broken_shape(const Column& column, std::size_t rows) {
  if (column.size() != rows) return "columns of different lengths";
  if (column.nullable() && column.nulls().size() != rows) return "a null map of another length";
  if (column.is_fixed_width()) {
    if (column.bytes().size() != rows * column.type().width()) return "data of another length than rows × width";
    return std::nullopt;
  }
  const std::span<const std::uint32_t> offsets = column.offsets();
  if (offsets.size() != rows + 1 || offsets.front() != 0) return "offsets that do not start at 0 or are not rows + 1";
  if (!std::ranges::is_sorted(offsets)) return "descending offsets";
  if (offsets.back() != column.bytes().size()) return "offsets that do not end where the bytes do";
  return std::nullopt;
}

std::optional<Difference> compare_shapes(const Block& expected, const Block& actual) {
  if (expected.column_count() != actual.column_count()) {
    return Difference{0,
                      {},
                      {},
                      std::to_string(expected.column_count()),
                      std::to_string(actual.column_count()),
                      "another number of columns"};
  }
  for (std::size_t c = 0; c < expected.column_count(); ++c) {
    const Column& wanted = expected.column(c);
    const Column& came = actual.column(c);
    if (wanted.type() != came.type() || wanted.nullable() != came.nullable()) {
      return Difference{0, {}, c, shape_text(wanted), shape_text(came), "another column type"};
    }
    if (auto fault = broken_shape(came, actual.row_count())) {
      return Difference{0, {}, c, "a well-formed column", *fault, "a column that is no column"};
    }
  }
  return std::nullopt;
}

std::optional<Difference> compare_cell(const Column& expected, const Column& actual, std::size_t row) {
  const bool same_null = !expected.nullable() || expected.nulls()[row] == actual.nulls()[row];
  if (same_null && std::ranges::equal(expected.value(row), actual.value(row))) return std::nullopt;
  Difference difference{0, row, {}, print_value(expected, row), print_value(actual, row), "another value"};
  if (difference.expected == difference.actual) {
    difference.expected += " (" + cell_bytes(expected, row) + ")";
    difference.actual += " (" + cell_bytes(actual, row) + ")";
    difference.description = "the same value in other bytes";
  }
  return difference;
}

std::optional<Difference> compare_row(const Block& expected, std::span<const std::int64_t> expected_lsns,
                                      const Block& actual, std::span<const std::int64_t> actual_lsns, std::size_t row) {
  for (std::size_t c = 0; c < expected.column_count(); ++c) {
    auto difference = compare_cell(expected.column(c), actual.column(c), row);
    if (!difference) continue;
    difference->column = c;
    return difference;
  }
  const auto lsn = [row](std::span<const std::int64_t> lsns) {
    return row < lsns.size() ? std::optional(lsns[row]) : std::nullopt;
  };
  if (lsn(expected_lsns) != lsn(actual_lsns)) {
    const auto text = [](std::optional<std::int64_t> number) { return number ? std::to_string(*number) : "no LSN"; };
    return Difference{0, row, {}, text(lsn(expected_lsns)), text(lsn(actual_lsns)), "another LSN"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Difference> compare_blocks(const Block& expected, std::span<const std::int64_t> expected_lsns,
                                         const Block& actual, std::span<const std::int64_t> actual_lsns) {
  if (expected == actual && std::ranges::equal(expected_lsns, actual_lsns)) return std::nullopt;
  if (auto difference = compare_shapes(expected, actual)) return difference;

  const std::size_t both = std::min(expected.row_count(), actual.row_count());
  const std::string counts = ": " + std::to_string(actual.row_count()) + " rows came where " +
                             std::to_string(expected.row_count()) + " were expected";
  for (std::size_t row = 0; row < both; ++row) {
    auto difference = compare_row(expected, expected_lsns, actual, actual_lsns, row);
    if (!difference) continue;
    if (expected.row_count() != actual.row_count()) difference->description += counts;
    return difference;
  }
  if (expected.row_count() == actual.row_count()) {
    return Difference{
        0, {}, {}, std::to_string(expected_lsns.size()), std::to_string(actual_lsns.size()), "another number of LSNs"};
  }
  const auto text = [&](const Block& block) { return both < block.row_count() ? row_text(block, both) : "no row"; };
  return Difference{0, both, {}, text(expected), text(actual), "another number of rows" + counts};
}

}  // namespace lockstep::scenario
