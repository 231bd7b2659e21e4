#include "lockstep/reference/order.h"

#include <algorithm>
#include <cmath>

#include "lockstep/base/check.h"

namespace lockstep::reference {
namespace {

std::weak_ordering compare_floats(double a, double b) {
  const bool a_is_nan = std::isnan(a);
  const bool b_is_nan = std::isnan(b);
  if (a_is_nan || b_is_nan) return a_is_nan <=> b_is_nan;  // false < true: NaN comes last
  if (a < b) return std::weak_ordering::less;
  if (a > b) return std::weak_ordering::greater;
  return std::weak_ordering::equivalent;
}

std::weak_ordering compare_byte_strings(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

std::weak_ordering compare_bytes(Type type, std::span<const std::byte> a, std::span<const std::byte> b) {
  LOCKSTEP_CHECK(type.is_orderable(), "the type has an order");
  const PhysicalType physical = type.physical();
  switch (physical) {
    case PhysicalType::float32:  // every float is a double, and NaNs stay NaNs
      return compare_floats(load_unaligned<float>(a.data()), load_unaligned<float>(b.data()));
    case PhysicalType::float64:
      return compare_floats(load_unaligned<double>(a.data()), load_unaligned<double>(b.data()));
    case PhysicalType::bytes:
      return compare_byte_strings(a, b);
    default:
      return load_integer(physical, a) <=> load_integer(physical, b);
  }
}

std::weak_ordering compare_values(Type type, Value a, Value b, Direction direction, NullPlacement nulls) {
  if (a.null && b.null) return std::weak_ordering::equivalent;
  if (a.null) return nulls == NullPlacement::first ? std::weak_ordering::less : std::weak_ordering::greater;
  if (b.null) return nulls == NullPlacement::first ? std::weak_ordering::greater : std::weak_ordering::less;
  return direction == Direction::ascending ? compare_bytes(type, a.bytes, b.bytes)
                                           : compare_bytes(type, b.bytes, a.bytes);
}

std::weak_ordering compare_rows(const Block& block, std::span<const SortKey> keys, std::size_t a, std::size_t b) {
  for (const SortKey& key : keys) {
    const Column& column = block.column(key.column);
    const auto order =
        compare_values(column.type(), value_at(column, a), value_at(column, b), key.direction, key.nulls);
    if (order != 0) return order;
  }
  return std::weak_ordering::equivalent;
}

}  // namespace lockstep::reference
