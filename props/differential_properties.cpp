// reference = column = legacy: the same blocks byte for byte, the same errors, the same statistics.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "lockstep/scenario/check.h"
#include "scenario_generator.h"
#include "verdicts.h"

namespace lockstep::props {
namespace {

template <class Scenario>
Verdict all_subjects_agree(const Scenario& scenario) {
  const scenario::Scenario any(scenario);
  const auto findings = scenario::check(any, scenario::built_in_subjects(), {.run_twice = true});
  if (findings.empty()) return std::nullopt;
  return scenario::describe(any, findings.front());
}

TEST(Differential, TablesAgree) {
  check_property({.generate = [](Random& random) { return random_mem_table_scenario({}, random); },
                  .judge = all_subjects_agree<scenario::MemTableScenario>,
                  .floors = mem_table_floors(),
                  .cases = 2000});
}

TEST(Differential, TablesAgreeOnWhatTheyRefuse) {
  check_property({.generate = [](Random& random) { return random_mem_table_scenario({.refusals = true}, random); },
                  .judge = all_subjects_agree<scenario::MemTableScenario>,
                  .floors = {{"full ties", 30}, {"nulls", 40}, {"two or more shrinks", 15}, {"a refused call", 20}},
                  .cases = 2000});
}

TEST(Differential, TablesAgreeWhereAllocationsFail) {
  check_property({.generate =
                      [](Random& random) {
                        return random_mem_table_scenario(
                            {.max_rows = 40, .refusals = random.chance(30), .failing_allocations = true}, random);
                      },
                  .judge = all_subjects_agree<scenario::MemTableScenario>,
                  .floors = {{"full ties", 30}, {"two or more shrinks", 15}, {"a call out of memory", 15}},
                  .cases = 1500});
}

TEST(Differential, SortsAgree) {
  check_property(
      {.generate = [](Random& random) { return random_sort_scenario({.failing_allocations = true}, random); },
       .judge = all_subjects_agree<scenario::SortScenario>,
       .floors = sort_floors(),
       .cases = 2000});
}

}  // namespace
}  // namespace lockstep::props
