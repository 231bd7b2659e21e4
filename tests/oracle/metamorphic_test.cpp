// What must hold between two answers of the reference, whatever they are. (The properties that all subjects share are
// in props/.)
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <memory_resource>
#include <optional>
#include <vector>

#include "generator.h"
#include "lockstep/base/check.h"
#include "lockstep/reference/mem_table.h"
#include "lockstep/reference/sort.h"
#include "sql_values.h"

namespace lockstep::oracle {
namespace {

constexpr std::uint64_t kSeed = 20'240'609;
constexpr std::size_t kCases = 1'000;

std::vector<std::uint32_t> sorted(const Block& block, const SortOrder& order) {
  const auto rows = reference::sort_rows(block, order, std::nullopt, std::pmr::get_default_resource());
  return {rows.begin(), rows.end()};
}

Block gathered(const Block& block, const std::vector<std::uint32_t>& rows) {
  std::pmr::vector<Column> columns;
  for (const Column& from : block.columns()) {
    Column& to = columns.emplace_back(from.type(), from.nullable(), std::pmr::get_default_resource());
    for (const std::uint32_t row : rows) to.append_row(from, row);
  }
  return Block(std::move(columns));
}

TEST(Metamorphic, TheOppositeOrderIsTheOrderBackwards) {
  std::cout << "seed " << kSeed << "\n";
  Random random(kSeed);
  for (std::size_t i = 0; i < kCases; ++i) {
    const SortCase sort = random_sort(random);
    SortOrder opposite = sort.order;
    for (SortKey& key : opposite.keys) {
      key.direction = key.direction == Direction::ascending ? Direction::descending : Direction::ascending;
      key.nulls = key.nulls == NullPlacement::first ? NullPlacement::last : NullPlacement::first;
    }
    opposite.ties = opposite.ties == TieOrder::ascending ? TieOrder::descending : TieOrder::ascending;
    std::vector<std::uint32_t> backwards = sorted(sort.input.rows, opposite);
    std::ranges::reverse(backwards);
    ASSERT_EQ(sorted(sort.input.rows, sort.order), backwards) << "sort " << i << "\n" << text_of(sort.input.rows);
  }
}

// As a card sorter does it: by the last key first, each round keeping the order of what ties.
TEST(Metamorphic, KeysOneAfterTheOtherGiveTheSameOrder) {
  std::cout << "seed " << kSeed << "\n";
  Random random(kSeed);
  for (std::size_t i = 0; i < kCases; ++i) {
    const SortCase sort = random_sort(random);
    std::vector<std::uint32_t> rows = sorted(sort.input.rows, {.keys = {}, .ties = sort.order.ties});
    for (std::size_t key = sort.order.keys.size(); key-- > 0;) {
      const Block so_far = gathered(sort.input.rows, rows);
      std::vector<std::uint32_t> next;
      for (const std::uint32_t row : sorted(so_far, {.keys = {sort.order.keys[key]}})) next.push_back(rows[row]);
      rows = std::move(next);
    }
    ASSERT_EQ(sorted(sort.input.rows, sort.order), rows) << "sort " << i << "\n" << text_of(sort.input.rows);
  }
}

Block flushed(const Schema& schema, const Block& rows) {
  auto table = reference::create_mem_table(std::make_shared<const Schema>(schema), TableOptions{},
                                           std::pmr::get_default_resource());
  LOCKSTEP_CHECK(table && (*table)->insert(rows), "the schema and the rows are valid");
  Result<FlushedBlock> flushed = (*table)->flush();
  LOCKSTEP_CHECK(flushed, "a flush works");
  return std::move(flushed->block);
}

bool same_key(const Schema& schema, const Block& block, std::uint32_t a, std::uint32_t b) {
  // Two rows tie if neither the order nor its opposite moves them.
  const Block pair = gathered(block, {a, b});
  SortOrder by_key;
  for (std::uint32_t i = 0; i < schema.key_count; ++i) by_key.keys.push_back({.column = i});
  SortOrder ties_backwards = by_key;
  ties_backwards.ties = TieOrder::descending;
  return sorted(pair, by_key) != sorted(pair, ties_backwards);
}

// DUP puts the newest row of a key first, and its row is the one that UNIQUE keeps.
TEST(Metamorphic, UniqueHoldsTheNewestRowsOfDup) {
  std::cout << "seed " << kSeed << "\n";
  Random random(kSeed);
  std::size_t merged = 0;
  for (std::size_t i = 0; i < kCases; ++i) {
    const TableCase table = random_table(random);
    Schema schema = table.input.schema;
    if (schema.model != Model::unique) continue;
    schema.sequence.reset();
    schema.cluster.clear();
    schema.lsn = false;
    const Block unique = flushed(schema, table.input.rows);
    schema.model = Model::duplicate;
    schema.delete_sign.reset();
    const Block dup = flushed(schema, table.input.rows);
    std::vector<std::uint32_t> newest;
    for (std::uint32_t row = 0; row < dup.row_count(); ++row) {
      if (row == 0 || !same_key(schema, dup, newest.back(), row)) newest.push_back(row);
    }
    merged += dup.row_count() - newest.size();
    const Block expected = gathered(dup, newest);
    ASSERT_EQ(unique.row_count(), newest.size());
    // The bytes of equal keys may differ; UNIQUE keeps the oldest.
    for (std::uint32_t column = schema.key_count; column < schema.columns.size(); ++column) {
      ASSERT_TRUE(unique.column(column) == expected.column(column)) << "table " << i << "\n"
                                                                    << text_of(table.input.rows) << "unique\n"
                                                                    << text_of(unique) << "newest of dup\n"
                                                                    << text_of(expected);
    }
  }
  EXPECT_GT(merged, kCases);
}

}  // namespace
}  // namespace lockstep::oracle
