// Everything that one bulk I/O scenario can show about some subjects, in one call.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lockstep/scenario/bulkio/bulkio_runner.h"
#include "lockstep/scenario/bulkio/bulkio_scenario.h"
#include "lockstep/scenario/bulkio/bulkio_subject.h"
#include "lockstep/scenario/check.h"

namespace lockstep::scenario {

// The first difference: what every call answered, position and size after it, values read and the input's position
// behind them, and the pages byte for byte. Calls of `actual` that ran out of memory are not compared: `expected` must
// be from a run that left them out. O(outcomes); allocates nothing while they agree.
std::optional<Difference> compare(const BulkioScenario& scenario, const BulkioOutcome& expected,
                                  const BulkioOutcome& actual);

// Checks `->` and `expect` lines. Behind the first `fail_alloc` call that ran out of memory where the scenario does not
// say so, or the other way round, they are void.
std::optional<Difference> compare_with_expectations(const BulkioScenario& scenario, const BulkioOutcome& actual);

// Runs every subject and compares it with the first one, the yardstick, and all of them with what the scenario expects.
// At most one finding a subject, in their order; empty: all agree.
std::vector<Finding> check(const BulkioScenario& scenario, std::span<const BulkioSubject> subjects,
                           const CheckOptions& options = {});

// A finding in a few lines for people: subject, operation as text, both values.
std::string describe(const BulkioScenario& scenario, const Finding& finding);

}  // namespace lockstep::scenario
