#include "tune_measure.h"

#include <algorithm>
#include <array>
#include <memory_resource>
#include <span>

#include "lockstep/base/check.h"
#include "lockstep/bulkio/byte_reader.h"
#include "lockstep/bulkio/paged_output.h"

namespace lockstep::cli {
namespace {

// Short arrays follow each other through so many bytes before they start over, so that the memory stays in the first
// cache and going back costs nothing that counts.
constexpr std::size_t kRegion = 16 * 1024;
// The distance between source and pages is varied over this: at some, copies are many times slower.
constexpr std::size_t kAliasPeriod = 4096;

Status put(PagedOutput& out, std::span<const std::int32_t> values) { return out.write_ints(values); }
Status put(PagedOutput& out, std::span<const std::int64_t> values) { return out.write_longs(values); }
Status put(PagedOutput& out, std::span<const float> values) { return out.write_floats(values); }
Status put(PagedOutput& out, std::span<const double> values) { return out.write_doubles(values); }
Status take(ByteReader& in, std::span<std::int32_t> values) { return in.read_ints(values); }
Status take(ByteReader& in, std::span<std::int64_t> values) { return in.read_longs(values); }
Status take(ByteReader& in, std::span<float> values) { return in.read_floats(values); }
Status take(ByteReader& in, std::span<double> values) { return in.read_doubles(values); }

constexpr ArrayType type_of(std::int32_t) { return ArrayType::int_array; }
constexpr ArrayType type_of(std::int64_t) { return ArrayType::long_array; }
constexpr ArrayType type_of(float) { return ArrayType::float_array; }
constexpr ArrayType type_of(double) { return ArrayType::double_array; }

// Goes back to `offset` and then calls `work(stream, round)` until the region is full, over and over.
template <class Stream, class Work>
TimedBody through_region(Stream& stream, std::size_t offset, std::size_t call_bytes, Work work) {
  const std::uint64_t calls_in_region = std::max<std::size_t>(1, kRegion / call_bytes);
  return [&stream, offset, calls_in_region, work](std::uint64_t calls, std::uint64_t round) {
    while (calls > 0) {
      const std::uint64_t now = std::min(calls, calls_in_region);
      LOCKSTEP_CHECK(stream.seek(static_cast<std::int64_t>(offset)), "the stream is long enough");
      for (std::uint64_t i = 0; i < now; ++i) LOCKSTEP_CHECK(work(stream, round), "the stream is long enough");
      calls -= now;
    }
  };
}

template <class Value>
class TypeTuner {
 public:
  explicit TypeTuner(std::size_t max_length)
      : values_(max_length + kAliasPeriod / sizeof(Value)),
        one_at_a_time_(kSmallPage, std::pmr::get_default_resource(), PagedOutput::kNoLimit, BulkPolicy::never()),
        bulk_(kSmallPage, std::pmr::get_default_resource(), PagedOutput::kNoLimit, BulkPolicy::from(1)) {
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = static_cast<Value>(i);
    for (PagedOutput* out : {&one_at_a_time_, &bulk_}) {
      LOCKSTEP_CHECK(out->seek(static_cast<std::int64_t>(max_length * sizeof(Value) + 2 * kRegion)),
                     "there is no limit");
    }
  }

  TunePoint write(std::size_t offset, std::size_t length, const TimingOptions& timing) {
    const auto work = [this, length](PagedOutput& out, std::uint64_t round) {
      return put(out, std::span<const Value>(values(length, round))).has_value();
    };
    const std::size_t bytes = length * sizeof(Value);
    const std::array bodies = {through_region(one_at_a_time_, offset, bytes, work),
                               through_region(bulk_, offset, bytes, work)};
    return point(length, interleaved_medians(bodies, timing));
  }

  TunePoint read(std::size_t offset, std::size_t length, const TimingOptions& timing) {
    ByteReader one_at_a_time = one_at_a_time_.read_view();
    ByteReader bulk = bulk_.read_view();
    const auto work = [this, length](ByteReader& in, std::uint64_t round) {
      return take(in, values(length, round)).has_value();
    };
    const std::size_t bytes = length * sizeof(Value);
    const std::array bodies = {through_region(one_at_a_time, offset, bytes, work),
                               through_region(bulk, offset, bytes, work)};
    return point(length, interleaved_medians(bodies, timing));
  }

 private:
  std::span<Value> values(std::size_t length, std::uint64_t round) {
    constexpr std::size_t kStep = 5 * 64;  // bytes; odd in cache lines, so that all lines of a period come up
    return {values_.data() + round * kStep % kAliasPeriod / sizeof(Value), length};
  }
  static TunePoint point(std::size_t length, const std::vector<double>& times) { return {length, times[0], times[1]}; }

  std::vector<Value> values_;
  PagedOutput one_at_a_time_;
  PagedOutput bulk_;
};

template <class Value>
void measure_type(const std::vector<std::size_t>& lengths, const TimingOptions& timing,
                  const std::function<void()>& before_point, std::vector<TuneSeries>& all) {
  TypeTuner<Value> tuner(lengths.back());
  for (const bool write : {false, true}) {
    for (const std::size_t offset : kTuneOffsets) {
      TuneSeries& series = all.emplace_back(TuneSeries{type_of(Value{}), write, offset, {}});
      for (const std::size_t length : lengths) {
        before_point();
        series.points.push_back(write ? tuner.write(offset, length, timing) : tuner.read(offset, length, timing));
      }
    }
  }
}

}  // namespace

std::string TuneSeries::name() const {
  constexpr std::array<const char*, kArrayTypeCount> kTypes = {"int", "long", "float", "double"};
  return std::string(kTypes[static_cast<std::size_t>(type)]) + (write ? " write +" : " read +") +
         std::to_string(offset);
}

std::optional<std::size_t> crossover(const TuneSeries& series) {
  std::optional<std::size_t> first;
  for (const TunePoint& point : series.points) {
    const bool as_fast = point.bulk <= point.one_at_a_time * kTuneNoise;
    if (!as_fast) first.reset();
    if (as_fast && !first) first = point.length;
  }
  return first;
}

const TunePoint* point_from(const TuneSeries& series, std::uint64_t length) {
  const auto found =
      std::ranges::find_if(series.points, [length](const TunePoint& point) { return point.length >= length; });
  return found == series.points.end() ? nullptr : &*found;
}

std::vector<TuneSeries> measure_tune(const std::vector<std::size_t>& lengths, const TimingOptions& timing,
                                     const std::function<void(std::size_t, std::size_t)>& report) {
  const std::size_t all = kArrayTypeCount * 2 * kTuneOffsets.size() * lengths.size();
  std::size_t done = 0;
  const auto before_point = [&] { report(done++, all); };
  std::vector<TuneSeries> series;
  measure_type<std::int32_t>(lengths, timing, before_point, series);
  measure_type<std::int64_t>(lengths, timing, before_point, series);
  measure_type<float>(lengths, timing, before_point, series);
  measure_type<double>(lengths, timing, before_point, series);
  report(all, all);
  return series;
}

}  // namespace lockstep::cli
