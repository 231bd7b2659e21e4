// Inserts: whole blocks, picked rows, one row at a time; what they cost as the table grows, and with shrinks between.
//
//   insert/whole/SUBJECT       the ten columns of table_data.h, one block
//   insert/runs/SUBJECT        the same rows picked in runs of 1,000
//   insert/grown/column        1/8 of the rows, into a table that holds the other 7/8; beside insert/fresh/column, the
//                              same into an empty one
//   one_key/at_once            10⁶ rows of one key in one insert, and one shrink
//   one_key/one_by_one         the same rows in 10⁶ inserts, a shrink after every 1,000
#include <memory>
#include <memory_resource>
#include <numeric>
#include <vector>

#include "goal_report.h"
#include "lockstep/base/check.h"
#include "lockstep/legacy/mem_table.h"
#include "lockstep/memtable/mem_table.h"
#include "table_data.h"
#include "warm_resource.h"

namespace lockstep::bench {
namespace {

constexpr std::uint32_t kOneKeyRows = 1'000'000;
constexpr std::uint32_t kShrinkEvery = 1'000;
constexpr std::uint32_t kRun = 1'000;

std::unique_ptr<Table> new_table(CreateTable create, std::shared_ptr<const Schema> schema) {
  static WarmResource memory;

  return std::move(*create(std::move(schema), TableOptions{}, &memory));
}

// The rows, a run from the back and a run from the front in turn.
std::vector<std::uint32_t> runs_of_rows(std::uint32_t rows) {
  std::vector<std::uint32_t> picks;
  picks.reserve(rows);
  for (std::uint32_t begin = 0; begin < rows; begin += kRun) {
    const std::uint32_t at = begin / kRun % 2 == 0 ? begin : rows - begin;
    for (std::uint32_t row = at; row < std::min(at + kRun, rows); ++row) picks.push_back(row);
  }
  return picks;
}

void insert_picked(benchmark::State& state, const Block& block, const InsertArguments& arguments, CreateTable create) {
  for (auto _ : state) {
    const auto table = new_table(create, wide_schema());
    const double start = seconds_now();
    LOCKSTEP_CHECK(table->insert(block, arguments), "the rows are valid");
    state.SetIterationTime(seconds_now() - start);
  }
}

// The last eighth of the rows; those before it lie in the table, or do not.
void insert_last_eighth(benchmark::State& state, const Block& block, bool grown) {
  const auto rows = static_cast<std::uint32_t>(block.row_count());
  std::vector<std::uint32_t> all(rows);
  std::iota(all.begin(), all.end(), 0u);
  // In blocks of a thousand rows, as loads come.
  const auto insert = [&](Table& table, std::uint32_t begin, std::uint32_t end) {
    for (; begin < end; begin += kRun) {
      const auto picks = std::span<const std::uint32_t>(all).subspan(begin, std::min(kRun, end - begin));
      LOCKSTEP_CHECK(table.insert(block, {picks, std::nullopt}), "the rows are valid");
    }
  };
  for (auto _ : state) {
    const auto table = new_table(create_mem_table, wide_schema());
    if (grown) insert(*table, 0, rows - rows / 8);
    const double start = seconds_now();
    insert(*table, rows - rows / 8, rows);
    state.SetIterationTime(seconds_now() - start);
  }
}

// As many rows of the same key.
Block rows_of_one_key(std::uint32_t rows) {
  Block block(*sums_schema(), std::pmr::new_delete_resource());
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < block.column_count(); ++i) block.column(i).append_value(std::int64_t{i == 0 ? 7 : row});
  }
  return block;
}

void one_key(benchmark::State& state, const Block& block, bool at_once) {
  const Block row = rows_of_one_key(1);
  for (auto _ : state) {
    // From the heap: a table's memory is fresh.
    const auto table = std::move(*create_mem_table(sums_schema(), TableOptions{}, std::pmr::new_delete_resource()));
    const double start = seconds_now();
    if (at_once) {
      LOCKSTEP_CHECK(table->insert(block) && table->shrink(), "the rows are valid");
    } else {
      for (std::uint32_t i = 1; i <= kOneKeyRows; ++i) {
        LOCKSTEP_CHECK(table->insert(row), "the row is valid");
        if (i % kShrinkEvery == 0) LOCKSTEP_CHECK(table->shrink(), "a shrink goes well");
      }
    }
    state.SetIterationTime(seconds_now() - start);
  }
}

int run(int argc, char** argv) {
  const std::uint32_t rows = rows_from_environment();
  const Block block = wide_rows(rows);
  const std::vector<std::uint32_t> runs = runs_of_rows(rows);
  const Block same_key = rows_of_one_key(kOneKeyRows);
  const InsertArguments whole;
  const InsertArguments picked{std::span(runs), std::nullopt};
  const auto both = [&](const std::string& name, const InsertArguments& arguments) {
    register_once(name + "/column", [&](benchmark::State& s) { insert_picked(s, block, arguments, create_mem_table); });
    register_once(name + "/legacy",
                  [&](benchmark::State& s) { insert_picked(s, block, arguments, legacy::create_mem_table); });
  };
  both("insert/whole", whole);
  both("insert/runs", picked);
  register_once("insert/fresh/column", [&](benchmark::State& state) { insert_last_eighth(state, block, false); });
  register_once("insert/grown/column", [&](benchmark::State& state) { insert_last_eighth(state, block, true); });
  register_once("one_key/at_once", [&](benchmark::State& state) { one_key(state, same_key, true); });
  register_once("one_key/one_by_one", [&](benchmark::State& state) { one_key(state, same_key, false); });
  return run_and_report(
      argc, argv, rows,
      {{"insert", "10 columns, one block, against legacy", "insert/whole/column", "insert/whole/legacy", "", 0},
       {"insert", "10 columns, runs of 1,000, against legacy", "insert/runs/column", "insert/runs/legacy", "", 0},
       {"14", "insert into a grown table, against an empty one", "insert/grown/column", "insert/fresh/column", "", 0.8},
       {"merge", "10^6 inserts of a row and 1,000 shrinks, against one", "one_key/one_by_one", "one_key/at_once", "",
        1.0 / 3}});
}

}  // namespace
}  // namespace lockstep::bench

int main(int argc, char** argv) { return lockstep::bench::run(argc, argv); }
