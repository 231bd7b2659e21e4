#include "lockstep/scenario/bytes_bitmap.h"

#include <array>
#include <limits>
#include <memory_resource>
#include <optional>
#include <vector>

#include "lockstep/reference/roaring_format.h"
#include "lockstep/scenario/bitmap_text.h"

namespace lockstep::scenario {
namespace {

using reference::Interval;
using Intervals = std::vector<Interval>;

constexpr std::uint64_t kMaxValue = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMaxInContainer = reference::kContainerValues - 1;
constexpr unsigned kIntervalCounts = 8;  // a cell lists fewer intervals than this
constexpr unsigned kAnyBytes = 31;
constexpr unsigned kBrokenBytes = 30;
// What one container of one interval takes at most, and what a bitmap takes around its containers.
constexpr std::uint64_t kContainerCost = 16;
constexpr std::uint64_t kBitmapCost = 16;

Intervals every_second(std::uint64_t first, std::size_t count) {
  Intervals values;
  for (std::size_t i = 0; i < count; ++i) values.push_back({first + 2 * i, first + 2 * i});
  return values;
}

std::vector<std::string> make_sets(std::span<const Intervals> sets) {
  std::vector<std::string> bytes;
  for (const Intervals& intervals : sets) bytes.push_back(canonical_bitmap(intervals));
  return bytes;
}

const std::vector<std::string>& tiny_sets() {
  static const std::vector<std::string> sets = make_sets(std::array<Intervals, 4>{{{}, {{1, 1}}, {{2, 2}}, {{1, 3}}}});
  return sets;
}

// Around array and bitset (4,096 values), container and container (65,536), high word and high word (2^32), runs and
// offsets (4 containers).
const std::vector<std::string>& edge_sets() {
  constexpr std::uint64_t kWord = std::uint64_t{1} << 32;
  static const std::vector<std::string> sets = make_sets(std::array<Intervals, 19>{{
      {{0, 4095}},
      {{0, 4096}},
      {{4096, 4096}},
      {{0, 65535}},
      {{0, 65536}},
      {{65535, 65536}},
      {{65536, 131071}},
      {{kWord - 1, kWord - 1}},
      {{kWord, kWord}},
      {{kWord - 1, kWord}},
      {{kMaxValue, kMaxValue}},
      {{1, 16}},
      {{17, 33}},
      {{1, 32}},
      {{0, 9}, {65536, 65546}, {131072, 131082}},
      {{0, 9}, {65536, 65546}, {131072, 131082}, {196608, 196609}},
      every_second(0, 4095),
      every_second(0, 4096),
      every_second(1, 4097),
  }});
  return sets;
}

Intervals decode_intervals(ByteSource& source, unsigned count, std::uint64_t most) {
  Intervals intervals;
  std::uint64_t next = 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint64_t gap = source.number();
    const std::uint64_t more = source.number();
    if (next > most || gap > most - next) continue;
    const std::uint64_t first = next + gap;
    const std::uint64_t last = first + std::min(more, most - first);
    intervals.push_back({first, last});
    if (last == most) break;
    next = last + 1;
  }
  return intervals;
}

std::uint64_t cost_of(std::span<const Interval> intervals) {
  std::uint64_t cost = kBitmapCost;
  for (const Interval& interval : intervals) {
    const std::uint64_t containers =
        interval.last / reference::kContainerValues - interval.first / reference::kContainerValues + 1;
    cost += containers * kContainerCost;
  }
  return cost;
}

std::string decode_set(std::span<const Interval> intervals, SetAllowance& allowance) {
  if (!allowance.spend(cost_of(intervals))) return canonical_bitmap({});
  return canonical_bitmap({intervals.begin(), intervals.end()});
}

template <class T>
void put(std::string& out, std::uint64_t value) {
  const auto number = static_cast<T>(value);
  out.append(reinterpret_cast<const char*>(&number), sizeof(T));
}

// The runs of a run container, long ones halved, so that the halves touch.
std::string touching_runs(const Intervals& intervals) {
  std::string runs;
  std::size_t count = 0;
  const auto put_run = [&](std::uint64_t first, std::uint64_t last) {
    put<std::uint16_t>(runs, first);
    put<std::uint16_t>(runs, last - first);
    ++count;
  };
  for (const Interval& interval : intervals) {
    const std::uint64_t middle = interval.first + (interval.last - interval.first) / 2;
    put_run(interval.first, middle);
    if (middle < interval.last) put_run(middle + 1, interval.last);
  }
  std::string container;
  put<std::uint16_t>(container, count);
  return container + runs;
}

std::string array_or_bitset(const std::vector<std::uint16_t>& values) {
  std::string container;
  if (values.size() <= reference::kMaxArrayCardinality) {
    for (const std::uint16_t value : values) put<std::uint16_t>(container, value);
    return container;
  }
  container.assign(reference::kBitsetBytes, '\0');
  for (const std::uint16_t value : values) {
    char& byte = container[value / 8];
    byte = static_cast<char>(static_cast<unsigned char>(byte) | 1u << (value % 8));
  }
  return container;
}

// One container in the form asked for.   (roaring_format.h draws the bytes)
std::string decode_container(ByteSource& source, unsigned interval_count, SetAllowance& allowance) {
  const Intervals intervals = decode_intervals(source, interval_count, kMaxInContainer);
  const std::uint64_t key = source.byte();
  const unsigned form_byte = source.byte();
  enum class Form : std::uint8_t { plain, plain_with_run_cookie, runs };
  const auto form = static_cast<Form>(form_byte % 4 % 3);
  const std::uint64_t step = form == Form::runs ? 1 : 1 + form_byte / 4;
  if (intervals.empty() || !allowance.spend(kBitmapCost + reference::kBitsetBytes / 2)) return canonical_bitmap({});
  std::vector<std::uint16_t> values;
  for (const Interval& interval : intervals) {
    for (std::uint64_t value = interval.first; value <= interval.last; value += step) {
      values.push_back(static_cast<std::uint16_t>(value));
    }
  }
  std::string out;
  put<std::uint64_t>(out, 1);
  put<std::uint32_t>(out, 0);
  if (form == Form::plain) {
    put<std::uint32_t>(out, reference::kCookieNoRuns);
    put<std::uint32_t>(out, 1);
  } else {
    put<std::uint16_t>(out, reference::kCookieRuns);
    put<std::uint16_t>(out, 0);
    put<std::uint8_t>(out, form == Form::runs ? 1 : 0);
  }
  put<std::uint16_t>(out, key);
  put<std::uint16_t>(out, values.size() - 1);
  if (form == Form::plain) put<std::uint32_t>(out, 16);  // the container starts behind cookie, count, key and this
  return out + (form == Form::runs ? touching_runs(intervals) : array_or_bitset(values));
}

std::string decode_broken(ByteSource& source, SetAllowance& allowance) {
  const Intervals intervals = decode_intervals(source, source.byte() % kIntervalCounts, kMaxValue);
  std::string bytes = decode_set(intervals, allowance);
  char& target = bytes[source.number() % bytes.size()];
  target = static_cast<char>(static_cast<unsigned char>(target) ^ source.byte());
  return bytes;
}

std::string decode_edge_set(unsigned index, SetAllowance& allowance) {
  const std::string& set = edge_sets()[index % edge_sets().size()];
  return allowance.spend(set.size()) ? set : canonical_bitmap({});
}

std::optional<std::size_t> find_set(const std::vector<std::string>& sets, std::string_view value) {
  const auto found = std::ranges::find(sets, value);
  if (found == sets.end()) return std::nullopt;
  return static_cast<std::size_t>(found - sets.begin());
}

// The intervals of a canonical bitmap, if they are few.
std::optional<Intervals> few_intervals(std::span<const std::byte> value) {
  std::pmr::memory_resource* const resource = std::pmr::get_default_resource();
  const auto set = reference::parse_roaring(value, resource);
  if (!set || set->intervals().size() >= kIntervalCounts) return std::nullopt;
  if (std::string_view(reference::serialize_roaring(*set, resource)) != as_text(value)) return std::nullopt;
  return Intervals(set->intervals().begin(), set->intervals().end());
}

}  // namespace

