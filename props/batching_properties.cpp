// Neither the batches that rows come in nor shrinks on the way are to be seen in what comes out.   (quality.md, 1 – 3)
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "lockstep/data/table.h"
#include "rewrite.h"
#include "scenario_generator.h"
#include "verdicts.h"

namespace lockstep::props {
namespace {

using scenario::MemTableScenario;
using scenario::Subject;

// Ways to cut `rows` rows: all at once, one at a time, behind the first, and two at random, empty batches among them.
std::vector<std::vector<std::size_t>> cuts(std::size_t rows) {
  std::vector<std::vector<std::size_t>> cuts = {{rows}, std::vector<std::size_t>(rows, 1)};
  if (rows > 0) cuts.push_back({1, rows - 1});
  for (const std::uint64_t seed : {1u, 2u}) {
    Random random(seed);
    std::vector<std::size_t>& sizes = cuts.emplace_back();
    for (std::size_t left = rows; left > 0; left -= sizes.back())
      sizes.push_back(random.below(std::min<std::size_t>(left, 9) + 1));
  }
  return cuts;
}

MemTableScenario random_scenario(Random& random) { return random_mem_table_scenario({.max_rows = 130}, random); }

TEST(Batching, AnySplitIntoBatchesGivesTheSameBlock) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    const scenario::Rows rows = inserted_rows(scenario);
    const auto expected = finish(at_once(scenario, rows), subject);
    if (!expected) return expected.error();
    for (const std::vector<std::size_t>& sizes : cuts(rows.block.row_count())) {
      const auto actual = finish(in_batches(scenario, rows, sizes), subject);
      if (!actual) return actual.error();
      const std::string what = "in " + std::to_string(sizes.size()) + " batches";
      if (const Verdict verdict = same_blocks(expected->flushed, actual->flushed, what)) return verdict;
      if (const Verdict verdict = same_folds(expected->statistics, actual->statistics, what)) return verdict;
    }
    return std::nullopt;
  };
  check_property(
      {.generate = random_scenario, .judge = on_every_subject(judge), .floors = mem_table_floors(), .cases = 300});
}

TEST(Batching, AnyPlacementOfShrinksGivesTheSameBlock) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    const scenario::Rows rows = inserted_rows(scenario);
    const auto expected = finish(at_once(scenario, rows), subject);
    if (!expected) return expected.error();
    const std::vector<std::vector<std::size_t>> every_cut = cuts(rows.block.row_count());
    for (std::size_t cut = 0; cut < every_cut.size(); ++cut) {
      Random random(cut);
      std::vector<std::size_t> shrinks(every_cut[cut].size(), 1);  // after each batch
      if (cut >= 2) {
        for (std::size_t& count : shrinks) count = random.pick<std::size_t>({0, 0, 1, 2});
      }
      const auto actual = finish(in_batches(scenario, rows, every_cut[cut], shrinks), subject);
      if (!actual) return actual.error();
      const std::string what = std::to_string(shrinks.size()) + " batches with shrinks between";
      if (const Verdict verdict = same_blocks(expected->flushed, actual->flushed, what)) return verdict;
      if (const Verdict verdict = same_folds(expected->statistics, actual->statistics, what)) return verdict;
    }
    // The scenario's own operations, whatever they are.
    const auto own = finish(scenario, subject);
    if (!own) return own.error();
    return same_blocks(expected->flushed, own->flushed, "as generated");
  };
  check_property(
      {.generate = random_scenario, .judge = on_every_subject(judge), .floors = mem_table_floors(), .cases = 300});
}

// A flushed block, inserted and flushed once more. Ties of a dup table come out newest first, so there the block goes
// in backwards. A sum that left its decimal's precision cannot be inserted again, and is not tried.
TEST(Batching, FlushOfAFlushIsTheSameBlock) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    const auto first = finish(scenario, subject);
    if (!first) return first.error();
    if (first->statistics.sum_overflows > 0) return std::nullopt;
    scenario::Rows rows{first->flushed.block, {first->flushed.lsns.begin(), first->flushed.lsns.end()}};
    if (scenario.schema.model == Model::duplicate && scenario.schema.key_count > 0) {
      std::vector<std::uint32_t> backwards(rows.block.row_count());
      std::iota(backwards.rbegin(), backwards.rend(), 0u);
      rows = take_rows(rows, backwards);
    }
    const auto second = finish(at_once(scenario, rows), subject);
    if (!second) return second.error();
    if (const Verdict verdict = same_blocks(first->flushed, second->flushed, "flushed again")) return verdict;
    if (second->statistics.merged_rows != 0) return "rows that are already apart were merged";
    return std::nullopt;
  };
  check_property(
      {.generate = random_scenario, .judge = on_every_subject(judge), .floors = mem_table_floors(), .cases = 300});
}

}  // namespace
}  // namespace lockstep::props
