// Every allocation of every operation fails once; what is left is what the contract says.   (memtable.md, "insert",
// "flush", "Memory")
#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "table_under_test.h"

namespace lockstep::reference {
namespace {

const std::string kLong(40, 'x');  // too long to live inside a string object

struct Case {
  const char* name;
  Schema schema;
  std::vector<LiteralRow> before;  // inserted and shrunk
  std::vector<LiteralRow> after;   // inserted then
  std::vector<LiteralRow> expected;
};

std::vector<Case> cases() {
  const std::vector<LiteralRow> one = {{1, kLong + "a"}, {1, kLong + "b"}, {2, kLong + "c"}};
  const std::vector<LiteralRow> two = {{0, kNull}, {1, kLong + "d"}};
  const auto strings = [](Model model, Aggregation aggregation) {
    return Schema{.model = model, .columns = {{"k", kInt32}, {"v", kString, true, aggregation}}, .key_count = 1};
  };
  Schema cluster = strings(Model::unique, Aggregation::none);
  cluster.cluster = {1};
  const Schema sets{.model = Model::aggregate,
                    .columns = {{"k", kInt32}, {"s", kBitmap, false, Aggregation::bitmap_union}},
                    .key_count = 1};
  const LiteralRow kept_zero = {0, kNull};
  const LiteralRow kept_one = {1, kLong + "d"};
  const LiteralRow kept_two = {2, kLong + "c"};
  return {
      {"duplicate",
       strings(Model::duplicate, Aggregation::none),
       one,
       two,
       {kept_zero, kept_one, {1, kLong + "b"}, {1, kLong + "a"}, kept_two}},
      {"unique", strings(Model::unique, Aggregation::none), one, two, {kept_zero, kept_one, kept_two}},
      {"unique with cluster", cluster, one, two, {kept_zero, kept_two, kept_one}},
      {"aggregate", strings(Model::aggregate, Aggregation::max), one, two, {kept_zero, kept_one, kept_two}},
      {"bitmaps",
       sets,
       {{1, set_of({{1, 9}})}, {1, set_of({{20, 29}})}},
       {{1, set_of({{15, 19}})}, {2, set_of({})}},
       {{1, set_of({{1, 9}, {15, 29}})}, {2, set_of({})}}},
  };
}

// A table with the first rows inserted and folded.
struct Prepared : TableUnderTest {
  explicit Prepared(const Case& example) : TableUnderTest(example.schema) {
    EXPECT_TRUE(insert(example.before));
    EXPECT_TRUE((*this)->shrink());
  }
};

// A table with all rows inserted and the first ones folded.
struct Filled : Prepared {
  explicit Filled(const Case& example) : Prepared(example) { EXPECT_TRUE(insert(example.after)); }
};

// Runs `operation` on fresh tables with its n-th allocation failing, n = 1, 2, … until it makes fewer. After each
// failure: `contract`.
template <class FreshTable, class Operation, class Contract>
void fail_every_allocation(const Case& example, Operation operation, Contract contract) {
  SCOPED_TRACE(example.name);
  for (std::uint64_t n = 1;; ++n) {
    FreshTable table(example);
    bool threw = false;
    table.failing().arm(n);
    try {
      operation(table);
    } catch (const std::bad_alloc&) {
      threw = true;
    }
    table.failing().disarm();
    ASSERT_EQ(threw, table.failing().failed()) << "a bad_alloc reaches the caller";
    ASSERT_EQ(table->memory_bytes(), table.counting().live_bytes());
    if (threw) contract(table);
    table.destroy();
    ASSERT_EQ(table.counting().live_bytes(), 0);
    if (threw) continue;
    EXPECT_GT(n, 1) << "the operation allocates";
    break;
  }
}

void expect_failed_state(TableUnderTest& table) {
  EXPECT_TRUE(is_error(ErrorCode::failed_state, table.insert({})));
  EXPECT_TRUE(is_error(ErrorCode::failed_state, table->shrink()));
  EXPECT_TRUE(is_error(ErrorCode::failed_state, table->flush()));
}

TEST(EveryFailingAllocation, OfAnInsertLeavesTheTableAsItWas) {
  for (const Case& example : cases()) {
    const Block block = block_of(example.schema, example.after);
    const auto insert = [&](Prepared& table) { EXPECT_TRUE(table->insert(block)); };
    fail_every_allocation<Prepared>(example, insert, [&](Prepared& table) {
      EXPECT_EQ(table->memory_bytes(), Prepared(example)->memory_bytes());
      EXPECT_EQ(table->statistics().raw_rows, example.before.size());
      EXPECT_TRUE(table->insert(block));
      EXPECT_TRUE(table.flushes(example.expected));
    });
  }
}

TEST(EveryFailingAllocation, OfAShrinkFailsTheTable) {
  for (const Case& example : cases()) {
    if (example.schema.model == Model::duplicate) continue;  // allocates nothing
    const auto shrink = [&](Filled& table) { EXPECT_TRUE(table->shrink()); };
    fail_every_allocation<Filled>(example, shrink, [&](Filled& table) {
      EXPECT_EQ(table->statistics().shrinks, 1);
      EXPECT_EQ(table->statistics().sorts, 1);
      expect_failed_state(table);
    });
  }
}

TEST(EveryFailingAllocation, OfAFlushFailsTheTable) {
  for (const Case& example : cases()) {
    const auto flush = [&](Filled& table) { EXPECT_TRUE(table.flushes(example.expected)); };
    fail_every_allocation<Filled>(example, flush, [&](Filled& table) {
      EXPECT_EQ(table->statistics().raw_rows, example.before.size() + example.after.size());
      EXPECT_EQ(table->statistics().sorts, table->statistics().shrinks);
      expect_failed_state(table);
    });
  }
}

TEST(EveryFailingAllocation, OfACreationLeavesNothing) {
  CountingResource counting(std::pmr::new_delete_resource());
  FailingResource failing(&counting);
  const auto schema = std::make_shared<const Schema>(cases().front().schema);
  for (std::uint64_t n = 1;; ++n) {
    failing.arm(n);
    try {
      EXPECT_TRUE(create_mem_table(schema, {}, &failing));
      EXPECT_FALSE(failing.failed());
      break;
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(counting.live_bytes(), 0);
    }
  }
  EXPECT_EQ(counting.live_bytes(), 0);
}

}  // namespace
}  // namespace lockstep::reference
