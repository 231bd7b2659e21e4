// From a run-time physical type to a template over the C++ type: one place where the mapping stands.
#pragma once

#include <cstdint>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/base/int256.h"
#include "lockstep/data/type.h"

namespace lockstep {

// Calls visit.operator()<T>() with the C++ type of a fixed-width physical type.
template <class Visit>
decltype(auto) visit_fixed_width(PhysicalType physical, Visit&& visit) {
  switch (physical) {
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
      break;
  }
  LOCKSTEP_CHECK(false, "a fixed-width type");
}

}  // namespace lockstep
