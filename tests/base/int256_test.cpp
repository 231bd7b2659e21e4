#include "lockstep/base/int256.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

const int256_t kMost{[] {
  int256_t value;
  value.limbs = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0} >> 1};
  return value;
}()};

int256_t least() {
  int256_t value = kMost;
  EXPECT_TRUE(add_overflow(value, 1));
  return value;
}

TEST(Int256, OrdersAcrossSignsAndLimbs) {
  const int256_t ascending[] = {least(),
                                -power_of_ten_256(76),
                                -power_of_ten_256(38),
                                -1,
                                0,
                                1,
                                power_of_ten_256(19),
                                power_of_ten_256(38),
                                power_of_ten_256(76),
                                kMost};
  for (std::size_t i = 0; i < std::size(ascending); ++i) {
    for (std::size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(ascending[i] < ascending[j], i < j) << i << ", " << j;
      EXPECT_EQ(ascending[i] == ascending[j], i == j) << i << ", " << j;
    }
  }
}

TEST(Int256, AdditionCarriesAndWraps) {
  int256_t sum = int128_t(~uint128_t{0} >> 1);
  EXPECT_FALSE(add_overflow(sum, 1));
  EXPECT_EQ(to_string(sum), "170141183460469231731687303715884105728");
  sum = least();
  EXPECT_TRUE(add_overflow(sum, -1));
  EXPECT_EQ(sum, kMost);
  EXPECT_FALSE(add_overflow(sum, least()));
  EXPECT_EQ(sum, int256_t(-1));
}

TEST(Int256, Text) {
  EXPECT_EQ(to_string(0), "0");
  EXPECT_EQ(to_string(-7), "-7");
  EXPECT_EQ(to_string(power_of_ten_256(76)), "1" + std::string(76, '0'));
  EXPECT_EQ(to_string(-power_of_ten_256(76)), "-1" + std::string(76, '0'));
  EXPECT_EQ(to_string(kMost), "57896044618658097711785492504343953926634992332820282019728792003956564819967");
  EXPECT_EQ(to_string(least()), "-57896044618658097711785492504343953926634992332820282019728792003956564819968");
}

TEST(Int256, DigitsAreAppendedUntilTheyDoNotFit) {
  int256_t value = 0;
  const std::string most = to_string(kMost);
  for (const char digit : most) ASSERT_TRUE(append_digit(value, static_cast<unsigned>(digit - '0')));
  EXPECT_EQ(value, kMost);
  EXPECT_FALSE(append_digit(value, 0));
  value = 0;
  for (const char digit : most.substr(0, 76)) ASSERT_TRUE(append_digit(value, static_cast<unsigned>(digit - '0')));
  EXPECT_FALSE(append_digit(value, 8));
}

TEST(Int256, ItsBytesAreLittleEndian) {
  EXPECT_EQ(sizeof(int256_t), 32u);
  EXPECT_EQ(int256_t(-2).limbs,
            (std::array<std::uint64_t, 4>{~std::uint64_t{1}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}}));
}

}  // namespace
}  // namespace lockstep
