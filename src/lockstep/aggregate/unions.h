// The union aggregations: bitmap_union, hll_union, quantile_union.   (memtable.md, the aggregation table)
#pragma once

#include "lockstep/data/aggregate.h"

namespace lockstep {

const Aggregate& bitmap_union();
const Aggregate& hll_union();
const Aggregate& quantile_union();

}  // namespace lockstep
