// What every benchmark program of this folder does with its results: medians, ratios, goals, one table.
//
// Repeats of all benchmarks are interleaved at random (Google Benchmark's own flag); --benchmark_repetitions overrules
// the five there are by default, --benchmark_out=FILE writes Google Benchmark's JSON. LOCKSTEP_BENCH_TABLE=FILE has the
// table's lines appended to FILE, tab-separated, for tests/bench/run.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lockstep::bench {

inline constexpr std::uint32_t kFullRows = 7'050'000;

// LOCKSTEP_BENCH_ROWS, else kFullRows. Goals hold at full size only. Ends the program with status 2 for a bad number.
std::uint32_t rows_from_environment();

// Processor time of this thread, seconds: a busy machine disturbs it less than the time of day.
double seconds_now();

// Registers `body`, which sets its own iteration time, to run once a repeat.
void register_once(const std::string& name, const std::function<void(benchmark::State&)>& body);

// One line of the table: how many times faster `subject` is than `baseline`, or, where there is no baseline, the
// counter named `counter` of `subject`.
struct Line {
  std::string goal;      // its number in the table of goals, or what it is about
  std::string what;      // the case
  std::string subject;   // a benchmark's name
  std::string baseline;  // another's, or empty
  std::string counter;   // where there is no baseline
  double bound = 0;      // the ratio is at least this, the counter at most this; 0: no goal
};

// Initialises Google Benchmark, runs everything, prints milliseconds and the table. The program's exit status: 0; 1 if
// a goal was missed at full size or a benchmark failed; 2 for a wrong command line. Lines whose benchmarks did not run
// are left out.
int run_and_report(int argc, char** argv, std::uint32_t rows, const std::vector<Line>& lines);

}  // namespace lockstep::bench
