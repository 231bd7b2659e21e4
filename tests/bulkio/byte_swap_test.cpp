#include "lockstep/bulkio/byte_swap.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace lockstep {
namespace {

constexpr std::size_t kGuard = 64;  // bytes before and after; a vector too far lands here
constexpr std::size_t kMisalignments = 8;

std::byte source_byte(std::size_t i) { return static_cast<std::byte>(i * 37 + 11); }

// One call on guarded buffers, at every alignment of both sides and over two different fills, against the definition.
template <class Word>
void check_every_alignment(std::size_t count, void (*swap)(std::byte*, const std::byte*, std::size_t)) {
  const std::size_t bytes = count * sizeof(Word);
  for (std::size_t from_at = kGuard; from_at < kGuard + kMisalignments; ++from_at) {
    for (std::size_t to_at = kGuard; to_at < kGuard + kMisalignments; ++to_at) {
      for (const std::byte fill : {std::byte{0x00}, std::byte{0xff}}) {
        std::vector<std::byte> from(from_at + bytes + kGuard);
        for (std::size_t i = 0; i < from.size(); ++i) from[i] = source_byte(i);
        const std::vector<std::byte> from_before = from;
        std::vector<std::byte> to(to_at + bytes + kGuard, fill);
        std::vector<std::byte> expected = to;
        for (std::size_t i = 0; i < bytes; ++i) {
          expected[to_at + i] = from[from_at + i / sizeof(Word) * sizeof(Word) + (sizeof(Word) - 1 - i % sizeof(Word))];
        }
        swap(to.data() + to_at, from.data() + from_at, count);
        ASSERT_EQ(from, from_before) << "the source changed, count " << count;
        ASSERT_EQ(to, expected) << count << " words from +" << from_at - kGuard << " to +" << to_at - kGuard;
      }
    }
  }
}

std::vector<std::size_t> counts() {
  std::vector<std::size_t> all;
  for (std::size_t n = 0; n <= 70; ++n) all.push_back(n);
  for (const std::size_t middle : {std::size_t{128}, std::size_t{256}, std::size_t{4096}}) {
    for (std::size_t n = middle - 1; n <= middle + 1; ++n) all.push_back(n);
  }
  return all;
}

TEST(CopyByteSwapped, ReversesEveryWordAtEveryAlignment) {
  for (const std::size_t count : counts()) {
    if (count > 300) continue;  // the large ones below, on every target
    check_every_alignment<std::uint32_t>(count, &copy_byte_swapped<std::uint32_t>);
    check_every_alignment<std::uint64_t>(count, &copy_byte_swapped<std::uint64_t>);
  }
}

// The instruction set is chosen at run time, once a process, so every target is checked in a process of its own.
class ByteSwapTarget : public testing::TestWithParam<std::int64_t> {};

[[noreturn]] void check_target_and_exit(std::int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  for (const std::size_t count : counts()) {
    if (count <= kInlineSwapValues) continue;  // never reaches the vector code
    check_every_alignment<std::uint32_t>(count, &copy_byte_swapped_vector<std::uint32_t>);
    check_every_alignment<std::uint64_t>(count, &copy_byte_swapped_vector<std::uint64_t>);
  }
  std::exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST_P(ByteSwapTarget, ReversesEveryWord) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(check_target_and_exit(GetParam()), testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(EveryTarget, ByteSwapTarget, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const testing::TestParamInfo<std::int64_t>& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace lockstep
