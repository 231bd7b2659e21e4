#include "lockstep/bulkio/paged_output.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "lockstep/base/bytes.h"
#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

std::vector<std::byte> all_bytes(const PagedOutput& out) {
  std::vector<std::byte> bytes;
  for (const PageView& page : out.pages()) bytes.insert(bytes.end(), page.bytes().begin(), page.bytes().end());
  return bytes;
}

std::vector<std::byte> bytes_of(std::initializer_list<unsigned> values) {
  std::vector<std::byte> bytes;
  for (const unsigned value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

ErrorCode code_of(const Status& status) { return status.error().code; }

std::pmr::memory_resource* heap() { return std::pmr::new_delete_resource(); }

TEST(PagedOutput, WritesHighByteFirst) {
  PagedOutput out(kSmallPage, heap());
  ASSERT_TRUE(out.write_u8(0xfe));
  ASSERT_TRUE(out.write_i16(-2));
  ASSERT_TRUE(out.write_i32(0x01020304));
  ASSERT_TRUE(out.write_i64(std::numeric_limits<std::int64_t>::min()));
  EXPECT_EQ(all_bytes(out), bytes_of({0xfe, 0xff, 0xfe, 1, 2, 3, 4, 0x80, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(PagedOutput, SingleFloatsGetTheCanonicalNanAndBitsStay) {
  PagedOutput out(5, heap());
  ASSERT_TRUE(out.write_f32(std::bit_cast<float>(0x7f800001U)));
  ASSERT_TRUE(out.write_f32_bits(0x7f800001U));
  ASSERT_TRUE(out.write_f32(-0.0F));
  ASSERT_TRUE(out.write_f64(std::bit_cast<double>(0xfff0000000000001U)));
  ASSERT_TRUE(out.write_f64_bits(0xfff0000000000001U));
  ByteReader in = out.read_view();
  EXPECT_EQ(in.read_i32(), 0x7fc00000);
  EXPECT_EQ(in.read_i32(), 0x7f800001);
  EXPECT_EQ(in.read_i32(), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(in.read_i64(), 0x7ff8000000000000);
  EXPECT_EQ(in.read_i64(), std::bit_cast<std::int64_t>(0xfff0000000000001U));
}

TEST(PagedOutput, Utf8IsCountedInBytes) {
  PagedOutput out(3, heap());
  ASSERT_TRUE(out.write_utf8("\xc3\xa9!"));
  EXPECT_EQ(all_bytes(out), bytes_of({0, 0, 0, 3, 0xc3, 0xa9, '!'}));
}

TEST(PagedOutput, AFullLastPageIsThereAndNoEmptyOneFollows) {
  PagedOutput out(8, heap());
  EXPECT_TRUE(out.pages().empty());
  ASSERT_TRUE(out.write_i64(1));
  EXPECT_EQ(out.pages().size(), 1U);
  ASSERT_TRUE(out.write_u8(1));
  ASSERT_EQ(out.pages().size(), 2U);
  EXPECT_EQ(out.pages()[0].bytes().size(), 8U);
  EXPECT_EQ(out.pages()[1].bytes().size(), 1U);
}

TEST(PagedOutput, SeekBehindTheEndLeavesZeros) {
  PagedOutput out(4, heap());
  ASSERT_TRUE(out.seek(6));
  EXPECT_EQ(out.size(), 6U);
  ASSERT_TRUE(out.write_u8(0xff));
  EXPECT_EQ(all_bytes(out), bytes_of({0, 0, 0, 0, 0, 0, 0xff}));
}

TEST(PagedOutput, SeekBackKeepsTheSizeOnEveryPosition) {
  PagedOutput out(4, heap());
  ASSERT_TRUE(out.write_ints(std::array<std::int32_t, 3>{1, 2, 3}));
  for (std::int64_t position = 12; position >= 0; --position) {
    ASSERT_TRUE(out.seek(position));
    EXPECT_EQ(out.position(), static_cast<std::uint64_t>(position));
    EXPECT_EQ(out.size(), 12U);
  }
}

TEST(PagedOutput, SeekRefusesNegativePositions) {
  PagedOutput out(4, heap());
  ASSERT_TRUE(out.write_u8(1));
  EXPECT_EQ(code_of(out.seek(-1)), ErrorCode::invalid_argument);
  EXPECT_EQ(out.position(), 1U);
}

// Every kind of write, one byte short of the room it needs: nothing moves, and one byte more is enough.
TEST(PagedOutput, TheLimitIsExactAndAllOrNothing) {
  using Write = Status (*)(PagedOutput&);
  struct Case {
    std::uint64_t bytes;
    Write write;
  };
  const std::array cases = {
      Case{1, [](PagedOutput& out) { return out.write_u8(9); }},
      Case{2, [](PagedOutput& out) { return out.write_i16(9); }},
      Case{4, [](PagedOutput& out) { return out.write_i32(9); }},
      Case{8, [](PagedOutput& out) { return out.write_i64(9); }},
      Case{4, [](PagedOutput& out) { return out.write_f32(9); }},
      Case{8, [](PagedOutput& out) { return out.write_f64(9); }},
      Case{3, [](PagedOutput& out) { return out.write_bytes(as_byte_span("abc")); }},
      Case{7, [](PagedOutput& out) { return out.write_utf8("abc"); }},
      Case{12, [](PagedOutput& out) { return out.write_ints(std::array<std::int32_t, 3>{9, 9, 9}); }},
      Case{24, [](PagedOutput& out) { return out.write_longs(std::array<std::int64_t, 3>{9, 9, 9}); }},
      Case{12, [](PagedOutput& out) { return out.write_floats(std::array<float, 3>{9, 9, 9}); }},
      Case{24, [](PagedOutput& out) { return out.write_doubles(std::array<double, 3>{9, 9, 9}); }},
  };
  for (const std::size_t page_size : {1U, 3U, 8U, 100U}) {
    for (const Case& each : cases) {
      PagedOutput tight(page_size, heap(), 2 + each.bytes - 1);
      ASSERT_TRUE(tight.write_i16(0x0102));
      EXPECT_EQ(code_of(each.write(tight)), ErrorCode::limit_exceeded);
      EXPECT_EQ(tight.position(), 2U);
      EXPECT_EQ(tight.size(), 2U);
      EXPECT_EQ(all_bytes(tight), bytes_of({1, 2}));

      PagedOutput enough(page_size, heap(), 2 + each.bytes);
      ASSERT_TRUE(enough.write_i16(0x0102));
      EXPECT_TRUE(each.write(enough));
      EXPECT_EQ(enough.position(), 2 + each.bytes);
    }
  }
}

TEST(PagedOutput, SeekStopsAtTheLimit) {
  PagedOutput out(4, heap(), 10);
  EXPECT_EQ(code_of(out.seek(11)), ErrorCode::limit_exceeded);
  EXPECT_EQ(code_of(out.seek(std::numeric_limits<std::int64_t>::max())), ErrorCode::limit_exceeded);
  EXPECT_EQ(out.size(), 0U);
  EXPECT_TRUE(out.seek(10));
  EXPECT_TRUE(out.write_ints({}));
  EXPECT_EQ(code_of(out.write_u8(1)), ErrorCode::limit_exceeded);
}

TEST(PagedOutput, AnUnlimitedStreamThatCannotBeHeldIsBadAlloc) {
  PagedOutput out(1024, heap());
  ASSERT_TRUE(out.write_u8(7));
  EXPECT_EQ(code_of(out.prepare(std::numeric_limits<std::uint64_t>::max())), ErrorCode::limit_exceeded);
  FailingResource failing(heap());
  PagedOutput small(16, &failing);
  failing.arm(100);
  EXPECT_THROW((void)small.seek(std::numeric_limits<std::int64_t>::max()), std::bad_alloc);
  EXPECT_EQ(small.position(), 0U);
  EXPECT_EQ(small.size(), 0U);
}

TEST(PagedOutput, PreparedBytesCanBeWritten) {
  PagedOutput out(4, heap(), 100);
  ASSERT_TRUE(out.prepare(100));
  EXPECT_EQ(out.size(), 0U) << "room is not size";
  EXPECT_EQ(code_of(out.prepare(101)), ErrorCode::limit_exceeded);
  EXPECT_TRUE(out.pages().empty());
}

TEST(PagedOutput, ViewsShowOverwritesAndOutliveTheStream) {
  CountingResource counting(heap());
  std::optional<PageView> last;
  {
    PagedOutput out(4, &counting);
    ASSERT_TRUE(out.write_ints(std::array<std::int32_t, 3>{1, 2, 3}));
    last = out.pages()[2];
    ASSERT_TRUE(out.seek(8));
    ASSERT_TRUE(out.write_i32(0x0a0b0c0d));
  }
  EXPECT_EQ(counting.live_allocations(), 2U) << "one page and its share count, not the other pages";
  EXPECT_EQ(std::vector(last->bytes().begin(), last->bytes().end()), bytes_of({0x0a, 0x0b, 0x0c, 0x0d}));
  last.reset();
  EXPECT_EQ(counting.live_bytes(), 0U);
}

TEST(PagedOutput, AReadViewKeepsItsSizeAndItsPages) {
  CountingResource counting(heap());
  auto out = std::make_unique<PagedOutput>(4, &counting);
  ASSERT_TRUE(out->write_ints(std::array<std::int32_t, 2>{1, 2}));
  ByteReader in = out->read_view();
  ASSERT_TRUE(out->write_i32(3));
  out.reset();
  EXPECT_EQ(in.size(), 8U);
  EXPECT_EQ(in.read_i32(), 1);
  EXPECT_EQ(in.read_i32(), 2);
  EXPECT_EQ(in.read_i32().error().code, ErrorCode::end_of_data);
}

TEST(PagedOutput, PagesAreAlignedForVectors) {
  PagedOutput out(100, heap());
  ASSERT_TRUE(out.seek(350));
  for (const PageView& page : out.pages()) {
    EXPECT_EQ(std::bit_cast<std::uintptr_t>(page.bytes().data()) % PagedOutput::kPageAlignment, 0U);
  }
}

TEST(PagedOutputDeathTest, APageHoldsAtLeastOneByte) {
  EXPECT_DEATH(PagedOutput(0, heap()), "a page holds at least one byte");
}

TEST(BulkPolicy, PinotThresholdsAreTheSeeds) {
  constexpr BulkPolicy kPinot = BulkPolicy::pinot();
  for (const ArrayType type :
       {ArrayType::int_array, ArrayType::long_array, ArrayType::float_array, ArrayType::double_array}) {
    EXPECT_EQ(kPinot.min_read(type), 128U);
    EXPECT_EQ(BulkPolicy::native().min_read(type), 1U);
    EXPECT_EQ(BulkPolicy::native().min_write(type), 1U);
  }
  EXPECT_EQ(kPinot.min_write(ArrayType::int_array), 256U);
  EXPECT_EQ(kPinot.min_write(ArrayType::float_array), 256U);
  EXPECT_EQ(kPinot.min_write(ArrayType::long_array), BulkPolicy::kNever);
  EXPECT_EQ(kPinot.min_write(ArrayType::double_array), BulkPolicy::kNever);
}

}  // namespace
}  // namespace lockstep
