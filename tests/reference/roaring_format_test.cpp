// Bytes written out by hand from the public format, one part of the layout after the other.
#include "lockstep/reference/roaring_format.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "test_rows.h"

namespace lockstep::reference {
namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

Result<Bitmap> parse(const std::string& bytes) {
  return parse_roaring(as_byte_span(bytes), std::pmr::new_delete_resource());
}

std::string serialized(const Bitmap& bitmap) {
  return std::string(serialize_roaring(bitmap, std::pmr::new_delete_resource()));
}

std::vector<Interval> intervals(const Bitmap& bitmap) { return {bitmap.intervals().begin(), bitmap.intervals().end()}; }

struct Vector {
  const char* name;
  std::vector<Interval> values;
  std::string hex;
};

// What stands before the one bitmap of high word 0.
const std::string kOneWord = "0100000000000000 00000000 ";

const std::vector<Vector> kCanonical = {
    {"the empty set", {}, "0000000000000000"},
    // cookie 12346, 1 container | key 0, cardinality 1 | offset 16 | 5
    {"one value", {{5, 5}}, kOneWord + "3a300000 01000000  0000 0000  10000000  0500"},
    {"the smallest value", {{0, 0}}, kOneWord + "3a300000 01000000  0000 0000  10000000  0000"},
    {"the largest value", {{kMax, kMax}}, "0100000000000000 ffffffff  3a300000 01000000  ffff 0000  10000000  ffff"},
    // As a run 2 + 4 = 6 bytes, as an array 6: not strictly smaller.
    {"a run of three is an array", {{1, 3}}, kOneWord + "3a300000 01000000  0000 0200  10000000  0100 0200 0300"},
    // cookie 12347, 1 container, flags 1 | key 0, cardinality 4 | no offsets | 1 run: 1, 3 more
    {"a run of four is a run", {{1, 4}}, kOneWord + "3b30 0000 01  0000 0300  0100  0100 0300"},
    // 2 + 3 × 4 = 14 bytes against 2 × 7.
    {"three runs of seven values are an array",
     {{1, 3}, {5, 6}, {8, 9}},
     kOneWord + "3a300000 01000000  0000 0600  10000000  0100 0200 0300 0500 0600 0800 0900"},
    // 14 bytes against 16.
    {"three runs of eight values are runs",
     {{1, 3}, {5, 6}, {8, 10}},
     kOneWord + "3b30 0000 01  0000 0700  0300  0100 0200  0500 0100  0800 0200"},
    {"a full container", {{0, 65535}}, kOneWord + "3b30 0000 01  0000 ffff  0100  0000 ffff"},
    // An interval over a container's edge is two runs: 65533 … 65535 and 65536 … 65539.
    {"a run over the edge of a container",
     {{65533, 65539}},
     kOneWord + "3b30 0100 02  0000 0200 0100 0300  fdff feff ffff  0100 0000 0300"},
    // Three containers, one of them a run: still no offsets.
    {"three containers with a run",
     {{0, 9}, {65537, 65537}, {131074, 131074}},
     kOneWord + "3b30 0200 01  0000 0900 0100 0000 0200 0000  0100 0000 0900  0100  0200"},
    // Four: offsets. The containers start at 4 + 1 + 16 + 16 = 37, then 43, 45, 47.
    {"four containers with runs",
     {{0, 9}, {65537, 65537}, {131074, 131074}, {262134, 262143}},
     kOneWord + "3b30 0300 09  0000 0900 0100 0000 0200 0000 0300 0900  25000000 2b000000 2d000000 2f000000"
                "  0100 0000 0900  0100  0200  0100 f6ff 0900"},
    // Two arrays: offsets 8 + 8 + 8 = 24 and 26; the key is the high half.
    {"two containers without runs",
     {{7, 7}, {0x00030008, 0x00030008}},
     kOneWord + "3a300000 02000000  0000 0000 0300 0000  18000000 1a000000  0700  0800"},
    // Offsets count from each bitmap's own cookie.
    {"two high words",
     {{1, 1}, {0x700000002, 0x700000002}},
     "0200000000000000"
     "00000000  3a300000 01000000  0000 0000  10000000  0100"
     "07000000  3a300000 01000000  0000 0000  10000000  0200"},
    {"an interval over the edge of a high word",
     {{0xffffffff, 0x100000003}},
     "0200000000000000"
     "00000000  3a300000 01000000  ffff 0000  10000000  ffff"
     "01000000  3b30 0000 01  0000 0300  0100 0000 0300"},
};

TEST(RoaringFormat, WritesTheCanonicalBytes) {
  for (const Vector& vector : kCanonical) {
    Bitmap bitmap(std::pmr::new_delete_resource());
    for (const Interval& interval : vector.values) bitmap.append(interval);
    EXPECT_EQ(serialized(bitmap), from_hex(vector.hex)) << vector.name;
  }
}

TEST(RoaringFormat, ReadsTheCanonicalBytes) {
  for (const Vector& vector : kCanonical) {
    const auto bitmap = parse(from_hex(vector.hex));
    ASSERT_TRUE(bitmap) << vector.name << ": " << bitmap.error().message;
    EXPECT_EQ(intervals(*bitmap), vector.values) << vector.name;
  }
}

TEST(RoaringFormat, RefusesEveryPrefixAndEveryByteMore) {
  for (const Vector& vector : kCanonical) {
    const std::string bytes = from_hex(vector.hex);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(bytes.substr(0, size)))) << vector.name << ": " << size;
    }
    EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(bytes + '\0'))) << vector.name;
  }
}

