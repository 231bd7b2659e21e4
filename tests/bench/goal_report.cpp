#include "goal_report.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string_view>

#include "lockstep/base/check.h"

namespace lockstep::bench {
namespace {

// One line a benchmark in place of Google Benchmark's console output, and what the table needs of each.
class Results final : public benchmark::BenchmarkReporter {
 public:
  struct Result {
    std::vector<double> seconds;  // one a repeat
    std::map<std::string, double> counters;
  };

  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (runs.front().run_type != Run::RT_Iteration) return;  // aggregates of the repeats: the table has its own
    std::printf("%-44s", runs.front().run_name.function_name.c_str());
    for (const Run& run : runs) {
      if (run.error_occurred) {
        failed_ = true;
        std::printf(" %s", run.error_message.c_str());
        continue;
      }
      Result& result = results_[run.run_name.function_name];
      result.seconds.push_back(run.real_accumulated_time / static_cast<double>(run.iterations));
      std::printf(" %9.2f", result.seconds.back() * 1e3);
      for (const auto& [name, counter] : run.counters) result.counters[name] = counter;
    }
    std::putchar('\n');
    std::fflush(stdout);
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] const Result* find(const std::string& name) const {
    const auto found = results_.find(name);
    return found == results_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, Result> results_;
  bool failed_ = false;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

struct Figure {
  double value;
  bool met;
};

std::optional<Figure> figure_of(const Line& line, const Results& results) {
  const auto* const subject = results.find(line.subject);
  if (subject == nullptr) return std::nullopt;
  if (line.baseline.empty()) {
    const auto counter = subject->counters.find(line.counter);
    LOCKSTEP_CHECK(counter != subject->counters.end(), "a line names a counter that its benchmark sets");
    return Figure{counter->second, line.bound == 0 || counter->second <= line.bound};
  }
  const auto* const baseline = results.find(line.baseline);
  if (baseline == nullptr) return std::nullopt;
  const double ratio = median(baseline->seconds) / median(subject->seconds);
  return Figure{ratio, line.bound == 0 || ratio >= line.bound};
}

std::string number(double value, const char* format) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

}  // namespace

std::uint32_t rows_from_environment() {
  const char* const text = std::getenv("LOCKSTEP_BENCH_ROWS");
  if (text == nullptr) return kFullRows;
  const std::string_view digits = text;
  std::uint32_t rows = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rows);
  if (rows == 0 || error != std::errc{} || end != digits.data() + digits.size()) {
    std::fprintf(stderr, "LOCKSTEP_BENCH_ROWS=%s: expected a number of rows from 1 to 4294967295\n", text);
    std::exit(2);
  }
  return rows;
}

double seconds_now() {
  timespec now{};
  LOCKSTEP_CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0, "a thread has a clock");
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void register_once(const std::string& name, const std::function<void(benchmark::State&)>& body) {
  benchmark::RegisterBenchmark(name.c_str(), body)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

int run_and_report(int argc, char** argv, std::uint32_t rows, const std::vector<Line>& lines) {
  // Ours come first, so that the command line can overrule them.
  std::string interleaved = "--benchmark_enable_random_interleaving=true";
  std::string repetitions = "--benchmark_repetitions=5";
  std::vector<char*> arguments = {argv[0], interleaved.data(), repetitions.data()};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  std::printf("%u rows; a benchmark a line, milliseconds of each repeat\n", rows);
  std::fflush(stdout);
  Results results;
  benchmark::RunSpecifiedBenchmarks(&results);
  benchmark::Shutdown();

  const char* const path = std::getenv("LOCKSTEP_BENCH_TABLE");
  std::FILE* const table = path != nullptr ? std::fopen(path, "a") : nullptr;
  bool reached = true;
  std::printf("\n%-8s %-52s %10s %10s  %s\n", "goal", "case", "bound", "figure", "verdict");
  for (const Line& line : lines) {
    const auto figure = figure_of(line, results);
    if (!figure) continue;
    const bool is_ratio = !line.baseline.empty();
    const std::string bound = line.bound == 0 ? "" : number(line.bound, is_ratio ? ">= %.1fx" : "<= %.1f");
    const std::string value = number(figure->value, is_ratio ? "%.1fx" : "%.1f");
    const char* const verdict = line.bound == 0     ? ""
                                : rows != kFullRows ? "(fewer rows)"
                                : figure->met       ? "met"
                                                    : "MISSED";
    std::printf("%-8s %-52s %10s %10s  %s\n", line.goal.c_str(), line.what.c_str(), bound.c_str(), value.c_str(),
                verdict);
    if (table != nullptr) {
      std::fprintf(table, "%s\t%s\t%s\t%s\t%s\n", line.goal.c_str(), line.what.c_str(), bound.c_str(), value.c_str(),
                   verdict);
    }
    reached = reached && (figure->met || rows != kFullRows);
  }
  if (table != nullptr) std::fclose(table);
  return results.failed() || !reached ? 1 : 0;
}

}  // namespace lockstep::bench
