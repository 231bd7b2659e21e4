// Everything that one scenario can show about some subjects, in one call.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lockstep/scenario/outcome.h"
#include "lockstep/scenario/scenario.h"
#include "lockstep/scenario/subject.h"

namespace lockstep::scenario {

// A subject that is not as it should be.
struct Finding {
  std::string subject;
  std::string against;  // the subject or rule that it was held against
  Difference difference;
};

struct CheckOptions {
  // Whether `->`, `stats` and `expect` lines count. In a scenario that a fuzzer made up they are noise.
  bool expectations = true;
  // Run every subject a second time; its digest must not change.
  bool run_twice = false;
};

// Runs every subject and compares it with the first one, the yardstick (put the reference there), and all of them with
// what the scenario itself expects. At most one finding a subject, in their order; empty: all agree.
//
// With fail_alloc lines the yardstick for a subject is a run of the first without failing allocations and without the
// inserts that failed on that subject: a failed insert must leave no trace.
std::vector<Finding> check(const Scenario& scenario, std::span<const Subject> subjects,
                           const CheckOptions& options = {});

// A finding in a few lines for people: subject, operation, row and column, both values.
//
//   column: against reference, operation 3 (flush), row 0, column "v" (int64): another value
//     expected: 12
//     actual:   10
std::string describe(const Scenario& scenario, const Finding& finding);

}  // namespace lockstep::scenario
