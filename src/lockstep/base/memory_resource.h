// Memory resources that watch and that fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>

namespace lockstep {

// Passes every call on to `upstream` and keeps exact counts. Not thread-safe, like the tables that use it.
// `upstream` must outlive it. Destroying it while bytes are live is the caller's leak: it does not free them.
class CountingResource final : public std::pmr::memory_resource {
 public:
  explicit CountingResource(std::pmr::memory_resource* upstream) : upstream_(upstream) {}

  // Bytes asked for and not yet given back, and the most that this has been since the last reset_peak().
  [[nodiscard]] std::uint64_t live_bytes() const { return live_bytes_; }
  [[nodiscard]] std::uint64_t peak_bytes() const { return peak_bytes_; }
  // Successful allocations so far, and allocations not yet given back.
  [[nodiscard]] std::uint64_t allocations() const { return allocations_; }
  [[nodiscard]] std::uint64_t live_allocations() const { return live_allocations_; }
  void reset_peak() { peak_bytes_ = live_bytes_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource* upstream_;
  std::uint64_t live_bytes_ = 0;
  std::uint64_t peak_bytes_ = 0;
  std::uint64_t allocations_ = 0;
  std::uint64_t live_allocations_ = 0;
};

// Throws std::bad_alloc at one chosen allocation, once; passes everything else on to `upstream`.
class FailingResource final : public std::pmr::memory_resource {
 public:
  explicit FailingResource(std::pmr::memory_resource* upstream) : upstream_(upstream) {}

  // The `countdown`-th allocation from now (1 = the next) throws. 0 disarms.
  void arm(std::uint64_t countdown) {
    countdown_ = countdown;
    failed_ = false;
  }
  void disarm() { countdown_ = 0; }
  // Whether the armed allocation was reached since the last arm().
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource* upstream_;
  std::uint64_t countdown_ = 0;
  bool failed_ = false;
};

}  // namespace lockstep
