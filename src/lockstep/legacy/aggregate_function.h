// Which function folds a column.
#pragma once

#include <memory>
#include <memory_resource>

#include "lockstep/data/schema.h"
#include "lockstep/legacy/aggregate_state.h"

namespace lockstep::legacy {

// The function of a value column of the agg model, itself from `resource`. The column has an aggregation that accepts
// its type.
std::shared_ptr<const AggregateFunction> make_aggregate_function(const ColumnSchema& column,
                                                                 std::pmr::memory_resource* resource);

}  // namespace lockstep::legacy
