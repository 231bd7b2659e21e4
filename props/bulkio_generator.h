// Bulk I/O scenarios for properties: how they are made, what they exercise and how they shrink.
#pragma once

#include <string_view>
#include <vector>

#include "classes.h"
#include "lockstep/scenario/bulkio/bulkio_scenario.h"
#include "random.h"
#include "shrink.h"

namespace lockstep::props {

// Writes, seeks and reads on a stream whose pages are mostly too small for a value. Lengths stand around the policies'
// thresholds; positions around page edges and the end; a good part of the values are bit patterns that floating point
// would change. Some streams have a limit that they run into.
scenario::BulkioScenario generate_bulkio(Random& random);

// Arrays of one type only, written behind a start offset of 0 … 8 and read back whole: what a policy decides on.
scenario::BulkioScenario generate_bulkio_arrays(Random& random);

std::vector<std::string_view> classes_of(const scenario::BulkioScenario& scenario);
std::vector<ClassFloor> bulkio_floors();
std::vector<ClassFloor> bulkio_array_floors();

// Whole operations first, then halves of arrays, then plainer values and numbers.
std::vector<Edit<scenario::BulkioScenario>> smaller(const scenario::BulkioScenario& from);

}  // namespace lockstep::props
