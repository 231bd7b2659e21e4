#include "lockstep/scenario/compare.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "fake_table.h"
#include "lockstep/scenario/check.h"
#include "lockstep/scenario/runner.h"
#include "scenario_values.h"

namespace lockstep::scenario::testing {
namespace {

const Schema kPlain = two_integers();
const Schema kAggregate = two_integers(Model::aggregate);

// What check() finds about a table with one fault, held against one without.
template <Fault fault>
std::vector<Finding> findings_of(const Schema& schema, std::vector<Operation> operations, CheckOptions options = {}) {
  const Scenario scenario = MemTableScenario{schema, {}, std::move(operations)};
  return check(scenario, std::array{fake_subject<Fault::none>("right"), fake_subject<fault>()}, options);
}

template <Fault fault>
Difference difference_of(const Schema& schema, std::vector<Operation> operations) {
  const std::vector<Finding> findings = findings_of<fault>(schema, std::move(operations));
  if (findings.size() != 1) {
    ADD_FAILURE() << findings.size() << " findings";
    return {};
  }
  EXPECT_EQ(findings[0].subject, "broken");
  EXPECT_EQ(findings[0].against, "right");
  return findings[0].difference;
}

TEST(Compare, EqualSubjectsAgree) {
  EXPECT_TRUE(findings_of<Fault::none>(kAggregate, {insert(rows_of(kAggregate, {1, {}})), shrink(), flush(), flush()},
                                       {.run_twice = true})
                  .empty());
}

TEST(Compare, FindsAChangedValue) {
  const Difference difference =
      difference_of<Fault::changes_a_value>(kPlain, {insert(rows_of(kPlain, {1, 2, 3})), shrink(), flush()});
  EXPECT_EQ(difference.operation, 2u);
  EXPECT_EQ(difference.row, 1u);
  EXPECT_EQ(difference.column, 1u);
  EXPECT_EQ(difference.expected, "2");
  EXPECT_EQ(difference.actual, "7");
}

TEST(Compare, FindsPayloadUnderANull) {
  const Difference difference =
      difference_of<Fault::dirties_a_null>(kPlain, {insert(rows_of(kPlain, {1, {}, 3})), flush()});
  EXPECT_EQ(difference.row, 1u);
  EXPECT_EQ(difference.column, 1u);
  EXPECT_EQ(difference.expected, "null");
  EXPECT_EQ(difference.actual, "null(7)");
}

TEST(Compare, FindsALostRow) {
  const Difference difference =
      difference_of<Fault::loses_the_last_row>(kPlain, {insert(rows_of(kPlain, {1, 2, 3})), flush()});
  EXPECT_EQ(difference.operation, 1u);
  EXPECT_EQ(difference.row, 2u);
  EXPECT_FALSE(difference.column);
  EXPECT_EQ(difference.expected, "3 3");
  EXPECT_EQ(difference.actual, "no row");
}

TEST(Compare, FindsAChangedLsn) {
  Schema schema = kPlain;
  schema.lsn = true;
  const Difference difference =
      difference_of<Fault::changes_an_lsn>(schema, {insert(rows_of(schema, {1, 2}, {10, 20})), flush()});
  EXPECT_EQ(difference.row, 1u);
  EXPECT_EQ(difference.expected, "20");
  EXPECT_EQ(difference.actual, "21");
}

TEST(Compare, FindsBrokenOffsets) {
  Schema schema = kPlain;
  schema.columns[1].type = Type::of(TypeKind::string);
  schema.columns[1].nullable = false;
  Rows rows{Block(schema, std::pmr::get_default_resource()), {}};
  for (const char* text : {"a", "b"}) {
    rows.block.column(0).append_value(std::int32_t{1});
    rows.block.column(1).append_text(text);
  }
  const Difference difference = difference_of<Fault::breaks_an_offset>(schema, {insert(rows), flush()});
  EXPECT_EQ(difference.column, 1u);
  EXPECT_NE(difference.actual.find("offsets"), std::string::npos);
}

TEST(Compare, FindsAStatisticAtTheFirstOperationThatShowsIt) {
  const Difference difference =
      difference_of<Fault::counts_a_sort>(kAggregate, {insert(rows_of(kAggregate, {1})), shrink(), shrink(), flush()});
  EXPECT_EQ(difference.operation, 1u);
  EXPECT_EQ(difference.description, "statistic sorts differs");
  EXPECT_EQ(difference.expected, "1");
  EXPECT_EQ(difference.actual, "2");
}

TEST(Compare, FindsAnotherResult) {
  const std::vector<Operation> refused{insert(rows_of(kPlain, {1, 2, 3, 4, 5}))};
  const Scenario scenario = MemTableScenario{kPlain, {}, refused};
  const Outcome expected = run(scenario, fake_subject<Fault::none>());
  Outcome actual = expected;
  std::get<MemTableOutcome>(actual).steps[0].error = ErrorCode::closed;
  const auto difference = compare(scenario, expected, actual);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->expected, "limit_exceeded");
  EXPECT_EQ(difference->actual, "closed: too many rows");
}

TEST(Compare, FindsATableThatIsRefusedByOneOnly) {
  const Scenario scenario = MemTableScenario{kPlain, {}, {flush()}};
  MemTableOutcome refused;
  refused.create_error = Error{ErrorCode::invalid_argument, "not this one"};
  const auto difference = compare(scenario, run(scenario, fake_subject<Fault::none>()), refused);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->actual, "invalid_argument: not this one");
}

