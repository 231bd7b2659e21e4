// What flush returns, rule by rule, in examples worked by hand; then that batches and shrinks do not change it.
#include "lockstep/reference/mem_table.h"

#include <cstdint>
#include <string>
#include <vector>

#include "table_under_test.h"

namespace lockstep::reference {
namespace {

const std::string kOddNan = bits_of(std::uint64_t{0xfff0000000000123});
const std::string kQuietNan = bits_of(std::uint64_t{0x7ff8000000000000});

Schema duplicate_schema(std::uint32_t key_count) {
  return {.model = Model::duplicate,
          .columns = {{"k", kInt32, true}, {"s", Type::varchar(8)}, {"v", kInt32, true}},
          .key_count = key_count,
          .lsn = true};
}
Schema unique_schema() {
  return {.model = Model::unique, .columns = {{"k", kFloat64, true}, {"v", kString, true}}, .key_count = 1};
}
// k | v, q the sequence
Schema sequence_schema() {
  return {.model = Model::unique,
          .columns = {{"k", kFloat64}, {"v", kString}, {"q", kInt32, true}},
          .key_count = 1,
          .sequence = 2};
}
Schema aggregate_schema() {
  return {.model = Model::aggregate,
          .columns = {{"k", kFloat64, true},
                      {"t", Type::character(4)},
                      {"sum", kFloat64, true, Aggregation::sum},
                      {"min", kString, true, Aggregation::min},
                      {"max", kFloat64, true, Aggregation::max},
                      {"last", kInt32, true, Aggregation::replace},
                      {"some", kString, true, Aggregation::replace_if_not_null},
                      {"set", kBitmap, true, Aggregation::bitmap_union}},
          .key_count = 2};
}

TEST(DuplicateTable, OrdersByKeyAndNewestFirst) {
  TableUnderTest table(duplicate_schema(2));
  ASSERT_TRUE(table.insert({{2, "b", 0}, {kNull, "z", 1}, {1, "z", 2}}, {10, 11, 12}));
  ASSERT_TRUE(table.insert({{1, "a", 3}, {2, "b", 4}, {kNull, "z", 5}}, {20, 9, 8}));
  EXPECT_TRUE(table.flushes({{kNull, "z", 5}, {kNull, "z", 1}, {1, "a", 3}, {1, "z", 2}, {2, "b", 4}, {2, "b", 0}},
                            {8, 11, 20, 12, 9, 10}));
}

TEST(DuplicateTable, WithoutKeysKeepsTheInsertionOrder) {
  TableUnderTest table(duplicate_schema(0));
  ASSERT_TRUE(table.insert({{3, "x", 0}, {1, "x", 1}}, {2, 1}));
  ASSERT_TRUE(table.insert({{1, "x", 2}}, {7}));
  EXPECT_TRUE(table.flushes({{3, "x", 0}, {1, "x", 1}, {1, "x", 2}}, {2, 1, 7}));
  EXPECT_EQ(table->statistics().sorts, 0);
}

TEST(DuplicateTable, AShrinkIsNothing) {
  TableUnderTest table(duplicate_schema(1));
  ASSERT_TRUE(table.insert({{1, "x", 0}, {1, "x", 1}}, {0, 0}));
  const std::uint64_t memory = table->memory_bytes();
  ASSERT_TRUE(table->shrink());
  EXPECT_EQ(table->memory_bytes(), memory);
  EXPECT_EQ(table->statistics().shrinks, 0);
  EXPECT_EQ(table->statistics().sorts, 0);
  EXPECT_TRUE(table.flushes({{1, "x", 1}, {1, "x", 0}}, {0, 0}));
  EXPECT_EQ(table->statistics().sorts, 1);
}

TEST(UniqueTable, TheLastRowWinsAndTheFirstRowsKeyStays) {
  TableUnderTest table(unique_schema());
  ASSERT_TRUE(table.insert({{-0.0, "a"}, {kNull, "n"}, {0.0, "b"}, {kOddNan, "c"}, {1.0, "d"}, {-0.0, "e"}}));
  ASSERT_TRUE(table.insert({{kQuietNan, kNull}, {kNull, ""}}));
  EXPECT_TRUE(table.flushes({{kNull, ""}, {-0.0, "e"}, {1.0, "d"}, {kOddNan, kNull}}));
  EXPECT_EQ(table->statistics().merged_rows, 4);
}

TEST(UniqueTable, TheLargerSequenceWinsWithItsKey) {
  TableUnderTest table(sequence_schema());
  ASSERT_TRUE(table.insert({{1.0, "a", 1}, {1.0, "b", 2}, {1.0, "c", 5}, {1.0, "d", 4}, {1.0, "e", 3}}));
  ASSERT_TRUE(table.insert({{0.0, "x", 7}, {-0.0, "y", 8}, {0.0, "z", 7}}));
  EXPECT_TRUE(table.flushes({{-0.0, "y", 8}, {1.0, "c", 5}}));
}

TEST(UniqueTable, EqualSequencesGoToTheLaterRowAndNullIsTheSmallest) {
  TableUnderTest table(sequence_schema());
  ASSERT_TRUE(table.insert({{1.0, "a", kNull},
                            {1.0, "b", kNull},
                            {2.0, "c", -2'147'483'647 - 1},
                            {2.0, "d", kNull},
                            {3.0, "e", kNull},
                            {3.0, "f", -2'147'483'647 - 1},
                            {-0.0, "g", 4},
                            {0.0, "h", 4}}));
  EXPECT_TRUE(table.flushes(
      {{0.0, "h", 4}, {1.0, "b", kNull}, {2.0, "c", -2'147'483'647 - 1}, {3.0, "f", -2'147'483'647 - 1}}));
}

TEST(UniqueTable, TheDeleteSignIsCarriedLikeAnyValue) {
  TableUnderTest table(
      {.model = Model::unique, .columns = {{"k", kInt32}, {"d", kInt8}}, .key_count = 1, .delete_sign = 1});
  ASSERT_TRUE(table.insert({{1, 0}, {1, 1}, {2, 1}, {2, 0}}));
  EXPECT_TRUE(table.flushes({{1, 1}, {2, 0}}));
}

TEST(UniqueTable, ClusterColumnsOrderTheWinnersAndTiesFollowTheKey) {
  TableUnderTest table({.model = Model::unique,
                        .columns = {{"k", kInt32}, {"v", kInt32, true}},
                        .key_count = 1,
                        .cluster = {1},
                        .lsn = true});
  ASSERT_TRUE(table.insert({{4, 9}, {3, 1}, {2, kNull}, {1, 5}, {4, 1}, {0, kNull}}, {40, 30, 20, 10, 39, 1}));
  EXPECT_TRUE(table.flushes({{0, kNull}, {2, kNull}, {3, 1}, {4, 1}, {1, 5}}, {1, 20, 30, 40, 10}));
  EXPECT_EQ(table->statistics().sorts, 2);
}

TEST(UniqueTable, TheLsnIsTheLargestOfWinnersAndLosers) {
  Schema schema = sequence_schema();
  schema.lsn = true;
  TableUnderTest table(schema);
  ASSERT_TRUE(table.insert({{1.0, "winner", 2}, {1.0, "loser", 1}, {2.0, "only", 0}}, {-5, -3, -9}));
  EXPECT_TRUE(table.flushes({{1.0, "winner", 2}, {2.0, "only", 0}}, {-3, -9}));
}

TEST(AggregateTable, FoldsEveryValueByItsAggregation) {
  TableUnderTest table(aggregate_schema());
  ASSERT_TRUE(table.insert({{-0.0, std::string("a\0", 2), 0.5, "m", 1.0, 1, kNull, set_of({{1, 1}})},
                            {7.0, "b", kOddNan, kNull, kOddNan, 5, kNull, kNull},
                            {0.0, "a", kNull, "l", kNull, 2, "x", set_of({{2, 4}})}}));
  ASSERT_TRUE(table.insert({{-0.0, "a", 0.25, "n", -1.0, kNull, kNull, kNull}}));
  EXPECT_TRUE(table.flushes({{-0.0, "a", 0.75, "l", 1.0, kNull, "x", set_of({{1, 4}})},
                             {7.0, "b", kOddNan, kNull, kOddNan, 5, kNull, kNull}}));
  EXPECT_EQ(table->statistics().merged_rows, 2);
  EXPECT_EQ(table->statistics().sum_overflows, 0);
}

TEST(AggregateTable, CountsEachOverflowOnceWhereverTheShrinksAre) {
  TableUnderTest table({.model = Model::aggregate,
                        .columns = {{"k", kInt32}, {"v", kInt8, false, Aggregation::sum}},
                        .key_count = 1,
                        .lsn = true});
  ASSERT_TRUE(table.insert({{1, 100}, {1, 100}, {2, 1}}, {5, 9, 2}));
  ASSERT_TRUE(table->shrink());
  EXPECT_EQ(table->statistics().sum_overflows, 1);
  ASSERT_TRUE(table->shrink());
  ASSERT_TRUE(table.insert({{1, -100}, {2, 1}}, {4, 3}));
  EXPECT_TRUE(table.flushes({{1, 100}, {2, 2}}, {9, 3}));
  EXPECT_EQ(table->statistics().sum_overflows, 2);
  EXPECT_EQ(table->statistics().raw_rows, 5);
  EXPECT_EQ(table->statistics().merged_rows, 3);
  EXPECT_EQ(table->statistics().shrinks, 2);
  EXPECT_EQ(table->statistics().sorts, 3);
}

TEST(EveryModel, FlushesNoRowsWithTheRightColumns) {
  for (const Schema& schema :
       {duplicate_schema(2), duplicate_schema(0), unique_schema(), sequence_schema(), aggregate_schema()}) {
    TableUnderTest untouched(schema);
    EXPECT_TRUE(untouched.flushes({}));
    TableUnderTest touched(schema);
    ASSERT_TRUE(touched.insert({}));
    ASSERT_TRUE(touched->shrink());
    EXPECT_TRUE(touched.flushes({}));
  }
}

// A load whose result is known; every split into batches and every placement of shrinks must give it.
struct Load {
  const char* name;
  Schema schema;
  std::vector<LiteralRow> rows;
  std::vector<std::int64_t> lsns;
  std::vector<LiteralRow> expected;
  std::vector<std::int64_t> expected_lsns;
};

std::vector<Load> loads() {
  Schema unique = unique_schema();
  unique.lsn = true;
  Schema cluster = sequence_schema();
  cluster.lsn = true;
  cluster.cluster = {1};
  Schema aggregate = aggregate_schema();
  aggregate.lsn = true;
  return {
      {"duplicate",
       duplicate_schema(1),
       {{1, "a", 0}, {1, "b", 1}, {0, "c", 2}, {1, "d", 3}, {0, "e", 4}, {kNull, "f", 5}},
       {1, 2, 3, 4, 5, 6},
       {{kNull, "f", 5}, {0, "e", 4}, {0, "c", 2}, {1, "d", 3}, {1, "b", 1}, {1, "a", 0}},
       {6, 5, 3, 4, 2, 1}},
      {"unique",
       unique,
       {{-0.0, "a"}, {kNull, "b"}, {0.0, "c"}, {kOddNan, "d"}, {kQuietNan, "e"}, {0.0, kNull}},
       {6, 1, 2, 4, 3, 5},
       {{kNull, "b"}, {-0.0, kNull}, {kOddNan, "e"}},
       {1, 6, 4}},
      {"unique with sequence and cluster",
       cluster,
       {{0.0, "m", 1}, {1.0, "a", 5}, {-0.0, "z", 3}, {0.0, "x", 2}, {1.0, "b", kNull}, {0.0, "y", 3}},
       {1, 2, 3, 9, 5, 6},
       {{1.0, "a", 5}, {0.0, "y", 3}},
       {5, 9}},
      {"aggregate",
       aggregate,
       {{0.0, "a", 1e16, "q", -0.0, 1, "s", set_of({{1, 1}})},
        {kNull, "a", kOddNan, "", 2.0, 2, kNull, set_of({})},
        {-0.0, "a", 1.0, "p", 0.0, kNull, kNull, kNull},
        {0.0, "a", 1.0, kNull, kNull, 3, "t", set_of({{2, 3}})},
        {0.0, "a", -1e16, "r", -1.0, 4, kNull, set_of({{9, 9}})},
        {0.0, "a", kNull, "pp", -0.0, kNull, kNull, set_of({{4, 8}})}},
       {3, 9, 1, 2, 8, 4},
       // 1e16 + 1 is 1e16 again, twice: any other order of adding gives 2.
       {{kNull, "a", kOddNan, "", 2.0, 2, kNull, set_of({})}, {0.0, "a", 0.0, "p", -0.0, kNull, "t", set_of({{1, 9}})}},
       {9, 8}},
  };
}

TEST(EveryModel, BatchesAndShrinksChangeNothing) {
  for (const Load& load : loads()) {
    ASSERT_EQ(load.rows.size(), 6);
    // Between two neighbouring rows: 0 nothing, 1 a new batch, 2 a new batch after a shrink, 3 after two; and the same
    // behind the last row.
    constexpr unsigned kPlacements = 4 * 4 * 4 * 4 * 4 * 4;
    for (unsigned placement = 0; placement < kPlacements; ++placement) {
      TableUnderTest table(load.schema);
      std::vector<LiteralRow> batch;
      std::vector<std::int64_t> lsns;
      for (unsigned i = 0; i < 6; ++i) {
        batch.push_back(load.rows[i]);
        lsns.push_back(load.lsns[i]);
        const unsigned choice = placement >> (2 * i) & 3;
        if (choice == 0 && i < 5) continue;
        ASSERT_TRUE(table.insert(batch, lsns));
        batch.clear();
        lsns.clear();
        for (unsigned shrinks = 1; shrinks < choice; ++shrinks) ASSERT_TRUE(table->shrink());
      }
      ASSERT_TRUE(table.flushes(load.expected, load.expected_lsns)) << load.name << ", placement " << placement;
    }
  }
}

TEST(EveryModel, AFlushOfAFlushIsTheSameBlock) {
  for (const Load& load : loads()) {
    if (load.schema.model == Model::duplicate) continue;  // turns its ties round each time
    TableUnderTest table(load.schema);
    ASSERT_TRUE(table.insert(load.expected, load.expected_lsns));
    EXPECT_TRUE(table.flushes(load.expected, load.expected_lsns)) << load.name;
  }
}

}  // namespace
}  // namespace lockstep::reference
