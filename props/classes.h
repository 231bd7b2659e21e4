// What a scenario exercises, by name: the shares that a run of a property must reach.
#pragma once

#include <string_view>
#include <vector>

#include "lockstep/scenario/scenario.h"

namespace lockstep::props {

// A run in which fewer than `percent` of the scenarios are of this class fails.
struct ClassFloor {
  std::string_view name;
  unsigned percent;
};

// The classes that a scenario belongs to, each once. O(rows log rows).
std::vector<std::string_view> classes_of(const scenario::MemTableScenario& scenario);
std::vector<std::string_view> classes_of(const scenario::SortScenario& scenario);

// Floors that the generators keep whatever a property demands; about half of what they reach, so that no seed trips
// over them by chance.
std::vector<ClassFloor> mem_table_floors();
std::vector<ClassFloor> sort_floors();

}  // namespace lockstep::props
