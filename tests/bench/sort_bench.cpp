// Sorting one key column: the ColumnSorter against the row-wise sort that it replaced, and the row bookkeeping alone.
//
// What is timed:
//   sort/KEY/legacy   pdqsort of existing row objects (Rows::sort). Making the rows, one shared pointer each in
//                     insertion order, and the result's list of row ids are outside.
//   sort/KEY/column   lockstep::sort_rows as a whole: row ids, scratch from fresh memory, sort, result.
//   rows/legacy       making the row objects.
//   rows/column       making the row ids, 32 bits each.
// So what the two sorts do differently beside sorting counts against column. Both must give the same permutation.
//
// Peak bytes a row is the most held at once, as asked for from the memory resource (an allocator's own overhead on
// legacy's millions of small blocks is not in it), rows or row ids included, the key column not. "held" is what remains
// after building.
//
// Time is the processor time of the one thread that runs, so that a busy machine disturbs it less. Repeats of all
// benchmarks are interleaved at random; the tables give medians. Exit status 1 if a goal is missed at
// full size, or the permutations differ. LOCKSTEP_BENCH_ROWS=N sets another number of rows, for which no goals hold.
// Google Benchmark's own flags come after; --benchmark_out=FILE writes its JSON. A whole run takes about seven minutes.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory_resource>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "key_data.h"
#include "lockstep/base/memory_resource.h"
#include "lockstep/legacy/row_order.h"
#include "lockstep/legacy/rows.h"
#include "lockstep/sort/sort_rows.h"

namespace lockstep {
namespace {

constexpr std::uint32_t kFullRows = 7'050'000;
constexpr const char* kRowsVariable = "LOCKSTEP_BENCH_ROWS";
constexpr const char* kPeakBytes = "peak_bytes_per_row";
constexpr const char* kHeldBytes = "held_bytes_per_row";

struct Setup {
  std::uint32_t rows = kFullRows;
  std::vector<Block> blocks;                         // one a key case
  std::vector<std::optional<std::uint64_t>> orders;  // one a key case: the permutation found by whoever was first
};

// Processor time of this thread.
double seconds_now() {
  timespec now{};
  LOCKSTEP_CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0, "a thread has a clock");
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Order-sensitive; enough to tell two permutations apart.
class PermutationDigest {
 public:
  void add(std::uint32_t id) { digest_ = (digest_ ^ id) * 0x100000001b3u; }
  [[nodiscard]] std::uint64_t value() const { return digest_; }