TEST(Compare, ValuesThatReadTheSameShowTheirBytes) {
  Block wanted = rows_of(kPlain, {{}}).block;
  Block came = wanted;
  Buffer nulls(std::pmr::get_default_resource());
  nulls.append_value(std::uint8_t{2});
  Buffer data(std::pmr::get_default_resource());
  data.append_zeros(4);
  came.column(1) = Column(Type::of(TypeKind::int32), true, 1, std::move(data), Buffer(std::pmr::get_default_resource()),
                          std::move(nulls));
  const auto difference = compare_blocks(wanted, {}, came, {});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->column, 1u);
  EXPECT_EQ(difference->expected, "null (bytes 00000000 null byte 1)");
  EXPECT_EQ(difference->actual, "null (bytes 00000000 null byte 2)");
}

TEST(Check, ReportsABreachOfTheContract) {
  const std::vector<Finding> findings = findings_of<Fault::leaks>(kPlain, {insert(rows_of(kPlain, {1})), flush()});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].against, "the contract");
  EXPECT_EQ(findings[0].difference.operation, 2u);
}

TEST(Check, AViolationBehindADifferenceDoesNotHideIt) {
  const std::vector<Finding> findings =
      findings_of<Fault::counts_a_sort>(kAggregate, {shrink(), insert(rows_of(kAggregate, {1})), flush()});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].difference.operation, 0u);
}

TEST(Check, ASecondRunMustGiveTheSame) {
  const std::vector<Operation> refused{insert(rows_of(kPlain, {1, 2, 3, 4, 5}))};
  EXPECT_TRUE(findings_of<Fault::differs_the_second_time>(kPlain, refused).empty());
  const std::vector<Finding> findings =
      findings_of<Fault::differs_the_second_time>(kPlain, refused, {.run_twice = true});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].against, "its own first run");
}

// --- failing allocations

TEST(CheckFailingAllocations, AFailedInsertLeavesNoTrace) {
  const std::vector<Operation> operations{insert(rows_of(kPlain, {1})), failing(insert(rows_of(kPlain, {2, 3})), 1),
                                          insert(rows_of(kPlain, {4})), flush()};
  EXPECT_TRUE(findings_of<Fault::none>(kPlain, operations).empty());
  const std::vector<Finding> findings = findings_of<Fault::keeps_half_a_failed_insert>(kPlain, operations);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].subject, "broken");
}

TEST(CheckFailingAllocations, TheBlockIsHeldAgainstARunWithoutTheFailedInsert) {
  const std::vector<Operation> operations{failing(insert(rows_of(kPlain, {1})), 1), insert(rows_of(kPlain, {4, 5})),
                                          flush()};
  const Difference difference = difference_of<Fault::changes_a_value>(kPlain, operations);
  EXPECT_EQ(difference.operation, 2u);
  EXPECT_EQ(difference.row, 1u);
  EXPECT_EQ(difference.expected, "5");
}

