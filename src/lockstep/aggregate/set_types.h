// From a set type's kind to its C++ class: one place where the mapping stands.
#pragma once

#include <utility>

#include "lockstep/aggregate/bitmap.h"
#include "lockstep/aggregate/hll.h"
#include "lockstep/aggregate/quantile.h"
#include "lockstep/base/check.h"
#include "lockstep/data/type.h"

namespace lockstep {

// Calls visit.operator()<Set>() with the class whose parse() reads the kind's values.
template <class Visit>
decltype(auto) visit_set_type(TypeKind kind, Visit&& visit) {
  switch (kind) {
    case TypeKind::bitmap:
      return visit.template operator()<Bitmap>();
    case TypeKind::hll:
      return visit.template operator()<Hll>();
    case TypeKind::quantile:
      return visit.template operator()<Quantile>();
    default:
      break;
  }
  LOCKSTEP_CHECK(false, "a set type");
}

}  // namespace lockstep
