// A multiset of float64, or of sketches' points, each with its weight.   (data/quantile_format.h: bytes, union, form)
//
// Nothing is ever left out of a union: only the written form is a sketch. Writing a union and reading it again is not
// the same as keeping it, so whoever unites more than two keeps the Quantile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/base/int128.h"
#include "lockstep/data/quantile_format.h"

namespace lockstep::reference {

// A value in its canonical bits.
struct WeightedValue {
  double value;
  std::uint64_t weight;  // kQuantilePoints, or of a sketch's point the sketch's count
};

// All memory comes from the resource. Moved, never copied.
class Quantile {
 public:
  // Empty.
  explicit Quantile(std::pmr::memory_resource* resource) : values_(resource) {}
  Quantile(const Quantile&) = delete;
  Quantile& operator=(const Quantile&) = delete;
  Quantile(Quantile&&) noexcept = default;
  Quantile& operator=(Quantile&&) = delete;
  ~Quantile() = default;

  // Ascending in the order of data.md.
  [[nodiscard]] std::span<const WeightedValue> values() const { return values_; }
  // How many values there are, a sketch of n counting as n. Exact: sums of 2^32 counts of 64 bits fit.
  [[nodiscard]] uint128_t count() const { return count_; }

  // After a bad_alloc the multiset is as it was. O(n log n).
  void unite(const Quantile& other);

 private:
  friend Result<Quantile> parse_quantile(std::span<const std::byte> bytes, std::pmr::memory_resource* resource);

  std::pmr::vector<WeightedValue> values_;
  uint128_t count_ = 0;
};

// malformed_value, saying what is wrong, for bytes that are not a valid quantile.
Result<Quantile> parse_quantile(std::span<const std::byte> bytes, std::pmr::memory_resource* resource);

// The canonical bytes.
std::pmr::string serialize_quantile(const Quantile& quantile, std::pmr::memory_resource* resource);

}  // namespace lockstep::reference
