// The flush of a DUP table of ten columns (table_data.h), insert excluded: sort and gather.
//
//   flush/column   the fast MemTable's flush()
//   flush/simple   the column-by-column sorter that it replaced, and a gather of every column
//   flush/legacy   rows behind pointers
//
// All must give the same block.
#include <memory>
#include <memory_resource>
#include <numeric>
#include <optional>
#include <vector>

#include "goal_report.h"
#include "lockstep/base/check.h"
#include "lockstep/legacy/mem_table.h"
#include "lockstep/memtable/mem_table.h"
#include "lockstep/sort/gather.h"
#include "lockstep/sort/simple_column_sorter.h"
#include "table_data.h"
#include "warm_resource.h"

namespace lockstep::bench {
namespace {

struct Setup {
  Block rows;
  std::optional<std::uint64_t> fingerprint;  // found by whoever was first
};

void check_block(benchmark::State& state, Setup& setup, const Block& block) {
  const std::uint64_t found = fingerprint(block);
  if (!setup.fingerprint) setup.fingerprint = found;
  if (*setup.fingerprint != found) state.SkipWithError("the subjects flush different blocks");
}

void flush_table(benchmark::State& state, Setup& setup, CreateTable create, WarmResource& memory) {
  for (auto _ : state) {
    auto table = create(wide_schema(), TableOptions{}, &memory);
    LOCKSTEP_CHECK((*table)->insert(setup.rows), "the rows are valid");
    const double start = seconds_now();
    auto flushed = (*table)->flush();
    state.SetIterationTime(seconds_now() - start);
    check_block(state, setup, flushed->block);
  }
}

void flush_simple(benchmark::State& state, Setup& setup, WarmResource& memory) {
  std::pmr::memory_resource* const heap = &memory;
  for (auto _ : state) {
    const double start = seconds_now();
    const std::vector<SortColumn> keys = {{&setup.rows.column(0)}};
    SimpleColumnSorter<std::uint32_t> sorter(keys, TieOrder::descending, heap);
    std::pmr::vector<std::uint32_t> order(setup.rows.row_count(), heap);
    std::iota(order.begin(), order.end(), 0u);
    sorter.sort(order);
    std::pmr::vector<Column> columns(heap);
    for (const Column& column : setup.rows.columns()) {
      const Column nothing(column.type(), column.nullable(), heap);
      columns.push_back(std::move(*gather(SplitColumn(nothing, column), order, kMaxColumnBytes, heap)));
    }
    state.SetIterationTime(seconds_now() - start);
    check_block(state, setup, Block(std::move(columns)));
  }
}

int run(int argc, char** argv) {
  const std::uint32_t rows = rows_from_environment();
  Setup setup{wide_rows(rows), std::nullopt};
  WarmResource column, simple, legacy;
  register_once("flush/column", [&](benchmark::State& state) { flush_table(state, setup, create_mem_table, column); });
  register_once("flush/simple", [&](benchmark::State& state) { flush_simple(state, setup, simple); });
  register_once("flush/legacy",
                [&](benchmark::State& state) { flush_table(state, setup, legacy::create_mem_table, legacy); });
  return run_and_report(
      argc, argv, rows,
      {{"9", "DUP flush, 10 columns, against ColumnSorter + gather", "flush/column", "flush/simple", "", 2.5},
       {"9", "DUP flush, 10 columns, against legacy", "flush/column", "flush/legacy", "", 12}});
}

}  // namespace
}  // namespace lockstep::bench

int main(int argc, char** argv) { return lockstep::bench::run(argc, argv); }
