// Custom aggregates: every subject gives them the same values in the same order, whatever the batches and shrinks, and
// survives what they throw.   (memtable.md, "Aggregate states"; quality.md, 12 and 13)
#include <gtest/gtest.h>

#include <set>

#include "lockstep/base/memory_resource.h"
#include "recorder.h"
#include "scenario_generator.h"
#include "table_under_test.h"
#include "verdicts.h"

namespace lockstep::props {
namespace {

using scenario::MemTableScenario;
using scenario::Operation;
using scenario::Subject;

// An agg table most of whose columns are folded by the recorder.
MemTableScenario random_custom_scenario(const MemTableDemands& demands, Random& random) {
  static_cast<void>(Recorder::instance());
  for (;;) {
    MemTableScenario scenario = random_mem_table_scenario(demands, random);
    std::size_t custom = 0;
    for (std::uint32_t i = scenario.schema.key_count; i < scenario.schema.columns.size(); ++i) {
      ColumnSchema& column = scenario.schema.columns[i];
      if (!Recorder::instance().accepts(column.type) || random.chance(20)) continue;
      column.aggregation = Aggregation::custom;
      column.custom = "recorder";
      ++custom;
    }
    if (custom > 0) return scenario;
  }
}

constexpr std::size_t kCallNames = Recorder::kCalls.size();
constexpr std::array<std::string_view, kCallNames> kNames = {"create", "add", "merge", "finish"};

TEST(Custom, EverySubjectFoldsTheSameValuesInTheSameOrder) {
  std::uint64_t states = 0;
  const auto judge = [&](const MemTableScenario& scenario) -> Verdict {
    const Recorder& recorder = Recorder::instance();
    const auto expected = finish(scenario, scenario::reference_subject());
    if (!expected) return expected.error();
    for (const Subject& subject : scenario::built_in_subjects()) {
      recorder.arm(Recorder::Call::create, 0);
      const auto actual = finish(scenario, subject);
      if (!actual) return std::string(subject.name) + ": " + actual.error();
      if (Verdict verdict = same_blocks(expected->flushed, actual->flushed, subject.name)) return verdict;
      if (Verdict verdict = same_folds(expected->statistics, actual->statistics, subject.name)) return verdict;
      if (recorder.created() != recorder.destroyed()) return std::string(subject.name) + ": a state outlived its table";
      states += recorder.created();
    }
    return std::nullopt;
  };
  const auto generate = [](Random& random) {
    return random_custom_scenario({.schema = {.model = Model::aggregate}}, random);
  };
  check_property({.generate = generate,
                  .judge = judge,
                  .floors = {{"full ties", 35}, {"nulls", 40}, {"ties across a shrink", 8}}});
  EXPECT_GT(states, 1'000u) << "the recorder was hardly ever asked";
}

// A run in which the n-th call of one kind throws.
struct ThrowingRun {
  bool reached = false;
  Verdict verdict;
};

ThrowingRun run_throwing(const MemTableScenario& scenario, const Subject& subject, Recorder::Call call,
                         std::uint64_t n) {
  const Recorder& recorder = Recorder::instance();
  recorder.arm(call, n);
  CountingResource counting(std::pmr::new_delete_resource());
  ThrowingRun run;
  {
    TableUnderTest under_test(scenario, subject, &counting);
    for (const Operation& operation : scenario.operations) {
      const bool failed_before = recorder.has_failed();
      try {
        const Status status = under_test.perform(operation);
        const bool is_call = !std::holds_alternative<scenario::Drop>(operation.action) &&
                             !std::holds_alternative<scenario::ExpectStatistics>(operation.action);
        if (failed_before && is_call && (status || status.error().code != ErrorCode::failed_state)) {
          run.verdict = "no failed_state after the recorder threw";
        }
        if (!failed_before && recorder.has_failed()) run.verdict = "what the recorder threw was swallowed";
      } catch (const RecorderFailure&) {
        if (std::holds_alternative<scenario::Insert>(operation.action)) run.verdict = "an insert folded";
      }
      if (run.verdict) break;
      if (!under_test.flushed() && under_test.table().memory_bytes() != counting.live_bytes()) {
        run.verdict = "memory_bytes() is not what the resource says";
      }
    }
    run.reached = recorder.has_failed();
  }
  if (!run.verdict && recorder.created() != recorder.destroyed()) {
    run.verdict =
        std::to_string(recorder.created()) + " states created, " + std::to_string(recorder.destroyed()) + " destroyed";
  }
  if (!run.verdict && counting.live_allocations() != 0) run.verdict = "not all memory was given back";
  return run;
}

TEST(Custom, WhateverThrowsFailsTheTableAndLosesNothing) {
  std::array<std::uint64_t, kCallNames> thrown{};
  const auto judge = [&](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    for (const Recorder::Call call : {Recorder::Call::create, Recorder::Call::add, Recorder::Call::finish}) {
      for (std::uint64_t n = 1;; ++n) {
        const ThrowingRun run = run_throwing(scenario, subject, call, n);
        const auto index = static_cast<std::size_t>(call);
        if (run.verdict) return std::string(kNames[index]) + " " + std::to_string(n) + " throwing: " + *run.verdict;
        if (!run.reached) break;
        ++thrown[index];
      }
    }
    return std::nullopt;
  };
  const auto generate = [](Random& random) {
    return random_custom_scenario({.schema = {.model = Model::aggregate}, .max_rows = 30}, random);
  };
  check_property({.generate = generate,
                  .judge = on_every_subject(judge),
                  .floors = {{"full ties", 35}, {"two or more shrinks", 15}},
                  .cases = 200});
  for (const Recorder::Call call : {Recorder::Call::create, Recorder::Call::add, Recorder::Call::finish}) {
    EXPECT_GT(thrown[static_cast<std::size_t>(call)], 200u) << kNames[static_cast<std::size_t>(call)];
  }
}

// Allocations that fail while custom states are about.
TEST(Custom, SurvivesEveryFailingAllocation) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    Recorder::instance().arm(Recorder::Call::create, 0);
    for (std::uint64_t n = 1;; ++n) {
      FailingResource failing(std::pmr::new_delete_resource());
      failing.arm(n);
      CountingResource counting(&failing);
      try {
        TableUnderTest under_test(scenario, subject, &counting);
        for (const Operation& operation : scenario.operations) static_cast<void>(under_test.perform(operation));
      } catch (const std::bad_alloc&) {
        if (!failing.failed()) return "bad_alloc without a failed allocation";
      }
      const Recorder& recorder = Recorder::instance();
      if (recorder.created() != recorder.destroyed()) return "allocation " + std::to_string(n) + ": a state was lost";
      if (counting.live_allocations() != 0) return "allocation " + std::to_string(n) + ": memory was lost";
      if (!failing.failed()) return std::nullopt;
    }
  };
  const auto generate = [](Random& random) {
    return random_custom_scenario({.schema = {.model = Model::aggregate}, .max_rows = 9}, random);
  };
  check_property({.generate = generate, .judge = on_every_subject(judge), .floors = {{"full ties", 20}}, .cases = 150});
}

}  // namespace
}  // namespace lockstep::props
