#include "lockstep/legacy/column_check.h"

#include <string>

#include "lockstep/aggregate/set_types.h"
#include "lockstep/legacy/physical_value.h"

namespace lockstep::legacy {
namespace {

using Bytes = std::span<const std::byte>;

// Of an integer type, decimals' and dates' included.
int256_t read_integer(const Column& column, std::size_t row) {
  return visit_physical(column.type().physical(), [&]<class T>() -> int256_t {
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, std::string_view> || std::is_same_v<T, uint128_t>) {
      LOCKSTEP_CHECK(false, "only integers have bounds");
    } else {
      return read_value<T>(column, row);
    }
  });
}

// 1 − 10^p.
int256_t largest_decimal_negated(Type type) {
  int256_t value = -power_of_ten_256(type.precision);
  add_overflow(value, 1);
  return value;
}

}  // namespace

ColumnCheck::ColumnCheck(const ColumnSchema& column, const TableOptions& options) : column_(column) {
  const auto bound = [&](const int256_t& lowest, const int256_t& highest) {
    bounded_ = true;
    lowest_ = lowest;
    highest_ = highest;
  };
  switch (column.type.kind) {
    case TypeKind::boolean:
      bound(0, 1);
      return;
    case TypeKind::decimal:
      bound(largest_decimal_negated(column.type), -largest_decimal_negated(column.type));
      return;
    case TypeKind::date:
      bound(kMinDateDays, kMaxDateDays);
      return;
    case TypeKind::datetime:
      bound(kMinDatetimeMicros, kMaxDatetimeMicros);
      return;
    case TypeKind::character:
    case TypeKind::varchar:
      max_bytes_ = column.type.max_length;
      return;
    case TypeKind::string:
      max_bytes_ = options.max_string_bytes;
      return;
    default:
      return;  // every bit pattern is a value, or the value says itself whether it is one (sets)
  }
}

Result<Bytes> ColumnCheck::stored_bytes(const Column& from, std::size_t row, Buffer& scratch) const {
  if (from.is_null(row)) {
    if (column_.nullable) return Bytes{};
    return wrong(ErrorCode::null_in_required_column, row, "null, but the column is not nullable");
  }
  if (bounded_) {
    const int256_t value = read_integer(from, row);
    if (value < lowest_ || value > highest_) {
      return wrong(ErrorCode::value_out_of_range, row, "outside the range of " + column_.type.name());
    }
  }
  const Bytes value = from.value(row);
  switch (column_.type.kind) {
    case TypeKind::character:
    case TypeKind::varchar:
    case TypeKind::string:
      return stored_text(value, row);
    case TypeKind::bitmap:
    case TypeKind::hll:
    case TypeKind::quantile:
      return stored_set(value, row, scratch);
    default:
      return value;
  }
}

Result<Bytes> ColumnCheck::stored_text(Bytes value, std::size_t row) const {
  if (column_.type.kind == TypeKind::character) {
    while (!value.empty() && value.back() == std::byte{0}) value = value.first(value.size() - 1);
  }
  if (value.size() <= max_bytes_) return value;
  return wrong(ErrorCode::value_too_long, row,
               std::to_string(value.size()) + " bytes, at most " + std::to_string(max_bytes_));
}

Result<Bytes> ColumnCheck::stored_set(Bytes value, std::size_t row, Buffer& scratch) const {
  return visit_set_type(column_.type.kind, [&]<class Set>() -> Result<Bytes> {
    auto set = Set::parse(value, scratch.resource());
    if (!set) return wrong(set.error().code, row, set.error().message);
    scratch.resize_uninitialized(set->serialized_bytes());
    set->serialize(scratch.data());
    return scratch.bytes();
  });
}

std::unexpected<Error> ColumnCheck::wrong(ErrorCode code, std::size_t row, const std::string& what) const {
  return fail(code, "column \"" + column_.name + "\", row " + std::to_string(row) + ": " + what);
}

}  // namespace lockstep::legacy
