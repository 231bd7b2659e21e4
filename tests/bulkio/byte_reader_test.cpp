#include "lockstep/bulkio/byte_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <limits>

#include "lockstep/base/bytes.h"
#include "lockstep/base/memory_resource.h"
#include "lockstep/bulkio/paged_output.h"

namespace lockstep {
namespace {

constexpr std::string_view kText("\x01\x02\x03\x04\x05\x06\x07\x08\xff\xff\xff\xff", 12);

// The same twelve bytes, in one buffer and on pages of five bytes.
std::array<ByteReader, 2> both_kinds() {
  PagedOutput out(5, std::pmr::new_delete_resource());
  EXPECT_TRUE(out.write_bytes(as_byte_span(kText)));
  return {ByteReader(as_byte_span(kText)), out.read_view()};
}

TEST(ByteReader, ReadsHighByteFirst) {
  for (ByteReader& in : both_kinds()) {
    EXPECT_EQ(in.read_u8(), 1);
    EXPECT_EQ(in.read_i16(), 0x0203);
    EXPECT_EQ(in.read_i32(), 0x04050607);
    EXPECT_EQ(in.position(), 7U);
    EXPECT_EQ(in.remaining(), 5U);
    ASSERT_TRUE(in.seek(4));
    EXPECT_EQ(in.read_i64(), 0x05060708ffffffff);
    EXPECT_EQ(in.read_u8().error().code, ErrorCode::end_of_data);
  }
}

TEST(ByteReader, AValueCutShortIsNotConsumed) {
  for (ByteReader& in : both_kinds()) {
    ASSERT_TRUE(in.seek(11));
    EXPECT_EQ(in.read_i16().error().code, ErrorCode::end_of_data);
    EXPECT_EQ(in.read_i32().error().code, ErrorCode::end_of_data);
    EXPECT_EQ(in.read_i64().error().code, ErrorCode::end_of_data);
    EXPECT_EQ(in.read_f32().error().code, ErrorCode::end_of_data);
    EXPECT_EQ(in.read_f64().error().code, ErrorCode::end_of_data);
    std::array<std::int32_t, 1> one = {77};
    EXPECT_EQ(in.read_ints(one).error().code, ErrorCode::end_of_data);
    EXPECT_EQ(one[0], 77);
    EXPECT_EQ(in.position(), 11U);
    EXPECT_EQ(in.read_u8(), 0xff) << "a byte 0xff is not the end";
  }
}

TEST(ByteReader, NoCountCausesAnAllocationBeforeItIsChecked) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  CountingResource counting(std::pmr::new_delete_resource());
  for (ByteReader& in : both_kinds()) {
    for (const std::int64_t count : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
      EXPECT_EQ(in.read_ints(count, &counting).error().code, ErrorCode::invalid_argument);
      EXPECT_EQ(in.read_longs(count, &counting).error().code, ErrorCode::invalid_argument);
      EXPECT_EQ(in.read_floats(count, &counting).error().code, ErrorCode::invalid_argument);
      EXPECT_EQ(in.read_doubles(count, &counting).error().code, ErrorCode::invalid_argument);
      EXPECT_EQ(in.read_bytes(count, &counting).error().code, ErrorCode::invalid_argument);
    }
    // The second and third would wrap to 4 and 8 bytes if multiplied by the width.
    for (const std::int64_t count :
         {kMax, (std::int64_t{1} << 62) + 1, (std::int64_t{1} << 61) + 1, std::int64_t{13}}) {
      EXPECT_EQ(in.read_ints(count, &counting).error().code, ErrorCode::end_of_data);
      EXPECT_EQ(in.read_longs(count, &counting).error().code, ErrorCode::end_of_data);
      EXPECT_EQ(in.read_floats(count, &counting).error().code, ErrorCode::end_of_data);
      EXPECT_EQ(in.read_doubles(count, &counting).error().code, ErrorCode::end_of_data);
      EXPECT_EQ(in.read_bytes(count, &counting).error().code, ErrorCode::end_of_data);
    }
    EXPECT_EQ(in.position(), 0U);
  }
  EXPECT_EQ(counting.allocations(), 0U);
}

TEST(ByteReader, NothingCanBeReadFromTheEnd) {
  for (ByteReader& in : both_kinds()) {
    ASSERT_TRUE(in.seek(12));
    EXPECT_TRUE(in.read_ints(0)->empty());
    EXPECT_TRUE(in.read_bytes(0)->empty());
    EXPECT_TRUE(in.read_longs(std::span<std::int64_t>{}));
    EXPECT_EQ(in.position(), 12U);
    EXPECT_EQ(in.seek(13).error().code, ErrorCode::end_of_data);
    EXPECT_EQ(in.seek(-1).error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(in.position(), 12U);
  }
  ByteReader empty(std::span<const std::byte>{});
  EXPECT_TRUE(empty.read_ints(0)->empty());
  EXPECT_TRUE(empty.seek(0));
  EXPECT_EQ(empty.read_u8().error().code, ErrorCode::end_of_data);
}

TEST(ByteReader, ReadsStopAtTheSizeNotAtTheEndOfThePage) {
  PagedOutput out(8, std::pmr::new_delete_resource());
  ASSERT_TRUE(out.write_ints(std::array<std::int32_t, 3>{1, 2, 3}));
  ByteReader in = out.read_view();
  ASSERT_TRUE(in.seek(8));
  EXPECT_EQ(in.read_ints(2).error().code, ErrorCode::end_of_data);
  EXPECT_EQ(in.read_i64().error().code, ErrorCode::end_of_data);
  EXPECT_EQ(in.read_ints(1)->at(0), 3);
}

TEST(ByteReader, Utf8IsReadWholeOrNotAtAll) {
  constexpr std::string_view kHello("\0\0\0\5hello", 9);
  ByteReader in(as_byte_span(kHello));
  EXPECT_EQ(*in.read_utf8(), "hello");
  EXPECT_EQ(in.position(), 9U);

  ByteReader cut(as_byte_span(kHello.substr(0, 8)));
  EXPECT_EQ(cut.read_utf8().error().code, ErrorCode::end_of_data);
  EXPECT_EQ(cut.position(), 0U);
  ByteReader cut_count(as_byte_span(kHello.substr(0, 3)));
  EXPECT_EQ(cut_count.read_utf8().error().code, ErrorCode::end_of_data);
  ByteReader negative(as_byte_span("\xff\xff\xff\xff"));
  EXPECT_EQ(negative.read_utf8().error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(negative.position(), 0U);
}

TEST(ByteReader, SingleFloatsKeepTheirBits) {
  constexpr std::string_view kSignalling("\x7f\x80\x00\x01\xff\xf0\x00\x00\x00\x00\x00\x01", 12);
  ByteReader in(as_byte_span(kSignalling));
  EXPECT_EQ(std::bit_cast<std::uint32_t>(*in.read_f32()), 0x7f800001U);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(*in.read_f64()), 0xfff0000000000001U);
}

TEST(ByteReader, ACopyReadsOnIndependently) {
  for (ByteReader& in : both_kinds()) {
    ASSERT_TRUE(in.seek(4));
    ByteReader copy = in;
    EXPECT_EQ(copy.read_u8(), 5);
    EXPECT_EQ(in.position(), 4U);
    in = copy;
    EXPECT_EQ(in.read_u8(), 6);
  }
}

}  // namespace
}  // namespace lockstep
