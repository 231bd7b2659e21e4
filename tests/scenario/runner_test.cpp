#include "lockstep/scenario/runner.h"

#include <gtest/gtest.h>

#include <vector>

#include "fake_table.h"
#include "scenario_values.h"

namespace lockstep::scenario::testing {
namespace {

const Schema kPlain = two_integers();
const Schema kAggregate = two_integers(Model::aggregate);

template <Fault fault = Fault::none>
MemTableOutcome run_fake(const Schema& schema, std::vector<Operation> operations, const RunOptions& options = {}) {
  const MemTableScenario scenario{schema, {}, std::move(operations)};
  return run(scenario, fake_subject<fault>(), options);
}

void expect_violation(const MemTableOutcome& outcome, std::size_t operation, const std::string& words) {
  ASSERT_TRUE(outcome.violation);
  EXPECT_EQ(outcome.violation->operation, operation);
  EXPECT_NE(outcome.violation->description.find(words), std::string::npos) << outcome.violation->description;
}

TEST(Runner, RecordsEveryOperation) {
  const MemTableOutcome outcome = run_fake(kAggregate, {insert(rows_of(kAggregate, {1, {}})), shrink(),
                                                        insert(rows_of(kAggregate, {3})), flush(), shrink()});
  EXPECT_FALSE(outcome.violation);
  EXPECT_FALSE(outcome.create_error);
  ASSERT_EQ(outcome.steps.size(), 5u);
  EXPECT_EQ(outcome.steps[0].statistics.raw_rows, 2u);
  EXPECT_GT(outcome.steps[0].memory_bytes, 0u);
  EXPECT_EQ(outcome.steps[1].statistics.shrinks, 1u);
  EXPECT_EQ(outcome.steps[2].statistics.raw_rows, 3u);
  EXPECT_FALSE(outcome.steps[3].error);
  EXPECT_EQ(outcome.steps[4].error, ErrorCode::closed);
  EXPECT_EQ(outcome.steps[4].message, "it was flushed");
  EXPECT_EQ(outcome.flushed_at, 3u);
  ASSERT_TRUE(outcome.flushed);
  EXPECT_EQ(outcome.flushed->block, rows_of(kAggregate, {1, {}, 3}).block);
  EXPECT_EQ(outcome.fingerprint, fingerprint(outcome.flushed->block));
}

TEST(Runner, HandsOnLsns) {
  Schema schema = kPlain;
  schema.lsn = true;
  const MemTableOutcome outcome = run_fake(schema, {insert(rows_of(schema, {1, 2}, {10, 11})), flush()});
  ASSERT_TRUE(outcome.flushed);
  EXPECT_EQ(std::vector<std::int64_t>(outcome.flushed->lsns.begin(), outcome.flushed->lsns.end()),
            (std::vector<std::int64_t>{10, 11}));
  EXPECT_EQ(outcome.fingerprint, fingerprint(outcome.flushed->block, outcome.flushed->lsns));
}

TEST(Runner, HandsOnPicks) {
  const Operation picking{Insert{rows_of(kPlain, {1, 2}), std::vector<std::uint32_t>{1, 0, 1}}, 0, {}};
  const MemTableOutcome outcome = run_fake(kPlain, {picking, flush()});
  EXPECT_FALSE(outcome.violation);
  EXPECT_EQ(outcome.flushed->block, rows_of(kPlain, {2, 1, 2}).block);
}

TEST(Runner, RecordsARefusedTable) {
  const MemTableOutcome outcome = run_fake(Schema{}, {flush()});
  ASSERT_TRUE(outcome.create_error);
  EXPECT_EQ(outcome.create_error->code, ErrorCode::invalid_argument);
  EXPECT_TRUE(outcome.steps.empty());
}

TEST(Runner, DropEndsTheTable) {
  const MemTableOutcome outcome = run_fake(kPlain, {insert(rows_of(kPlain, {1})), drop(), flush()});
  EXPECT_FALSE(outcome.violation);
  EXPECT_FALSE(outcome.flushed);
  EXPECT_EQ(outcome.steps[2].statistics.raw_rows, 1u);
}

TEST(Runner, AFlushedBlockOutlivesADroppedTable) {
  const MemTableOutcome outcome = run_fake(kPlain, {insert(rows_of(kPlain, {1})), flush(), drop(), drop()});
  EXPECT_FALSE(outcome.violation) << outcome.violation->description;
  ASSERT_TRUE(outcome.flushed);
  EXPECT_EQ(outcome.steps[3].unaccounted_bytes, outcome.steps[1].unaccounted_bytes);
}

TEST(Runner, LeavesOutWhatItIsTold) {
  const MemTableOutcome outcome =
      run_fake(kPlain, {insert(rows_of(kPlain, {1})), insert(rows_of(kPlain, {2})), flush()},
               {.left_out = {true, false, false}});
  ASSERT_TRUE(outcome.flushed);
  EXPECT_EQ(outcome.flushed->block, rows_of(kPlain, {2}).block);
  EXPECT_EQ(outcome.steps[0].statistics.raw_rows, 0u);
}

TEST(Runner, AFailedAllocationFailsTheInsertAlone) {
  const std::vector<Operation> operations{failing(insert(rows_of(kPlain, {1})), 2), insert(rows_of(kPlain, {2})),
                                          flush()};
  const MemTableOutcome failed = run_fake(kPlain, operations);
  EXPECT_FALSE(failed.violation);
  EXPECT_EQ(failed.steps[0].error, ErrorCode::bad_alloc);
  EXPECT_EQ(failed.steps[0].statistics.raw_rows, 0u);
  EXPECT_EQ(failed.flushed->block, rows_of(kPlain, {2}).block);

  const MemTableOutcome spared = run_fake(kPlain, operations, {.fail_allocations = false});
  EXPECT_FALSE(spared.steps[0].error);
  EXPECT_EQ(spared.flushed->block, rows_of(kPlain, {1, 2}).block);
}

TEST(Runner, AllocationsThatAreNotMadeCannotFail) {
  const MemTableOutcome outcome = run_fake(kPlain, {failing(insert(rows_of(kPlain, {1})), 1000), flush()});
  EXPECT_FALSE(outcome.steps[0].error);
  EXPECT_EQ(outcome.flushed->block.row_count(), 1u);
}

TEST(Runner, AFailedShrinkOrFlushIsFollowedByFailedState) {
  for (const Operation& failing_call : {failing(shrink(), 1), failing(flush(), 1)}) {
    const MemTableOutcome outcome = run_fake(kAggregate, {insert(rows_of(kAggregate, {1})), failing_call, shrink(),
                                                          flush(), insert(rows_of(kAggregate, {1}))});
    EXPECT_FALSE(outcome.violation);
    EXPECT_EQ(outcome.steps[1].error, ErrorCode::bad_alloc);
    for (std::size_t i = 2; i < 5; ++i) EXPECT_EQ(outcome.steps[i].error, ErrorCode::failed_state);
    EXPECT_FALSE(outcome.flushed);
  }
}

TEST(RunnerViolation, Leak) {
  expect_violation(run_fake<Fault::leaks>(kPlain, {insert(rows_of(kPlain, {1})), flush(), flush()}), 3, "still held");
  EXPECT_EQ(run_fake<Fault::leaks>(kPlain, {flush()}).violation->actual, "8");
}

TEST(RunnerViolation, MemoryMiscounted) {
  const Operation insertion = insert(rows_of(kPlain, {1}));
  EXPECT_FALSE(run_fake<Fault::miscounts_memory>(kPlain, {insertion}).violation);
  expect_violation(run_fake<Fault::miscounts_memory>(kPlain, {insertion, insertion, flush()}), 1, "memory_bytes");
}

TEST(RunnerViolation, RowsLost) {
  expect_violation(run_fake<Fault::counts_failed_inserts>(kPlain, {failing(insert(rows_of(kPlain, {1})), 1), flush()}),
                   0, "raw_rows");
  expect_violation(run_fake<Fault::keeps_half_a_failed_insert>(
                       kPlain, {insert(rows_of(kPlain, {1})), failing(insert(rows_of(kPlain, {2, 3})), 1), flush()}),
                   2, "rows out");
}

TEST(RunnerViolation, CallsAfterTheEnd) {
  const Operation insertion = insert(rows_of(kPlain, {1}));
  expect_violation(run_fake<Fault::goes_on_after_flush>(kPlain, {flush(), insertion}), 1, "flushed table");
  expect_violation(run_fake<Fault::answers_another_code>(kPlain, {flush(), shrink()}), 1, "flushed table");
  expect_violation(run_fake<Fault::goes_on_after_failure>(kAggregate, {failing(shrink(), 1), flush()}), 1, "failed");
}

TEST(RunnerViolation, Exceptions) {
  const auto other = run_fake<Fault::throws_another_exception>(kAggregate, {shrink()});
  expect_violation(other, 0, "exception");
  EXPECT_EQ(other.violation->actual, "shrink: not this way");
  expect_violation(run_fake<Fault::throws_without_reason>(kAggregate, {shrink()}), 0, "no allocation failed");
}

SortScenario three_rows() {
  Schema schema = kPlain;
  return {schema,       {{{0, Direction::ascending, NullPlacement::first}}, TieOrder::ascending},
          std::nullopt, rows_of(schema, {7, 7, 7}).block,
          std::nullopt, 0};
}

TEST(RunnerSort, RecordsTheOrder) {
  SortScenario scenario = three_rows();
  const Subject subject = fake_subject<Fault::none>();
  EXPECT_EQ(run(scenario, subject).order, (std::vector<std::uint32_t>{2, 1, 0}));
  scenario.limit = 2;
  EXPECT_EQ(run(scenario, subject).order, (std::vector<std::uint32_t>{2, 1}));
  EXPECT_FALSE(run(scenario, subject).violation);
}

TEST(RunnerSort, RunsOutOfMemoryWhenTold) {
  SortScenario scenario = three_rows();
  scenario.fail_alloc = 1;
  const SortOutcome outcome = run(scenario, fake_subject<Fault::none>());
  EXPECT_TRUE(outcome.out_of_memory);
  EXPECT_FALSE(outcome.violation);
  EXPECT_FALSE(run(scenario, fake_subject<Fault::none>(), {.fail_allocations = false}).out_of_memory);
}

TEST(RunnerSort, SeesALeak) {
  const SortOutcome outcome = run(three_rows(), fake_subject<Fault::none, SortFault::leaks>());
  ASSERT_TRUE(outcome.violation);
  EXPECT_EQ(outcome.violation->actual, "16");
}

TEST(Digest, CoversWhatCameBack) {
  const MemTableScenario one{kPlain, {}, {insert(rows_of(kPlain, {1})), flush()}};
  const MemTableScenario other{kPlain, {}, {insert(rows_of(kPlain, {2})), flush()}};
  const Subject subject = fake_subject<Fault::none>();
  EXPECT_EQ(digest(run(Scenario(one), subject)), digest(run(Scenario(one), subject)));
  EXPECT_NE(digest(run(Scenario(one), subject)), digest(run(Scenario(other), subject)));
}

}  // namespace
}  // namespace lockstep::scenario::testing
