// Which scenario values are refused before anybody prints, encodes or runs them.
#include "lockstep/scenario/well_formed.h"

#include <gtest/gtest.h>

#include "scenario_values.h"

namespace lockstep::scenario {
namespace {

MemTableScenario table_with(std::vector<Operation> operations) {
  MemTableScenario scenario;
  scenario.schema = testing::two_integers();
  scenario.operations = std::move(operations);
  return scenario;
}

Operation expecting_rows(const Schema& schema) {
  return {ExpectRows{{Block(schema, std::pmr::get_default_resource()), {}}}, 0, std::nullopt};
}

SortScenario sort_of_two() {
  const Schema schema = testing::two_integers();
  return {schema, {{{1, Direction::descending, NullPlacement::last}}, {}},
          {},     testing::rows_of(schema, {1, 2}).block,
          {},     0};
}

void expect_refused(const Scenario& scenario, std::string_view message) {
  const Status status = check_well_formed(scenario);
  ASSERT_FALSE(status) << message;
  EXPECT_EQ(status.error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(status.error().message, message);
}

TEST(WellFormed, WhatScenariosTestIsFine) {
  const Schema schema = testing::two_integers();
  // Picks that are not there, LSNs without need, blocks of other columns, calls after flush.
  Operation picking = testing::insert(testing::rows_of(schema, {1}, {5}));
  std::get<Insert>(picking.action).picks = {7};
  const Operation other = {Insert{{Block(std::pmr::vector<Column>{}), {}}, std::nullopt}, 0, std::nullopt};
  EXPECT_TRUE(check_well_formed(
      table_with({picking,
                  other,
                  testing::failing(testing::shrink(), 1),
                  testing::flush(),
                  expecting_rows(schema),
                  testing::expecting(testing::insert(testing::rows_of(schema, {1})), ErrorCode::closed),
                  testing::drop(),
                  expecting_rows(schema),
                  {ExpectStatistics{}, 0, std::nullopt}})));
  EXPECT_TRUE(check_well_formed(sort_of_two()));
}

TEST(WellFormed, Tables) {
  MemTableScenario scenario = table_with({});
  scenario.options.max_rows = kMaxRows + 1;
  EXPECT_FALSE(check_well_formed(scenario));
  scenario = table_with({});
  scenario.options.flush_bytes = 1;
  expect_refused(scenario, "scenarios do not carry shrink_step_bytes and flush_bytes");
  scenario = table_with({});
  scenario.options.shrink_step_bytes = 1;
  expect_refused(scenario, "scenarios do not carry shrink_step_bytes and flush_bytes");
  scenario = table_with({});
  scenario.schema.columns.clear();
  expect_refused(scenario, scenario.schema.validate().error().message);
}

TEST(WellFormed, Operations) {
  const Schema schema = testing::two_integers();
  expect_refused(table_with({testing::shrink(), testing::failing(testing::drop(), 1)}),
                 "operation 1: fail_alloc before what allocates nothing");
  expect_refused(table_with({testing::flush(), testing::failing(expecting_rows(schema), 1)}),
                 "operation 1: fail_alloc before what allocates nothing");
  expect_refused(table_with({testing::expecting(testing::drop(), ErrorCode::closed)}),
                 "operation 0: an expected error on what cannot fail");
  expect_refused(table_with({testing::shrink(), expecting_rows(schema)}), "operation 1: expect before any flush");
  expect_refused(table_with({{ExpectFingerprint{1}, 0, std::nullopt}}), "operation 0: expect before any flush");
  for (const Operation& call :
       {testing::insert(testing::rows_of(schema, {})), testing::shrink(), testing::flush(), testing::drop()}) {
    expect_refused(table_with({testing::drop(), call}), "operation 1: a call after drop");
  }
}

TEST(WellFormed, Rows) {
  const Schema schema = testing::two_integers();
  expect_refused(table_with({testing::insert(testing::rows_of(schema, {1}, {1, 2}))}),
                 "operation 0: more LSNs than rows");
  Rows uneven = testing::rows_of(schema, {1});
  uneven.block.column(1).append_null();
  expect_refused(table_with({testing::insert(uneven)}), "operation 0: the block is not rectangular");

  Buffer value(std::pmr::get_default_resource());
  value.append_value(std::uint8_t{5});
  Buffer null(std::pmr::get_default_resource());
  null.append_value(std::uint8_t{2});
  std::pmr::vector<Column> columns;
  columns.emplace_back(Type::of(TypeKind::int8), true, 1, value, Buffer(std::pmr::get_default_resource()), null);
  expect_refused(table_with({testing::insert({Block(std::move(columns)), {}})}),
                 "operation 0: a null map holds something else than 0 and 1");
}

TEST(WellFormed, Sorts) {
  SortScenario scenario = sort_of_two();
  scenario.schema.key_count = 1;
  expect_refused(scenario, "a sort's schema is that of a dup table without key columns and LSNs");
  scenario = sort_of_two();
  scenario.schema.lsn = true;
  expect_refused(scenario, "a sort's schema is that of a dup table without key columns and LSNs");
  scenario = sort_of_two();
  scenario.schema.columns[0].nullable = false;
  expect_refused(scenario, "the rows' columns are not the schema's");
  scenario = sort_of_two();
  scenario.schema.columns.pop_back();
  expect_refused(scenario, "the rows' columns are not the schema's");
  scenario = sort_of_two();
  scenario.order.keys[0].column = 2;
  expect_refused(scenario, "a sort key names no column");
  scenario = sort_of_two();
  scenario.schema.columns[1].type = Type::of(TypeKind::bitmap);
  scenario.rows = Block(scenario.schema, std::pmr::get_default_resource());
  expect_refused(scenario, "a sort key's type has no order");
}

}  // namespace
}  // namespace lockstep::scenario
