// bitmap_union: set union, nulls skipped; NULL where no value is left.
#pragma once

#include "lockstep/aggregate/aggregate.h"

namespace lockstep {

// Its columns hold canonical bitmaps; other bytes are a programming error.
const Aggregate& bitmap_union();

}  // namespace lockstep
