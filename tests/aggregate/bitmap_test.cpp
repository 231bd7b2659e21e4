#include "lockstep/aggregate/bitmap.h"

#include <random>

#include "bitmap_values.h"
#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

Bitmap bitmap_of(const Values& values) { return parsed(roaring_bytes(values, false)); }

// Sets on both sides of every size at which a container changes its form.
std::vector<Values> edge_sets() {
  Values sparse_array, sparse_bitset, alternating;
  for (std::uint64_t i = 0; i < kMaxArrayValues; ++i) sparse_array.insert(i * 16);
  for (std::uint64_t i = 0; i <= kMaxArrayValues; ++i) sparse_bitset.insert(i * 15);
  for (std::uint64_t i = 0; i < kMaxContainerValues; i += 2) alternating.insert(i);
  return {{},
          {0},
          {65535},
          {~std::uint64_t{0}},
          {0, 65536, std::uint64_t{1} << 32, std::uint64_t{1} << 63},
          range(1, 3),
          range(1, 4),
          range(0, kMaxArrayValues - 1),
          range(0, kMaxArrayValues),
          sparse_array,
          sparse_bitset,
          alternating,
          range(0, kMaxContainerValues - 1),
          range(0, kMaxContainerValues - 2),
          range(1, kMaxContainerValues),
          united(range(5, 5000), alternating)};
}

TEST(Bitmap, CRoaringReadsWhatIsWritten) {
  for (const Values& values : edge_sets()) {
    const Bitmap bitmap = bitmap_of(values);
    EXPECT_EQ(bitmap.cardinality(), values.size());
    EXPECT_EQ(roaring_values(serialized(bitmap)), values);
  }
}

TEST(Bitmap, TheChoiceOfContainersInTheInputIsInvisible) {
  for (const Values& values : edge_sets()) {
    EXPECT_EQ(serialized(parsed(roaring_bytes(values, true))), serialized(parsed(roaring_bytes(values, false))));
    const std::string canonical = serialized(bitmap_of(values));
    EXPECT_EQ(serialized(parsed(canonical)), canonical);
  }
}

// Count of high words, high word, cookie, then the container's form.
TEST(Bitmap, ARunOnlyWhereItIsStrictlySmaller) {
  const auto cookie = [](const Values& values) {
    return load_unaligned<std::uint32_t>(serialized(bitmap_of(values)).data() + 12) & 0xffff;
  };
  EXPECT_EQ(cookie(range(1, 3)), 12346u);  // a run takes 6 bytes, so does the array
  EXPECT_EQ(cookie(range(1, 4)), 12347u);
  EXPECT_EQ(cookie(range(0, kMaxContainerValues - 1)), 12347u);
  EXPECT_EQ(cookie({1, 3}), 12346u);
}

TEST(Bitmap, UnionOfEveryPairOfEdgeSets) {
  std::vector<std::string> sets;
  for (const Values& values : edge_sets()) sets.push_back(roaring_bytes(values, false));
  for (const std::string& a : sets) {
    for (const std::string& b : sets) {
      Roaring64Map both = Roaring64Map::read(a.data());
      both |= Roaring64Map::read(b.data());
      std::string expected(both.getSizeInBytes(), '\0');
      both.write(expected.data());
      expected = serialized(parsed(expected));

      Bitmap taking = parsed(a);
      taking.merge(parsed(b));
      ASSERT_EQ(serialized(taking), expected);
      const Bitmap other = parsed(b);
      Bitmap copying = parsed(a);
      copying.merge(other);
      ASSERT_EQ(serialized(copying), expected);
      ASSERT_EQ(serialized(other), serialized(parsed(b)));
    }
  }
}

TEST(Bitmap, RandomUnionsInAnyOrder) {
  std::mt19937_64 random(3);
  for (int repeat = 0; repeat < 50; ++repeat) {
    Values all;
    Bitmap forwards(std::pmr::get_default_resource());
    std::vector<Values> parts;
    for (int part = 0; part < 8; ++part) {
      Values values;
      const std::uint64_t start = random() % 4 * kMaxContainerValues + random() % kMaxContainerValues;
      for (std::uint64_t i = 0; i < random() % 3000; ++i) values.insert(start + random() % 6000);
      forwards.merge(bitmap_of(values));
      all = united(std::move(all), values);
      parts.push_back(std::move(values));
    }
    Bitmap backwards(std::pmr::get_default_resource());
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) backwards.merge(bitmap_of(*part));
    ASSERT_EQ(roaring_values(serialized(forwards)), all);
    ASSERT_EQ(serialized(forwards), serialized(backwards));
  }
}

// 65,536 containers, each a lone run of 65,536 values: half a megabyte on the wire, 2^32 values.
TEST(Bitmap, EveryContainerOfAHighWordFull) {
  constexpr std::size_t kContainers = 65536;
  constexpr std::size_t kHeader = 4 + kContainers / 8 + 8 * kContainers;
  std::string bytes(8 + 4 + kHeader + kContainers * 6, '\0');
  bytes[0] = 1;
  char* const bitmap = bytes.data() + 12;
  store_unaligned(bitmap, std::uint32_t{12347 | (kContainers - 1) << 16});
  std::memset(bitmap + 4, 0xff, kContainers / 8);
  for (std::size_t i = 0; i < kContainers; ++i) {
    char* const key = bitmap + 4 + kContainers / 8 + 4 * i;
    store_unaligned(key, static_cast<std::uint16_t>(i));
    store_unaligned(key + 2, std::uint16_t{65535});
    const std::size_t offset = kHeader + 6 * i;
    store_unaligned(bitmap + 4 + kContainers / 8 + 4 * kContainers + 4 * i, static_cast<std::uint32_t>(offset));
    store_unaligned(bitmap + offset, std::uint16_t{1});
    store_unaligned(bitmap + offset + 4, std::uint16_t{65535});
  }
  Bitmap full = parsed(bytes);
  EXPECT_EQ(full.cardinality(), std::uint64_t{1} << 32);
  full.merge(bitmap_of({0, 77777}));
  EXPECT_EQ(full.cardinality(), std::uint64_t{1} << 32);
  EXPECT_EQ(serialized(full), bytes);
}

TEST(Bitmap, EveryAllocationFailingGivesAllMemoryBack) {
  const std::string a = roaring_bytes(united(range(0, 3000), {70000, 200000}), true);
  const std::string b = roaring_bytes(united(range(2500, 9000), {70001, std::uint64_t{1} << 40}), true);
  bool failed = true;
  for (std::uint64_t n = 1; failed; ++n) {
    CountingResource counting(std::pmr::get_default_resource());
    FailingResource failing(&counting);
    failing.arm(n);
    try {
      auto first = Bitmap::parse(as_byte_span(a), &failing);
      const auto second = Bitmap::parse(as_byte_span(b), &failing);
      first->merge(*second);
      EXPECT_EQ(first->cardinality(), 9001u + 4u);
    } catch (const std::bad_alloc&) {
    }
    failed = failing.failed();
    EXPECT_EQ(counting.live_bytes(), 0u) << "allocation " << n;
  }
}

}  // namespace
}  // namespace lockstep
