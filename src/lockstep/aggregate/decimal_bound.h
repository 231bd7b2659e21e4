// The bound of a decimal's unscaled values.   (data.md, "Types")
#pragma once

#include <concepts>

#include "lockstep/base/int256.h"
#include "lockstep/data/type.h"

namespace lockstep {

// 10^precision, which |unscaled| stays below, where a decimal of this type lies in T; 0 for types that are no decimals.
template <class T>
T decimal_bound(Type type) {
  if (type.kind != TypeKind::decimal) return 0;
  if constexpr (std::same_as<T, int256_t>) {
    return power_of_ten_256(type.precision);
  } else {
    return static_cast<T>(power_of_ten(type.precision));
  }
}

}  // namespace lockstep
