#include "test_rows.h"

#include <cstdlib>

#include "lockstep/base/check.h"
#include "lockstep/reference/roaring_format.h"

namespace lockstep::reference {
namespace {

std::string hex_of(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    const auto number = std::to_integer<unsigned>(byte);
    text += {kDigits[number >> 4], kDigits[number & 15]};
  }
  return text;
}

std::string text_of(const Block& block) {
  std::string text;
  for (std::size_t row = 0; row < block.row_count(); ++row) {
    for (const Column& column : block.columns()) {
      const std::string value = hex_of(column.value(row));
      text += column.is_null(row) ? " null(" + value + ")" : " " + (value.empty() ? "\"\"" : value);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::string Literal::bytes(Type type) const {
  switch (kind_) {
    case Kind::null:
      return std::string(type.width(), '\0');
    case Kind::integer:
      return bits_of(integer_).substr(0, type.width());
    case Kind::real:
      return type.physical() == PhysicalType::float32 ? bits_of(static_cast<float>(real_)) : bits_of(real_);
    case Kind::bytes:
      return bytes_;
  }
  std::abort();
}

std::string from_hex(std::string_view hex) {
  std::string digits;
  for (const char c : hex) {
    if (c != ' ') digits += c;
  }
  LOCKSTEP_CHECK(digits.size() % 2 == 0, "two digits a byte");
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

Bitmap bitmap_of(std::initializer_list<Interval> intervals) {
  Bitmap bitmap(std::pmr::new_delete_resource());
  for (const Interval& interval : intervals) bitmap.append(interval);
  return bitmap;
}

std::string set_of(std::initializer_list<Interval> intervals) {
  return std::string(serialize_roaring(bitmap_of(intervals), std::pmr::new_delete_resource()));
}

Cell cell_of(Type type, const Literal& literal) {
  if (literal.is_null()) return {true, {}};
  return {false, std::pmr::string(literal.bytes(type))};
}

Block block_of(const Schema& schema, const std::vector<LiteralRow>& rows) {
  Block block(schema, std::pmr::new_delete_resource());
  for (const LiteralRow& row : rows) {
    LOCKSTEP_CHECK(row.size() == schema.columns.size(), "a literal for every column");
    for (std::size_t i = 0; i < row.size(); ++i) {
      block.column(i).append_text(row[i].bytes(schema.columns[i].type), row[i].is_null());
    }
  }
  return block;
}

::testing::AssertionResult identical(const Block& actual, const Block& expected) {
  if (actual == expected) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "the block\n" << text_of(actual) << "is not\n" << text_of(expected);
}

::testing::AssertionResult is_error(ErrorCode expected, const Status& status) {
  if (status) return ::testing::AssertionFailure() << "no error, not " << error_code_name(expected);
  if (status.error().code == expected) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << error_code_name(status.error().code) << " (" << status.error().message
                                       << "), not " << error_code_name(expected);
}

}  // namespace lockstep::reference
