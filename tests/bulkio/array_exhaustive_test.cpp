// Bulk equals one at a time: every page size, start offset, length around a threshold, array type, policy and buffer
// kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory_resource>
#include <type_traits>
#include <vector>

#include "guarded_resource.h"
#include "lockstep/bulkio/byte_reader.h"
#include "lockstep/bulkio/paged_output.h"
#include "lockstep/reference/bulkio/paged_output.h"

namespace lockstep {
namespace {

template <class T>
using WordOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// Every fourth word is one that a detour through floating point would change, the rest are mixed bits.
template <class Word>
Word pattern(std::size_t i) {
  constexpr std::array<std::uint64_t, 8> kEdges = {
      0x7ff0000000000001, 0xfff7ffffffffffff, 0x7ff8000000000000, 0xfff8000000000001,
      0x8000000000000000, 0x7ff0000000000000, 0x0000000000000001, 0x7fa000007fa00001,
  };
  constexpr std::array<std::uint32_t, 8> kFloatEdges = {
      0x7f800001, 0xffbfffff, 0x7fc00000, 0xffc00001, 0x80000000, 0x7f800000, 0x00000001, 0x007fffff,
  };
  if (i % 4 == 0) {
    if constexpr (sizeof(Word) == 4) return kFloatEdges[i / 4 % kFloatEdges.size()];
    return static_cast<Word>(kEdges[i / 4 % kEdges.size()]);
  }
  return static_cast<Word>((i + 1) * 0x9e3779b97f4a7c15U >> 7);
}

template <class T>
std::vector<T> values_of(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto word = pattern<WordOf<T>>(i);
    std::memcpy(&values[i], &word, sizeof(T));
  }
  return values;
}

// Not ==, to which a NaN differs from itself.
template <class T>
bool same_bits(std::span<const T> a, std::span<const T> b) {
  return std::ranges::equal(std::as_bytes(a), std::as_bytes(b));
}

template <class Output>
Status write(Output& out, std::span<const std::int32_t> values) {
  return out.write_ints(values);
}
template <class Output>
Status write(Output& out, std::span<const std::int64_t> values) {
  return out.write_longs(values);
}
template <class Output>
Status write(Output& out, std::span<const float> values) {
  return out.write_floats(values);
}
template <class Output>
Status write(Output& out, std::span<const double> values) {
  return out.write_doubles(values);
}
Status read(ByteReader& in, std::span<std::int32_t> into) { return in.read_ints(into); }
Status read(ByteReader& in, std::span<std::int64_t> into) { return in.read_longs(into); }
Status read(ByteReader& in, std::span<float> into) { return in.read_floats(into); }
Status read(ByteReader& in, std::span<double> into) { return in.read_doubles(into); }

std::vector<std::byte> concatenated(const std::pmr::vector<PageView>& pages) {
  std::vector<std::byte> bytes;
  for (const PageView& page : pages) bytes.insert(bytes.end(), page.bytes().begin(), page.bytes().end());
  return bytes;
}

// Reads the array behind `offset` into memory with guard values around it, over two fills: a value never written, or
// one written too far, shows.
template <class T>
void check_read(ByteReader in, std::size_t offset, const std::vector<T>& expected) {
  constexpr std::size_t kGuard = 64 / sizeof(T);
  for (const int fill : {0x00, 0xff}) {
    std::vector<T> into(kGuard + expected.size() + kGuard);
    std::memset(into.data(), fill, into.size() * sizeof(T));
    std::vector<T> whole = into;
    std::ranges::copy(std::as_bytes(std::span(expected)),
                      std::as_writable_bytes(std::span(whole)).begin() + kGuard * sizeof(T));
    ASSERT_TRUE(in.seek(static_cast<std::int64_t>(offset)));
    ASSERT_TRUE(read(in, std::span(into).subspan(kGuard, expected.size())));
    ASSERT_TRUE(same_bits<T>(into, whole));
    ASSERT_EQ(in.position(), offset + expected.size() * sizeof(T));
    ASSERT_EQ(read(in, std::span(into).first(1)).error().code, ErrorCode::end_of_data);
  }
}

template <class T>
void check_array(std::size_t page_size, std::size_t offset, std::size_t count, const BulkPolicy& policy) {
  SCOPED_TRACE(testing::Message() << "pages of " << page_size << ", offset " << offset << ", " << count << " values of "
                                  << sizeof(T) << " bytes");
  GuardedResource memory;
  const std::vector<T> values = values_of<T>(count);
  const std::vector<T> before = values;
  reference::PagedOutput expected(page_size, &memory);
  PagedOutput out(page_size, &memory, PagedOutput::kNoLimit, policy);
  ASSERT_TRUE(expected.seek(static_cast<std::int64_t>(offset)));
  ASSERT_TRUE(out.seek(static_cast<std::int64_t>(offset)));
  ASSERT_TRUE(write(expected, std::span<const T>(values)));
  ASSERT_TRUE(write(out, std::span<const T>(values)));
  ASSERT_TRUE(same_bits<T>(values, before)) << "the source changed";
  ASSERT_EQ(out.position(), expected.position());
  ASSERT_EQ(out.size(), expected.size());
  const std::pmr::vector<PageView> pages = out.pages();
  const auto expected_pages = expected.pages();
  ASSERT_EQ(pages.size(), expected_pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) ASSERT_EQ(pages[i].bytes().size(), expected_pages[i].size());
  const std::vector<std::byte> bytes = concatenated(pages);
  ASSERT_TRUE(std::ranges::equal(bytes, expected.bytes()));

  check_read<T>(ByteReader(pages, policy), offset, values);
  for (std::size_t misalignment = 0; misalignment < 8; ++misalignment) {
    std::vector<std::byte> buffer(misalignment + bytes.size());
    std::ranges::copy(bytes, buffer.begin() + static_cast<std::ptrdiff_t>(misalignment));
    check_read<T>(ByteReader(std::span(buffer).subspan(misalignment), policy), offset, values);
  }
}

std::vector<std::size_t> lengths() {
  std::vector<std::size_t> all = {0};
  for (const std::uint64_t middle : {std::uint64_t{kInlineSwapValues}, BulkPolicy::kNativeMinValues,
                                     BulkPolicy::kPinotMinReadValues, BulkPolicy::kPinotMinWriteValues}) {
    for (std::uint64_t n = middle - 1; n <= middle + 1; ++n) all.push_back(n);
  }
  return all;
}

constexpr std::size_t kMaxOffset = 8;

class ArrayExhaustive : public testing::TestWithParam<std::size_t> {
 protected:
  template <class T>
  void check_every_length() {
    for (const BulkPolicy& policy : {BulkPolicy::native(), BulkPolicy::pinot(), BulkPolicy::never()}) {
      for (std::size_t offset = 0; offset <= kMaxOffset; ++offset) {
        for (const std::size_t count : lengths()) check_array<T>(GetParam(), offset, count, policy);
      }
    }
    for (std::size_t offset = 0; offset <= kMaxOffset; ++offset) {
      for (const std::size_t count : {4095U, 4096U, 4097U}) {
        check_array<T>(GetParam(), offset, count, BulkPolicy::native());
      }
    }
  }
};

TEST_P(ArrayExhaustive, Ints) { check_every_length<std::int32_t>(); }
TEST_P(ArrayExhaustive, Longs) { check_every_length<std::int64_t>(); }
TEST_P(ArrayExhaustive, Floats) { check_every_length<float>(); }
TEST_P(ArrayExhaustive, Doubles) { check_every_length<double>(); }

INSTANTIATE_TEST_SUITE_P(PageSizes, ArrayExhaustive, testing::Values(1, 2, 3, 5, 7, 8, 13, 100, 16384));

}  // namespace
}  // namespace lockstep
