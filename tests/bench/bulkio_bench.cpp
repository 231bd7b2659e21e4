// Bulk I/O against its yardsticks: single calls, the one-at-a-time branch of the same array call, a scalar loop over
// flat memory, and memcpy.
//
// For 4- and 8-byte values, writes and reads, offsets 0, 1 and 4 in the page, and lengths 1 to 65,536, all of them run
// interleaved; the table gives medians in nanoseconds a call. Small arrays follow each other through 16 KiB, so that
// the memory stays in L1; 4,096 values of 4 bytes, source and destination, are an L1 of 32 KiB to the byte. Pages are
// of 1 MiB, so that an offset is an offset and no page ends in an array of 64 Ki values; another size may be given. The
// distance between source and destination modulo 4 KiB changes from round to round, because
// memcpy falls off a cliff at some of them. Afterwards the goals are held against the table; exit status 1 if one
// fails.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "cli/tune_timing.h"
#include "lockstep/bulkio/byte_reader.h"
#include "lockstep/bulkio/paged_output.h"

namespace {

using lockstep::BulkPolicy;
using lockstep::ByteReader;
using lockstep::PagedOutput;
using lockstep::TimedBody;

constexpr std::size_t kMaxValues = 65'536;
constexpr std::size_t kRegion = 16 * 1024;  // bytes that small arrays run through before they start over
constexpr std::size_t kAliasPeriod = 4096;  // bytes; what the distance of two buffers is varied over
constexpr std::array<std::size_t, 3> kOffsets = {0, 1, 4};

constexpr double kNeverSlowerFactor = 1.05;
constexpr double kNeverSlowerSlack = 0.5;  // nanoseconds
constexpr double kGoalAt128 = 8;           // × one at a time
constexpr double kGoalAt4096Ints = 20;     // × one at a time
constexpr double kGoalOfMemcpy = 0.9;      // at 4,096 values, aligned

struct Measurement {
  bool write;
  std::size_t width;
  std::size_t offset;
  std::size_t count;
  double single_calls, one_at_a_time, scalar_loop, bulk, copy;  // nanoseconds
};

void keep(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

void require(bool ok) {
  if (!ok) {
    std::fputs("a call under measurement failed\n", stderr);
    std::abort();
  }
}

// 64-byte aligned memory whose distance from anything else changes with the round.
template <class Value>
class ShiftedArray {
 public:
  ShiftedArray() : lines_((kMaxValues * sizeof(Value) + kAliasPeriod) / sizeof(Line)) {
    for (std::size_t i = 0; i < lines_.size(); ++i) lines_[i].values.fill(static_cast<Value>(i * 0x9e3779b97f4a7c15U));
  }
  std::span<Value> get(std::size_t count, std::uint64_t round) {
    return {lines_[5 * round % (kAliasPeriod / sizeof(Line))].values.data(), count};
  }

 private:
  struct alignas(64) Line {
    std::array<Value, 64 / sizeof(Value)> values;
  };
  std::vector<Line> lines_;
};

bool put(PagedOutput& out, std::int32_t value) { return out.write_i32(value).has_value(); }
bool put(PagedOutput& out, std::int64_t value) { return out.write_i64(value).has_value(); }
bool put(PagedOutput& out, std::span<const std::int32_t> values) { return out.write_ints(values).has_value(); }
bool put(PagedOutput& out, std::span<const std::int64_t> values) { return out.write_longs(values).has_value(); }
bool take(ByteReader& in, std::int32_t& value) {
  const auto read = in.read_i32();
  if (read) value = *read;
  return read.has_value();
}
bool take(ByteReader& in, std::int64_t& value) {
  const auto read = in.read_i64();
  if (read) value = *read;
  return read.has_value();
}
bool take(ByteReader& in, std::span<std::int32_t> values) { return in.read_ints(values).has_value(); }
bool take(ByteReader& in, std::span<std::int64_t> values) { return in.read_longs(values).has_value(); }

// A body that calls rewind() and then work(i) for i = 0, 1, … until the region is full, over and over.
template <class Rewind, class Work>
TimedBody through_region(std::size_t call_bytes, Rewind rewind, Work work) {
  const std::uint64_t calls_in_region = std::max<std::size_t>(1, kRegion / call_bytes);
  return [=](std::uint64_t calls, std::uint64_t round) mutable {
    while (calls > 0) {
      const std::uint64_t now = std::min(calls, calls_in_region);
      rewind();
      for (std::uint64_t i = 0; i < now; ++i) work(i, round);
      calls -= now;
    }
  };
}

template <class Value>
void swap_loop(std::byte* to, const std::byte* from, std::size_t count) {
  using Word = std::make_unsigned_t<Value>;
  for (std::size_t i = 0; i < count; ++i) {
    lockstep::store_unaligned(to + i * sizeof(Word),
                              std::byteswap(lockstep::load_unaligned<Word>(from + i * sizeof(Word))));
  }
}

// The four in one direction, over the same sizes and offsets.
template <class Value>
class Bench {
 public:
  explicit Bench(std::size_t page_size)
      : out_(page_size, std::pmr::get_default_resource(), PagedOutput::kNoLimit, BulkPolicy::native()),
        slow_out_(page_size, std::pmr::get_default_resource(), PagedOutput::kNoLimit, BulkPolicy::never()),
        flat_(kMaxValues * sizeof(Value) + 64 + kAliasPeriod) {
    for (PagedOutput* out : {&out_, &slow_out_}) {
      require(out->seek(static_cast<std::int64_t>(kMaxValues * sizeof(Value) + kAliasPeriod)).has_value());
    }
  }

  Measurement write(std::size_t offset, std::size_t count, const lockstep::TimingOptions& options) {
    const std::size_t bytes = count * sizeof(Value);
    std::byte* const flat = aligned_flat() + offset;
    const auto values = [this, count](std::uint64_t round) { return std::span<const Value>(array_.get(count, round)); };
    const auto rewind = [offset](PagedOutput& out) {
      return [&out, offset] { require(out.seek(static_cast<std::int64_t>(offset)).has_value()); };
    };
    const auto single_calls = [this, values](std::uint64_t, std::uint64_t round) {
      bool ok = true;
      for (const Value value : values(round)) ok &= put(out_, value);
      require(ok);
    };
    const auto array_call = [values](PagedOutput& out) {
      return [&out, values](std::uint64_t, std::uint64_t round) { require(put(out, values(round))); };
    };
    const auto scalar_loop = [values, flat, bytes](std::uint64_t i, std::uint64_t round) {
      swap_loop<Value>(flat + i * bytes, std::as_bytes(values(round)).data(), values(round).size());
      keep(flat);
    };
    const auto copy = [values, flat, bytes](std::uint64_t i, std::uint64_t round) {
      std::memcpy(flat + i * bytes, values(round).data(), bytes);
      keep(flat);
    };
    const std::array<TimedBody, 5> bodies = {through_region(bytes, rewind(out_), single_calls),
                                             through_region(bytes, rewind(slow_out_), array_call(slow_out_)),
                                             through_region(
                                                 bytes, [] {}, scalar_loop),
                                             through_region(bytes, rewind(out_), array_call(out_)),
                                             through_region(bytes, [] {}, copy)};
    return measurement(true, offset, count, lockstep::interleaved_medians(bodies, options));
  }

  Measurement read(std::size_t offset, std::size_t count, const lockstep::TimingOptions& options) {
    const std::size_t bytes = count * sizeof(Value);
    ByteReader in = out_.read_view();
    ByteReader slow_in = slow_out_.read_view();
    const std::byte* const flat = aligned_flat() + offset;
    const auto values = [this, count](std::uint64_t round) { return array_.get(count, round); };
    const auto rewind = [offset](ByteReader& reader) {
      return [&reader, offset] { require(reader.seek(static_cast<std::int64_t>(offset)).has_value()); };
    };
    const auto single_calls = [&in, values](std::uint64_t, std::uint64_t round) {
      bool ok = true;
      for (Value& value : values(round)) ok &= take(in, value);
      require(ok);
      keep(values(round).data());
    };
    const auto array_call = [values](ByteReader& reader) {
      return [&reader, values](std::uint64_t, std::uint64_t round) {
        require(take(reader, values(round)));
        keep(values(round).data());
      };
    };
    const auto scalar_loop = [values, flat, bytes](std::uint64_t i, std::uint64_t round) {
      swap_loop<Value>(std::as_writable_bytes(values(round)).data(), flat + i * bytes, values(round).size());
      keep(values(round).data());
    };
    const auto copy = [values, flat, bytes](std::uint64_t i, std::uint64_t round) {
      std::memcpy(values(round).data(), flat + i * bytes, bytes);
      keep(values(round).data());
    };
    const std::array<TimedBody, 5> bodies = {
        through_region(bytes, rewind(in), single_calls), through_region(bytes, rewind(slow_in), array_call(slow_in)),
        through_region(
            bytes, [] {}, scalar_loop),
        through_region(bytes, rewind(in), array_call(in)), through_region(bytes, [] {}, copy)};
    return measurement(false, offset, count, lockstep::interleaved_medians(bodies, options));
  }

 private:
  static Measurement measurement(bool write, std::size_t offset, std::size_t count, const std::vector<double>& times) {
    return {write, sizeof(Value), offset, count, times[0], times[1], times[2], times[3], times[4]};
  }
  std::byte* aligned_flat() {
    void* memory = flat_.data();
    std::size_t space = flat_.size();
    return static_cast<std::byte*>(std::align(64, 1, memory, space));
  }

  PagedOutput out_;
  PagedOutput slow_out_;
  ShiftedArray<Value> array_;
  std::vector<std::byte> flat_;
};

std::vector<std::size_t> lengths() {
  std::vector<std::size_t> all;
  for (std::size_t n = 1; n <= 40; ++n) all.push_back(n);
  for (const std::size_t n : {48U,  63U,  64U,   65U,   100U,  127U,  128U,  129U,  192U,  255U,   256U,   257U,
                              384U, 512U, 1000U, 1024U, 2048U, 4095U, 4096U, 4097U, 8192U, 16384U, 32768U, 65536U}) {
    all.push_back(n);
  }
  return all;
}

template <class Value>
void measure(std::size_t page_size, const lockstep::TimingOptions& options, std::vector<Measurement>& all) {
  Bench<Value> bench(page_size);
  for (const bool write : {true, false}) {
    for (const std::size_t offset : kOffsets) {
      for (const std::size_t count : lengths()) {
        const Measurement m = write ? bench.write(offset, count, options) : bench.read(offset, count, options);
        std::printf("%-5s %zu %zu %6zu %12.2f %12.2f %12.2f %12.2f %12.2f %8.2f %8.2f\n", m.write ? "write" : "read",
                    m.width, m.offset, m.count, m.single_calls, m.one_at_a_time, m.scalar_loop, m.bulk, m.copy,
                    m.one_at_a_time / m.bulk, m.copy / m.bulk);
        all.push_back(m);
      }
    }
  }
}

Measurement at_memcpy_speed(Measurement m) {
  m.bulk = m.copy;
  return m;
}

// Prints one line a goal with its worst case; whether all are met.
bool hold_goals(const std::vector<Measurement>& all) {
  struct Goal {
    std::string_view name;
    double least;
    bool (*concerns)(const Measurement&);
    double (*figure)(const Measurement&);
  };
  constexpr std::array<Goal, 4> kGoals = {
      Goal{"(1.05 x the faster one at a time + 0.5 ns) / bulk, every n", 1, [](const Measurement&) { return true; },
           [](const Measurement& m) {
             const double one_at_a_time = std::min(m.single_calls, m.one_at_a_time);
             return (kNeverSlowerFactor * one_at_a_time + kNeverSlowerSlack) / m.bulk;
           }},
      Goal{"one at a time / bulk, n = 128", kGoalAt128, [](const Measurement& m) { return m.count == 128; },
           [](const Measurement& m) { return m.one_at_a_time / m.bulk; }},
      Goal{"one at a time / bulk, n = 4096, ints", kGoalAt4096Ints,
           [](const Measurement& m) { return m.count == 4096 && m.width == 4; },
           [](const Measurement& m) { return m.one_at_a_time / m.bulk; }},
      Goal{"memcpy / bulk, n = 4096, aligned", kGoalOfMemcpy,
           [](const Measurement& m) { return m.count == 4096 && m.offset == 0; },
           [](const Measurement& m) { return m.copy / m.bulk; }},
  };
  bool met = true;
  for (const Goal& goal : kGoals) {
    const Measurement* worst = nullptr;
    for (const Measurement& m : all) {
      if (goal.concerns(m) && (worst == nullptr || goal.figure(m) < goal.figure(*worst))) worst = &m;
    }
    const bool ok = goal.figure(*worst) >= goal.least;
    met &= ok;
    std::printf("%s  %-58s >= %5.2f  worst %6.2f (%s, %zu-byte values, offset %zu, n = %zu; as fast as memcpy: %.2f)\n",
                ok ? "met   " : "MISSED", std::string(goal.name).c_str(), goal.least, goal.figure(*worst),
                worst->write ? "write" : "read", worst->width, worst->offset, worst->count,
                goal.figure(at_memcpy_speed(*worst)));
  }
  return met;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t page_size = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : lockstep::kLargePage;
  if (page_size == 0) {
    std::fputs("usage: bulkio_bench [PAGE_SIZE]\n", stderr);
    return 2;
  }
  std::printf("pages of %zu bytes; nanoseconds a call\n", page_size);
  std::printf("%-5s w o %6s %12s %12s %12s %12s %12s %8s %8s\n", "", "n", "single calls", "one by one", "scalar loop",
              "bulk", "memcpy", "one/bulk", "mem/bulk");
  const lockstep::TimingOptions options;
  std::vector<Measurement> all;
  measure<std::int32_t>(page_size, options, all);
  measure<std::int64_t>(page_size, options, all);
  return hold_goals(all) ? 0 : 1;
}
