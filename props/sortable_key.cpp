#include "sortable_key.h"

#include <algorithm>
#include <numeric>

#include "lockstep/base/bytes.h"

namespace lockstep::props {
namespace {

// A little-endian number's bytes, most significant first, with the sign bit turned over if it has one.
std::string big_endian(std::span<const std::byte> bytes, bool is_signed) {
  std::string text(as_text(bytes));
  std::ranges::reverse(text);
  if (is_signed) text.front() = static_cast<char>(static_cast<unsigned char>(text.front()) ^ 0x80u);
  return text;
}

// IEEE 754 bits as a number that orders like the float: negatives turned over, NaNs all one above +inf.
template <class Bits>
std::string float_key(Bits bits, Bits infinity) {
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  if ((bits & ~kSign) > infinity) bits = infinity + 1;
  if (bits == kSign) bits = 0;
  bits = (bits & kSign) != 0 ? ~bits : bits | kSign;
  return big_endian(std::as_bytes(std::span(&bits, 1)), false);
}

std::string value_key(Type type, std::span<const std::byte> bytes) {
  switch (type.physical()) {
    case PhysicalType::uint8:
    case PhysicalType::uint32:
    case PhysicalType::uint128:
      return big_endian(bytes, false);
    case PhysicalType::float32:
      return float_key<std::uint32_t>(load_unaligned<std::uint32_t>(bytes.data()), 0x7f800000u);
    case PhysicalType::float64:
      return float_key<std::uint64_t>(load_unaligned<std::uint64_t>(bytes.data()), 0x7ff0000000000000u);
    case PhysicalType::bytes: {
      std::string text(as_text(bytes));
      if (type.kind == TypeKind::character) text.erase(text.find_last_not_of('\0') + 1);
      return text;
    }
    default:
      return big_endian(bytes, true);
  }
}

}  // namespace

std::string sortable(const Column& column, std::size_t row) {
  if (column.is_null(row)) return std::string(1, '\0');
  return '\1' + value_key(column.type(), column.value(row));
}

std::vector<SortableKey> sortable_keys(const Block& block, std::uint32_t key_count) {
  std::vector<std::uint32_t> columns(key_count);
  std::iota(columns.begin(), columns.end(), 0u);
  return sortable_keys(block, columns);
}

std::vector<SortableKey> sortable_keys(const Block& block, std::span<const std::uint32_t> columns) {
  std::vector<SortableKey> keys(block.row_count());
  for (const std::uint32_t column : columns) {
    for (std::size_t row = 0; row < keys.size(); ++row) keys[row].push_back(sortable(block.column(column), row));
  }
  return keys;
}

}  // namespace lockstep::props
