// What becomes of the rows of a key.   (quality.md, 8 – 11)
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "block_edit.h"
#include "lockstep/scenario/compare.h"
#include "rewrite.h"
#include "scenario_generator.h"
#include "sortable_key.h"
#include "verdicts.h"

namespace lockstep::props {
namespace {

using scenario::MemTableScenario;
using scenario::Subject;

MemTableScenario random_scenario(Random& random) { return random_mem_table_scenario({}, random); }

TEST(Fold, RowsOutAndMergedRowsAreTheRowsIn) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    const auto finished = finish(scenario, subject);  // which checks the sum
    if (!finished) return finished.error();
    const scenario::Rows rows = inserted_rows(scenario);
    std::size_t expected = rows.block.row_count();
    if (scenario.schema.model != Model::duplicate) {
      const std::vector<SortableKey> keys = sortable_keys(rows.block, scenario.schema.key_count);
      expected = std::set<SortableKey>(keys.begin(), keys.end()).size();
    }
    const std::size_t out = finished->flushed.block.row_count();
    if (out != expected) {
      return std::to_string(out) + " rows came out, where the keys make " + std::to_string(expected);
    }
    if (finished->statistics.raw_rows != rows.block.row_count()) return "raw_rows is not the rows inserted";
    if (finished->statistics.merged_rows != rows.block.row_count() - out) return "merged_rows is not what is missing";
    return std::nullopt;
  };
  check_property({.generate = random_scenario, .judge = on_every_subject(judge), .floors = mem_table_floors()});
}

TEST(Fold, AggregateWithNothingButReplaceIsUnique) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    MemTableScenario unique = scenario;
    unique.schema.model = Model::unique;
    for (ColumnSchema& column : unique.schema.columns) column.aggregation = Aggregation::none;
    const auto expected = finish(unique, subject);
    if (!expected) return expected.error();
    const auto actual = finish(scenario, subject);
    if (!actual) return actual.error();
    if (const Verdict verdict = same_blocks(expected->flushed, actual->flushed, "agg beside unique")) return verdict;
    return same_folds(expected->statistics, actual->statistics, "agg beside unique");
  };
  const auto generate = [](Random& random) {
    return random_mem_table_scenario({.schema = {.model = Model::aggregate, .replace_only = true}}, random);
  };
  check_property({.generate = generate, .judge = on_every_subject(judge), .floors = mem_table_floors()});
}

// The most keys of a scenario that are tried alone.
constexpr std::size_t kMaxKeysAlone = 16;

TEST(Fold, AKeysFoldIsTheFoldOfItsRowsAlone) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    const auto together = finish(scenario, subject);
    if (!together) return together.error();
    const scenario::Rows rows = inserted_rows(scenario);
    const std::vector<SortableKey> keys = sortable_keys(rows.block, scenario.schema.key_count);
    std::map<SortableKey, std::vector<std::uint32_t>> groups;
    for (std::uint32_t row = 0; row < keys.size(); ++row) groups[keys[row]].push_back(row);

    const std::vector<SortableKey> keys_out = sortable_keys(together->flushed.block, scenario.schema.key_count);
    for (std::uint32_t out = 0; out < std::min(keys_out.size(), kMaxKeysAlone); ++out) {
      const auto group = groups.find(keys_out[out]);
      if (group == groups.end()) return "row " + std::to_string(out) + " has a key that was never inserted";
      const auto alone = finish(at_once(scenario, take_rows(rows, group->second)), subject);
      if (!alone) return alone.error();
      FlushedBlock expected{take_rows(together->flushed.block, std::vector{out}), {}};
      if (!together->flushed.lsns.empty()) expected.lsns.push_back(together->flushed.lsns[out]);
      const std::string what = "the key of row " + std::to_string(out) + " alone";
      if (const Verdict verdict = same_blocks(expected, alone->flushed, what)) return verdict;
    }
    return std::nullopt;
  };
  const auto generate = [](Random& random) {
    const Model model = random.chance(70) ? Model::aggregate : Model::unique;
    return random_mem_table_scenario({.schema = {.model = model}, .max_rows = 65}, random);
  };
  check_property({.generate = generate, .judge = on_every_subject(judge), .floors = mem_table_floors(), .cases = 300});
}

TEST(Fold, ThePayloadUnderNullsChangesNothing) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    const scenario::Scenario any(scenario);
    const scenario::Outcome expected = scenario::run(any, subject);
    Random random(1);
    for (const MemTableScenario& other : {with_plain_payloads(scenario), with_random_payloads(scenario, random)}) {
      const scenario::Outcome actual = scenario::run(scenario::Scenario(other), subject);
      if (const auto difference = scenario::compare(any, expected, actual)) return text_of(*difference);
    }
    return std::nullopt;
  };
  const auto generate = [](Random& random) {
    return random_mem_table_scenario({.refusals = random.chance(30)}, random);
  };
  check_property({.generate = generate,
                  .judge = on_every_subject(judge),
                  .floors = {{"full ties", 35}, {"nulls", 40}, {"payload under a null", 30}}});
}

}  // namespace
}  // namespace lockstep::props
