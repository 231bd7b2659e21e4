// Mutations of bulk I/O scenarios: what a fuzzer that sees only bytes would need many lucky changes for.
#pragma once

#include "lockstep/scenario/bulkio/bulkio_scenario.h"
#include "random.h"

namespace lockstep::fuzz {

// Changes the scenario in one to three places: operations are duplicated, removed, swapped and moved; seeks to the
// edges of pages and of the stream put in; arrays grown, cut to a length at a threshold and split in two; single
// numbers turned into arrays and back; page size and limit changed; allocations made to fail. The result is well
// formed.
void mutate(scenario::BulkioScenario& scenario, Random& random);

}  // namespace lockstep::fuzz