// Valid, and not what the writer would choose.
TEST(RoaringFormat, ReadsWhatThePublicFormatAllows) {
  const std::vector<Vector> vectors = {
      {"a run container where an array is as small", {{1, 3}}, kOneWord + "3b30 0000 01  0000 0200  0100  0100 0200"},
      {"a run for each value", {{1, 1}, {3, 3}}, kOneWord + "3b30 0000 01  0000 0100  0200  0100 0000 0300 0000"},
      {"runs that touch", {{1, 4}}, kOneWord + "3b30 0000 01  0000 0300  0200  0100 0100 0300 0100"},
      {"an array where a run is smaller",
       {{1, 4}},
       kOneWord + "3a300000 01000000  0000 0300  10000000  0100 0200 0300 0400"},
      {"the run cookie without runs", {{5, 5}}, kOneWord + "3b30 0000 00  0000 0000  0500"},
      {"spare run flags", {{1, 4}}, kOneWord + "3b30 0000 ff  0000 0300  0100  0100 0300"},
  };
  for (const Vector& vector : vectors) {
    const auto bitmap = parse(from_hex(vector.hex));
    ASSERT_TRUE(bitmap) << vector.name << ": " << bitmap.error().message;
    EXPECT_EQ(intervals(*bitmap), vector.values) << vector.name;
  }
}

TEST(RoaringFormat, RefusesWhatThePublicFormatForbids) {
  const std::vector<std::pair<const char*, std::string>> malformed = {
      {"no bytes", ""},
      {"a high word that is not there", "0100000000000000"},
      {"2^64 - 1 high words", "ffffffffffffffff"},
      {"high words that repeat",
       "0200000000000000"
       "07000000  3a300000 01000000  0000 0000  10000000  0100"
       "07000000  3a300000 01000000  0000 0000  10000000  0200"},
      {"high words that descend",
       "0200000000000000"
       "07000000  3a300000 01000000  0000 0000  10000000  0100"
       "06000000  3a300000 01000000  0000 0000  10000000  0200"},
      {"a high word less than was said",
       "0100000000000000"
       "00000000  3a300000 01000000  0000 0000  10000000  0100"
       "07000000  3a300000 01000000  0000 0000  10000000  0200"},
      {"cookie 12345", kOneWord + "39300000 01000000  0000 0000  10000000  0500"},
      {"cookie 12346 with high bits", kOneWord + "3a300100 01000000  0000 0000  10000000  0500"},
      {"cookie 12346 with high bits, without offsets", kOneWord + "3a300100 01000000  0000 0000  0500"},
      {"no containers", kOneWord + "3a300000 00000000"},
      {"65,537 containers", kOneWord + "3a300000 01000100  0000 0000  10000000  0500"},
      {"2^32 - 1 containers", kOneWord + "3a300000 ffffffff  0000 0000  10000000  0500"},
      {"a container more than there is", kOneWord + "3a300000 02000000  0000 0000  10000000  0500"},
      {"keys that repeat", kOneWord + "3a300000 02000000  0100 0000 0100 0000  18000000 1a000000  0700  0800"},
      {"keys that descend", kOneWord + "3a300000 02000000  0100 0000 0000 0000  18000000 1a000000  0700  0800"},
      {"an offset too small", kOneWord + "3a300000 01000000  0000 0000  0f000000  0500"},
      {"an offset too large", kOneWord + "3a300000 01000000  0000 0000  11000000  0500"},
      {"offsets from the start of the set", kOneWord + "3a300000 01000000  0000 0000  1c000000  0500"},
      {"offsets swapped", kOneWord + "3a300000 02000000  0000 0000 0300 0000  1a000000 18000000  0700  0800"},
      {"offsets with three containers and runs",
       kOneWord + "3b30 0200 01  0000 0900 0100 0000 0200 0000  1d000000 23000000 25000000"
                  "  0100 0000 0900  0100  0200"},
      {"no offsets with four containers and runs", kOneWord + "3b30 0300 09  0000 0900 0100 0000 0200 0000 0300 0900"
                                                              "  0100 0000 0900  0100  0200  0100 f6ff 0900"},
      {"array values that repeat", kOneWord + "3a300000 01000000  0000 0100  10000000  0500 0500"},
      {"array values that descend", kOneWord + "3a300000 01000000  0000 0100  10000000  0500 0400"},
      {"a run container's cardinality too small", kOneWord + "3b30 0000 01  0000 0200  0100  0100 0300"},
      {"a run container's cardinality too large", kOneWord + "3b30 0000 01  0000 0400  0100  0100 0300"},
      {"a run container without runs", kOneWord + "3b30 0000 01  0000 0000  0000"},
      {"runs that overlap", kOneWord + "3b30 0000 01  0000 0400  0200  0100 0200 0300 0100"},
      {"runs that repeat", kOneWord + "3b30 0000 01  0000 0300  0200  0100 0100 0100 0100"},
      {"runs that descend", kOneWord + "3b30 0000 01  0000 0300  0200  0500 0100 0100 0100"},
      {"a run over the container's edge", kOneWord + "3b30 0000 01  0000 0100  0100  ffff 0100"},
      {"a run after the last value", kOneWord + "3b30 0000 01  0000 0100  0200  ffff 0000 0000 0000"},
      {"a run container that is said to be an array", kOneWord + "3b30 0000 00  0000 0300  0100  0100 0300"},
  };
  for (const auto& [name, hex] : malformed)
    EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(from_hex(hex)))) << name;
}

