#include "lockstep/reference/bitmap.h"

#include <cstdint>
#include <limits>
#include <vector>

#include "test_rows.h"

namespace lockstep::reference {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

std::vector<Interval> intervals(const Bitmap& bitmap) { return {bitmap.intervals().begin(), bitmap.intervals().end()}; }

// The set of the numbers of the bits that are set.
Bitmap from_bits(unsigned bits) {
  Bitmap bitmap(std::pmr::new_delete_resource());
  for (std::uint64_t value = 0; value < 32; ++value) {
    if ((bits >> value & 1) != 0) bitmap.append({value, value});
  }
  return bitmap;
}

TEST(Bitmap, AppendJoinsNeighbours) {
  Bitmap bitmap(std::pmr::new_delete_resource());
  EXPECT_TRUE(bitmap.empty());
  bitmap.append({0, 0});
  bitmap.append({1, 3});
  bitmap.append({5, 5});
  bitmap.append({kMax - 1, kMax - 1});
  bitmap.append({kMax, kMax});
  EXPECT_FALSE(bitmap.empty());
  EXPECT_EQ(intervals(bitmap), (std::vector<Interval>{{0, 3}, {5, 5}, {kMax - 1, kMax}}));
}

TEST(BitmapDeathTest, AppendRefusesWhatDoesNotAscend) {
  Bitmap bitmap = bitmap_of({{5, 7}});
  EXPECT_DEATH(bitmap.append({7, 8}), "ascending");
  EXPECT_DEATH(bitmap.append({9, 8}), "holds a value");
}

TEST(Bitmap, UnionOfAllPairsOfSmallSets) {
  constexpr unsigned kSets = 1u << 6;
  for (unsigned a = 0; a < kSets; ++a) {
    for (unsigned b = 0; b < kSets; ++b) {
      Bitmap united = from_bits(a);
      united.unite(from_bits(b));
      ASSERT_EQ(intervals(united), intervals(from_bits(a | b))) << a << " and " << b;
    }
  }
}

TEST(Bitmap, UnionAtTheEdges) {
  Bitmap all = bitmap_of({{0, kMax}});
  all.unite(bitmap_of({{0, 0}, {7, 9}, {kMax, kMax}}));
  EXPECT_EQ(intervals(all), (std::vector<Interval>{{0, kMax}}));

  Bitmap last = bitmap_of({{kMax - 1, kMax}});
  last.unite(bitmap_of({{kMax, kMax}}));
  last.unite(bitmap_of({{0, kMax - 2}}));
  EXPECT_EQ(intervals(last), (std::vector<Interval>{{0, kMax}}));

  Bitmap none(std::pmr::new_delete_resource());
  none.unite(bitmap_of({}));
  EXPECT_TRUE(none.empty());
}

}  // namespace
}  // namespace lockstep::reference
