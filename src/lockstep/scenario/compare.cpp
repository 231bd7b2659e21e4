#include "lockstep/scenario/compare.h"

#include <algorithm>
#include <string>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/scenario/runner_contract.h"

namespace lockstep::scenario {

namespace {

std::optional<Difference> at_operation(std::size_t operation, std::optional<Difference> difference) {
  if (difference) difference->operation = operation;
  return difference;
}

std::optional<Difference> compare_results(std::size_t operation, const std::optional<ErrorCode>& expected,
                                          const std::optional<ErrorCode>& actual, const std::string& message) {
  if (expected == actual) return std::nullopt;
  std::string came(result_text(actual));
  if (!message.empty()) came += ": " + message;
  return Difference{operation, {}, {}, std::string(result_text(expected)), std::move(came), "another result"};
}

std::optional<Difference> compare_statistics(std::size_t operation, const TableStatistics& expected,
                                             const TableStatistics& actual) {
  for (const auto& [name, count] : kCountedStatistics) {
    if (expected.*count == actual.*count) continue;
    return Difference{operation,
                      {},
                      {},
                      std::to_string(expected.*count),
                      std::to_string(actual.*count),
                      "statistic " + std::string(name) + " differs"};
  }
  return std::nullopt;
}

std::string hex_text(std::uint64_t number) {
  std::string text = "0x0000000000000000";
  for (std::size_t i = text.size() - 1; number != 0; number >>= 4, --i) text[i] = "0123456789abcdef"[number & 15];
  return text;
}

// Whether the table still works after this step, as far as failed allocations go.
bool runs_on(const Operation& operation, const Step& step) {
  return step.error != ErrorCode::bad_alloc || std::holds_alternative<Insert>(operation.action);
}

std::optional<Difference> compare_step(std::size_t i, const MemTableOutcome& expected, const MemTableOutcome& actual) {
  const Step& wanted = expected.steps[i];
  const Step& step = actual.steps[i];
  if (step.error != ErrorCode::bad_alloc) {
    if (auto difference = compare_results(i, wanted.error, step.error, step.message)) return difference;
    if (expected.flushed && actual.flushed && expected.flushed_at == i && actual.flushed_at == i) {
      auto difference =
          compare_blocks(expected.flushed->block, expected.flushed->lsns, actual.flushed->block, actual.flushed->lsns);
      if (difference) return at_operation(i, std::move(difference));
    }
  }
  return compare_statistics(i, wanted.statistics, step.statistics);
}

std::optional<Difference> compare_runs(const MemTableScenario& scenario, const MemTableOutcome& expected,
                                       const MemTableOutcome& actual) {
  if (expected.create_error || actual.create_error) {
    const auto code = [](const std::optional<Error>& error) {
      return error ? std::optional(error->code) : std::nullopt;
    };
    return compare_results(0, code(expected.create_error), code(actual.create_error),
                           actual.create_error ? actual.create_error->message : "");
  }
  LOCKSTEP_CHECK(expected.steps.size() == scenario.operations.size() && actual.steps.size() == expected.steps.size(),
                 "both outcomes are of this scenario");
  for (std::size_t i = 0; i < actual.steps.size(); ++i) {
    if (!runs_on(scenario.operations[i], actual.steps[i])) return std::nullopt;
    if (auto difference = compare_step(i, expected, actual)) return difference;
  }
  return std::nullopt;
}

std::optional<Difference> compare_orders(std::span<const std::uint32_t> expected,
                                         std::span<const std::uint32_t> actual) {
  const auto [wanted, came] = std::ranges::mismatch(expected, actual);
  if (wanted == expected.end() && came == actual.end()) return std::nullopt;
  const auto text = [](auto at, auto end) { return at == end ? std::string("no row") : "row " + std::to_string(*at); };
  return Difference{0,
                    static_cast<std::size_t>(wanted - expected.begin()),
                    {},
                    text(wanted, expected.end()),
                    text(came, actual.end()),
                    "another row at this place of the order"};
}

std::optional<Difference> compare_runs(const SortScenario&, const SortOutcome& expected, const SortOutcome& actual) {
  if (actual.out_of_memory) return std::nullopt;
  return compare_orders(expected.order, actual.order);
}

// What a scenario says of one outcome, operation by operation.
class Expectations {
 public:
  Expectations(const MemTableScenario& scenario, const MemTableOutcome& outcome)
      : scenario_(scenario), outcome_(outcome) {}

