// reference = column = legacy: the same blocks byte for byte, the same errors, the same statistics.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

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

// A legal place for a column: its type, nullness, aggregation, and the model and side of the key.
struct Combination {
  Model model;
  bool key;
  ColumnSchema column;

  [[nodiscard]] std::string name() const {
    return std::string(model_name(model)) + (key ? " key " : " value ") + column.type.name() +
           (column.nullable ? " null " : " ") + std::string(aggregation_name(column.aggregation));
  }
};

// One type a kind; decimals in each of their widths.
std::vector<Type> every_type() {
  std::vector<Type> types = {Type::decimal(9, 2),   Type::decimal(18, 0), Type::decimal(38, 38),
                             Type::decimal(76, 10), Type::character(8),   Type::varchar(9)};
  for (std::uint8_t i = 0; i < kTypeKindCount; ++i) {
    if (const Type type = Type::of(static_cast<TypeKind>(i)); type.is_valid()) types.push_back(type);
  }
  return types;
}

std::vector<Combination> legal_combinations() {
  std::vector<Combination> all;
  for (const Type type : every_type()) {
    for (std::uint8_t m = 0; m < kModelCount; ++m) {
      for (const bool nullable : {false, true}) {
        for (std::uint8_t a = 0; a < kAggregationCount; ++a) {
          const auto aggregation = static_cast<Aggregation>(a);
          if (aggregation == Aggregation::custom) continue;  // custom_properties.cpp
          for (const bool key : {false, true}) {
            const Combination combination{static_cast<Model>(m), key, {"x", type, nullable, aggregation}};
            Schema schema{.model = combination.model, .columns = {{"k", Type::of(TypeKind::int8)}}, .key_count = 1};
            schema.columns.insert(key ? schema.columns.begin() : schema.columns.end(), combination.column);
            schema.key_count += key ? 1 : 0;
            if (schema.validate()) all.push_back(combination);
          }
        }
      }
    }
  }
  return all;
}

// Do rows of one key meet in it?
bool has_ties(const scenario::MemTableScenario& scenario) {
  const auto classes = classes_of(scenario);
  return std::ranges::find(classes, "full ties") != classes.end();
}

// Not left to chance: each combination in turn, with rows in it that are one key.
TEST(Differential, TablesAgreeOnEveryLegalCombination) {
  const std::vector<Combination> combinations = legal_combinations();
  std::map<std::string, std::size_t> met;
  std::size_t next = 0;
  const auto generate = [&](Random& random) {
    const Combination& combination = combinations[next++ % combinations.size()];
    SchemaDemands schema{.model = combination.model};
    (combination.key ? schema.key : schema.value) = combination.column;
    for (;;) {
      auto scenario = random_mem_table_scenario({.schema = schema, .max_rows = 40}, random);
      if (has_ties(scenario)) return scenario;
    }
  };
  const auto judge = [&](const scenario::MemTableScenario& scenario) {
    const Schema& schema = scenario.schema;
    for (std::uint32_t i = 0; i < schema.columns.size(); ++i) {
      if (schema.columns[i].name == "x") ++met[Combination{schema.model, schema.is_key(i), schema.columns[i]}.name()];
    }
    return all_subjects_agree(scenario);
  };
  check_property(Property<scenario::MemTableScenario>{
      .generate = generate, .judge = judge, .cases = static_cast<int>(3 * combinations.size())});
  EXPECT_EQ(met.size(), combinations.size());
  for (const Combination& combination : combinations) EXPECT_GE(met[combination.name()], 3u) << combination.name();
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
