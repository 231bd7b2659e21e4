// A multiset of float64 or a sketch of one: the value and the aggregate state of the type `quantile`. The byte format,
// the union's rule and the error bound are in data/quantile_format.h.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>

#include "lockstep/base/error.h"
#include "lockstep/data/buffer.h"
#include "lockstep/data/quantile_format.h"

namespace lockstep {

// Holds everything that was added, 8 bytes a value and 16 a point of a sketch, from the resource: only serialize()
// decides what is kept.
class Quantile {
 public:
  explicit Quantile(std::pmr::memory_resource* resource) : values_(resource), points_(resource) {}

  // malformed_value, naming what is wrong, for bytes that are no quantile. O(bytes)
  static Result<Quantile> parse(std::span<const std::byte> bytes, std::pmr::memory_resource* resource);

  void add(double value);
  // Amortised O(values of `other`). After a bad_alloc the multiset is as it was.
  void merge(const Quantile& other);

  // The canonical form. serialize() sorts what is held: O(n log n), no allocation.
  [[nodiscard]] std::size_t serialized_bytes() const;
  void serialize(std::byte* to);

  // The value below which a share `fraction` (0 … 1, checked) of the values lies: of n sorted values the one at rank
  // min(⌊fraction × n⌋, n − 1); of a sketch its point there. nullopt if there are none. Sorts: O(n log n).
  [[nodiscard]] std::optional<double> quantile(double fraction);
  // How many values were added, at most 2^64 − 1.
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  // A point of a sketch and its weight, the sketch's count.
  struct Point {
    double value;
    std::uint64_t weight;
  };

  [[nodiscard]] bool is_exact() const { return count_ <= kQuantileMaxExact; }
  void sort();
  // Calls take(value) for each of the `points` even ranks, ascending, over everything held; sorted before.
  template <class Take>
  void for_each_even_rank(std::size_t points, Take take) const;
  Status read_exact(std::span<const std::byte> bytes);
  Status read_sketch(std::span<const std::byte> bytes);

  Buffer values_;  // doubles, each of weight kQuantilePoints
  Buffer points_;  // Points
  std::uint64_t count_ = 0;
};

}  // namespace lockstep
