// Mutations of a table's schema and of all blocks with it.
#pragma once

#include "lockstep/scenario/scenario.h"
#include "random.h"

namespace lockstep::fuzz {

// Repeats one key column behind the keys, in the schema and in every block that has it. At most kMostKeyColumns.
void add_key_column(scenario::MemTableScenario& scenario, Random& random);
void remove_key_column(scenario::MemTableScenario& scenario, Random& random);
// Another model. Value columns fold by `replace` where the model becomes aggregate; sequence, delete sign and cluster
// columns go where it is no longer unique.
void change_model(scenario::MemTableScenario& scenario, Random& random);

}  // namespace lockstep::fuzz
