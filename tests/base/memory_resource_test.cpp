#include "lockstep/base/memory_resource.h"

#include <gtest/gtest.h>

#include <new>

namespace lockstep {
namespace {

TEST(CountingResource, CountsBytesAllocationsAndPeak) {
  CountingResource counting(std::pmr::new_delete_resource());
  void* const first = counting.allocate(100, 8);
  void* const second = counting.allocate(28, 64);
  EXPECT_EQ(counting.live_bytes(), 128u);
  EXPECT_EQ(counting.live_allocations(), 2u);
  EXPECT_EQ(counting.allocations(), 2u);
  counting.deallocate(first, 100, 8);
  EXPECT_EQ(counting.live_bytes(), 28u);
  EXPECT_EQ(counting.peak_bytes(), 128u);
  EXPECT_EQ(counting.allocations(), 2u);
  counting.reset_peak();
  EXPECT_EQ(counting.peak_bytes(), 28u);
  counting.deallocate(second, 28, 64);
  EXPECT_EQ(counting.live_bytes(), 0u);
  EXPECT_EQ(counting.live_allocations(), 0u);
  EXPECT_EQ(counting.peak_bytes(), 28u);
}

TEST(CountingResource, DoesNotCountWhatFailed) {
  FailingResource failing(std::pmr::new_delete_resource());
  CountingResource counting(&failing);
  failing.arm(1);
  EXPECT_THROW(static_cast<void>(counting.allocate(8, 8)), std::bad_alloc);
  EXPECT_EQ(counting.live_bytes(), 0u);
  EXPECT_EQ(counting.peak_bytes(), 0u);
  EXPECT_EQ(counting.allocations(), 0u);
}

TEST(CountingResourceDeathTest, RefusesMoreThanWasAskedFor) {
  CountingResource counting(std::pmr::null_memory_resource());
  std::byte memory[8];
  EXPECT_DEATH(counting.deallocate(memory, 8, 8), "given back once");
}

TEST(FailingResource, FailsTheChosenAllocationOnce) {
  FailingResource failing(std::pmr::new_delete_resource());
  failing.arm(3);
  void* const first = failing.allocate(8, 8);
  void* const second = failing.allocate(8, 8);
  EXPECT_FALSE(failing.failed());
  EXPECT_THROW(static_cast<void>(failing.allocate(8, 8)), std::bad_alloc);
  EXPECT_TRUE(failing.failed());
  void* const third = failing.allocate(8, 8);
  for (void* const memory : {first, second, third}) failing.deallocate(memory, 8, 8);
}

TEST(FailingResource, ArmingAgainStartsAfresh) {
  FailingResource failing(std::pmr::new_delete_resource());
  failing.arm(1);
  EXPECT_THROW(static_cast<void>(failing.allocate(8, 8)), std::bad_alloc);
  failing.arm(2);
  EXPECT_FALSE(failing.failed());
  failing.disarm();
  for (int i = 0; i < 3; ++i) failing.deallocate(failing.allocate(8, 8), 8, 8);
  EXPECT_FALSE(failing.failed());
  failing.arm(0);
  failing.deallocate(failing.allocate(8, 8), 8, 8);
  EXPECT_FALSE(failing.failed());
}

}  // namespace
}  // namespace lockstep
