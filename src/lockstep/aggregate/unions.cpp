#include "lockstep/aggregate/unions.h"

#include "lockstep/aggregate/bitmap.h"
#include "lockstep/aggregate/hll.h"
#include "lockstep/aggregate/quantile.h"
#include "lockstep/aggregate/union_aggregate.h"

namespace lockstep {

const Aggregate& bitmap_union() {
  static const UnionAggregate<Bitmap> kInstance;
  return kInstance;
}

const Aggregate& hll_union() {
  static const UnionAggregate<Hll> kInstance;
  return kInstance;
}

const Aggregate& quantile_union() {
  static const UnionAggregate<Quantile> kInstance;
  return kInstance;
}

}  // namespace lockstep
