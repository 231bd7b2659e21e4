#include "lockstep/reference/bitmap.h"

#include <algorithm>

#include "lockstep/base/check.h"

namespace lockstep::reference {

void Bitmap::append(Interval interval) {
  LOCKSTEP_CHECK(interval.first <= interval.last, "an interval holds a value");
  if (intervals_.empty()) {
    intervals_.push_back(interval);
    return;
  }
  Interval& back = intervals_.back();
  LOCKSTEP_CHECK(interval.first > back.last, "values are appended in ascending order");
  if (interval.first == back.last + 1) {
    back.last = interval.last;
  } else {
    intervals_.push_back(interval);
  }
}

void Bitmap::unite(const Bitmap& other) {
  std::pmr::vector<Interval> all(intervals_.get_allocator());
  all.reserve(intervals_.size() + other.intervals_.size());
  all.insert(all.end(), intervals_.begin(), intervals_.end());
  all.insert(all.end(), other.intervals_.begin(), other.intervals_.end());
  std::sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.first < b.first; });

  Bitmap united(intervals_.get_allocator().resource());
  for (Interval interval : all) {
    const auto so_far = united.intervals();
    if (!so_far.empty() && interval.first <= so_far.back().last) {
      if (interval.last <= so_far.back().last) continue;  // all of it is there already
      interval.first = so_far.back().last + 1;            // what is new of it
    }
    united.append(interval);
  }
  intervals_.swap(united.intervals_);
}

}  // namespace lockstep::reference
