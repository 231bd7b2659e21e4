#include "lockstep/bulkio/lists.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <vector>

#include "lockstep/base/bytes.h"
#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

std::string hex(const PagedOutput& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const PageView& page : out.pages()) {
    for (const std::byte byte : page.bytes()) {
      text += kDigits[static_cast<std::size_t>(byte) / 16];
      text += kDigits[static_cast<std::size_t>(byte) % 16];
    }
  }
  return text;
}

class Lists : public testing::Test {
 protected:
  PagedOutput out{3, std::pmr::new_delete_resource()};
};

TEST_F(Lists, Ints) {
  const std::array<std::int32_t, 2> values = {1, -1};
  ASSERT_TRUE(write_int_list(out, values));
  EXPECT_EQ(hex(out), "0000000200000001ffffffff");
  ByteReader in = out.read_view();
  EXPECT_EQ(*read_int_list(in), std::pmr::vector<std::int32_t>(values.begin(), values.end()));
  EXPECT_EQ(in.remaining(), 0U);
}

TEST_F(Lists, Longs) {
  const std::array<std::int64_t, 1> values = {-2};
  ASSERT_TRUE(write_long_list(out, values));
  EXPECT_EQ(hex(out), "00000001fffffffffffffffe");
  ByteReader in = out.read_view();
  EXPECT_EQ(*read_long_list(in), std::pmr::vector<std::int64_t>(values.begin(), values.end()));
}

TEST_F(Lists, FloatsAndDoublesKeepTheirBits) {
  ASSERT_TRUE(write_float_list(out, std::array<float, 1>{std::bit_cast<float>(0x7f800001U)}));
  ASSERT_TRUE(write_double_list(out, std::array<double, 1>{std::bit_cast<double>(0xfff0000000000001U)}));
  EXPECT_EQ(hex(out), "000000017f80000100000001fff0000000000001");
  ByteReader in = out.read_view();
  EXPECT_EQ(std::bit_cast<std::uint32_t>(read_float_list(in)->at(0)), 0x7f800001U);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(read_double_list(in)->at(0)), 0xfff0000000000001U);
}

TEST_F(Lists, StringsAndBytes) {
  ASSERT_TRUE(write_string_list(out, std::array<std::string_view, 3>{"ab", "", "c"}));
  EXPECT_EQ(hex(out), "00000003000000026162000000000000000163");
  const std::uint64_t second = out.position();
  ASSERT_TRUE(write_bytes_list(out, std::array{as_byte_span("ab")}));
  ByteReader in = out.read_view();
  EXPECT_EQ(*read_string_list(in), (std::pmr::vector<std::pmr::string>{"ab", "", "c"}));
  EXPECT_EQ(in.position(), second);
  const auto bytes = read_bytes_list(in);
  ASSERT_EQ(bytes->size(), 1U);
  EXPECT_EQ(as_text(bytes->at(0)), "ab");
}

// Every proper prefix of every list is refused and not consumed.
TEST_F(Lists, ACutListIsNotConsumed) {
  using Write = Status (*)(PagedOutput&);
  using Read = ErrorCode (*)(ByteReader&);
  const std::array<std::pair<Write, Read>, 4> cases = {{
      {[](PagedOutput& to) { return write_int_list(to, std::array<std::int32_t, 2>{1, 2}); },
       [](ByteReader& in) { return read_int_list(in).error().code; }},
      {[](PagedOutput& to) { return write_double_list(to, std::array<double, 2>{1, 2}); },
       [](ByteReader& in) { return read_double_list(in).error().code; }},
      {[](PagedOutput& to) { return write_string_list(to, std::array<std::string_view, 2>{"ab", "c"}); },
       [](ByteReader& in) { return read_string_list(in).error().code; }},
      {[](PagedOutput& to) { return write_bytes_list(to, std::array{as_byte_span("ab"), as_byte_span("c")}); },
       [](ByteReader& in) { return read_bytes_list(in).error().code; }},
  }};
  for (const auto& [write, read] : cases) {
    PagedOutput whole(1000, std::pmr::new_delete_resource());
    ASSERT_TRUE(write(whole));
    const auto pages = whole.pages();
    for (std::size_t size = 0; size < whole.size(); ++size) {
      ByteReader in(pages[0].bytes().first(size));
      EXPECT_EQ(read(in), ErrorCode::end_of_data) << size;
      EXPECT_EQ(in.position(), 0U);
    }
  }
}

TEST_F(Lists, ACountIsCheckedBeforeAnythingIsAllocatedForIt) {
  CountingResource counting(std::pmr::new_delete_resource());
  for (const std::string_view bytes :
       {std::string_view("\x7f\xff\xff\xff\0\0\0\1", 8), std::string_view("\0\0\0\2\0\0\0", 7)}) {
    ByteReader in(as_byte_span(bytes));
    EXPECT_EQ(read_int_list(in, &counting).error().code, ErrorCode::end_of_data);
    EXPECT_EQ(read_long_list(in, &counting).error().code, ErrorCode::end_of_data);
    EXPECT_EQ(read_float_list(in, &counting).error().code, ErrorCode::end_of_data);
    EXPECT_EQ(read_double_list(in, &counting).error().code, ErrorCode::end_of_data);
    EXPECT_EQ(read_string_list(in, &counting).error().code, ErrorCode::end_of_data);
    EXPECT_EQ(read_bytes_list(in, &counting).error().code, ErrorCode::end_of_data);
    EXPECT_EQ(in.position(), 0U);
  }
  ByteReader negative(as_byte_span("\xff\xff\xff\xff"));
  EXPECT_EQ(read_int_list(negative, &counting).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(read_string_list(negative, &counting).error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(negative.position(), 0U);
  EXPECT_EQ(counting.allocations(), 0U);
}

TEST_F(Lists, AListPastTheLimitIsNotBegun) {
  PagedOutput tight(3, std::pmr::new_delete_resource(), 12);
  EXPECT_EQ(write_int_list(tight, std::array<std::int32_t, 3>{1, 2, 3}).error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(write_string_list(tight, std::array<std::string_view, 2>{"a", ""}).error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(tight.size(), 0U);
  EXPECT_TRUE(write_int_list(tight, std::array<std::int32_t, 2>{1, 2}));
}

}  // namespace
}  // namespace lockstep
