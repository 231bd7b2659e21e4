// Every allocation failing in turn: the call throws and changes nothing, then it succeeds.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <new>
#include <vector>

#include "lockstep/base/bytes.h"
#include "lockstep/base/memory_resource.h"
#include "lockstep/bulkio/lists.h"
#include "lockstep/bulkio/paged_output.h"

namespace lockstep {
namespace {

std::vector<std::byte> all_bytes(const PagedOutput& out) {
  ByteReader in = out.read_view();
  std::vector<std::byte> bytes(in.remaining());
  EXPECT_TRUE(in.read_bytes(bytes));
  return bytes;
}

constexpr std::array<std::int32_t, 40> kInts = {1, 2, 3};
constexpr std::array<std::int64_t, 40> kLongs = {1, 2, 3};
constexpr std::array<float, 40> kFloats = {1, 2, 3};
constexpr std::array<double, 40> kDoubles = {1, 2, 3};
constexpr std::string_view kLongText = "longer than a small string can hold in place";

TEST(AllocationFailure, AWriteThatFailsChangesNothing) {
  const std::vector<std::function<Status(PagedOutput&)>> writes = {
      [](PagedOutput& out) { return out.write_u8(1); },
      [](PagedOutput& out) { return out.write_i64(1); },
      [](PagedOutput& out) { return out.write_bytes(as_byte_span(kLongText)); },
      [](PagedOutput& out) { return out.write_utf8(kLongText); },
      [](PagedOutput& out) { return out.write_ints(kInts); },
      [](PagedOutput& out) { return out.write_longs(kLongs); },
      [](PagedOutput& out) { return out.write_floats(kFloats); },
      [](PagedOutput& out) { return out.write_doubles(kDoubles); },
      [](PagedOutput& out) { return out.seek(77); },
      [](PagedOutput& out) { return write_int_list(out, kInts); },
      [](PagedOutput& out) { return write_string_list(out, std::array{kLongText, kLongText}); },
      [](PagedOutput& out) { return write_bytes_list(out, std::array{as_byte_span(kLongText)}); },
  };
  for (const BulkPolicy& policy : {BulkPolicy::native(), BulkPolicy::pinot()}) {
    for (std::size_t w = 0; w < writes.size(); ++w) {
      std::uint64_t failures = 0;
      CountingResource counting(std::pmr::new_delete_resource());
      for (std::uint64_t n = 1;; ++n) {
        FailingResource failing(&counting);
        PagedOutput out(4, &failing, PagedOutput::kNoLimit, policy);
        ASSERT_TRUE(out.write_i32(0x01020304));  // the next byte needs a page
        const std::uint64_t live = counting.live_allocations();
        failing.arm(n);
        try {
          ASSERT_TRUE(writes[w](out));
        } catch (const std::bad_alloc&) {
        }
        if (!failing.failed()) break;
        ++failures;
        EXPECT_EQ(out.position(), 4U);
        EXPECT_EQ(out.size(), 4U);
        EXPECT_LE(counting.live_allocations(), live + 0U) << "pages that were not needed are given back";
        failing.disarm();
        EXPECT_EQ(all_bytes(out).size(), 4U);
        EXPECT_TRUE(writes[w](out)) << "the stream is usable";
      }
      EXPECT_GE(failures, 2U) << "write " << w << ": a page and its share count at least";
      EXPECT_EQ(counting.live_bytes(), 0U);
    }
  }
}

TEST(AllocationFailure, AReadThatFailsConsumesNothing) {
  const std::vector<std::function<bool(ByteReader&, std::pmr::memory_resource*)>> reads = {
      [](ByteReader& in, std::pmr::memory_resource* r) { return in.read_ints(4, r).has_value(); },
      [](ByteReader& in, std::pmr::memory_resource* r) { return in.read_doubles(4, r).has_value(); },
      [](ByteReader& in, std::pmr::memory_resource* r) { return in.read_bytes(40, r).has_value(); },
      [](ByteReader& in, std::pmr::memory_resource* r) { return in.seek(4) && in.read_utf8(r).has_value(); },
      [](ByteReader& in, std::pmr::memory_resource* r) { return read_string_list(in, r).has_value(); },
      [](ByteReader& in, std::pmr::memory_resource* r) { return read_bytes_list(in, r).has_value(); },
      [](ByteReader& in, std::pmr::memory_resource* r) { return read_int_list(in, r).has_value(); },
  };
  PagedOutput out(5, std::pmr::new_delete_resource());
  ASSERT_TRUE(write_string_list(out, std::array{kLongText, kLongText}));
  for (std::size_t k = 0; k < reads.size(); ++k) {
    std::uint64_t failures = 0;
    for (std::uint64_t n = 1;; ++n) {
      CountingResource counting(std::pmr::new_delete_resource());
      FailingResource failing(&counting);
      ByteReader in = out.read_view();
      failing.arm(n);
      try {
        ASSERT_TRUE(reads[k](in, &failing));
      } catch (const std::bad_alloc&) {
      }
      EXPECT_EQ(counting.live_bytes(), 0U);
      if (!failing.failed()) break;
      ++failures;
      EXPECT_EQ(in.position(), k == 3 ? 4U : 0U);
    }
    EXPECT_GE(failures, 1U) << "read " << k;
  }
}

TEST(AllocationFailure, ViewsThatFailLeaveTheStreamAlone) {
  FailingResource failing(std::pmr::new_delete_resource());
  PagedOutput out(4, &failing);
  ASSERT_TRUE(out.write_ints(kInts));
  failing.arm(1);
  EXPECT_THROW((void)out.pages(), std::bad_alloc);
  failing.arm(1);
  EXPECT_THROW((void)out.read_view(), std::bad_alloc);
  EXPECT_EQ(out.size(), 160U);
}

}  // namespace
}  // namespace lockstep
