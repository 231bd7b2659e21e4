#include <functional>
#include <string>

#include "bitmap_values.h"

namespace lockstep {
namespace {

// One valid bitmap with an array, a bitset and two run containers (so with offsets), and one with a lone run container.
std::string four_containers() {
  Values values = {1, 5};
  for (std::uint64_t i = 0; i < kMaxContainerValues; i += 3) values.insert(kMaxContainerValues + i);
  values = united(std::move(values), range(2 * kMaxContainerValues, 2 * kMaxContainerValues + 99));
  values = united(std::move(values), united(range(3 * kMaxContainerValues, 3 * kMaxContainerValues + 9),
                                            range(3 * kMaxContainerValues + 20, 3 * kMaxContainerValues + 40)));
  return serialized(parsed(roaring_bytes(values, true)));
}

std::string one_run() { return serialized(parsed(roaring_bytes(range(10, 50), true))); }

bool is_valid(const std::string& bytes) {
  return Bitmap::parse(as_byte_span(bytes), std::pmr::get_default_resource()).has_value();
}

TEST(BitmapReader, TheBasesAreValid) {
  EXPECT_TRUE(is_valid(four_containers()));
  EXPECT_TRUE(is_valid(one_run()));
  EXPECT_TRUE(is_valid(std::string(8, '\0')));
}

TEST(BitmapReader, EveryTruncationIsRefused) {
  for (const std::string& bytes : {four_containers(), one_run()}) {
    for (std::size_t length = 0; length < bytes.size(); ++length)
      EXPECT_FALSE(is_valid(bytes.substr(0, length))) << length;
  }
}

TEST(BitmapReader, NothingMayFollow) {
  EXPECT_FALSE(is_valid(four_containers() + '\0'));
  EXPECT_FALSE(is_valid(std::string(9, '\0')));
}

// Positions in four_containers(): 8 count, 4 high word, then the 32-bit bitmap: cookie at 12, flags at 16, keys at 17,
// offsets at 33, the array (2 values) at 49, the bitset at 53, runs behind it.
constexpr std::size_t kCookie = 12, kFlags = 16, kKeys = 17, kOffsets = 33, kArray = 49, kBitset = 53,
                      kRuns = 53 + 8192;

void expect_refused(const std::string& what, const std::string& base, const std::function<void(std::string&)>& change) {
  std::string bytes = base;
  change(bytes);
  ASSERT_NE(bytes, base) << what;
  EXPECT_FALSE(is_valid(bytes)) << what;
}

template <class T>
void put(std::string& bytes, std::size_t at, T value) {
  store_unaligned(bytes.data() + at, value);
}

TEST(BitmapReader, EachFieldIsChecked) {
  const std::string base = four_containers();
  ASSERT_EQ(base.size(), kRuns + 6 + 10);
  expect_refused("more high words", base, [](auto& b) { put<std::uint64_t>(b, 0, 2); });
  expect_refused("huge count of high words", base, [](auto& b) { put<std::uint64_t>(b, 0, ~std::uint64_t{0}); });
  expect_refused("no high words, bytes follow", base, [](auto& b) { put<std::uint64_t>(b, 0, 0); });
  expect_refused("unknown cookie", base, [](auto& b) { put<std::uint32_t>(b, kCookie, 12345); });
  expect_refused("runless cookie with a count in it", base, [](auto& b) { put<std::uint16_t>(b, kCookie, 12346); });
  expect_refused("more containers", base, [](auto& b) { put<std::uint16_t>(b, kCookie + 2, 4); });
  expect_refused("array flagged as run", base, [](auto& b) { b[kFlags] = static_cast<char>(b[kFlags] | 1); });
  expect_refused("run not flagged", base, [](auto& b) { b[kFlags] = static_cast<char>(b[kFlags] & ~4); });
  expect_refused("equal keys", base, [](auto& b) { put<std::uint16_t>(b, kKeys + 4, 0); });
  expect_refused("descending keys", base, [](auto& b) { put<std::uint16_t>(b, kKeys, 9); });
  expect_refused("array cardinality", base, [](auto& b) { put<std::uint16_t>(b, kKeys + 2, 2); });
  expect_refused("bitset cardinality", base, [](auto& b) { put<std::uint16_t>(b, kKeys + 6, 21000); });
  expect_refused("run cardinality", base, [](auto& b) { put<std::uint16_t>(b, kKeys + 10, 100); });
  for (std::size_t i = 0; i < 4; ++i) {
    expect_refused("offset " + std::to_string(i), base,
                   [&](auto& b) { b[kOffsets + 4 * i] = static_cast<char>(b[kOffsets + 4 * i] + 1); });
  }
  expect_refused("equal array values", base, [](auto& b) { put<std::uint16_t>(b, kArray + 2, 1); });
  expect_refused("descending array values", base, [](auto& b) { put<std::uint16_t>(b, kArray, 6); });
  expect_refused("a bit more than the cardinality", base, [](auto& b) { b[kBitset] = static_cast<char>(0xff); });
  expect_refused("no runs", base, [](auto& b) { put<std::uint16_t>(b, kRuns, 0); });
  expect_refused("overlapping runs", base, [](auto& b) { put<std::uint16_t>(b, kRuns + 6 + 6, 9); });
  expect_refused("run past the end", base, [](auto& b) { put<std::uint16_t>(b, kRuns + 6 + 6, 65530); });
}

TEST(BitmapReader, HighWordsAscend) {
  const std::string a = one_run().substr(8);
  std::string bytes(8, '\0');
  put<std::uint64_t>(bytes, 0, 2);
  std::string second = a;
  put<std::uint32_t>(second, 0, 1);
  EXPECT_TRUE(is_valid(bytes + a + second));
  EXPECT_FALSE(is_valid(bytes + second + a));
  EXPECT_FALSE(is_valid(bytes + a + a));
}

TEST(BitmapReader, EmptyHighWordsAndTooManyContainers) {
  std::string bytes(20, '\0');
  put<std::uint64_t>(bytes, 0, 1);
  put<std::uint32_t>(bytes, 12, 12346);
  EXPECT_FALSE(is_valid(bytes));
  put<std::uint32_t>(bytes, 16, 65537);
  EXPECT_FALSE(is_valid(bytes + std::string(8 * 65537, '\0')));
}

// The public format gives the spare bits of the flags no meaning.
TEST(BitmapReader, FlagBitsBehindTheLastContainerAreIgnored) {
  std::string bytes = four_containers();
  bytes[kFlags] = static_cast<char>(bytes[kFlags] | 0x10);
  ASSERT_TRUE(is_valid(bytes));
  EXPECT_EQ(serialized(parsed(bytes)), four_containers());
}

// Neighbouring runs that could be one are a choice, not a fault.
TEST(BitmapReader, AdjacentRunsAreRead) {
  std::string bytes = one_run();  // one container, no offsets: cookie 12, flags 16, key 17, runs 21
  put<std::uint16_t>(bytes, 21, 2);
  put<std::uint16_t>(bytes, 25, 9);  // 10 … 19
  bytes += std::string(4, '\0');
  put<std::uint16_t>(bytes, 27, 20);
  put<std::uint16_t>(bytes, 29, 30);  // 20 … 50
  ASSERT_TRUE(is_valid(bytes));
  EXPECT_EQ(serialized(parsed(bytes)), one_run());
}

}  // namespace
}  // namespace lockstep
