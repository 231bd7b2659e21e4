#include "lockstep/base/bytes.h"

#include <gtest/gtest.h>

#include <array>

#include "lockstep/base/check.h"
#include "lockstep/base/int128.h"

namespace lockstep {
namespace {

template <class T>
void expect_round_trip_at_every_offset(T value) {
  std::array<std::byte, 2 * sizeof(T) + 8> bytes{};
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); ++at) {
    bytes.fill(std::byte{0xee});
    store_unaligned(bytes.data() + at, value);
    EXPECT_TRUE(load_unaligned<T>(bytes.data() + at) == value) << at;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (i < at || i >= at + sizeof(T)) {
        EXPECT_EQ(bytes[i], std::byte{0xee}) << at << " " << i;
      }
    }
  }
}

TEST(Bytes, LoadsAndStoresAtAnyAlignment) {
  expect_round_trip_at_every_offset(std::uint8_t{0x81});
  expect_round_trip_at_every_offset(std::int16_t{-2});
  expect_round_trip_at_every_offset(std::uint32_t{0x01020304});
  expect_round_trip_at_every_offset(std::uint64_t{0x0102030405060708});
  expect_round_trip_at_every_offset(static_cast<int128_t>(-5) << 90);
}

TEST(Bytes, AreLittleEndian) {
  std::array<std::byte, 4> bytes{};
  store_unaligned(bytes.data(), std::uint32_t{0x01020304});
  EXPECT_EQ(bytes, (std::array{std::byte{4}, std::byte{3}, std::byte{2}, std::byte{1}}));
}

TEST(Bytes, TextAndBytesAreTwoViewsOfTheSame) {
  const std::string_view text("a\0b", 3);
  EXPECT_EQ(as_text(as_byte_span(text)), text);
  EXPECT_EQ(as_byte_span(text).size(), 3u);
  EXPECT_EQ(as_text({}), "");
}

TEST(CheckDeathTest, AbortsWithPlaceAndMeaning) {
  LOCKSTEP_CHECK(1 + 1 == 2, "holds");
  EXPECT_DEATH(LOCKSTEP_CHECK(1 + 1 == 3, "sums are right"), "bytes_test.cpp:.*1 \\+ 1 == 3 \\(sums are right\\)");
}

}  // namespace
}  // namespace lockstep
