// Bytes written out by hand from data/quantile_format.h, and unions against the definition of a rank.
#include "lockstep/reference/quantile.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/base/memory_resource.h"
#include "test_rows.h"

namespace lockstep::reference {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kMaxCount = std::numeric_limits<std::uint64_t>::max();

Result<Quantile> parse(const std::string& bytes) {
  return parse_quantile(as_byte_span(bytes), std::pmr::new_delete_resource());
}

Quantile valid(const std::string& bytes) {
  Result<Quantile> quantile = parse(bytes);
  LOCKSTEP_CHECK(quantile, "the bytes are valid");
  return std::move(*quantile);
}

std::string serialized(const Quantile& quantile) {
  return std::string(serialize_quantile(quantile, std::pmr::new_delete_resource()));
}

std::string exact(const std::vector<double>& values) {
  if (values.empty()) return from_hex("00");
  std::string bytes = from_hex("01") + bits_of(static_cast<std::uint16_t>(values.size()));
  for (const double value : values) bytes += bits_of(value);
  return bytes;
}

std::string sketch(std::uint64_t count, const std::vector<double>& points) {
  std::string bytes = from_hex("02") + bits_of(count);
  for (const double point : points) bytes += bits_of(point);
  return bytes;
}

// first, first + step, …
std::vector<double> numbers(double first, double step, std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(first + step * static_cast<double>(i));
  return values;
}

struct Golden {
  const char* name;
  std::string hex;
};

const std::vector<Golden> kCanonical = {
    {"empty", "00"},
    {"zero", "01 0100 0000000000000000"},
    {"one", "01 0100 000000000000f03f"},
    {"a value twice", "01 0200 000000000000f03f 000000000000f03f"},
    // −inf, −1, 0, the smallest denormal, +inf, NaN
    {"the order of floats",
     "01 0600 000000000000f0ff 000000000000f0bf 0000000000000000 0100000000000000 000000000000f07f 000000000000f87f"},
};

TEST(QuantileFormat, CanonicalBytesComeBack) {
  for (const Golden& golden : kCanonical) {
    const std::string bytes = from_hex(golden.hex);
    const auto quantile = parse(bytes);
    ASSERT_TRUE(quantile) << golden.name << ": " << quantile.error().message;
    EXPECT_EQ(serialized(*quantile), bytes) << golden.name;
  }
}

TEST(QuantileFormat, ReadsWhatIsWritten) {
  EXPECT_TRUE(valid(from_hex("00")).count() == 0);
  EXPECT_TRUE(valid(from_hex("00")).values().empty());

  const Quantile two = valid(from_hex("01 0200 000000000000f0bf 0000000000000040"));
  EXPECT_TRUE(two.count() == 2);
  ASSERT_EQ(two.values().size(), 2u);
  EXPECT_EQ(two.values()[0].value, -1);
  EXPECT_EQ(two.values()[1].value, 2);
  EXPECT_EQ(two.values()[1].weight, 2'048u);

  const Quantile points = valid(from_hex("02 0001000000000080") + exact(numbers(0, 0.5, 2'048)).substr(3));
  EXPECT_TRUE(points.count() == (uint128_t{1} << 63) + 256);
  ASSERT_EQ(points.values().size(), 2'048u);
  EXPECT_EQ(points.values()[3].value, 1.5);
  EXPECT_EQ(points.values()[3].weight, (std::uint64_t{1} << 63) + 256);
}

// −0.0 and 0.0, and any two NaNs, are equal: they may stand in any order, and are written as one of them.
TEST(QuantileFormat, WritesOneOfEqualValues) {
  const std::vector<std::pair<const char*, const char*>> pairs = {
      {"01 0100 0000000000000080", "01 0100 0000000000000000"},
      {"01 0300 0000000000000000 0000000000000080 0000000000000000",
       "01 0300 0000000000000000 0000000000000000 0000000000000000"},
      {"01 0100 000000000000f8ff", "01 0100 000000000000f87f"},
      {"01 0100 010000000000f07f", "01 0100 000000000000f87f"},  // a signalling NaN
      {"01 0300 ffffffffffffff7f 000000000000f87f ffffffffffffffff",
       "01 0300 000000000000f87f 000000000000f87f 000000000000f87f"},
  };
  for (const auto& [read, written] : pairs) {
    const auto quantile = parse(from_hex(read));
    ASSERT_TRUE(quantile) << read << ": " << quantile.error().message;
    EXPECT_EQ(serialized(*quantile), from_hex(written)) << read;
  }
  std::vector<double> points = numbers(-100, 1, 2'046);
  points[100] = -0.0;
  points.insert(points.end(), 2, std::bit_cast<double>(0xfff0000000000001u));
  std::vector<double> canonical = points;
  canonical[100] = 0.0;
  canonical[2'046] = canonical[2'047] = kNan;
  EXPECT_EQ(serialized(valid(sketch(2'049, points))), sketch(2'049, canonical));
}

TEST(QuantileFormat, HoldsUpTo2048ValuesExactly) {
  const std::vector<double> most = numbers(-7, 0.25, 2'048);
  EXPECT_EQ(serialized(valid(exact(most))), exact(most));
  EXPECT_EQ(exact(most).substr(0, 3), from_hex("01 0008"));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(exact(numbers(-7, 0.25, 2'049)))));
}

TEST(QuantileFormat, ASketchComesBackWhateverItsCount) {
  const std::vector<double> points = numbers(-1'000, 0.5, 2'048);
  for (const std::uint64_t count : {std::uint64_t{2'049}, std::uint64_t{2'050}, std::uint64_t{4'096},
                                    std::uint64_t{1} << 32, kMaxCount - 1, kMaxCount}) {
    EXPECT_EQ(serialized(valid(sketch(count, points))), sketch(count, points)) << count;
  }
  const std::vector<double> one_value(2'048, kInfinity);
  EXPECT_EQ(serialized(valid(sketch(2'049, one_value))), sketch(2'049, one_value));
}

TEST(QuantileFormat, RefusesEveryPrefixAndEveryByteMore) {
  std::vector<std::string> values = {sketch(2'049, numbers(0, 1, 2'048))};
  for (const Golden& golden : kCanonical) values.push_back(from_hex(golden.hex));
  for (const std::string& bytes : values) {
    // Of the sketch's 16,393 every 37th, which is every place inside a value.
    const std::size_t step = bytes.size() > 100 ? 37 : 1;
    for (std::size_t cut = 1; cut <= bytes.size(); cut += step) {
      EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(bytes.substr(0, bytes.size() - cut)))) << cut;
    }
    EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(bytes + '\0')));
  }
  const std::string sketch_start = values.front().substr(0, 10);
  for (std::size_t size = 0; size <= sketch_start.size(); ++size) {
    EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(sketch_start.substr(0, size)))) << size;
  }
}

TEST(QuantileFormat, RefusesWhatIsMalformed) {
  const std::vector<Golden> malformed = {
      {"no bytes", ""},
      {"form 3", "03"},
      {"form 255", "ff"},
      {"an exact multiset of none", "01 0000"},
      {"65,535 values", "01 ffff 0000000000000000"},
      {"a value less than was said", "01 0200 0000000000000000"},
      {"a value more than was said", "01 0100 0000000000000000 0000000000000000"},
      {"values that descend", "01 0200 000000000000f03f 0000000000000000"},
      {"values that ascend as unsigned bits only", "01 0200 000000000000f03f 000000000000f0bf"},
      {"values that ascend as signed bits only", "01 0200 000000000000f0bf 00000000000000c0"},
      {"a value behind NaN", "01 0200 000000000000f87f 000000000000f07f"},
      {"a value behind a negative NaN", "01 0200 000000000000f8ff 000000000000f0ff"},
  };
  for (const Golden& golden : malformed) {
    EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(from_hex(golden.hex)))) << golden.name;
  }
  const std::vector<double> points = numbers(0, 1, 2'048);
  EXPECT_TRUE(parse(sketch(2'049, points)));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(sketch(0, points))));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(sketch(2'048, points))));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(sketch(2'049, numbers(0, 1, 2'047)))));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(sketch(2'049, numbers(0, 1, 2'049)))));
  std::vector<double> descending = points;
  std::swap(descending[2'046], descending[2'047]);
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(sketch(2'049, descending))));
}

// The first definition: of `count` sorted values, the one at rank ⌊(2i + 1) × count / 4,096⌋.
std::vector<double> points_of_sorted(const std::vector<double>& values) {
  std::vector<double> points;
  for (std::size_t i = 0; i < 2'048; ++i) points.push_back(values[(2 * i + 1) * values.size() / 4'096]);
  return points;
}

std::vector<double> points_of(std::vector<double> values) {
  std::ranges::sort(values);
  return points_of_sorted(values);
}

TEST(QuantileUnion, The2049thValueMakesASketch) {
  // 0 … 2,048 without one, then that one. Of 2,049 values point i is at rank ⌊(2i + 1) × 2,049 / 4,096⌋ =
  // ⌊i + 1/2 + (2i + 1) / 4,096⌋: i in the lower half, i + 1 from i = 1,024 on.
  std::vector<double> points = numbers(0, 1, 2'048);
  for (std::size_t i = 1'024; i < 2'048; ++i) points[i] += 1;
  for (const double last : {0.0, 777.0, 2'048.0}) {
    std::vector<double> values = numbers(0, 1, 2'049);
    std::erase(values, last);
    Quantile quantile = valid(exact(values));
    quantile.unite(valid(exact({last})));
    EXPECT_EQ(serialized(quantile), sketch(2'049, points)) << last;
  }
}

TEST(QuantileUnion, UpTo2048ValuesIsExact) {
  Quantile quantile = valid(exact(numbers(1, 2, 1'024)));
  quantile.unite(valid(exact(numbers(0, 2, 1'024))));
  quantile.unite(valid(exact({})));
  EXPECT_EQ(serialized(quantile), exact(numbers(0, 1, 2'048)));

  Quantile repeated = valid(exact({-kInfinity, 1, kNan}));
  repeated.unite(valid(exact({-kInfinity, 1, 2, kNan})));
  EXPECT_EQ(serialized(repeated), exact({-kInfinity, -kInfinity, 1, 1, 2, kNan, kNan}));
}

TEST(QuantileUnion, OfExactMultisetsHasTheValuesAtEvenRanks) {
  for (const std::size_t count : {2'049u, 4'095u, 4'096u, 4'097u, 10'000u}) {
    std::vector<double> all;
    Quantile quantile(std::pmr::new_delete_resource());
    while (all.size() < count) {
      const std::size_t more = std::min<std::size_t>(count - all.size(), 700);
      const std::vector<double> values = numbers(static_cast<double>(all.size() % 13) * 0.5, 3, more);
      quantile.unite(valid(exact(values)));
      all.insert(all.end(), values.begin(), values.end());
    }
    EXPECT_EQ(serialized(quantile), sketch(count, points_of(all))) << count;
  }
}

// What goes into a union: `count` values; of more than 2,048 only the points are known.
struct Part {
  std::uint64_t count;
  std::vector<double> values;

  [[nodiscard]] std::string bytes() const { return count > 2'048 ? sketch(count, values) : exact(values); }
};

Part exactly(std::vector<double> values) { return {values.size(), std::move(values)}; }

// The second definition, with every value written out as often as it weighs.
std::string expected_union(const std::vector<Part>& parts) {
  std::vector<std::pair<double, std::uint64_t>> weighted;
  std::uint64_t count = 0;
  for (const Part& part : parts) {
    for (const double value : part.values) weighted.emplace_back(value, part.count > 2'048 ? part.count : 2'048);
    count += part.count;
  }
  std::ranges::sort(weighted);
  std::vector<double> all;
  all.reserve(2'048 * count);
  for (const auto& [value, weight] : weighted) all.insert(all.end(), weight, value);
  return sketch(count, points_of_sorted(all));
}

// The union of parts[first … last), split at every place in turn: all groupings of that order. Nothing is written
// between two unions: only at the end is it made a sketch.
void expect_every_grouping(const std::vector<std::string>& parts, const std::string& expected) {
  using Ways = std::vector<Quantile>;
  const auto copy_of = [](const Quantile& quantile) {
    Quantile copy(std::pmr::new_delete_resource());
    copy.unite(quantile);
    return copy;
  };
  const auto unite_range = [&](auto self, std::size_t first, std::size_t last) -> Ways {
    Ways ways;
    if (last - first == 1) ways.push_back(valid(parts[first]));
    for (std::size_t middle = first + 1; middle < last; ++middle) {
      const Ways lefts = self(self, first, middle);
      const Ways rights = self(self, middle, last);
      for (const Quantile& left : lefts) {
        for (const Quantile& right : rights) {
          ways.push_back(copy_of(left));
          ways.back().unite(right);
        }
      }
    }
    return ways;
  };
  for (const Quantile& way : unite_range(unite_range, 0, parts.size())) ASSERT_TRUE(serialized(way) == expected);
}

void expect_union(const std::vector<Part>& parts, const std::string& expected) {
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    std::vector<std::string> bytes;
    for (const std::size_t part : order) bytes.push_back(parts[part].bytes());
    expect_every_grouping(bytes, expected);
  } while (std::ranges::next_permutation(order).found);
}

TEST(QuantileUnion, OfSketchesInAnyOrderAndGrouping) {
  const std::vector<Part> few = {{2'049, numbers(0, 2, 2'048)}, exactly({-5, 17.5, 1'000, 9'999})};
  expect_union(few, expected_union(few));
  const std::vector<Part> three = {{2'049, numbers(0, 2, 2'048)}, {3'000, numbers(1'001, 1.5, 2'048)}, exactly({2, 2})};
  expect_union(three, expected_union(three));
}

TEST(QuantileUnion, OfExactMultisetsInAnyOrderAndGrouping) {
  const std::vector<Part> parts = {exactly(numbers(0, 1, 1'000)), exactly(numbers(0.5, 1, 1'048)), exactly({}),
                                   exactly({400})};
  std::vector<double> all;
  for (const Part& part : parts) all.insert(all.end(), part.values.begin(), part.values.end());
  expect_union(parts, sketch(2'049, points_of(all)));
}

// Two sketches as heavy as each other, of 0 and of 1: the lower half of the points is 0, the upper 1.
TEST(QuantileUnion, TheCountStopsAtItsWidth) {
  std::vector<double> halves(2'048, 0.0);
  std::fill(halves.begin() + 1'024, halves.end(), 1.0);
  const Part zeros = {kMaxCount, std::vector<double>(2'048, 0.0)};
  const Part ones = {kMaxCount, std::vector<double>(2'048, 1.0)};
  expect_union({zeros, ones}, sketch(kMaxCount, halves));
  // One value more of each weighs nothing against them.
  expect_union({zeros, exactly({0}), ones, exactly({1})}, sketch(kMaxCount, halves));
  // 2^64 - 2 and 1 just fit.
  const Part almost = {kMaxCount - 1, std::vector<double>(2'048, 0.0)};
  expect_union({almost, exactly({1})}, sketch(kMaxCount, zeros.values));
}

TEST(QuantileUnion, ASketchesErrorIsSmall) {
  // 0 … 19,999 in 10 parts: a value is its own rank, so its distance from the point there is the error in ranks.
  constexpr std::size_t kCount = 20'000;
  Quantile quantile(std::pmr::new_delete_resource());
  for (std::size_t part = 0; part < 10; ++part) {
    quantile.unite(valid(exact(numbers(static_cast<double>(part), 10, kCount / 10))));
  }
  const Quantile read = valid(serialized(quantile));
  for (std::size_t rank = 0; rank < kCount; ++rank) {
    const double point = read.values()[rank * 2'048 / kCount].value;
    ASSERT_LE(std::abs(point - static_cast<double>(rank)), kCount / 4'096.0 + 1) << rank;
  }
}

TEST(QuantileUnion, WithItself) {
  Quantile quantile = valid(exact({1, 2}));
  quantile.unite(quantile);
  EXPECT_EQ(serialized(quantile), exact({1, 1, 2, 2}));
}

TEST(QuantileUnion, SurvivesEveryFailingAllocation) {
  const std::string left = exact({1, 3});
  CountingResource counting(std::pmr::new_delete_resource());
  FailingResource failing(&counting);
  bool has_failed = true;
  for (std::uint64_t n = 1; has_failed; ++n) {
    Result<Quantile> quantile = parse_quantile(as_byte_span(left), &failing);
    ASSERT_TRUE(quantile);
    failing.arm(n);
    try {
      quantile->unite(valid(exact({2})));
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(serialized(*quantile), left);
    }
    has_failed = failing.failed();
    failing.disarm();
    EXPECT_EQ(serialized(*quantile), has_failed ? left : exact({1, 2, 3}));
    EXPECT_TRUE(has_failed || n > 1) << "a union allocates";
  }
  EXPECT_EQ(counting.live_bytes(), 0u);
}

}  // namespace
}  // namespace lockstep::reference
