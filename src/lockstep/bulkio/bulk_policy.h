// From which length an array call converts in bulk instead of one value at a time.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep {

enum class ArrayType : std::uint8_t { int_array, long_array, float_array, double_array };
inline constexpr std::uint8_t kArrayTypeCount = 4;

// A policy changes how fast an array call is and nothing else: bytes, values, positions and errors are the same under
// every policy. An array of at least the minimum length, counted in values, goes in bulk; a shorter one goes one value
// at a time. Indexed by ArrayType.
struct BulkPolicy {
  // No array is long enough.
  static constexpr std::uint64_t kNever = UINT64_MAX;

  // Apache Pinot's thresholds, in values: every read from 128, writes of ints and floats from 256, of longs and doubles
  // never.
  static constexpr std::uint64_t kPinotMinReadValues = 128;
  static constexpr std::uint64_t kPinotMinWriteValues = 256;

  // What this library measured best for itself: an array of one value is written in bulk no slower than by the call for
  // single values, because short runs are converted inline (byte_swap.h). There is no crossover to stay below.
  static constexpr std::uint64_t kNativeMinValues = 1;

  std::array<std::uint64_t, kArrayTypeCount> min_read_values{};
  std::array<std::uint64_t, kArrayTypeCount> min_write_values{};

  [[nodiscard]] static constexpr BulkPolicy pinot() {
    return {.min_read_values = {kPinotMinReadValues, kPinotMinReadValues, kPinotMinReadValues, kPinotMinReadValues},
            .min_write_values = {kPinotMinWriteValues, kNever, kPinotMinWriteValues, kNever}};
  }
  [[nodiscard]] static constexpr BulkPolicy native() { return from(kNativeMinValues); }
  [[nodiscard]] static constexpr BulkPolicy never() { return from(kNever); }
  // Every threshold the same.
  [[nodiscard]] static constexpr BulkPolicy from(std::uint64_t min_values) {
    return {.min_read_values = {min_values, min_values, min_values, min_values},
            .min_write_values = {min_values, min_values, min_values, min_values}};
  }

  [[nodiscard]] constexpr std::uint64_t min_read(ArrayType type) const {
    return min_read_values[static_cast<std::uint8_t>(type)];
  }
  [[nodiscard]] constexpr std::uint64_t min_write(ArrayType type) const {
    return min_write_values[static_cast<std::uint8_t>(type)];
  }

  friend bool operator==(const BulkPolicy&, const BulkPolicy&) = default;
};

}  // namespace lockstep
