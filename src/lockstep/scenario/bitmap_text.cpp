#include "lockstep/scenario/bitmap_text.h"

#include <algorithm>
#include <memory_resource>
#include <optional>

#include "lockstep/base/bytes.h"
#include "lockstep/reference/roaring_format.h"
#include "lockstep/scenario/sketch_text.h"

namespace lockstep::scenario {
namespace {

using reference::Interval;

std::uint64_t last_container(const Interval& interval) { return interval.last / reference::kContainerValues; }
std::uint64_t first_container(const Interval& interval) { return interval.first / reference::kContainerValues; }

// "5" or "5..9".
Interval parse_interval(LineCursor& cursor) {
  static constexpr std::string_view kMeaning = "a number below 2^64, or a range such as 5..9";
  const std::size_t start = cursor.skip_blanks();
  const std::string_view text = cursor.word();
  const char* const end = text.data() + text.size();
  Interval interval{0, 0};
  const auto [after_first, failure] = std::from_chars(text.data(), end, interval.first);
  interval.last = interval.first;
  const std::string_view rest(after_first, end);
  bool good = !text.empty() && failure == std::errc{};
  if (good && !rest.empty()) {
    good = rest.starts_with("..");
    if (good) {
      const auto [after_last, last_failure] = std::from_chars(after_first + 2, end, interval.last);
      good = rest.size() > 2 && last_failure == std::errc{} && after_last == end && interval.first <= interval.last;
    }
  }
  if (!good) cursor.expected_at(start, kMeaning);
  return good ? interval : Interval{0, 0};
}

// The intervals of the set if these are its canonical bytes and few intervals make it up.
std::optional<std::vector<Interval>> short_list(std::span<const std::byte> bytes) {
  std::pmr::memory_resource* const resource = std::pmr::get_default_resource();
  const auto set = reference::parse_roaring(bytes, resource);
  if (!set || set->intervals().size() > kMaxPrintedIntervals) return std::nullopt;
  if (std::string_view(reference::serialize_roaring(*set, resource)) != as_text(bytes)) return std::nullopt;
  return std::vector<Interval>(set->intervals().begin(), set->intervals().end());
}

}  // namespace

bool BitmapBudget::spend(Interval interval) {
  const std::uint64_t cost = last_container(interval) - first_container(interval);
  if (cost > containers) return false;
  containers -= cost;
  return true;
}

std::string canonical_bitmap(std::vector<Interval> intervals) {
  std::ranges::sort(intervals, {}, &Interval::first);
  reference::Bitmap set(std::pmr::get_default_resource());
  for (Interval interval : intervals) {
    const auto so_far = set.intervals();
    if (!so_far.empty() && interval.first <= so_far.back().last) {
      if (interval.last <= so_far.back().last) continue;
      interval.first = so_far.back().last + 1;
    }
    set.append(interval);
  }
  return std::string(reference::serialize_roaring(set, std::pmr::get_default_resource()));
}

void parse_bitmap(LineCursor& cursor, BitmapBudget& budget, std::string& bytes) {
  if (take_raw(cursor, bytes)) return;
  if (!cursor.take('{')) return cursor.expected("a bitmap such as {1,5..9} or raw(\"…\")");
  std::vector<Interval> intervals;
  cursor.skip_blanks();
  if (!cursor.take('}')) {
    do {
      const std::size_t start = cursor.skip_blanks();
      intervals.push_back(parse_interval(cursor));
      if (!budget.spend(intervals.back()))
        cursor.expected_at(start, "shorter ranges: the sets of this text are too large");
      cursor.skip_blanks();
    } while (cursor.take(','));
    cursor.require('}');
  }
  if (!cursor.failed()) bytes += canonical_bitmap(std::move(intervals));
}

void print_bitmap(std::string& out, std::span<const std::byte> bytes, BitmapBudget& budget) {
  const auto intervals = short_list(bytes);
  BitmapBudget left = budget;
  if (!intervals || !std::ranges::all_of(*intervals, [&](const Interval& i) { return left.spend(i); })) {
    out += print_raw(bytes);
    return;
  }
  budget = left;
  out += '{';
  for (const Interval& interval : *intervals) {
    if (out.back() != '{') out += ',';
    out += std::to_string(interval.first);
    if (interval.last != interval.first) out += ".." + std::to_string(interval.last);
  }
  out += '}';
}

}  // namespace lockstep::scenario
