// Time spent in one part of the work, added to a statistic when the part ends.
#pragma once

#include <chrono>
#include <cstdint>

namespace lockstep {

class Stopwatch {
 public:
  explicit Stopwatch(std::uint64_t& nanoseconds) : nanoseconds_(nanoseconds) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    nanoseconds_ += static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start_).count());
  }

 private:
  std::uint64_t& nanoseconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace lockstep
