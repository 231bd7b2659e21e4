// Runs a scenario on a subject and writes down what came back.
//
// Every table and every sort gets its memory from a counting resource over one that can be told to fail, so each run
// also shows leaks, miscounted memory and what the subject does when memory runs out.
#pragma once

#include <memory_resource>
#include <span>
#include <vector>

#include "lockstep/scenario/outcome.h"
#include "lockstep/scenario/scenario.h"
#include "lockstep/scenario/subject.h"

namespace lockstep::scenario {

struct RunOptions {
  // Whether `fail_alloc` lines take effect. Without it the run is the one in which no allocation fails.
  bool fail_allocations = true;
  // Operations to leave out, one flag an operation; empty: none. Their steps stand in the outcome as successes that
  // changed nothing.
  std::vector<bool> left_out = {};
  std::pmr::memory_resource* upstream = std::pmr::new_delete_resource();
};

// Does not look at what the scenario expects: compare.h does. Never throws because of what the subject did; an abort of
// the subject (a sanitizer's, a failed check) is one of the program. Expectations cost nothing; everything else is as
// expensive as the subject.
Outcome run(const Scenario& scenario, const Subject& subject, const RunOptions& options = {});
MemTableOutcome run(const MemTableScenario& scenario, const Subject& subject, const RunOptions& options = {});
SortOutcome run(const SortScenario& scenario, const Subject& subject, const RunOptions& options = {});

}  // namespace lockstep::scenario