TEST(CheckFailingAllocations, AnInsertThatAllocatesLessMustSucceed) {
  const Difference difference =
      difference_of<Fault::changes_a_value>(kPlain, {failing(insert(rows_of(kPlain, {1, 2})), 1000), flush()});
  EXPECT_EQ(difference.expected, "2");
}

TEST(CheckFailingAllocations, NothingIsComparedBehindAFailedShrinkButTheContractHolds) {
  const std::vector<Operation> operations{insert(rows_of(kAggregate, {1})), failing(shrink(), 1), flush()};
  EXPECT_TRUE(findings_of<Fault::none>(kAggregate, operations).empty());
  const std::vector<Finding> findings = findings_of<Fault::goes_on_after_failure>(kAggregate, operations);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].against, "the contract");
  EXPECT_EQ(findings[0].difference.operation, 2u);
}

// --- the scenario's own expectations

std::optional<Difference> expectations_of(const Schema& schema, std::vector<Operation> operations) {
  const Scenario scenario = MemTableScenario{schema, {}, std::move(operations)};
  return compare_with_expectations(scenario, run(scenario, fake_subject<Fault::none>()));
}

TEST(Expectations, Rows) {
  const Operation insertion = insert(rows_of(kPlain, {1, 2}));
  const Operation right{ExpectRows{rows_of(kPlain, {1, 2})}, 0, {}};
  const Operation wrong{ExpectRows{rows_of(kPlain, {1, 3})}, 0, {}};
  EXPECT_FALSE(expectations_of(kPlain, {insertion, flush(), right}));
  const auto difference = expectations_of(kPlain, {insertion, flush(), wrong});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->operation, 2u);
  EXPECT_EQ(difference->row, 1u);
  EXPECT_EQ(difference->column, 0u);
  EXPECT_TRUE(expectations_of(kPlain, {insertion, right})) << "nothing was flushed";
}

TEST(Expectations, RowsWithLsns) {
  Schema schema = kPlain;
  schema.lsn = true;
  const Operation insertion = insert(rows_of(schema, {1, 2}, {5, 6}));
  EXPECT_FALSE(expectations_of(schema, {insertion, flush(), {ExpectRows{rows_of(schema, {1, 2}, {5, 6})}, 0, {}}}));
  const auto difference =
      expectations_of(schema, {insertion, flush(), {ExpectRows{rows_of(schema, {1, 2}, {5})}, 0, {}}});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->expected, "no LSN");
  EXPECT_EQ(difference->actual, "6");
}

TEST(Expectations, Fingerprint) {
  const Rows rows = rows_of(kPlain, {1, 2});
  const std::uint64_t right = fingerprint(rows.block);
  EXPECT_FALSE(expectations_of(kPlain, {insert(rows), flush(), {ExpectFingerprint{right}, 0, {}}}));
  const auto difference = expectations_of(kPlain, {insert(rows), flush(), {ExpectFingerprint{0xab}, 0, {}}});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->expected, "0x00000000000000ab");
}

TEST(Expectations, Statistics) {
  const Operation insertion = insert(rows_of(kPlain, {1, 2}));
  const auto stats = [](std::uint64_t raw_rows) {
    ExpectStatistics expected;
    expected.raw_rows = raw_rows;
    return Operation{expected, 0, {}};
  };
  EXPECT_FALSE(expectations_of(kPlain, {insertion, stats(2), insertion, stats(4)}));
  const auto difference = expectations_of(kPlain, {insertion, insertion, stats(2)});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->operation, 2u);
  EXPECT_EQ(difference->actual, "4");
}

TEST(Expectations, Codes) {
  const Operation refused = insert(rows_of(kPlain, {1, 2, 3, 4, 5}));
  EXPECT_FALSE(expectations_of(kPlain, {expecting(refused, ErrorCode::limit_exceeded)}));
  EXPECT_TRUE(expectations_of(kPlain, {expecting(refused, ErrorCode::value_too_long)}));
  EXPECT_TRUE(expectations_of(kPlain, {expecting(flush(), ErrorCode::closed)}));
  EXPECT_TRUE(expectations_of(kPlain, {expecting(flush(), ErrorCode::bad_alloc)}));
}

