// What `lockstep tune` measures.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/bulkio/bulk_policy.h"
#include "tune_timing.h"

namespace lockstep::cli {

inline constexpr std::array<std::size_t, 3> kTuneOffsets = {0, 1, 4};  // bytes into the page

// One length: nanoseconds a call.
struct TunePoint {
  std::size_t length = 0;  // values
  double one_at_a_time = 0;
  double bulk = 0;
  // How many times faster bulk is.
  [[nodiscard]] double ratio() const { return one_at_a_time / bulk; }
};

// One type, direction and offset, over all lengths.
struct TuneSeries {
  ArrayType type = ArrayType::int_array;
  bool write = false;
  std::size_t offset = 0;
  std::vector<TunePoint> points;

  [[nodiscard]] std::string name() const;  // "int write +4"
};

// Timing has noise: bulk counts as at least as fast up to this factor.
inline constexpr double kTuneNoise = 1.02;

// The first length from which on bulk is at least as fast at every length measured; nullopt if there is none.
std::optional<std::size_t> crossover(const TuneSeries& series);
// The point of the first length measured from `length` on; null beyond the last.
const TunePoint* point_from(const TuneSeries& series, std::uint64_t length);

// All series. `report` is called before each point with how many are done and how many there are.
std::vector<TuneSeries> measure_tune(const std::vector<std::size_t>& lengths, const TimingOptions& timing,
                                     const std::function<void(std::size_t, std::size_t)>& report);

}  // namespace lockstep::cli
