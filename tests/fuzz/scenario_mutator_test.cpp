#include "scenario_mutator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>

#include "lockstep/scenario/bytes.h"
#include "lockstep/scenario/text.h"
#include "lockstep/scenario/well_formed.h"

namespace lockstep::fuzz {
namespace {

using scenario::MemTableScenario;
using scenario::Scenario;
using scenario::SortScenario;

Scenario parse(const std::string& text) {
  Result<Scenario> scenario = scenario::parse_text(text, "test");
  EXPECT_TRUE(scenario) << scenario.error().message;
  return *scenario;
}

const std::string kUnique =
    "memtable v1\nmodel unique\nkey k int32 null\nkey s varchar(8)\nvalue q int64\nvalue d int8\n"
    "sequence q\ndelete_sign d\ncluster d s\nlsn\n"
    "insert\n  1 \"a\" 5 0 @1\n  null \"b\" 6 1 @2\n  2 \"\" 7 0 @3\nshrink\n"
    "insert rows 1 0\n  7 \"x\" 1 0 @4\n  null \"ab\" 5 0 @5\nflush\n";
const std::string kSort =
    "sort v1\ncolumn a int32 null\ncolumn b string\nby a asc nulls_first, b desc nulls_last\nlimit 2\n"
    "rows\n  1 \"a\"\n  null \"b\"\n  1 \"c\"\n";

// How many of many mutations of `start` are scenarios that a fuzzer can go on with, and different from it.
struct Yield {
  int usable = 0;
  int changed = 0;
};
constexpr int kMutations = 2'000;

Yield mutate_often(const Scenario& start) {
  Yield yield;
  for (int seed = 0; seed < kMutations; ++seed) {
    Scenario mutated = start;
    Random random(static_cast<std::uint64_t>(seed));
    mutate(mutated, random);
    const auto bytes = encode_bytes(mutated);
    EXPECT_EQ(bytes.has_value(), check_well_formed(mutated).has_value()) << print_text(mutated);
    if (!bytes) continue;
    ++yield.usable;
    yield.changed += mutated != start ? 1 : 0;
    EXPECT_EQ(scenario::decode_bytes(*bytes), mutated);
  }
  return yield;
}

TEST(ScenarioMutator, MostMutationsAreUsableAndChangeSomething) {
  for (const std::string& text : {kUnique, kSort}) {
    const Yield yield = mutate_often(parse(text));
    EXPECT_GT(yield.usable, kMutations * 3 / 4);
    EXPECT_GT(yield.changed, kMutations / 2);
  }
}

TEST(ScenarioMutator, IsTheSameForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Scenario once = parse(kUnique);
    Scenario again = once;
    Random random(seed);
    Random same(seed);
    mutate(once, random);
    mutate(again, same);
    EXPECT_EQ(once, again);
  }
}

TEST(ScenarioMutator, TakesScenariosWithNothingInThem) {
  static_cast<void>(mutate_often(parse("memtable v1\nmodel dup\nkey k int32\n")));
  static_cast<void>(mutate_often(parse("memtable v1\nmodel dup\nvalue k int32\ninsert\n")));
  static_cast<void>(mutate_often(parse("sort v1\ncolumn a int32\nrows\n")));
}

// Whether one of many mutations of `start` satisfies `wanted`.
template <class Kind, class Wanted>
bool some_mutation(const std::string& start, Wanted&& wanted) {
  const Scenario scenario = parse(start);
  for (int seed = 0; seed < 10 * kMutations; ++seed) {
    Scenario mutated = scenario;
    Random random(static_cast<std::uint64_t>(seed));
    mutate(mutated, random);
    if (wanted(std::get<Kind>(mutated))) return true;
  }
  return false;
}

const scenario::Insert* insert_at(const MemTableScenario& scenario, std::size_t operation) {
  return operation < scenario.operations.size() ? std::get_if<scenario::Insert>(&scenario.operations[operation].action)
                                                : nullptr;
}

TEST(ScenarioMutator, ReachesEveryKindOfChange) {
  const auto original = std::get<MemTableScenario>(parse(kUnique));
  const auto changed = [&](auto wanted) { return some_mutation<MemTableScenario>(kUnique, wanted); };
  const std::size_t operations = original.operations.size();
  EXPECT_TRUE(changed([&](const auto& s) { return s.operations.size() > operations; }));
  EXPECT_TRUE(changed([&](const auto& s) { return s.operations.size() < operations; }));
  EXPECT_TRUE(changed([&](const auto& s) { return s.schema.key_count == 3; }));
  EXPECT_TRUE(changed([&](const auto& s) { return s.schema.key_count == 1; }));
  EXPECT_TRUE(changed([&](const auto& s) { return s.schema.model == Model::aggregate; }));
  EXPECT_TRUE(changed([&](const auto& s) { return s.schema.model == Model::duplicate; }));
  EXPECT_TRUE(changed([&](const auto& s) {
    return std::ranges::any_of(s.operations, [](const auto& operation) { return operation.fail_alloc != 0; });
  }));
  EXPECT_TRUE(changed([&](const auto& s) {
    const scenario::Insert* const insert = insert_at(s, 0);
    return insert != nullptr && insert->source.block.row_count() > 3 && insert->source.lsns.size() > 3;
  })) << "repeated rows";
  EXPECT_TRUE(changed([&](const auto& s) {
    const scenario::Insert* const first = insert_at(s, 0);
    const scenario::Insert* const second = insert_at(s, 1);
    return first != nullptr && second != nullptr && first->source.block.row_count() == 1 &&
           second->source.block.row_count() == 2 && second->source.lsns == std::vector<std::int64_t>({2, 3});
  })) << "a split insert";
  EXPECT_TRUE(changed([&](const auto& s) {
    const scenario::Insert* const insert = insert_at(s, 0);
    return insert != nullptr && insert->source.block.row_count() == 3 && insert->source.block.column(1).text(0) == "b";
  })) << "a cell of another row";
  EXPECT_TRUE(changed([&](const auto& s) {
    const scenario::Insert* const insert = insert_at(s, 0);
    return insert != nullptr && insert->source.block.row_count() == 3 && insert->source.block.column(0).is_null(0);
  })) << "a null";
}

TEST(ScenarioMutator, ReachesEveryKindOfChangeOfASort) {
  const auto changed = [&](auto wanted) { return some_mutation<SortScenario>(kSort, wanted); };
  EXPECT_TRUE(changed([](const auto& s) { return s.order.ties == TieOrder::descending; }));
  EXPECT_TRUE(changed([](const auto& s) { return !s.limit; }));
  EXPECT_TRUE(changed([](const auto& s) { return s.order.keys.size() == 3; }));
  EXPECT_TRUE(changed([](const auto& s) { return s.order.keys.size() == 1; }));
  EXPECT_TRUE(changed([](const auto& s) { return s.order.keys[0].direction == Direction::descending; }));
  EXPECT_TRUE(changed([](const auto& s) { return s.rows.row_count() > 3; }));
  EXPECT_TRUE(changed([](const auto& s) { return s.rows.row_count() == 3 && !s.rows.column(0).is_null(1); }));
}

}  // namespace
}  // namespace lockstep::fuzz
