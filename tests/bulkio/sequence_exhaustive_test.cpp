// Every sequence of up to four operations from a small alphabet, on pages of one to five bytes, against the reference.
#include <gtest/gtest.h>

#include <array>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "lockstep/base/bytes.h"
#include "lockstep/bulkio/lists.h"
#include "lockstep/bulkio/paged_output.h"
#include "lockstep/reference/bulkio/lists.h"
#include "lockstep/reference/bulkio/paged_input.h"
#include "lockstep/reference/bulkio/paged_output.h"

namespace lockstep {
namespace {

constexpr std::array<std::int32_t, 2> kInts = {0x01020304, -1};
constexpr std::array<std::int64_t, 1> kLongs = {0x05060708090a0b0c};
constexpr std::size_t kOperations = 11;
constexpr std::size_t kMaxSequence = 4;
// Low enough that many sequences run into it, also in the middle of a page.
constexpr std::uint64_t kTightLimit = 13;

template <class Output>
Status apply(Output& out, std::size_t operation) {
  switch (operation) {
    case 0:
      return out.write_u8(0xee);
    case 1:
      return out.write_i16(0x1112);
    case 2:
      return out.write_i64(-2);
    case 3:
      return out.write_ints(kInts);
    case 4:
      return out.write_longs(kLongs);
    case 5:
      return out.write_bytes(as_byte_span("abc"));
    case 6:
      return out.write_utf8("z");
    case 7:
      return write_int_list(out, std::span(kInts).first(1));
    case 8:
      return out.seek(0);
    case 9:
      return out.seek(4);
    case 10:
      return out.seek(9);
    default:
      ADD_FAILURE();
      return {};
  }
}

std::string outcome(const Status& status) { return status ? "ok" : std::string(error_code_name(status.error().code)); }

// The stream's own view and one buffer with the same bytes read the same as the reference, from every position.
void check_reads(const PagedOutput& out, const reference::PagedOutput& expected) {
  ByteReader paged = out.read_view();
  ByteReader contiguous(expected.bytes());
  for (std::uint64_t at = 0; at <= expected.size(); ++at) {
    reference::PagedInput in(expected.bytes());
    ASSERT_TRUE(in.seek(static_cast<std::int64_t>(at)));
    const auto ints = in.read_ints(1, std::pmr::get_default_resource());
    for (ByteReader* reader : {&paged, &contiguous}) {
      ASSERT_TRUE(reader->seek(static_cast<std::int64_t>(at)));
      const auto read = reader->read_ints(1);
      ASSERT_EQ(read.has_value(), ints.has_value());
      if (ints) {
        ASSERT_EQ(*read, *ints);
      }
      ASSERT_EQ(reader->position(), in.position());
    }
  }
}

void check_sequence(std::size_t page_size, std::uint64_t max_bytes, const BulkPolicy& policy,
                    std::span<const std::size_t> operations) {
  reference::PagedOutput expected(page_size, std::pmr::new_delete_resource(), max_bytes);
  PagedOutput out(page_size, std::pmr::new_delete_resource(), max_bytes, policy);
  for (const std::size_t operation : operations) {
    ASSERT_EQ(outcome(apply(out, operation)), outcome(apply(expected, operation)));
    ASSERT_EQ(out.position(), expected.position());
    ASSERT_EQ(out.size(), expected.size());
  }
  const auto pages = out.pages();
  const auto expected_pages = expected.pages();
  ASSERT_EQ(pages.size(), expected_pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) ASSERT_TRUE(std::ranges::equal(pages[i].bytes(), expected_pages[i]));
  check_reads(out, expected);
}

class SequenceExhaustive : public testing::TestWithParam<std::size_t> {};

TEST_P(SequenceExhaustive, FourOperations) {
  for (const BulkPolicy& policy : {BulkPolicy::native(), BulkPolicy::pinot()}) {
    for (const std::uint64_t max_bytes : {PagedOutput::kNoLimit, kTightLimit}) {
      // Every prefix of a sequence is a sequence, checked along the way but for its bytes; those of the last are
      // enough.
      std::array<std::size_t, kMaxSequence> operations{};
      std::size_t next = kMaxSequence;
      while (next > 0) {
        check_sequence(GetParam(), max_bytes, policy, operations);
        if (HasFatalFailure()) {
          FAIL() << "pages of " << GetParam() << ", limit " << max_bytes << ", operations " << operations[0] << ' '
                 << operations[1] << ' ' << operations[2] << ' ' << operations[3];
        }
        // Count up, the last operation fastest.
        for (next = kMaxSequence; next > 0 && ++operations[next - 1] == kOperations; --next) operations[next - 1] = 0;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PageSizes, SequenceExhaustive, testing::Values(1, 2, 3, 4, 5));

}  // namespace
}  // namespace lockstep
