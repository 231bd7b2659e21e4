// Every allocation of every call failing in turn: the table keeps its contract and all memory comes back.
#include <gtest/gtest.h>

#include "agg_table.h"

namespace lockstep {
namespace {

const std::vector<AggRow> kFirst = {
    {"x", 1, "one", {1, 2}}, {"y", 5, "yy", {7}}, {"x", 2, "two", {3}}, {"z", 0, "z", {}}};
const std::vector<AggRow> kSecond = {{"y", 4, "three", {2, 9}}, {"a", 8, "", {4}}, {"x", 1, "last", {100}}};
const std::vector<AggRow> kFlushed = {
    {"a", 8, "", {4}}, {"x", 4, "last", {1, 2, 3, 100}}, {"y", 9, "three", {2, 7, 9}}, {"z", 0, "z", {}}};

struct Memory {
  CountingResource counting{std::pmr::get_default_resource()};
  FailingResource failing{&counting};
};

Status insert(MemTable& table, const std::vector<AggRow>& rows) {
  const auto lsns = lsns_from(0, rows.size());
  const Block block = agg_block(rows);
  return table.insert(block, {std::nullopt, std::span(lsns)});
}

// Runs call() with the n-th allocation failing, for n = 1, 2, … until it makes no more; prepare() builds the table up
// to there, and check() looks at it after a failure.
template <class Prepare, class Call, class Check>
void with_each_allocation_failing(Prepare prepare, Call call, Check check) {
  bool failed = true;
  std::uint64_t n = 0;
  while (failed) {
    Memory memory;
    {
      MemTable table(agg_schema(), TableOptions{}, &memory.failing);
      prepare(table);
      memory.failing.arm(++n);
      bool threw = false;
      try {
        call(table);
      } catch (const std::bad_alloc&) {
        threw = true;
      }
      failed = memory.failing.failed();
      memory.failing.disarm();
      ASSERT_EQ(threw, failed) << "allocation " << n;
      ASSERT_EQ(table.memory_bytes(), memory.counting.live_bytes()) << "allocation " << n;
      if (failed) check(table);
    }
    ASSERT_EQ(memory.counting.live_bytes(), 0u) << "allocation " << n;
  }
  EXPECT_GT(n, 3u) << "the call allocates";
}

void expect_failed(MemTable& table) {
  EXPECT_EQ(insert(table, kSecond).error().code, ErrorCode::failed_state);
  EXPECT_EQ(table.shrink().error().code, ErrorCode::failed_state);
  EXPECT_EQ(table.flush().error().code, ErrorCode::failed_state);
}

TEST(MemTableOutOfMemory, Insert) {
  with_each_allocation_failing(
      [](MemTable& table) {
        ASSERT_TRUE(insert(table, kFirst).has_value());
        ASSERT_TRUE(table.shrink().has_value());
      },
      [](MemTable& table) { ASSERT_TRUE(insert(table, kSecond).has_value()); },
      [](MemTable& table) {
        EXPECT_EQ(table.statistics().raw_rows, kFirst.size());
        ASSERT_TRUE(insert(table, kSecond).has_value());  // as if nothing had been
        const auto flushed = table.flush();
        ASSERT_TRUE(flushed.has_value());
        EXPECT_EQ(flushed->block, agg_block(kFlushed));
      });
}

TEST(MemTableOutOfMemory, Shrink) {
  with_each_allocation_failing(
      [](MemTable& table) {
        ASSERT_TRUE(insert(table, kFirst).has_value());
        ASSERT_TRUE(table.shrink().has_value());
        ASSERT_TRUE(insert(table, kSecond).has_value());
      },
      [](MemTable& table) { ASSERT_TRUE(table.shrink().has_value()); }, expect_failed);
}

TEST(MemTableOutOfMemory, Flush) {
  with_each_allocation_failing(
      [](MemTable& table) {
        ASSERT_TRUE(insert(table, kFirst).has_value());
        ASSERT_TRUE(table.shrink().has_value());
        ASSERT_TRUE(insert(table, kSecond).has_value());
      },
      [](MemTable& table) { EXPECT_EQ(table.flush()->block, agg_block(kFlushed)); }, expect_failed);
}

TEST(MemTableOutOfMemory, Create) {
  bool failed = true;
  for (std::uint64_t n = 1; failed; ++n) {
    Memory memory;
    memory.failing.arm(n);
    try {
      MemTable table(agg_schema(), TableOptions{}, &memory.failing);
    } catch (const std::bad_alloc&) {
    }
    failed = memory.failing.failed();
    EXPECT_EQ(memory.counting.live_bytes(), 0u);
  }
}

}  // namespace
}  // namespace lockstep
