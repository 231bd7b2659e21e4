#include "lockstep/aggregate/hll.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "lockstep/base/bytes.h"
#include "lockstep/base/memory_resource.h"
#include "lockstep/data/hll_hash.h"

namespace lockstep {
namespace {

Hll hll_of(std::uint64_t first, std::uint64_t count) {
  Hll hll(std::pmr::get_default_resource());
  for (std::uint64_t i = 0; i < count; ++i) hll.add(std::to_string(first + i));
  return hll;
}

std::string serialized(const Hll& hll) {
  std::string bytes(hll.serialized_bytes(), '\0');
  hll.serialize(reinterpret_cast<std::byte*>(bytes.data()));
  return bytes;
}

std::optional<Hll> parse(const std::string& bytes) {
  auto hll = Hll::parse(as_byte_span(bytes), std::pmr::get_default_resource());
  return hll ? std::optional<Hll>(std::move(*hll)) : std::nullopt;
}

std::string exact(const std::vector<std::uint64_t>& hashes) {
  std::string bytes = {'\1', static_cast<char>(hashes.size())};
  for (const std::uint64_t hash : hashes) bytes.append(reinterpret_cast<const char*>(&hash), sizeof(hash));
  return bytes;
}

TEST(Hll, GoldenBytes) {
  EXPECT_EQ(serialized(hll_of(0, 0)), std::string(1, '\0'));
  EXPECT_EQ(hll_hash(""), 0xf52a15e9a9b5e89bu);
  Hll two(std::pmr::get_default_resource());
  two.add_hash(0x0807060504030201u);
  two.add_hash(1);
  two.add_hash(1);
  EXPECT_EQ(serialized(two), std::string("\1\2\1\0\0\0\0\0\0\0\1\2\3\4\5\6\7\10", 18));
}

TEST(Hll, ExactUpTo160ThenRegisters) {
  for (const std::uint64_t count : {kHllMaxHashes - 1, kHllMaxHashes, kHllMaxHashes + 1}) {
    const Hll hll = hll_of(0, count);
    EXPECT_EQ(hll.is_exact(), count <= kHllMaxHashes);
    EXPECT_EQ(serialized(hll)[0], count <= kHllMaxHashes ? 1 : 2);
    EXPECT_NEAR(hll.estimate(), static_cast<double>(count), count <= kHllMaxHashes ? 0 : 3);
  }
}

TEST(Hll, UnionDependsOnNeitherOrderNorGrouping) {
  for (const std::uint64_t part : {10u, 53u, 54u, 80u, 160u, 161u, 5000u}) {
    Hll all = hll_of(0, 3 * part);
    const Hll a = hll_of(0, part), b = hll_of(part, part), c = hll_of(2 * part, part);
    Hll left = hll_of(0, part);
    left.merge(b);
    left.merge(c);
    Hll right = hll_of(2 * part, part);
    right.merge(b);
    right.merge(a);
    right.merge(right);
    EXPECT_EQ(serialized(left), serialized(all)) << part;
    EXPECT_EQ(serialized(right), serialized(all)) << part;
  }
}

TEST(Hll, EveryFormRoundTrips) {
  for (const std::uint64_t count : {0u, 1u, 160u, 161u, 5000u, 100'000u}) {
    const std::string bytes = serialized(hll_of(7, count));
    const auto read = parse(bytes);
    ASSERT_TRUE(read.has_value()) << count;
    EXPECT_EQ(serialized(*read), bytes) << count;
    for (std::size_t length = 0; length < std::min<std::size_t>(bytes.size(), 600); ++length)
      EXPECT_FALSE(parse(bytes.substr(0, length))) << count;
    EXPECT_FALSE(parse(bytes + '\0'));
  }
}

TEST(Hll, ADenseFormWithFewRanksIsReadAndWrittenSparse) {
  std::string dense(1 + kHllRegisters, '\0');
  dense[0] = 3;
  dense[1 + 5] = 51;
  EXPECT_EQ(serialized(*parse(dense)), std::string("\2\1\0\0\0\5\0\63", 8));
}

TEST(Hll, MalformedBytes) {
  EXPECT_FALSE(parse(""));
  EXPECT_FALSE(parse("\4"));
  EXPECT_FALSE(parse(exact({})));
  EXPECT_TRUE(parse(exact({3, 4})));
  EXPECT_FALSE(parse(exact({4, 3})));
  EXPECT_FALSE(parse(exact({3, 3})));
  std::vector<std::uint64_t> many(kHllMaxHashes + 1);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = i;
  EXPECT_FALSE(parse(exact(many)));
  const auto sparse = [](std::initializer_list<std::pair<std::uint16_t, std::uint8_t>> entries) {
    std::string bytes = {'\2', static_cast<char>(entries.size()), 0, 0, 0};
    for (const auto& [index, rank] : entries) {
      bytes.append(reinterpret_cast<const char*>(&index), 2);
      bytes += static_cast<char>(rank);
    }
    return bytes;
  };
  EXPECT_TRUE(parse(sparse({{0, 1}, {16383, 51}})));
  EXPECT_FALSE(parse(sparse({})));
  EXPECT_FALSE(parse(sparse({{16384, 1}})));
  EXPECT_FALSE(parse(sparse({{1, 0}})));
  EXPECT_FALSE(parse(sparse({{1, 52}})));
  EXPECT_FALSE(parse(sparse({{2, 1}, {2, 1}})));
  EXPECT_FALSE(parse(sparse({{2, 1}, {1, 1}})));
  std::string dense(1 + kHllRegisters, '\0');
  dense[0] = 3;
  EXPECT_FALSE(parse(dense));
  dense[1] = 52;
  EXPECT_FALSE(parse(dense));
}

TEST(Hll, RanksCountTrailingZerosAboveTheIndex) {
  const auto rank = [](std::uint64_t rest) {
    Hll hll = hll_of(0, kHllMaxHashes + 1);
    hll.add_hash(rest << kHllIndexBits | 77);
    std::string dense = serialized(hll);
    for (std::size_t at = 5; at < dense.size(); at += 3) {
      if (load_unaligned<std::uint16_t>(dense.data() + at) == 77) return int{static_cast<std::uint8_t>(dense[at + 2])};
    }
    return 0;
  };
  EXPECT_GE(rank(1), 1);
  EXPECT_EQ(rank(std::uint64_t{1} << 40), 41);
  EXPECT_EQ(rank(std::uint64_t{1} << 49), 50);
  EXPECT_EQ(rank(0), 51);
}

TEST(Hll, TheEstimateIsWithinFourStandardErrors) {
  for (const std::uint64_t count : {1'000u, 20'000u, 50'000u, 300'000u}) {
    const double estimate = hll_of(1'000'000, count).estimate();
    EXPECT_NEAR(estimate, static_cast<double>(count), static_cast<double>(count) * 4 * 0.0082) << count;
  }
}

TEST(Hll, EveryAllocationFailingLeavesTheSketchAsItWas) {
  for (const std::uint64_t count : {60u, 160u, 400u}) {
    const Hll other = hll_of(1000, count);
    bool failed = true;
    for (std::uint64_t n = 1; failed; ++n) {
      CountingResource counting(std::pmr::get_default_resource());
      FailingResource failing(&counting);
      {
        auto hll = Hll::parse(as_byte_span(serialized(hll_of(0, 120))), &failing);
        failing.arm(n);
        try {
          hll->merge(other);
        } catch (const std::bad_alloc&) {
          EXPECT_EQ(serialized(*hll), serialized(hll_of(0, 120)));
        }
        failed = failing.failed();
      }
      EXPECT_EQ(counting.live_bytes(), 0u);
    }
  }
}

}  // namespace
}  // namespace lockstep
