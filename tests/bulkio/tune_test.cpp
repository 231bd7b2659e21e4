// `lockstep tune` on a few lengths: what it prints, not how long things take.
#include "cli/tune.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "cli/exit_code.h"
#include "cli/tune_measure.h"

namespace lockstep::cli {
namespace {

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t times = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++times;
  return times;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr std::size_t kSeries = 4 * 2 * 3;  // types, directions, offsets

TEST(Tune, PrintsATableAndWritesNumbersAndADrawing) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "lockstep_tune_test";
  std::filesystem::create_directories(folder);
  TuneOptions options{.json = folder / "tune.json",
                      .svg = folder / "tune.svg",
                      .lengths = {300, 1, 2, 2},
                      .timing = {.rounds = 1, .slice = std::chrono::microseconds(1)}};
  std::ostringstream out, progress;
  EXPECT_EQ(run_tune(options, out, progress), kAgree);
  for (const char* const name : {"int read +0", "long write +4", "float read +1", "double write +0"}) {
    EXPECT_EQ(count(out.str(), name), 1U) << name;
  }
  EXPECT_EQ(count(out.str(), "\n"), kSeries + 2) << "a head, a line a series, a line that explains";
  EXPECT_EQ(count(progress.str(), "100% of 72 points"), 1U);
  const std::string json = contents(options.json);
  EXPECT_EQ(count(json, "\"crossover\""), kSeries);
  EXPECT_EQ(count(json, "{\"values\": 300,"), kSeries);
  EXPECT_EQ(count(json, "{\"values\": 2,"), kSeries) << "a length that is given twice is measured once";
  EXPECT_EQ(count(contents(options.svg), "<polyline"), kSeries);
  std::filesystem::remove_all(folder);
}

TEST(Tune, SaysWhenAFileCannotBeWritten) {
  TuneOptions options{.json = "/no such folder/tune.json",
                      .svg = {},
                      .lengths = {1},
                      .timing = {.rounds = 1, .slice = std::chrono::microseconds(1)}};
  std::ostringstream out, progress;
  EXPECT_EQ(run_tune(options, out, progress), kUnusableInput);
  EXPECT_EQ(count(progress.str(), "/no such folder/tune.json: cannot be written"), 1U);
}

TEST(Tune, TheCrossoverIsWhereBulkStaysAsFast) {
  const auto first = [](std::vector<TunePoint> points) {
    return crossover({ArrayType::int_array, true, 0, std::move(points)});
  };
  EXPECT_EQ(first({{1, 5, 9}, {2, 9, 9}, {4, 20, 9}}), 2U);
  EXPECT_EQ(first({{1, 5, 4}, {2, 9, 12}, {4, 20, 9}}), 4U) << "once more slower starts over";
  EXPECT_EQ(first({{1, 5, 9}}), std::nullopt);
}

}  // namespace
}  // namespace lockstep::cli
