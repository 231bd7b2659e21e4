// Where memory comes from, that it goes back, and what happens when there is none.   (quality.md, 12 and 13)
#include <gtest/gtest.h>

#include <new>
#include <optional>
#include <utility>

#include "global_new.h"
#include "lockstep/base/memory_resource.h"
#include "lockstep/scenario/compare.h"
#include "scenario_generator.h"
#include "table_under_test.h"
#include "verdicts.h"

namespace lockstep::props {
namespace {

using scenario::Insert;
using scenario::MemTableScenario;
using scenario::Operation;
using scenario::SortScenario;
using scenario::Subject;

// No global new while an operation succeeds, no default resource, an exact memory_bytes(), and nothing left at the end.
TEST(Memory, EveryByteComesFromTheResourceAndGoesBack) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    CountingResource counting(malloc_resource());
    {
      TableUnderTest under_test(scenario, subject, &counting);
      for (const Operation& operation : scenario.operations) {
        const std::uint64_t before = global_new_calls();
        const Status status = under_test.perform(operation);
        const std::uint64_t calls = global_new_calls() - before;
        if (status && calls != 0)
          return "an operation called the global operator new " + std::to_string(calls) + " times";
        if (under_test.flushed()) continue;
        if (under_test.table().memory_bytes() != counting.live_bytes()) {
          return "memory_bytes() is " + std::to_string(under_test.table().memory_bytes()) + ", the resource says " +
                 std::to_string(counting.live_bytes());
        }
      }
      under_test.drop_block();
      if (under_test.table().memory_bytes() != counting.live_bytes()) return "memory_bytes() is wrong after the flush";
    }
    if (counting.live_allocations() != 0) {
      return std::to_string(counting.live_allocations()) + " allocations were not given back";
    }
    return std::nullopt;
  };
  check_property(
      {.generate = [](Random& random) { return random_mem_table_scenario({.refusals = random.chance(30)}, random); },
       .judge = on_every_subject(judge),
       .floors = {{"full ties", 35}, {"bitmaps", 4}, {"ties across a shrink", 8}}});
}

bool same_counts(const TableStatistics& a, const TableStatistics& b) {
  for (const scenario::CountedStatistic& statistic : scenario::kCountedStatistics) {
    if (a.*statistic.count != b.*statistic.count) return false;
  }
  return true;
}

// A run in which the n-th allocation, counted over all operations, fails.
class FailingRun {
 public:
  FailingRun(const MemTableScenario& scenario, const Subject& subject, const scenario::MemTableOutcome& clean)
      : scenario_(scenario),
        subject_(subject),
        clean_(clean),
        failing_(std::pmr::new_delete_resource()),
        counting_(&failing_) {}

  // Whether there was an n-th allocation, and what went wrong.
  struct Report {
    bool reached = false;
    Verdict verdict;
  };
  Report fail(std::uint64_t n) {
    failing_.arm(n);
    Report report;
    try {
      TableUnderTest under_test(scenario_, subject_, &counting_);
      report.verdict = perform_all(under_test);
    } catch (const std::bad_alloc&) {  // while the table was made
      if (!failing_.failed()) report.verdict = "bad_alloc without a failed allocation";
    }
    report.reached = failing_.failed();
    failing_.disarm();
    if (!report.verdict && counting_.live_allocations() != 0) {
      report.verdict = std::to_string(counting_.live_allocations()) + " allocations were not given back";
    }
    if (report.verdict) report.verdict = "allocation " + std::to_string(n) + " failing: " + *report.verdict;
    return report;
  }

 private:
  Verdict perform_all(TableUnderTest& under_test) {
    for (std::size_t i = 0; i < scenario_.operations.size(); ++i) {
      const TableStatistics before = under_test.table().statistics();
      const bool failed_before = failing_.failed();
      std::optional<ErrorCode> answer = perform(under_test, scenario_.operations[i]);
      const bool failed_now = failing_.failed() && !failed_before;
      const std::string where = "operation " + std::to_string(i);
      if (failed_now != (answer == ErrorCode::bad_alloc)) return where + " and bad_alloc do not go together";
      if (failed_now && !std::holds_alternative<Insert>(scenario_.operations[i].action)) {
        return expect_failed_state(under_test);
      }
      if (failed_now) {
        if (!same_counts(before, under_test.table().statistics())) return where + " failed and changed the statistics";
        answer = perform(under_test, scenario_.operations[i]);  // the table goes on working
      }
      if (answer != clean_.steps[i].error) return where + " answers otherwise than without failures";
      if (!same_counts(clean_.steps[i].statistics, under_test.table().statistics())) {
        return where + ": other statistics than without failures";
      }
      if (!under_test.flushed() && under_test.table().memory_bytes() != counting_.live_bytes()) {
        return where + ": memory_bytes() is not what the resource says";
      }
    }
    if (under_test.flushed().has_value() != clean_.flushed.has_value())
      return "a block is missing, or there is one too many";
    if (clean_.flushed) return same_blocks(*clean_.flushed, *under_test.flushed(), "after a failed insert");
    return std::nullopt;
  }

