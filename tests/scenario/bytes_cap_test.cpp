// Encoding at each cap and beyond it.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "lockstep/scenario/bitmap_text.h"
#include "lockstep/scenario/bytes.h"
#include "lockstep/scenario/text.h"

namespace lockstep::scenario {
namespace {

// `text` of the cap has bytes and comes back; of one more it has none, and the message says why.
void expect_cap(std::size_t cap, std::string_view what, const std::function<std::string(std::size_t)>& text) {
  const auto inside = parse_text(text(cap), "text");
  ASSERT_TRUE(inside) << inside.error().message;
  const auto bytes = encode_bytes(*inside);
  ASSERT_TRUE(bytes) << bytes.error().message;
  EXPECT_EQ(decode_bytes(*bytes), *inside);

  const auto beyond = parse_text(text(cap + 1), "text");
  ASSERT_TRUE(beyond) << beyond.error().message;
  const auto refused = encode_bytes(*beyond);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
  EXPECT_TRUE(refused.error().message.starts_with("encode: " + std::string(what) + " is ")) << refused.error().message;
}

std::string repeated(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}
std::string numbered(std::size_t count, const std::string& before, const std::string& after) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += before + std::to_string(i) + after;
  return all;
}

TEST(BytesCap, Table) {
  expect_cap(kMaxKeyColumns, "the number of key columns",
             [](std::size_t n) { return "memtable v1\nmodel dup\n" + numbered(n, "key a", " int8\n"); });
  expect_cap(kMaxValueColumns, "the number of value columns",
             [](std::size_t n) { return "memtable v1\nmodel dup\n" + numbered(n, "value a", " int8\n") + "insert\n"; });
  expect_cap(kMaxClusterColumns - 1, "the number of cluster columns but one", [](std::size_t n) {
    return "memtable v1\nmodel unique\nkey k int8\ncluster k" + repeated(n, " k") + "\n";
  });
  expect_cap(kMaxNameBytes, "the length of a column name",
             [](std::size_t n) { return "memtable v1\nmodel dup\nkey " + std::string(n, 'x') + " int8\n"; });
}

TEST(BytesCap, Operations) {
  const std::string table = "memtable v1\nmodel dup\nkey k int8\n";
  expect_cap(kMaxOperations, "the number of operations",
             [&](std::size_t n) { return table + repeated(n, "shrink\n"); });
  expect_cap(kMaxBlockRows, "the number of rows of a block",
             [&](std::size_t n) { return table + "insert\n" + repeated(n, "  5\n"); });
  expect_cap(kMaxRowNumbers, "the number of row numbers",
             [&](std::size_t n) { return table + "insert rows" + repeated(n, " 0") + "\n"; });
  expect_cap(kMaxBlockColumns - 1, "the number of columns of a block",
             [&](std::size_t n) { return table + "insert columns int8" + repeated(n, ", int8") + "\n"; });
}

TEST(BytesCap, Values) {
  expect_cap(kMaxValueBytes, "the size of a string",
             [](std::size_t n) { return "sort v1\ncolumn s string\nrows\n  \"" + std::string(n, 'x') + "\"\n"; });
  expect_cap(kMaxValueBytes, "the size of a bitmap",
             [](std::size_t n) { return "sort v1\ncolumn s bitmap\nrows\n  raw(\"" + std::string(n, 'x') + "\")\n"; });
}

TEST(BytesCap, Sort) {
  expect_cap(kMaxSortColumns - 1, "the number of columns but one",
             [](std::size_t n) { return "sort v1\ncolumn a int8\n" + numbered(n, "column a", " int8\n") + "rows\n"; });
  expect_cap(kMaxSortKeys - 1, "the number of sort keys", [](std::size_t n) {
    return "sort v1\ncolumn a int8\nby a asc nulls_first" + repeated(n, ", a desc nulls_last") + "\nrows\n";
  });
}

// More columns than a mask of 64 has bits.
TEST(BytesCap, ManyColumnsAreRefusedBeforeAnythingElse) {
  const auto scenario = parse_text(
      "memtable v1\nmodel dup\n" + numbered(100, "key a", " int8\n") + "insert columns int8\nflush\nexpect\n", "text");
  ASSERT_TRUE(scenario);
  EXPECT_FALSE(encode_bytes(*scenario));
}

// Large bitmaps have short bytes until the scenario's allowance is used up, and their own bytes from then on.
TEST(BytesCap, CompactBitmapsBeyondTheAllowance) {
  const std::string set = canonical_bitmap({{0, (std::uint64_t{1} << 27) - 1}});  // 2,048 containers
  SortScenario scenario{{}, {}, {}, Block(Schema{}, std::pmr::get_default_resource()), {}, 0};
  scenario.schema.columns = {{"b", Type::of(TypeKind::bitmap), false, Aggregation::none}};
  scenario.rows = Block(scenario.schema, std::pmr::get_default_resource());
  for (int i = 0; i < 3; ++i) scenario.rows.column(0).append_text(set);
  const auto bytes = encode_bytes(scenario);
  ASSERT_TRUE(bytes);
  EXPECT_GT(bytes->size(), 2 * set.size());
  EXPECT_LT(bytes->size(), 2 * set.size() + 100);
  EXPECT_EQ(decode_bytes(*bytes), Scenario(scenario));
}

TEST(BytesCap, WhatIsNotWellFormedIsRefused) {
  MemTableScenario scenario;
  scenario.schema.columns = {{"k", Type::of(TypeKind::int32), false, Aggregation::none}};
  ASSERT_TRUE(encode_bytes(scenario));
  scenario.operations.push_back({ExpectFingerprint{1}, 0, std::nullopt});
  const auto refused = encode_bytes(scenario);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace lockstep::scenario
