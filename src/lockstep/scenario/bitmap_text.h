// Bitmaps as text: {1,5..9} for the canonical bytes of a set, raw("…") for any other bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lockstep/reference/bitmap.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {

// A set with more intervals than this is printed as raw("…"): its list would not be read by anybody.
inline constexpr std::size_t kMaxPrintedIntervals = 64;

// What the sets of one text may cost. A few characters can name a set of many containers, {0..4294967295} has 65,536;
// the containers that intervals of one text reach beyond their first one may add up to this many (about 4 MB). Printing
// keeps the same account and goes over to raw("…") where parsing would refuse.
struct BitmapBudget {
  std::uint64_t containers = std::uint64_t{1} << 18;

  // Takes the cost of first … last off; false, and nothing taken, if that is too much.
  [[nodiscard]] bool spend(reference::Interval interval);
};

// The canonical bytes of the union of `intervals`, which may overlap and come in any order. O(n log n + bytes).
std::string canonical_bitmap(std::vector<reference::Interval> intervals);

// Reads `{…}` or `raw("…")` and appends the bytes that it stands for.
void parse_bitmap(LineCursor& cursor, BitmapBudget& budget, std::string& bytes);
void print_bitmap(std::string& out, std::span<const std::byte> bytes, BitmapBudget& budget);

}  // namespace lockstep::scenario
