// Sorting key columns: the ColumnSorter against the column-by-column sorter that it replaced, the row-wise sort that
// that one replaced, and, for int32, the least that a radix sort of these keys can take.
//
//   sort/KEY/column   lockstep::sort_rows as a whole: statistics, packing, sort, result
//   sort/KEY/simple   SimpleColumnSorter, row ids included
//   sort/KEY/legacy   pdqsort of existing row objects (Rows::sort); making the rows is outside
//   sort/int32/floor  least-significant-digit radix sort of (key, row id), the first pass straight from the column
//   rows/…            making the row ids, or row objects, alone
//
// All must give the same permutation. Peak bytes a row is the most held at once, as asked for from the memory resource,
// row ids included, the key columns not.
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "goal_report.h"
#include "key_data.h"
#include "lockstep/base/check.h"
#include "lockstep/base/memory_resource.h"
#include "lockstep/legacy/row_order.h"
#include "lockstep/legacy/rows.h"
#include "lockstep/sort/key_word.h"
#include "lockstep/sort/simple_column_sorter.h"
#include "lockstep/sort/sort_rows.h"
#include "warm_resource.h"

namespace lockstep::bench {
namespace {

constexpr std::uint32_t kGrowthRows = 1'000'000;
constexpr const char* kPeakBytes = "peak_bytes_per_row";
constexpr double kMostPeakBytes = 24;

struct Setup {
  Block keys;
  std::optional<std::uint64_t> order;  // a digest of the permutation, found by whoever was first
};

void check_order(benchmark::State& state, Setup& setup, std::span<const std::uint32_t> ids) {
  std::uint64_t digest = 0xcbf29ce484222325u;
  for (const std::uint32_t id : ids) digest = (digest ^ id) * 0x100000001b3u;
  if (!setup.order) setup.order = digest;
  if (*setup.order != digest) state.SkipWithError("the subjects order the rows differently");
}

SortOrder all_columns(const Block& keys) {
  SortOrder order;
  for (std::uint32_t i = 0; i < keys.column_count(); ++i) order.keys.push_back({.column = i});
  return order;
}

void report_peak(benchmark::State& state, const CountingResource& memory, const Setup& setup) {
  state.counters[kPeakBytes] = static_cast<double>(memory.peak_bytes()) / static_cast<double>(setup.keys.row_count());
}

// Times are multiplied by `scale`.
void sort_column(benchmark::State& state, Setup& setup, WarmResource& warm, double scale = 1) {
  CountingResource memory(&warm);
  const SortOrder order = all_columns(setup.keys);
  for (auto _ : state) {
    const double start = seconds_now();
    const auto ids = sort_rows(setup.keys, order, std::nullopt, &memory);
    state.SetIterationTime((seconds_now() - start) * scale);
    check_order(state, setup, ids);
  }
  report_peak(state, memory, setup);
}

void sort_simple(benchmark::State& state, Setup& setup, WarmResource& warm) {
  CountingResource memory(&warm);
  std::vector<SortColumn> keys;
  for (const Column& column : setup.keys.columns()) keys.push_back({&column});
  for (auto _ : state) {
    const double start = seconds_now();
    std::pmr::vector<std::uint32_t> ids(setup.keys.row_count(), &memory);
    std::iota(ids.begin(), ids.end(), 0u);
    SimpleColumnSorter<std::uint32_t> sorter(keys, TieOrder::ascending, &memory);
    sorter.sort(ids);
    state.SetIterationTime(seconds_now() - start);
    check_order(state, setup, ids);
  }
  report_peak(state, memory, setup);
}

void sort_legacy(benchmark::State& state, Setup& setup) {
  CountingResource memory(std::pmr::new_delete_resource());
  const SortOrder by_keys = all_columns(setup.keys);
  for (auto _ : state) {
    const legacy::RowOrder order(setup.keys, by_keys, &memory);
    legacy::Rows rows(&memory);
    rows.append(setup.keys.row_count());
    const double start = seconds_now();
    rows.sort(order);
    state.SetIterationTime(seconds_now() - start);
    std::vector<std::uint32_t> ids;
    for (const auto& row : rows.pointers()) ids.push_back(row->position);
    check_order(state, setup, ids);
  }
  report_peak(state, memory, setup);
}

// One pass of the floor: stable by the digit at `shift`.
template <class Read, class Write>
void scatter(std::size_t rows, unsigned shift, Read read, Write write) {
  constexpr std::size_t kDigits = 1 << 11;
  std::array<std::uint32_t, kDigits + 1> starts{};
  for (std::size_t i = 0; i < rows; ++i) ++starts[(read(i) >> 32 >> shift & (kDigits - 1)) + 1];
  for (std::size_t digit = 0; digit < kDigits; ++digit) starts[digit + 1] += starts[digit];
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint64_t pair = read(i);
    write(starts[pair >> 32 >> shift & (kDigits - 1)]++, pair);
  }
}

void sort_floor(benchmark::State& state, Setup& setup, WarmResource& memory) {
  const auto keys = setup.keys.column(0).values<std::int32_t>();
  for (auto _ : state) {
    const double start = seconds_now();
    std::pmr::vector<std::uint64_t> a(keys.size(), &memory);
    std::pmr::vector<std::uint64_t> b(keys.size(), &memory);
    std::pmr::vector<std::uint32_t> ids(keys.size(), &memory);
    scatter(
        keys.size(), 0, [&](std::size_t i) { return std::uint64_t{key_word(keys[i])} << 32 | i; },
        [&](std::size_t at, std::uint64_t pair) { a[at] = pair; });
    scatter(
        keys.size(), 11, [&](std::size_t i) { return a[i]; },
        [&](std::size_t at, std::uint64_t pair) { b[at] = pair; });
    scatter(
        keys.size(), 22, [&](std::size_t i) { return b[i]; },
        [&](std::size_t at, std::uint64_t pair) { ids[at] = static_cast<std::uint32_t>(pair); });
    state.SetIterationTime(seconds_now() - start);
    check_order(state, setup, ids);
  }
}

void rows_legacy(benchmark::State& state, std::uint32_t rows) {
  CountingResource memory(std::pmr::new_delete_resource());
  for (auto _ : state) {
    const double start = seconds_now();
    legacy::Rows made(&memory);
    made.append(rows);
    state.SetIterationTime(seconds_now() - start);
    state.counters["held_bytes_per_row"] = static_cast<double>(memory.live_bytes()) / rows;
  }
}

void rows_column(benchmark::State& state, std::uint32_t rows, WarmResource& warm) {
  CountingResource memory(&warm);
  for (auto _ : state) {
    const double start = seconds_now();
    std::pmr::vector<std::uint32_t> ids(rows, &memory);
    std::iota(ids.begin(), ids.end(), 0u);
    state.SetIterationTime(seconds_now() - start);
    benchmark::DoNotOptimize(ids.data());
    state.counters["held_bytes_per_row"] = static_cast<double>(memory.live_bytes()) / rows;
  }
}

int run(int argc, char** argv) {
  const std::uint32_t rows = rows_from_environment();
  const std::vector<KeyCase> cases = key_cases();
  std::vector<Setup> setups;
  setups.reserve(cases.size() + 1);
  std::vector<Line> lines;
  WarmResource column, simple, floor;
  for (const KeyCase& c : cases) {
    Setup& setup = setups.emplace_back(Setup{c.make(rows), std::nullopt});
    const std::string name = "sort/" + c.name;
    register_once(name + "/column", [&](benchmark::State& state) { sort_column(state, setup, column); });
    register_once(name + "/simple", [&](benchmark::State& state) { sort_simple(state, setup, simple); });
    lines.push_back({c.goal, c.name + ", against ColumnSorter", name + "/column", name + "/simple", "", c.over_simple});
    if (c.over_legacy > 0) {
      register_once(name + "/legacy", [&](benchmark::State& state) { sort_legacy(state, setup); });
      lines.push_back({c.goal, c.name + ", against legacy", name + "/column", name + "/legacy", "", c.over_legacy});
    }
    lines.push_back({"12", c.name + ", peak scratch, bytes a row", name + "/column", "", kPeakBytes, kMostPeakBytes});
  }
  register_once("sort/int32/floor", [&](benchmark::State& state) { sort_floor(state, setups.front(), floor); });
  lines.push_back({"1", "int32, against a fused radix sort", "sort/int32/column", "sort/int32/floor", "", 1 / 1.2});
  Setup& growth = setups.emplace_back(Setup{cases[1].make(std::min(rows, kGrowthRows)), std::nullopt});
  const double scale = static_cast<double>(rows) / std::min(rows, kGrowthRows);
  register_once("sort/int64/column, 1 M rows, scaled",
                [&, scale](benchmark::State& state) { sort_column(state, growth, column, scale); });
  lines.push_back({"14", "int64, a row of 7 M against one of 1 M", "sort/int64/column",
                   "sort/int64/column, 1 M rows, scaled", "", 1 / 1.6});
  register_once("rows/legacy", [rows](benchmark::State& state) { rows_legacy(state, rows); });
  register_once("rows/column", [rows, &column](benchmark::State& state) { rows_column(state, rows, column); });
  lines.push_back({"rows", "row bookkeeping, against legacy", "rows/column", "rows/legacy", "", 0});
  lines.push_back({"rows", "row bookkeeping, column, bytes a row", "rows/column", "", "held_bytes_per_row", 4});
  lines.push_back({"rows", "row bookkeeping, legacy, bytes a row", "rows/legacy", "", "held_bytes_per_row", 0});
  return run_and_report(argc, argv, rows, lines);
}

}  // namespace
}  // namespace lockstep::bench

int main(int argc, char** argv) { return lockstep::bench::run(argc, argv); }
