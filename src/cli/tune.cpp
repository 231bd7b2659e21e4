#include "tune.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <ostream>
#include <span>

#include "exit_code.h"
#include "tune_measure.h"
#include "tune_report.h"

namespace lockstep::cli {
namespace {

// Every length up to 16, then a few an octave, and the neighbours of Pinot's thresholds.
std::vector<std::size_t> usual_lengths() {
  std::vector<std::size_t> lengths;
  for (std::size_t n = 1; n <= 16; ++n) lengths.push_back(n);
  constexpr std::array<std::size_t, 23> kLonger = {20,  24,  31,  32,  33,  48,  64,   96,   127,  128,  129, 192,
                                                   255, 256, 257, 384, 512, 768, 1024, 1536, 2048, 3072, 4096};
  lengths.insert(lengths.end(), kLonger.begin(), kLonger.end());
  return lengths;
}

// Writes a file with `print`, unless its path is empty; whether that worked.
bool write_file(const std::filesystem::path& path, std::span<const TuneSeries> series,
                void (*print)(std::span<const TuneSeries>, std::ostream&), std::ostream& progress) {
  if (path.empty()) return true;
  std::ofstream file(path);
  print(series, file);
  file.flush();
  if (!file) progress << "lockstep: " << path.string() << ": cannot be written\n";
  return static_cast<bool>(file);
}

}  // namespace

int run_tune(const TuneOptions& options, std::ostream& out, std::ostream& progress) {
  std::vector<std::size_t> lengths = options.lengths.empty() ? usual_lengths() : options.lengths;
  std::ranges::sort(lengths);
  lengths.erase(std::ranges::unique(lengths).begin(), lengths.end());
  std::size_t shown = 101;  // percent; none yet
  const std::vector<TuneSeries> series = measure_tune(lengths, options.timing, [&](std::size_t done, std::size_t all) {
    const std::size_t percent = 100 * done / all;
    if (percent == shown) return;
    shown = percent;
    progress << "\rmeasuring: " << percent << "% of " << all << " points" << std::flush;
  });
  progress << "\n";
  print_tune_table(series, out);
  const bool json = write_file(options.json, series, &print_tune_json, progress);
  const bool svg = write_file(options.svg, series, &print_tune_svg, progress);
  return json && svg ? kAgree : kUnusableInput;
}

}  // namespace lockstep::cli
