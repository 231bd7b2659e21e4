// Runs a property on generated scenarios, under RapidCheck, inside a GoogleTest.
//
// The run is the same every time: the seed is fixed, and printed first. From the environment:
//
//   LOCKSTEP_PROPS_SEED       another seed
//   LOCKSTEP_PROPS_CASES      how many scenarios each property gets
//   LOCKSTEP_PROPS_SCENARIO   a scenario file to hold the property against, instead of generated ones
//   LOCKSTEP_PROPS_FAILURES   the directory for failing scenarios (props-failures)
//
// A scenario that fails is saved as it was generated, and the commands that replay it are printed, before shrinking
// starts; so is one that aborts the program. What shrinking arrived at is saved beside it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "classes.h"
#include "lockstep/scenario/bulkio/bulkio_scenario.h"
#include "lockstep/scenario/scenario.h"
#include "random.h"

namespace lockstep::props {

inline constexpr int kDefaultCases = 600;
// Shares of fewer scenarios say nothing: such a run has no floors.
inline constexpr int kMinGatedCases = 100;

// What is wrong, in a sentence; nullopt if the property holds.
using Verdict = std::optional<std::string>;

template <class Scenario>
struct Property {
  std::function<Scenario(Random&)> generate;
  std::function<Verdict(const Scenario&)> judge;
  std::vector<ClassFloor> floors = {};
  int cases = kDefaultCases;
};

// Fails the current test with the smallest scenario found that breaks the property, or if a class of scenarios came up
// less often than its floor.
void check_property(const Property<scenario::MemTableScenario>& property);
void check_property(const Property<scenario::SortScenario>& property);
void check_property(const Property<scenario::BulkioScenario>& property);

}  // namespace lockstep::props
