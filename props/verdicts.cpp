#include "verdicts.h"

#include <utility>

#include "lockstep/scenario/compare.h"

namespace lockstep::props {

using scenario::MemTableScenario;
using scenario::SortScenario;
using scenario::Subject;

std::string text_of(const scenario::Difference& difference) {
  std::string text = "operation " + std::to_string(difference.operation);
  if (difference.row) text += ", row " + std::to_string(*difference.row);
  if (difference.column) text += ", column " + std::to_string(*difference.column);
  return text + ": " + difference.description + " (expected " + difference.expected + ", actual " + difference.actual +
         ")";
}

std::expected<Finished, std::string> finish(const MemTableScenario& scenario, const Subject& subject) {
  scenario::MemTableOutcome outcome = scenario::run(scenario, subject);
  if (outcome.create_error) return std::unexpected("create: " + outcome.create_error->message);
  if (outcome.violation) return std::unexpected(text_of(*outcome.violation));
  for (const scenario::Step& step : outcome.steps) {
    if (step.error) return std::unexpected(std::string(error_code_name(*step.error)) + ": " + step.message);
  }
  if (!outcome.flushed) return std::unexpected("nothing was flushed");
  return Finished{std::move(*outcome.flushed), outcome.steps.back().statistics};
}

Verdict same_blocks(const FlushedBlock& expected, const FlushedBlock& actual, std::string_view what) {
  const auto difference = scenario::compare_blocks(expected.block, expected.lsns, actual.block, actual.lsns);
  if (!difference) return std::nullopt;
  return std::string(what) + ": " + text_of(*difference);
}

Verdict same_folds(const TableStatistics& expected, const TableStatistics& actual, std::string_view what) {
  const auto differ = [&](std::string_view name, std::uint64_t wanted, std::uint64_t got) {
    return std::string(what) + ": " + std::string(name) + " is " + std::to_string(got) + ", not " +
           std::to_string(wanted);
  };
  if (expected.merged_rows != actual.merged_rows) {
    return differ("merged_rows", expected.merged_rows, actual.merged_rows);
  }
  if (expected.sum_overflows != actual.sum_overflows) {
    return differ("sum_overflows", expected.sum_overflows, actual.sum_overflows);
  }
  return std::nullopt;
}

std::function<Verdict(const MemTableScenario&)> on_every_subject(SubjectJudge judge) {
  return [judge = std::move(judge)](const MemTableScenario& scenario) -> Verdict {
    for (const Subject& subject : scenario::built_in_subjects()) {
      if (const Verdict verdict = judge(scenario, subject)) return subject.name + ": " + *verdict;
    }
    return std::nullopt;
  };
}

std::function<Verdict(const SortScenario&)> sort_on_every_subject(SortJudge judge) {
  return [judge = std::move(judge)](const SortScenario& scenario) -> Verdict {
    for (const Subject& subject : scenario::built_in_subjects()) {
      if (const Verdict verdict = judge(scenario, subject)) return subject.name + ": " + *verdict;
    }
    return std::nullopt;
  };
}

std::expected<std::vector<std::uint32_t>, std::string> sorted(const SortScenario& scenario, const Subject& subject) {
  scenario::SortOutcome outcome = scenario::run(scenario, subject);
  if (outcome.violation) return std::unexpected(text_of(*outcome.violation));
  if (outcome.out_of_memory) return std::unexpected("out of memory");
  return std::move(outcome.order);
}

}  // namespace lockstep::props
