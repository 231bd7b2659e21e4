#include "lockstep/aggregate/quantile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "lockstep/base/bytes.h"
#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

Quantile quantile_of(const std::vector<double>& values) {
  Quantile quantile(std::pmr::get_default_resource());
  for (const double value : values) quantile.add(value);
  return quantile;
}

std::string serialized(Quantile quantile) {
  std::string bytes(quantile.serialized_bytes(), '\0');
  quantile.serialize(reinterpret_cast<std::byte*>(bytes.data()));
  return bytes;
}

std::optional<Quantile> parse(const std::string& bytes) {
  auto quantile = Quantile::parse(as_byte_span(bytes), std::pmr::get_default_resource());
  return quantile ? std::optional<Quantile>(std::move(*quantile)) : std::nullopt;
}

std::string with_values(std::string bytes, const std::vector<double>& values) {
  for (const double value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  return bytes;
}

std::vector<double> random_values(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<double> values(count);
  for (double& value : values) value = static_cast<double>(random() % 100'000) / 7;
  return values;
}

TEST(Quantile, GoldenBytes) {
  EXPECT_EQ(serialized(quantile_of({})), std::string(1, '\0'));
  EXPECT_EQ(serialized(quantile_of({2, 1, 2})), with_values(std::string("\1\3\0", 3), {1, 2, 2}));
}

TEST(Quantile, OneNaNAndOneZero) {
  const double odd_nan = std::bit_cast<double>(std::uint64_t{0xfff0000000000123});
  const double nan = std::bit_cast<double>(std::uint64_t{0x7ff8000000000000});
  EXPECT_EQ(serialized(quantile_of({odd_nan, -0.0, -1})), with_values(std::string("\1\3\0", 3), {-1, 0.0, nan}));
}

TEST(Quantile, ExactUpTo2048ThenASketch) {
  for (const std::size_t count : {kQuantileMaxExact - 1, kQuantileMaxExact, kQuantileMaxExact + 1}) {
    const std::string bytes = serialized(quantile_of(random_values(count, 1)));
    EXPECT_EQ(bytes[0], count <= kQuantileMaxExact ? 1 : 2);
    const auto read = parse(bytes);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->count(), count);
  }
}

// Point i is the value at rank ⌊(2i + 1) × n / 4,096⌋, by a plain sort.
TEST(Quantile, ASketchHoldsTheEvenRanks) {
  for (const std::size_t count : {2049u, 4096u, 10'001u}) {
    std::vector<double> values = random_values(count, 2);
    const std::string bytes = serialized(quantile_of(values));
    std::ranges::sort(values);
    for (std::size_t i = 0; i < kQuantilePoints; ++i) {
      ASSERT_EQ(load_unaligned<double>(bytes.data() + 9 + 8 * i), values[(2 * i + 1) * count / 4096]) << i;
    }
  }
}

TEST(Quantile, UnionDependsOnNeitherOrderNorGrouping) {
  for (const std::size_t part : {10u, 682u, 683u, 3000u}) {
    const auto a = random_values(part, 3), b = random_values(part, 4), c = random_values(part, 5);
    std::vector<double> all = a;
    all.insert(all.end(), b.begin(), b.end());
    all.insert(all.end(), c.begin(), c.end());
    Quantile forwards = quantile_of(a);
    forwards.merge(quantile_of(b));
    forwards.merge(quantile_of(c));
    Quantile tail = quantile_of(c);
    tail.merge(quantile_of(b));
    tail.merge(quantile_of(a));
    EXPECT_EQ(serialized(std::move(forwards)), serialized(quantile_of(all)));
    EXPECT_EQ(serialized(std::move(tail)), serialized(quantile_of(all)));
  }
}

TEST(Quantile, UnionsOfSketchesToo) {
  const std::string a = serialized(quantile_of(random_values(5000, 6)));
  const std::string b = serialized(quantile_of(random_values(9000, 7)));
  const std::vector<double> few = random_values(100, 8);
  Quantile one = *parse(a);
  one.merge(*parse(b));
  one.merge(quantile_of(few));
  Quantile other = quantile_of(few);
  other.merge(*parse(b));
  other.merge(*parse(a));
  EXPECT_EQ(one.count(), 14'100u);
  EXPECT_EQ(serialized(std::move(one)), serialized(std::move(other)));
}

TEST(Quantile, EveryFormRoundTrips) {
  for (const std::size_t count : {0u, 1u, 2048u, 2049u, 100'000u}) {
    const std::string bytes = serialized(quantile_of(random_values(count, 9)));
    ASSERT_TRUE(parse(bytes).has_value()) << count;
    EXPECT_EQ(serialized(*parse(bytes)), bytes) << count;
    for (std::size_t cut = 1; cut < std::min<std::size_t>(bytes.size(), 100); ++cut)
      EXPECT_FALSE(parse(bytes.substr(0, bytes.size() - cut)));
    EXPECT_FALSE(parse(bytes + '\0'));
  }
}

TEST(Quantile, MalformedBytes) {
  EXPECT_FALSE(parse(""));
  EXPECT_FALSE(parse("\3"));
  EXPECT_FALSE(parse(std::string("\1\0\0", 3)));
  EXPECT_FALSE(parse(with_values(std::string("\1\2\0", 3), {2, 1})));
  EXPECT_FALSE(parse(with_values(std::string("\1\2\0", 3), {std::nan(""), 1})));
  EXPECT_TRUE(parse(with_values(std::string("\1\2\0", 3), {0.0, -0.0})));
  const std::vector<double> points(kQuantilePoints, 1.0);
  EXPECT_TRUE(parse(with_values(std::string("\2\1\10\0\0\0\0\0\0", 9), points)));
  EXPECT_FALSE(parse(with_values(std::string("\2\0\10\0\0\0\0\0\0", 9), points)));
  EXPECT_FALSE(parse(with_values(std::string("\1\1\10", 3), std::vector<double>(2049, 1.0))));
}

TEST(Quantile, CountsSaturate) {
  const std::vector<double> points(kQuantilePoints, 1.0);
  const std::string huge = with_values(std::string("\2\377\377\377\377\377\377\377\377", 9), points);
  Quantile quantile = *parse(huge);
  quantile.merge(*parse(huge));
  quantile.add(5);
  EXPECT_EQ(serialized(std::move(quantile)), huge);
}

// The stated error: n / 4,096 + 1 ranks for a sketch of exact values, and for a sketch of sketches the inputs' share
// beside it.
TEST(Quantile, TheErrorIsWithinItsBound) {
  std::vector<double> values(200'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  std::ranges::shuffle(values, std::mt19937_64(10));
  Quantile whole = *parse(serialized(quantile_of(values)));
  Quantile parts(std::pmr::get_default_resource());
  for (std::size_t at = 0; at < values.size(); at += 20'000) {
    parts.merge(*parse(serialized(quantile_of({values.begin() + static_cast<std::ptrdiff_t>(at),
                                               values.begin() + static_cast<std::ptrdiff_t>(at) + 20'000}))));
  }
  const double bound = 200'000.0 / 4096 + 1;
  for (const double fraction : {0.0, 0.001, 0.25, 0.5, 0.75, 0.999, 1.0}) {
    EXPECT_NEAR(*whole.quantile(fraction), fraction * 200'000, bound) << fraction;
    EXPECT_NEAR(*parts.quantile(fraction), fraction * 200'000, 2 * bound + 10) << fraction;
  }
}

TEST(Quantile, ExactQuantiles) {
  Quantile quantile = quantile_of({5, 1, 3, 2, 4});
  EXPECT_EQ(quantile.quantile(0), 1);
  EXPECT_EQ(quantile.quantile(0.5), 3);
  EXPECT_EQ(quantile.quantile(1), 5);
  Quantile empty = quantile_of({});
  EXPECT_EQ(empty.quantile(0.5), std::nullopt);
}

TEST(Quantile, EveryAllocationFailingLeavesTheMultisetAsItWas) {
  Quantile other = *parse(serialized(quantile_of(random_values(3000, 11))));
  for (int i = 0; i < 50; ++i) other.add(i);
  bool failed = true;
  for (std::uint64_t n = 1; failed; ++n) {
    CountingResource counting(std::pmr::get_default_resource());
    FailingResource failing(&counting);
    {
      auto quantile = Quantile::parse(as_byte_span(serialized(quantile_of({1, 2, 3}))), &failing);
      failing.arm(n);
      bool threw = false;
      try {
        quantile->merge(other);
      } catch (const std::bad_alloc&) {
        threw = true;
      }
      failed = failing.failed();
      failing.disarm();
      if (threw) {
        EXPECT_EQ(serialized(std::move(*quantile)), serialized(quantile_of({1, 2, 3})));
      }
    }
    EXPECT_EQ(counting.live_bytes(), 0u);
  }
}

}  // namespace
}  // namespace lockstep