// Every other value from 0 on.
Bitmap even_values(std::uint64_t count) {
  Bitmap bitmap(std::pmr::new_delete_resource());
  for (std::uint64_t i = 0; i < count; ++i) bitmap.append({2 * i, 2 * i});
  return bitmap;
}

// `count` runs of three values, one value apart.
Bitmap runs_of_three(std::uint64_t count) {
  Bitmap bitmap(std::pmr::new_delete_resource());
  for (std::uint64_t i = 0; i < count; ++i) bitmap.append({4 * i, 4 * i + 2});
  return bitmap;
}

TEST(RoaringFormat, AnArrayHolds4096Values) {
  std::string array = from_hex(kOneWord + "3a300000 01000000  0000 ff0f  10000000");
  for (std::uint16_t i = 0; i < 4096; ++i) array += bits_of(static_cast<std::uint16_t>(2 * i));
  EXPECT_EQ(serialized(even_values(4096)), array);

  std::string bitset = from_hex(kOneWord + "3a300000 01000000  0000 0010  10000000");
  bitset += std::string(1024, '\x55') + '\x01' + std::string(8192 - 1025, '\0');
  EXPECT_EQ(serialized(even_values(4097)), bitset);

  for (const std::uint64_t count : {4095u, 4096u, 4097u, 32768u}) {
    const auto read = parse(serialized(even_values(count)));
    ASSERT_TRUE(read) << count;
    EXPECT_EQ(intervals(*read), intervals(even_values(count))) << count;
  }
}

TEST(RoaringFormat, ABitsetHasTheCardinalityThatIsSaid) {
  const std::string bitset = serialized(even_values(4097));
  constexpr std::size_t kCardinality = 12 + 8 + 2;  // after the set's header, the cookie and the key
  constexpr std::size_t kBits = 12 + 16;
  ASSERT_EQ(bitset.size(), kBits + kBitsetBytes);
  for (const char low_byte : {'\x01', '\x02'}) {
    std::string wrong = bitset;
    wrong[kCardinality] = low_byte;
    EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(wrong)));
  }
  std::string bit_more = bitset;
  bit_more.back() = '\x80';
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(bit_more)));
  EXPECT_TRUE(is_error(ErrorCode::malformed_value, parse(bitset.substr(0, bitset.size() - 1))));
}

// 2 + 4 × 2047 = 8,190 bytes against a bitset's 8,192; one run more is 8,194.
TEST(RoaringFormat, RunsBeatABitsetUpTo2047) {
  constexpr std::size_t kRunHeader = 12 + 4 + 1 + 4;
  constexpr std::size_t kBitsetHeader = 12 + 8 + 4 + 4;
  EXPECT_EQ(serialized(runs_of_three(2047)).size(), kRunHeader + 8190);
  EXPECT_EQ(serialized(runs_of_three(2048)).size(), kBitsetHeader + 8192);
  for (const std::uint64_t count : {2047u, 2048u}) {
    const auto read = parse(serialized(runs_of_three(count)));
    ASSERT_TRUE(read) << count;
    EXPECT_EQ(intervals(*read), intervals(runs_of_three(count))) << count;
  }
}

TEST(RoaringFormat, AllOf32Bits) {
  const Bitmap all = bitmap_of({{0, 0xffffffff}});
  const std::string bytes = serialized(all);
  constexpr std::size_t kContainers = 65536;
  EXPECT_EQ(bytes.size(), 12 + 4 + kContainers / 8 + kContainers * (4 + 4 + 6));
  EXPECT_EQ(bytes.substr(12, 4), from_hex("3b30 ffff"));
  const auto read = parse(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(intervals(*read), intervals(all));
}

}  // namespace
}  // namespace lockstep::reference
