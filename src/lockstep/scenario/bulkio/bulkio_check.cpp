#include "lockstep/scenario/bulkio/bulkio_check.h"

#include <algorithm>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"

namespace lockstep::scenario {
namespace {

// One flag an operation: those that ran out of memory. Empty if there are none.
std::vector<bool> out_of_memory(const BulkioOutcome& outcome) {
  std::vector<bool> failed;
  for (std::size_t i = 0; i < outcome.steps.size(); ++i) {
    if (outcome.steps[i].error != ErrorCode::bad_alloc) continue;
    failed.resize(outcome.steps.size());
    failed[i] = true;
  }
  return failed;
}

std::optional<Difference> against_first(const BulkioScenario& scenario, const BulkioSubject& first,
                                        const BulkioOutcome& yardstick, const BulkioOutcome& outcome) {
  std::vector<bool> failed = out_of_memory(outcome);
  if (failed.empty()) return compare(scenario, yardstick, outcome);
  // A call that failed must leave no trace: as if it had not been made.
  return compare(scenario, run(scenario, first, {.fail_allocations = false, .left_out = std::move(failed)}), outcome);
}

}  // namespace

std::vector<Finding> check(const BulkioScenario& scenario, std::span<const BulkioSubject> subjects,
                           const CheckOptions& options) {
  LOCKSTEP_CHECK(!subjects.empty(), "there is a subject to check");
  const bool fails_allocations = std::ranges::any_of(
      scenario.operations, [](const BulkioOperation& operation) { return operation.fail_alloc != 0; });
  const BulkioOutcome yardstick = run(scenario, subjects.front(), {.fail_allocations = false});
  std::vector<Finding> findings;
  for (const BulkioSubject& subject : subjects) {
    const bool is_yardstick = &subject == &subjects.front() && !fails_allocations;
    const BulkioOutcome outcome = is_yardstick ? yardstick : run(scenario, subject);
    auto difference = is_yardstick ? std::nullopt : against_first(scenario, subjects.front(), yardstick, outcome);
    if (outcome.violation && (!difference || outcome.violation->operation <= difference->operation)) {
      findings.push_back({subject.name, "the contract", *outcome.violation});
    } else if (difference) {
      findings.push_back({subject.name, subjects.front().name, std::move(*difference)});
    } else if (auto broken = options.expectations ? compare_with_expectations(scenario, outcome) : std::nullopt) {
      findings.push_back({subject.name, "the scenario's expectations", std::move(*broken)});
    } else if (options.run_twice && digest(outcome) != digest(run(scenario, subject))) {
      findings.push_back(
          {subject.name,
           "its own first run",
           {scenario.operations.size(), {}, {}, "the same", "another digest", "the second run differs"}});
    }
  }
  return findings;
}

std::string describe(const BulkioScenario& scenario, const Finding& finding) {
  const Difference& difference = finding.difference;
  std::string text = finding.subject + ": against " + finding.against + ", ";
  if (difference.operation < scenario.operations.size()) {
    std::string operation = print_bulkio_operation(scenario.operations[difference.operation]);
    constexpr std::size_t kMostShown = 100;  // bytes; an array may have thousands of values
    if (operation.size() > kMostShown) operation = operation.substr(0, kMostShown) + "…";
    text += "operation " + std::to_string(difference.operation + 1) + " (" + operation + ")";
  } else {
    text += "after the last operation";
  }
  return text + ": " + difference.description + "\n  expected: " + difference.expected +
         "\n  actual:   " + difference.actual + "\n";
}

}  // namespace lockstep::scenario