 private:
  std::uint64_t digest_ = 0xcbf29ce484222325u;
};

void report(benchmark::State& state, const Setup& setup, const CountingResource& memory) {
  // Millions of freed rows are tidied up by whichever large allocation comes next. Here that is not timed, and every
  // measurement begins with the same heap, and with fresh memory.
  malloc_trim(0);
  state.counters[kPeakBytes] = static_cast<double>(memory.peak_bytes()) / setup.rows;
  state.counters["rows_per_second"] = benchmark::Counter(
      static_cast<double>(setup.rows) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void check_order(benchmark::State& state, Setup& setup, std::size_t key, const PermutationDigest& digest) {
  auto& order = setup.orders[key];
  if (!order) order = digest.value();
  if (*order != digest.value()) state.SkipWithError("legacy and column order the rows differently");
}

const SortOrder& order_by_key() {
  static const SortOrder order{.keys = {{.column = 0}}};
  return order;
}

void sort_legacy(benchmark::State& state, Setup& setup, std::size_t key) {
  CountingResource memory(std::pmr::new_delete_resource());
  PermutationDigest digest;
  for (auto _ : state) {
    const legacy::RowOrder order(setup.blocks[key], order_by_key(), &memory);
    legacy::Rows rows(&memory);
    rows.append(setup.rows);
    const double start = seconds_now();
    rows.sort(order);
    state.SetIterationTime(seconds_now() - start);
    for (const auto& row : rows.pointers()) digest.add(row->position);
  }
  report(state, setup, memory);
  check_order(state, setup, key, digest);
}

void sort_column(benchmark::State& state, Setup& setup, std::size_t key) {
  CountingResource memory(std::pmr::new_delete_resource());
  PermutationDigest digest;
  for (auto _ : state) {
    const double start = seconds_now();
    const auto ids = sort_rows(setup.blocks[key], order_by_key(), std::nullopt, &memory);
    state.SetIterationTime(seconds_now() - start);
    for (const std::uint32_t id : ids) digest.add(id);
  }
  report(state, setup, memory);
  check_order(state, setup, key, digest);
}

void rows_legacy(benchmark::State& state, const Setup& setup) {
  CountingResource memory(std::pmr::new_delete_resource());
  for (auto _ : state) {
    const double start = seconds_now();
    legacy::Rows rows(&memory);
    rows.append(setup.rows);
    state.SetIterationTime(seconds_now() - start);
    benchmark::DoNotOptimize(rows.pointers().data());
    state.counters[kHeldBytes] = static_cast<double>(memory.live_bytes()) / setup.rows;
  }
  report(state, setup, memory);
}

void rows_column(benchmark::State& state, const Setup& setup) {
  CountingResource memory(std::pmr::new_delete_resource());
  for (auto _ : state) {
    const double start = seconds_now();
    std::pmr::vector<std::uint32_t> ids(setup.rows, &memory);
    std::iota(ids.begin(), ids.end(), 0u);
    state.SetIterationTime(seconds_now() - start);
    benchmark::DoNotOptimize(ids.data());
    benchmark::ClobberMemory();
    state.counters[kHeldBytes] = static_cast<double>(memory.live_bytes()) / setup.rows;
  }
  report(state, setup, memory);
}

// One line a benchmark in place of Google Benchmark's console output, and what the tables need of each.
class CollectingReporter final : public benchmark::BenchmarkReporter {
 public:
  struct Benchmark {
    std::vector<double> seconds;  // one a repeat
    double peak_bytes = 0;        // a row
    double held_bytes = 0;        // a row
  };

  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (runs.front().run_type != Run::RT_Iteration) return;  // aggregates of the repeats: the tables have their own
    std::printf("%-34s", runs.front().run_name.function_name.c_str());
    for (const Run& run : runs) {
      if (run.error_occurred) {
        failed_ = true;
        std::printf(" %s", run.error_message.c_str());
        continue;
      }
      Benchmark& benchmark = benchmarks_[run.run_name.function_name];
      benchmark.seconds.push_back(run.real_accumulated_time / static_cast<double>(run.iterations));
      std::printf(" %9.2f", benchmark.seconds.back() * 1e3);
      benchmark.peak_bytes = run.counters.at(kPeakBytes);
      if (const auto held = run.counters.find(kHeldBytes); held != run.counters.end()) {
        benchmark.held_bytes = held->second;
      }
    }
    std::putchar('\n');
    std::fflush(stdout);
  }

  [[nodiscard]] bool failed() const { return failed_; }
  // Null for a benchmark that did not run.
  [[nodiscard]] const Benchmark* find(const std::string& name) const {
    const auto found = benchmarks_.find(name);
    return found == benchmarks_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, Benchmark> benchmarks_;
  bool failed_ = false;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

std::string benchmark_name(const KeyCase& key, std::string_view subject) {
  return "sort/" + std::string(key.name) + "/" + std::string(subject);
}

// Prints the table of sorts; false if a goal was missed.
bool print_sorts(const CollectingReporter& results, std::uint32_t rows) {
  const bool judged = rows == kFullRows;
  bool reached = true;
  std::printf("\nSort by one key column, %u rows. Million rows a second; peak bytes a row.\n", rows);
  std::printf("%-22s %8s %8s %9s %7s %12s %12s\n", "key", "legacy", "column", "ratio", "goal", "legacy peak",
              "column peak");
  for (const KeyCase& key : key_cases()) {
    const auto* const legacy = results.find(benchmark_name(key, "legacy"));
    const auto* const column = results.find(benchmark_name(key, "column"));
    if (legacy == nullptr || column == nullptr) continue;
    const double legacy_seconds = median(legacy->seconds);
    const double column_seconds = median(column->seconds);
    const double ratio = legacy_seconds / column_seconds;
    std::string goal;
    if (judged && key.goal > 0) {
      goal = ">=" + std::to_string(static_cast<int>(key.goal)) + (ratio >= key.goal ? "" : "!");
      reached = reached && ratio >= key.goal;
    }
    std::printf("%-22s %8.2f %8.2f %8.1fx %7s %12.1f %12.1f\n", key.name, rows / legacy_seconds / 1e6,
                rows / column_seconds / 1e6, ratio, goal.c_str(), legacy->peak_bytes, column->peak_bytes);
  }
  return reached;
}

void print_rows(const CollectingReporter& results, std::uint32_t rows) {
  const auto* const legacy = results.find("rows/legacy");
  const auto* const column = results.find("rows/column");
  if (legacy == nullptr || column == nullptr) return;
  std::printf("\nRow bookkeeping alone, %u rows.\n%-22s %8s %8s %9s\n", rows, "", "legacy", "column", "ratio");
  const auto print = [](const char* what, double of_legacy, double of_column) {
    std::printf("%-22s %8.1f %8.1f %8.1fx\n", what, of_legacy, of_column, of_legacy / of_column);
  };
  print("milliseconds to build", median(legacy->seconds) * 1e3, median(column->seconds) * 1e3);
  print("bytes a row, held", legacy->held_bytes, column->held_bytes);
  print("bytes a row, peak", legacy->peak_bytes, column->peak_bytes);
}

void register_benchmarks(Setup& setup) {
  const auto once = [](benchmark::internal::Benchmark* registered) {
    registered->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
  };
  for (std::size_t i = 0; i < key_cases().size(); ++i) {
    const KeyCase& key = key_cases()[i];
    setup.blocks.push_back(make_key_block(key, setup.rows));
    setup.orders.emplace_back();
    once(benchmark::RegisterBenchmark(benchmark_name(key, "legacy").c_str(),
                                      [&setup, i](benchmark::State& state) { sort_legacy(state, setup, i); }));
    once(benchmark::RegisterBenchmark(benchmark_name(key, "column").c_str(),
                                      [&setup, i](benchmark::State& state) { sort_column(state, setup, i); }));
  }
  once(benchmark::RegisterBenchmark("rows/legacy", [&setup](benchmark::State& state) { rows_legacy(state, setup); }));
  once(benchmark::RegisterBenchmark("rows/column", [&setup](benchmark::State& state) { rows_column(state, setup); }));
}

// 0 if the text is no number of rows.
std::uint32_t parse_rows(std::string_view text) {
  std::uint32_t rows = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rows);
  return error == std::errc{} && end == text.data() + text.size() ? rows : 0;
}

int run(int argc, char** argv) {
  // Ours come first, so that the command line can overrule them.
  std::string interleaved = "--benchmark_enable_random_interleaving=true";
  std::string repetitions = "--benchmark_repetitions=3";
  std::vector<char*> arguments = {argv[0], interleaved.data(), repetitions.data()};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  Setup setup;
  if (const char* const text = std::getenv(kRowsVariable)) {
    setup.rows = parse_rows(text);
    if (setup.rows == 0) {
      std::fprintf(stderr, "%s=%s: expected a number of rows from 1 to 4294967295\n", kRowsVariable, text);
      return 2;
    }
  }
  register_benchmarks(setup);
  CollectingReporter results;
  std::printf("Sorting %u rows, a benchmark a line, milliseconds of each repeat. The first line takes its time.\n\n",
              setup.rows);
  std::fflush(stdout);
  benchmark::RunSpecifiedBenchmarks(&results);
  benchmark::Shutdown();
  const bool reached = print_sorts(results, setup.rows);
  print_rows(results, setup.rows);
  return results.failed() || !reached ? 1 : 0;
}

}  // namespace
}  // namespace lockstep

int main(int argc, char** argv) { return lockstep::run(argc, argv); }
