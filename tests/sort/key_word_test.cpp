#include "lockstep/sort/key_word.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace lockstep {
namespace {

// `ascending` lists classes of equal values, smallest first: words must ascend with the classes and agree inside them.
template <class T>
void expect_order(const std::vector<std::vector<T>>& ascending) {
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (const T a : ascending[i]) {
      for (std::size_t j = 0; j < ascending.size(); ++j) {
        for (const T b : ascending[j]) {
          EXPECT_EQ(key_word(a) < key_word(b), i < j) << "classes " << i << " and " << j;
          EXPECT_EQ(key_word(a) == key_word(b), i == j) << "classes " << i << " and " << j;
        }
      }
    }
  }
}

template <class T>
class IntegerKeyWord : public testing::Test {};
using Integers = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(IntegerKeyWord, Integers);

TYPED_TEST(IntegerKeyWord, KeepsNumericOrder) {
  using Limits = std::numeric_limits<TypeParam>;
  expect_order<TypeParam>({{Limits::min()}, {Limits::min() + 1}, {-1}, {0}, {1}, {Limits::max() - 1}, {Limits::max()}});
}

TEST(KeyWord, Int128KeepsNumericOrder) {
  const int128_t most = static_cast<int128_t>(~uint128_t{0} >> 1);
  const int128_t word = int128_t{1} << 64;
  expect_order<int128_t>({{-most - 1}, {-most}, {-word}, {-1}, {0}, {1}, {word - 1}, {word}, {most}});
}

TEST(KeyWord, Int256KeepsNumericOrder) {
  const int256_t word = int256_t(int128_t{1} << 64);
  const int256_t words = power_of_ten_256(60);
  expect_order<int256_t>({{kLowestInt256}, {-words}, {-word}, {-1}, {0}, {1}, {word}, {words}, {power_of_ten_256(76)}});
}

TEST(KeyWord, AddressesAreUnsigned) {
  expect_order<std::uint32_t>({{0}, {1}, {0x7fffffff}, {0x80000000}, {~std::uint32_t{0}}});
  expect_order<uint128_t>({{0}, {1}, {uint128_t{1} << 64}, {uint128_t{1} << 127}, {~uint128_t{0}}});
}

TEST(KeyWord, BooleansAreNumbers) { expect_order<std::uint8_t>({{0}, {1}}); }

template <class T, class Bits>
void expect_float_order(Bits quiet_payload, Bits signalling, Bits negative_nan) {
  using Limits = std::numeric_limits<T>;
  expect_order<T>({{-Limits::infinity()},
                   {Limits::lowest()},
                   {-1},
                   {-Limits::min()},
                   {-Limits::denorm_min()},
                   {T(-0.0), T(0.0)},
                   {Limits::denorm_min()},
                   {Limits::min()},
                   {1},
                   {Limits::max()},
                   {Limits::infinity()},
                   {Limits::quiet_NaN(), std::bit_cast<T>(quiet_payload), std::bit_cast<T>(signalling),
                    std::bit_cast<T>(negative_nan)}});
}

TEST(KeyWord, FloatsHaveOneNanAndOneZero) {
  expect_float_order<float>(std::uint32_t{0x7fc00123}, std::uint32_t{0x7f800001}, std::uint32_t{0xffffffff});
  expect_float_order<double>(std::uint64_t{0x7ff8000000000123}, std::uint64_t{0x7ff0000000000001},
                             std::uint64_t{0xffffffffffffffff});
}

}  // namespace
}  // namespace lockstep