  std::optional<Difference> first_broken() {
    for (std::size_t i = 0; i < scenario_.operations.size() && as_written_; ++i) {
      const Operation& operation = scenario_.operations[i];
      if (operation.fail_alloc != 0) note_failing_allocation(operation, outcome_.steps[i]);
      if (!as_written_) break;
      if (auto difference = check_result(i, operation)) return difference;
      auto difference = std::visit([&](const auto& action) { return check(i, action); }, operation.action);
      if (difference) return at_operation(i, std::move(difference));
    }
    return std::nullopt;
  }

 private:
  void note_failing_allocation(const Operation& operation, const Step& step) {
    const bool failed = step.error == ErrorCode::bad_alloc;
    as_written_ = failed == (operation.expected_error == ErrorCode::bad_alloc);
    spared_ = spared_ || (!failed && !std::holds_alternative<Insert>(operation.action));
  }

  std::optional<Difference> check_result(std::size_t i, const Operation& operation) const {
    if (!operation.expected_error) return std::nullopt;
    if (operation.expected_error == ErrorCode::failed_state && spared_) return std::nullopt;
    return compare_results(i, operation.expected_error, outcome_.steps[i].error, outcome_.steps[i].message);
  }

  template <class Call>
  std::optional<Difference> check(std::size_t, const Call&) const {
    return std::nullopt;
  }
  std::optional<Difference> check(std::size_t i, const ExpectStatistics& expected) const {
    TableStatistics wanted = outcome_.steps[i].statistics;
    wanted.raw_rows = expected.raw_rows.value_or(wanted.raw_rows);
    wanted.merged_rows = expected.merged_rows.value_or(wanted.merged_rows);
    wanted.sorts = expected.sorts.value_or(wanted.sorts);
    wanted.shrinks = expected.shrinks.value_or(wanted.shrinks);
    wanted.sum_overflows = expected.sum_overflows.value_or(wanted.sum_overflows);
    return compare_statistics(i, wanted, outcome_.steps[i].statistics);
  }
  std::optional<Difference> check(std::size_t, const ExpectRows& expected) const {
    if (!outcome_.flushed) return nothing_flushed();
    return compare_blocks(expected.rows.block, expected.rows.lsns, outcome_.flushed->block, outcome_.flushed->lsns);
  }
  std::optional<Difference> check(std::size_t, const ExpectFingerprint& expected) const {
    if (!outcome_.flushed) return nothing_flushed();
    if (expected.fingerprint == outcome_.fingerprint) return std::nullopt;
    return Difference{0, {}, {}, hex_text(expected.fingerprint), hex_text(outcome_.fingerprint), "another fingerprint"};
  }

  static Difference nothing_flushed() { return {0, {}, {}, "a flushed block", "none", "no flush succeeded"}; }

  const MemTableScenario& scenario_;
  const MemTableOutcome& outcome_;
  bool as_written_ = true;  // every fail_alloc line so far did what the scenario expects
  bool spared_ = false;     // a shrink or flush was to run out of memory and did not
};

std::optional<Difference> check_expected(const MemTableScenario& scenario, const MemTableOutcome& actual) {
  if (actual.create_error) {
    return Difference{0, {}, {}, "a table", actual.create_error->message, "the table was not created"};
  }
  return Expectations(scenario, actual).first_broken();
}

std::optional<Difference> check_expected(const SortScenario& scenario, const SortOutcome& actual) {
  if (!scenario.expected || actual.out_of_memory) return std::nullopt;
  return compare_orders(*scenario.expected, actual.order);
}

template <class Kind>
struct OutcomeOf;
template <>
struct OutcomeOf<MemTableScenario> {
  using Type = MemTableOutcome;
};
template <>
struct OutcomeOf<SortScenario> {
  using Type = SortOutcome;
};

}  // namespace

std::optional<Difference> compare(const Scenario& scenario, const Outcome& expected, const Outcome& actual) {
  return std::visit(
      [&]<class Kind>(const Kind& kind) {
        const auto& wanted = std::get<typename OutcomeOf<Kind>::Type>(expected);
        const auto& came = std::get<typename OutcomeOf<Kind>::Type>(actual);
        return compare_runs(kind, wanted, came);
      },
      scenario);
}

std::optional<Difference> compare_with_expectations(const Scenario& scenario, const Outcome& actual) {
  return std::visit(
      [&]<class Kind>(const Kind& kind) {
        return check_expected(kind, std::get<typename OutcomeOf<Kind>::Type>(actual));
      },
      scenario);
}

}  // namespace lockstep::scenario
