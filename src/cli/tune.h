// `lockstep tune`: where bulk conversion starts to pay on this machine.   (bulkio.md)
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <vector>

#include "tune_timing.h"

namespace lockstep::cli {

inline constexpr std::size_t kMaxTuneLength = 1'000'000;  // values

struct TuneOptions {
  // Where the numbers and the drawing go; empty: nowhere.
  std::filesystem::path json;
  std::filesystem::path svg;
  // The lengths to measure, 1 … kMaxTuneLength; empty: about forty from 1 to 4096, denser where they are short.
  std::vector<std::size_t> lengths;
  TimingOptions timing = {.rounds = 15, .slice = std::chrono::microseconds(60)};
};

// Measures, per type, direction and start offset (0, 1, 4) in the page, both branches of the array calls at every
// length: one at a time and bulk, interleaved, medians. Prints to `out`, for each, the first length from which bulk is
// at least as fast, and the ratio of the times at the thresholds of the policies; writes JSON and SVG where asked to. A
// line on `progress` says how far it is. Returns the exit code: kUnusableInput where a file cannot be written.
int run_tune(const TuneOptions& options, std::ostream& out, std::ostream& progress);

}  // namespace lockstep::cli
