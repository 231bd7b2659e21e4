// Smaller scenarios to try when one has failed.
#pragma once

#include <functional>
#include <vector>

#include "lockstep/scenario/scenario.h"

namespace lockstep::props {

// One way to make a scenario smaller or plainer. What it makes is still what the generator could have made: it
// validates, calls that succeeded are not made to fail, and the last flush stays.
template <class T>
using Edit = std::function<void(T&)>;

// In the order to try: whole operations, columns and features first, single values last. O(rows × columns) edits, each
// O(scenario) when applied.
std::vector<Edit<scenario::MemTableScenario>> smaller(const scenario::MemTableScenario& from);
std::vector<Edit<scenario::SortScenario>> smaller(const scenario::SortScenario& from);

}  // namespace lockstep::props