  static std::optional<ErrorCode> perform(TableUnderTest& under_test, const Operation& operation) {
    try {
      const Status status = under_test.perform(operation);
      return status ? std::nullopt : std::optional(status.error().code);
    } catch (const std::bad_alloc&) {
      return ErrorCode::bad_alloc;
    }
  }

  Verdict expect_failed_state(TableUnderTest& under_test) const {
    const Operation insert{Insert{{Block(scenario_.schema, std::pmr::get_default_resource()), {}}, {}}};
    for (const Operation& operation : {insert, Operation{scenario::Shrink{}}, Operation{scenario::Flush{}}}) {
      if (perform(under_test, operation) != ErrorCode::failed_state)
        return "no failed_state after a failed shrink or flush";
    }
    return std::nullopt;
  }

  const MemTableScenario& scenario_;
  const Subject& subject_;
  const scenario::MemTableOutcome& clean_;
  FailingResource failing_;
  CountingResource counting_;
};

// Without `drop`, which ends the table in the middle.
Verdict survives_every_failing_allocation(const MemTableScenario& scenario, const Subject& subject) {
  const scenario::MemTableOutcome clean = scenario::run(scenario, subject);
  if (clean.violation) return text_of(*clean.violation);
  for (std::uint64_t n = 1;; ++n) {
    const FailingRun::Report report = FailingRun(scenario, subject, clean).fail(n);
    if (report.verdict) return report.verdict;
    if (!report.reached) return std::nullopt;
  }
}

constexpr int kScenariosPerModel = 200;

void check_failing_allocations(Model model) {
  const auto generate = [model](Random& random) {
    MemTableScenario scenario =
        random_mem_table_scenario({.schema = {.model = model}, .max_rows = 9, .refusals = random.chance(20)}, random);
    std::erase_if(scenario.operations,
                  [](const Operation& o) { return std::holds_alternative<scenario::Drop>(o.action); });
    return scenario;
  };
  check_property({.generate = generate,
                  .judge = on_every_subject(survives_every_failing_allocation),
                  .floors = {{"full ties", 30}, {"two or more inserts", 25}, {"two or more shrinks", 15}},
                  .cases = kScenariosPerModel});
}

TEST(Memory, DupSurvivesEveryFailingAllocation) { check_failing_allocations(Model::duplicate); }
TEST(Memory, UniqueSurvivesEveryFailingAllocation) { check_failing_allocations(Model::unique); }
TEST(Memory, AggregateSurvivesEveryFailingAllocation) { check_failing_allocations(Model::aggregate); }

TEST(Memory, EveryByteOfASortComesFromTheResourceAndGoesBack) {
  const auto judge = [](const SortScenario& scenario, const Subject& subject) -> Verdict {
    CountingResource counting(malloc_resource());
    const std::uint64_t before = global_new_calls();
    {
      static_cast<void>(subject.sort_rows(scenario.rows, scenario.order, scenario.limit, &counting));
    }
    const std::uint64_t calls = global_new_calls() - before;
    if (calls != 0) return "the sort called the global operator new " + std::to_string(calls) + " times";
    if (counting.live_allocations() != 0) return "not all memory was given back";
    return std::nullopt;
  };
  check_property({.generate = [](Random& random) { return random_sort_scenario({}, random); },
                  .judge = sort_on_every_subject(judge),
                  .floors = sort_floors()});
}

TEST(Memory, SortsSurviveEveryFailingAllocation) {
  const auto judge = [](const SortScenario& scenario, const Subject& subject) -> Verdict {
    const auto clean = sorted(scenario, subject);
    if (!clean) return clean.error();
    for (SortScenario failing = scenario;;) {
      ++failing.fail_alloc;
      const scenario::SortOutcome outcome = scenario::run(failing, subject);  // which looks for leaks
      if (outcome.violation) return text_of(*outcome.violation);
      if (outcome.out_of_memory) continue;
      if (outcome.order != *clean) return "another order, though no allocation failed";
      return std::nullopt;
    }
  };
  check_property({.generate = [](Random& random) { return random_sort_scenario({.max_rows = 300}, random); },
                  .judge = sort_on_every_subject(judge),
                  .floors = sort_floors()});
}

}  // namespace
}  // namespace lockstep::props
