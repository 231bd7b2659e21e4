// A set of unsigned 64-bit integers, kept as what it is mathematically: disjoint intervals in ascending order.
//
// Intervals rather than single values, so that {0 … 4294967295} is one interval and not 4 billion tree nodes. How sets
// are written as bytes is roaring_format.h's business.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace lockstep::reference {

// The values first … last, both included.
struct Interval {
  std::uint64_t first;
  std::uint64_t last;

  friend bool operator==(const Interval&, const Interval&) = default;
};

// All memory comes from the resource. Moved, never copied.
class Bitmap {
 public:
  explicit Bitmap(std::pmr::memory_resource* resource) : intervals_(resource) {}
  Bitmap(const Bitmap&) = delete;
  Bitmap& operator=(const Bitmap&) = delete;
  Bitmap(Bitmap&&) noexcept = default;
  Bitmap& operator=(Bitmap&&) = delete;
  ~Bitmap() = default;

  // Maximal intervals: ascending, disjoint, with a gap between any two. So equal sets have equal intervals.
  [[nodiscard]] std::span<const Interval> intervals() const { return intervals_; }
  [[nodiscard]] bool empty() const { return intervals_.empty(); }

  // Adds an interval whose first value is greater than every value in the set (checked). Amortised O(1).
  void append(Interval interval);
  // Adds every value of `other`. O(n log n) in the number of intervals.
  void unite(const Bitmap& other);

 private:
  std::pmr::vector<Interval> intervals_;
};

}  // namespace lockstep::reference
