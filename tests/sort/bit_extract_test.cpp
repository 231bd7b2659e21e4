#include "lockstep/sort/bit_extract.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace lockstep {
namespace {

// Bit by bit.
std::uint64_t extracted(std::uint64_t word, std::uint64_t mask) {
  std::uint64_t result = 0;
  unsigned at = 0;
  for (unsigned bit = 0; bit < 64; ++bit) {
    if ((mask >> bit & 1) != 0) result |= (word >> bit & 1) << at++;
  }
  return result;
}

TEST(BitExtract, GathersTheBitsUnderTheMask) {
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> masks = {0,
                                      1,
                                      std::uint64_t{1} << 63,
                                      ~std::uint64_t{0},
                                      0x7f7f7f7f7f7f7f07,
                                      0xff00ff00ff00ff00,
                                      0x5555555555555555,
                                      0xaaaaaaaaaaaaaaaa};
  for (int i = 0; i < 50; ++i) masks.push_back(random() & random());
  for (const std::uint64_t mask : masks) {
    std::array<std::uint64_t, 20> words;
    std::array<std::uint64_t, 20> expected;
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = i == 0 ? ~std::uint64_t{0} : random();
      expected[i] = extracted(words[i], mask);
    }
    std::array by_runs = words;
    extract_bits_by_runs(by_runs, mask);
    EXPECT_EQ(by_runs, expected) << std::hex << mask;
    extract_bits(words, mask);
    EXPECT_EQ(words, expected) << std::hex << mask;
  }
}

}  // namespace
}  // namespace lockstep