std::string decode_bitmap(ByteSource& source, std::uint8_t tag, SetAllowance& allowance) {
  const unsigned low = tag % 8;
  const unsigned high = tag / 8;
  switch (low) {
    case 0:
    case 1:
      return tiny_sets()[high % tiny_sets().size()];
    case 4:
      return decode_set(decode_intervals(source, high % kIntervalCounts, kMaxValue), allowance);
    case 5:
      return decode_container(source, high % kIntervalCounts, allowance);
    case 6:
      if (high == kAnyBytes)
        return std::string(as_text(source.bytes(std::min<std::uint64_t>(source.number(), kMaxValueBytes))));
      if (high == kBrokenBytes) return decode_broken(source, allowance);
      [[fallthrough]];
    default:
      return decode_edge_set(high, allowance);
  }
}

void encode_bitmap(ByteSink& sink, std::span<const std::byte> value, SetAllowance& allowance) {
  if (const auto tiny = find_set(tiny_sets(), as_text(value))) return sink.byte(*tiny * 8);
  if (const auto edge = find_set(edge_sets(), as_text(value)); edge && allowance.spend(value.size())) {
    return sink.byte(*edge * 8 + 2);
  }
  if (const auto intervals = few_intervals(value); intervals && allowance.spend(cost_of(*intervals))) {
    sink.byte(intervals->size() * 8 + 4);
    std::uint64_t next = 0;
    for (const Interval& interval : *intervals) {
      sink.number(interval.first - next);
      sink.number(interval.last - interval.first);
      next = interval.last + 1;
    }
    return;
  }
  sink.require_at_most("the size of a bitmap", value.size(), kMaxValueBytes);
  sink.byte(kAnyBytes * 8 + 6);
  sink.number(value.size());
  sink.bytes(value);
}

}  // namespace lockstep::scenario
