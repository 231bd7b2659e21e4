// Values by their C++ type: reading one from a column, and which of two comes first.   (data.md, "Order")
//
// The C++ type of a variable-width value is std::string_view; of the others, the number of PhysicalType's name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "lockstep/base/check.h"
#include "lockstep/base/int256.h"
#include "lockstep/data/column.h"

namespace lockstep::legacy {

// The value in `row`, under a null its payload. Bytes are borrowed from the column.
template <class T>
[[nodiscard]] T read_value(const Column& column, std::size_t row) {
  if constexpr (std::is_same_v<T, std::string_view>) {
    return column.text(row);
  } else {
    return column.values<T>()[row];
  }
}

// < 0, 0, > 0 as `left` comes before, ties with or comes after `right`. NaNs are one value, above all others; ±0 is one
// value; bytes are unsigned.
template <class T>
[[nodiscard]] int compare_values(T left, T right) {
  if constexpr (std::is_same_v<T, std::string_view>) {
    const std::size_t shared = std::min(left.size(), right.size());
    const int difference = shared == 0 ? 0 : std::memcmp(left.data(), right.data(), shared);
    if (difference != 0) return difference < 0 ? -1 : 1;
    return left.size() == right.size() ? 0 : left.size() < right.size() ? -1 : 1;
  } else {
    if constexpr (std::is_floating_point_v<T>) {
      const bool left_nan = left != left;
      const bool right_nan = right != right;
      if (left_nan || right_nan) return static_cast<int>(left_nan) - static_cast<int>(right_nan);
    }
    return left < right ? -1 : left > right ? 1 : 0;
  }
}

// Calls visit.template operator()<T>() with the C++ type of `type`.
template <class Visitor>
auto visit_physical(PhysicalType type, Visitor visit) {
  switch (type) {
    case PhysicalType::uint8:
      return visit.template operator()<std::uint8_t>();
    case PhysicalType::int8:
      return visit.template operator()<std::int8_t>();
    case PhysicalType::int16:
      return visit.template operator()<std::int16_t>();
    case PhysicalType::int32:
      return visit.template operator()<std::int32_t>();
    case PhysicalType::int64:
      return visit.template operator()<std::int64_t>();
    case PhysicalType::int128:
      return visit.template operator()<int128_t>();
    case PhysicalType::int256:
      return visit.template operator()<int256_t>();
    case PhysicalType::uint32:
      return visit.template operator()<std::uint32_t>();
    case PhysicalType::uint128:
      return visit.template operator()<uint128_t>();
    case PhysicalType::float32:
      return visit.template operator()<float>();
    case PhysicalType::float64:
      return visit.template operator()<double>();
    case PhysicalType::bytes:
      return visit.template operator()<std::string_view>();
  }
  LOCKSTEP_CHECK(false, "every physical type has a C++ type");
}

}  // namespace lockstep::legacy