TEST(Expectations, AreVoidWhereTheSubjectAllocatesLess) {
  // A dup shrink allocates nothing.
  EXPECT_FALSE(expectations_of(
      kPlain, {expecting(failing(shrink(), 1), ErrorCode::bad_alloc), expecting(flush(), ErrorCode::failed_state)}));
  EXPECT_FALSE(expectations_of(kPlain, {failing(shrink(), 1), expecting(flush(), ErrorCode::failed_state)}));
  EXPECT_TRUE(expectations_of(kPlain, {failing(shrink(), 1), expecting(flush(), ErrorCode::closed)}));
  // An agg shrink of the fake allocates once: here they hold.
  EXPECT_FALSE(expectations_of(kAggregate, {expecting(failing(shrink(), 1), ErrorCode::bad_alloc),
                                            expecting(flush(), ErrorCode::failed_state)}));
  EXPECT_TRUE(expectations_of(
      kAggregate, {expecting(failing(shrink(), 1), ErrorCode::bad_alloc), expecting(flush(), ErrorCode::closed)}));
}

TEST(Expectations, HoldBehindAnInsertThatFailedAsWritten) {
  const Operation failed = expecting(failing(insert(rows_of(kPlain, {1})), 1), ErrorCode::bad_alloc);
  EXPECT_FALSE(expectations_of(kPlain, {failed, flush(), {ExpectRows{rows_of(kPlain, {})}, 0, {}}}));
  EXPECT_TRUE(expectations_of(kPlain, {failed, flush(), {ExpectRows{rows_of(kPlain, {1})}, 0, {}}}));
}

TEST(Expectations, ARefusedTableIsADifference) { EXPECT_TRUE(expectations_of(Schema{}, {flush()})); }

// --- sorts

template <SortFault fault>
std::vector<Finding> sort_findings(const SortScenario& scenario) {
  return check(Scenario(scenario), std::array{fake_subject<Fault::none>("right"), fake_subject<Fault::none, fault>()});
}

SortScenario four_rows() {
  return {kPlain,
          {{{0, Direction::ascending, NullPlacement::first}}, TieOrder::ascending},
          3,
          rows_of(kPlain, {7, 7, 7, 7}).block,
          std::nullopt,
          0};
}

TEST(CompareSort, FindsTheFirstRowOutOfOrder) {
  EXPECT_TRUE(sort_findings<SortFault::none>(four_rows()).empty());
  const std::vector<Finding> findings = sort_findings<SortFault::swaps_rows_1_and_2>(four_rows());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].difference.row, 1u);
  EXPECT_EQ(findings[0].difference.expected, "row 2");
  EXPECT_EQ(findings[0].difference.actual, "row 1");
}

TEST(CompareSort, FindsARowTooMany) {
  const std::vector<Finding> findings = sort_findings<SortFault::ignores_the_limit>(four_rows());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].difference.row, 3u);
  EXPECT_EQ(findings[0].difference.expected, "no row");
}

TEST(CompareSort, ChecksTheExpectedOrder) {
  SortScenario scenario = four_rows();
  scenario.expected = {3, 2, 1};
  EXPECT_TRUE(sort_findings<SortFault::none>(scenario).empty());
  scenario.expected = {3, 1, 2};
  EXPECT_EQ(sort_findings<SortFault::none>(scenario).size(), 2u) << "both subjects";
  scenario.fail_alloc = 1;
  EXPECT_TRUE(sort_findings<SortFault::none>(scenario).empty()) << "out of memory, nothing to compare";
}

TEST(Describe, NamesSubjectOperationRowColumnAndBothValues) {
  const Scenario scenario = MemTableScenario{kPlain, {}, {insert(rows_of(kPlain, {1, 2, 3})), flush()}};
  const std::vector<Finding> findings =
      check(scenario, std::array{fake_subject<Fault::none>("right"), fake_subject<Fault::changes_a_value>()});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(describe(scenario, findings[0]),
            "broken: against right, operation 2 (flush), row 1, column 1 \"v\" (int32): another value\n"
            "  expected: 2\n"
            "  actual:   7\n");
}

TEST(Describe, LeaksStandBehindTheLastOperation) {
  const Scenario scenario = MemTableScenario{kPlain, {}, {flush()}};
  const std::vector<Finding> findings =
      check(scenario, std::array{fake_subject<Fault::none>("right"), fake_subject<Fault::leaks>()});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(describe(scenario, findings[0]).find("after the last operation"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::scenario::testing
