#include "lockstep/data/buffer.h"

#include <gtest/gtest.h>

#include <new>
#include <string>

#include "lockstep/base/bytes.h"
#include "lockstep/base/memory_resource.h"

namespace lockstep {
namespace {

std::string content(const Buffer& buffer) { return std::string(as_text(buffer.bytes())); }

Buffer buffer_of(std::string_view text, std::pmr::memory_resource* resource = std::pmr::get_default_resource()) {
  Buffer buffer(resource);
  buffer.append(text.data(), text.size());
  return buffer;
}

TEST(Buffer, KeepsBytesAndAlignmentWhileItGrows) {
  CountingResource counting(std::pmr::new_delete_resource());
  {
    Buffer buffer(&counting);
    std::string expected;
    for (std::size_t i = 0; i < 1000; ++i) {
      const char byte = static_cast<char>('a' + i % 26);
      buffer.append(&byte, 1);
      expected.push_back(byte);
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % Buffer::kAlignment, 0u);
      ASSERT_EQ(counting.live_bytes(), buffer.capacity());
    }
    EXPECT_EQ(content(buffer), expected);
    // 64, 128, 256, 512, 1024: doubling, not one allocation a byte.
    EXPECT_EQ(counting.allocations(), 5u);
  }
  EXPECT_EQ(counting.live_allocations(), 0u);
}

TEST(Buffer, AsksForNothingUntilItHoldsSomething) {
  Buffer buffer(std::pmr::null_memory_resource());
  buffer.append(nullptr, 0);
  buffer.append_zeros(0);
  buffer.reserve_more(0);
  buffer.resize_uninitialized(0);
  EXPECT_TRUE(buffer.empty());
  const Buffer copy(buffer, std::pmr::null_memory_resource());
  EXPECT_EQ(copy, buffer);
}

TEST(Buffer, ReservedRoomCannotFail) {
  FailingResource failing(std::pmr::new_delete_resource());
  Buffer buffer(&failing);
  buffer.reserve_more(300);
  failing.arm(1);
  for (int i = 0; i < 300; ++i) buffer.append("x", 1);
  EXPECT_EQ(content(buffer), std::string(300, 'x'));
  EXPECT_FALSE(failing.failed());
}

TEST(Buffer, FailedGrowthChangesNothing) {
  FailingResource failing(std::pmr::new_delete_resource());
  Buffer buffer = buffer_of(std::string(Buffer::kAlignment, 'a'), &failing);
  const std::byte* const before = buffer.data();
  for (int way = 0; way < 4; ++way) {
    failing.arm(1);
    EXPECT_THROW(
        {
          if (way == 0) buffer.append("b", 1);
          if (way == 1) buffer.append_zeros(1);
          if (way == 2) buffer.reserve_more(1);
          if (way == 3) buffer.resize_uninitialized(Buffer::kAlignment + 1);
        },
        std::bad_alloc)
        << way;
    EXPECT_EQ(buffer.data(), before);
    EXPECT_EQ(content(buffer), std::string(Buffer::kAlignment, 'a'));
  }
  EXPECT_THROW(buffer.reserve_more(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  buffer.append("b", 1);
  EXPECT_EQ(content(buffer), std::string(Buffer::kAlignment, 'a') + "b");
}

TEST(Buffer, AppendsZerosAndValues) {
  Buffer buffer(std::pmr::get_default_resource());
  buffer.append_value(std::uint32_t{0x01020304});
  buffer.append_zeros(4);
  buffer.append_value(std::int64_t{-1});
  ASSERT_EQ(buffer.size(), 16u);
  EXPECT_EQ(buffer.as<std::uint32_t>()[0], 0x01020304u);
  EXPECT_EQ(buffer.as<std::uint32_t>()[1], 0u);
  EXPECT_EQ(buffer.as<std::int64_t>()[1], -1);
}

TEST(Buffer, CopiesAndMoves) {
  CountingResource counting(std::pmr::new_delete_resource());
  Buffer source = buffer_of("abc", &counting);
  Buffer copy = source;
  EXPECT_EQ(copy.resource(), std::pmr::get_default_resource());
  EXPECT_EQ(copy, source);
  copy.append("d", 1);
  EXPECT_NE(copy, source);
  EXPECT_EQ(content(source), "abc");

  Buffer assigned = buffer_of("something longer", &counting);
  assigned = copy;
  EXPECT_EQ(assigned.resource(), &counting);
  EXPECT_EQ(content(assigned), "abcd");
  const Buffer& self = assigned;
  assigned = self;
  EXPECT_EQ(content(assigned), "abcd");

  const std::byte* const bytes = source.data();
  Buffer moved = std::move(source);
  EXPECT_EQ(moved.data(), bytes);
  EXPECT_EQ(moved.resource(), &counting);
  copy = std::move(moved);
  EXPECT_EQ(copy.data(), bytes);
  EXPECT_EQ(copy.resource(), &counting);
}

TEST(Buffer, TruncateKeepsRoomAndReleaseGivesItBack) {
  CountingResource counting(std::pmr::new_delete_resource());
  Buffer buffer = buffer_of("abcdef", &counting);
  buffer.truncate(2);
  EXPECT_EQ(content(buffer), "ab");
  EXPECT_GT(counting.live_bytes(), 0u);
  buffer.release();
  EXPECT_EQ(counting.live_bytes(), 0u);
  EXPECT_TRUE(buffer.empty());
  buffer.append("z", 1);
  EXPECT_EQ(content(buffer), "z");
}

TEST(BufferDeathTest, TruncateOnlyShortens) {
  Buffer buffer = buffer_of("ab");
  EXPECT_DEATH(buffer.truncate(3), "truncate only shortens");
}

}  // namespace
}  // namespace lockstep
