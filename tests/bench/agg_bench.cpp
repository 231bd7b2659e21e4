// The flush of an AGG table, an int64 key and four int64 sums, insert excluded, by the number of groups.
//
//   agg/GROUPS/column   agg/GROUPS/legacy
//
// Both must give the same block.
#include <array>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>

#include "goal_report.h"
#include "lockstep/base/check.h"
#include "lockstep/legacy/mem_table.h"
#include "lockstep/memtable/mem_table.h"
#include "table_data.h"
#include "warm_resource.h"

namespace lockstep::bench {
namespace {

struct Case {
  const char* name;
  std::uint64_t groups;  // 0: hardly any two keys alike
  double goal;           // × legacy
};
constexpr std::array kCases = {Case{"1000", 1'000, 20}, Case{"100000", 100'000, 15}, Case{"1000000", 1'000'000, 8},
                               Case{"near-unique", 0, 3}};

struct Setup {
  Block rows;
  std::optional<std::uint64_t> fingerprint;  // found by whoever was first
};

void flush_table(benchmark::State& state, Setup& setup, CreateTable create, WarmResource& memory) {
  for (auto _ : state) {
    auto table = create(sums_schema(), TableOptions{}, &memory);
    LOCKSTEP_CHECK((*table)->insert(setup.rows), "the rows are valid");
    const double start = seconds_now();
    auto flushed = (*table)->flush();
    state.SetIterationTime(seconds_now() - start);
    const std::uint64_t found = fingerprint(flushed->block);
    if (!setup.fingerprint) setup.fingerprint = found;
    if (*setup.fingerprint != found) state.SkipWithError("the subjects flush different blocks");
  }
}

int run(int argc, char** argv) {
  const std::uint32_t rows = rows_from_environment();
  WarmResource column, legacy;
  std::vector<Setup> setups;
  setups.reserve(kCases.size());
  std::vector<Line> lines;
  for (const Case& c : kCases) {
    Setup& setup = setups.emplace_back(Setup{sums_rows(rows, c.groups), std::nullopt});
    const std::string name = std::string("agg/") + c.name;
    register_once(name + "/column",
                  [&](benchmark::State& state) { flush_table(state, setup, create_mem_table, column); });
    register_once(name + "/legacy",
                  [&](benchmark::State& state) { flush_table(state, setup, legacy::create_mem_table, legacy); });
    lines.push_back({"10", std::string("AGG flush, 4 sums, ") + c.name + " groups", name + "/column", name + "/legacy",
                     "", c.goal});
  }
  return run_and_report(argc, argv, rows, lines);
}

}  // namespace
}  // namespace lockstep::bench

int main(int argc, char** argv) { return lockstep::bench::run(argc, argv); }
