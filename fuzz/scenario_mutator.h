// Mutations of scenarios: what a fuzzer that sees only bytes would need many lucky changes for.
#pragma once

#include "lockstep/scenario/scenario.h"
#include "random.h"

namespace lockstep::fuzz {

// Changes the scenario in one to four places. Operations are duplicated, removed, swapped and moved, shrinks added,
// allocations made to fail; inserts are split in two, rows repeated, cells copied from another row (so that keys tie),
// nulls toggled; key columns come and go, the model changes; sort keys, ties and limit likewise. The result may not be
// well-formed, or what it was: check_well_formed() tells the one, the caller need not care about the other.
void mutate(scenario::Scenario& scenario, Random& random);

}  // namespace lockstep::fuzz
