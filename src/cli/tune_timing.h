// Times of a few ways to do the same thing, fit to be compared with each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace lockstep {

// One way: does the work `calls` times. `round` counts from 0; a body may vary with it what must not matter, such as
// the distance of its buffers.
using TimedBody = std::function<void(std::uint64_t calls, std::uint64_t round)>;

struct TimingOptions {
  std::uint64_t rounds = 31;
  // How long a body runs in a round.
  std::chrono::nanoseconds slice = std::chrono::microseconds(100);
};

// The median time of one call of each body, in nanoseconds. Every round runs each body once, so that a change of the
// clock or a busy neighbour meets all of them. Takes about rounds × slice × bodies.
std::vector<double> interleaved_medians(std::span<const TimedBody> bodies, const TimingOptions& options);

}  // namespace lockstep
