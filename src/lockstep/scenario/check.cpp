#include "lockstep/scenario/check.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/scenario/compare.h"
#include "lockstep/scenario/runner.h"

namespace lockstep::scenario {

namespace {

bool fails_allocations(const MemTableScenario& scenario) {
  return std::ranges::any_of(scenario.operations, [](const Operation& operation) { return operation.fail_alloc != 0; });
}
bool fails_allocations(const SortScenario& scenario) { return scenario.fail_alloc != 0; }

// One flag an operation: the inserts that ran out of memory. Empty if there are none.
std::vector<bool> failed_inserts(const MemTableScenario& scenario, const Outcome& outcome) {
  std::vector<bool> failed;
  const std::vector<Step>& steps = std::get<MemTableOutcome>(outcome).steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].error != ErrorCode::bad_alloc) continue;
    if (!std::holds_alternative<Insert>(scenario.operations[i].action)) continue;
    failed.resize(steps.size());
    failed[i] = true;
  }
  return failed;
}
std::vector<bool> failed_inserts(const SortScenario&, const Outcome&) { return {}; }

class Check {
 public:
  Check(const Scenario& scenario, const Subject& first, const CheckOptions& options)
      : scenario_(scenario),
        first_(first),
        options_(options),
        fails_allocations_(std::visit([](const auto& kind) { return fails_allocations(kind); }, scenario)),
        yardstick_(run(scenario, first, {.fail_allocations = false})) {}

  std::optional<Finding> judge(const Subject& subject) {
    // Without failing allocations the first subject's run is the yardstick itself.
    const bool is_yardstick = &subject == &first_ && !fails_allocations_;
    std::optional<Outcome> own;
    const Outcome& outcome = is_yardstick ? yardstick_ : own.emplace(run(scenario_, subject));
    auto difference = against_first(outcome);
    const std::optional<Difference>& violation =
        std::visit([](const auto& kind) -> const auto& { return kind.violation; }, outcome);
    if (violation && (!difference || violation->operation <= difference->operation)) {
      return Finding{subject.name, "the contract", *violation};
    }
    if (difference) return Finding{subject.name, first_.name, std::move(*difference)};
    if (options_.expectations) {
      if (auto broken = compare_with_expectations(scenario_, outcome)) {
        return Finding{subject.name, "the scenario's expectations", std::move(*broken)};
      }
    }
    if (options_.run_twice) {
      if (auto changed = compare_digests(digest(outcome), digest(run(scenario_, subject)))) {
        return Finding{subject.name, "its own first run", std::move(*changed)};
      }
    }
    return std::nullopt;
  }

 private:
  static std::optional<Difference> compare_digests(std::uint64_t first, std::uint64_t second) {
    if (first == second) return std::nullopt;
    return Difference{0, {}, {}, std::to_string(first), std::to_string(second), "the second run has another digest"};
  }

  std::optional<Difference> against_first(const Outcome& outcome) {
    const std::vector<bool> failed =
        std::visit([&](const auto& kind) { return failed_inserts(kind, outcome); }, scenario_);
    if (failed.empty()) return compare(scenario_, yardstick_, outcome);
    return compare(scenario_, run(scenario_, first_, {.fail_allocations = false, .left_out = failed}), outcome);
  }

  const Scenario& scenario_;
  const Subject& first_;
  const CheckOptions& options_;
  bool fails_allocations_;
  Outcome yardstick_;
};

struct ActionName {
  std::string_view operator()(const Insert&) const { return "insert"; }
  std::string_view operator()(const Shrink&) const { return "shrink"; }
  std::string_view operator()(const Flush&) const { return "flush"; }
  std::string_view operator()(const Drop&) const { return "drop"; }
  std::string_view operator()(const ExpectStatistics&) const { return "stats"; }
  std::string_view operator()(const ExpectRows&) const { return "expect"; }
  std::string_view operator()(const ExpectFingerprint&) const { return "expect fingerprint"; }
};

std::string operation_text(const MemTableScenario& scenario, std::size_t operation) {
  if (operation >= scenario.operations.size()) return "after the last operation";
  return "operation " + std::to_string(operation + 1) + " (" +
         std::string(std::visit(ActionName{}, scenario.operations[operation].action)) + ")";
}
std::string operation_text(const SortScenario&, std::size_t) { return "the sort"; }

}  // namespace

std::vector<Finding> check(const Scenario& scenario, std::span<const Subject> subjects, const CheckOptions& options) {
  LOCKSTEP_CHECK(!subjects.empty(), "there is a subject to check");
  Check checking(scenario, subjects.front(), options);
  std::vector<Finding> findings;
  for (const Subject& subject : subjects) {
    if (auto finding = checking.judge(subject)) findings.push_back(std::move(*finding));
  }
  return findings;
}

std::string describe(const Scenario& scenario, const Finding& finding) {
  const Difference& difference = finding.difference;
  const auto& [operation_index, row, column, expected, actual, description] = difference;
  std::string text = finding.subject + ": against " + finding.against + ", ";
  text += std::visit([&](const auto& kind) { return operation_text(kind, operation_index); }, scenario);
  if (row) text += ", row " + std::to_string(*row);
  if (column) {
    const Schema& schema = std::visit([](const auto& kind) -> const Schema& { return kind.schema; }, scenario);
    text += ", column " + std::to_string(*column);
    if (*column < schema.columns.size()) {
      text += " \"" + schema.columns[*column].name + "\" (" + schema.columns[*column].type.name() + ")";
    }
  }
  return text + ": " + description + "\n  expected: " + expected + "\n  actual:   " + actual + "\n";
}

}  // namespace lockstep::scenario
