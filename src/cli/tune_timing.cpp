#include "cli/tune_timing.h"

#include <algorithm>

namespace lockstep {
namespace {

double time_calls(const TimedBody& body, std::uint64_t calls, std::uint64_t round) {
  const auto start = std::chrono::steady_clock::now();
  body(calls, round);
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
  return spent.count();
}

// How many calls fill a slice.
std::uint64_t calls_per_slice(const TimedBody& body, std::chrono::nanoseconds slice) {
  // The very first call may choose an instruction set or touch fresh memory; it says nothing.
  body(1, 0);
  std::uint64_t calls = 1;
  while (true) {
    const double spent = time_calls(body, calls, 0);
    const auto wanted = static_cast<double>(slice.count());
    if (spent >= wanted / 4) {
      return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(calls) * wanted / spent));
    }
    calls *= 2;
  }
}

}  // namespace

std::vector<double> interleaved_medians(std::span<const TimedBody> bodies, const TimingOptions& options) {
  std::vector<std::uint64_t> calls;
  for (const TimedBody& body : bodies) calls.push_back(calls_per_slice(body, options.slice));
  std::vector<std::vector<double>> times(bodies.size());
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      times[i].push_back(time_calls(bodies[i], calls[i], round) / static_cast<double>(calls[i]));
    }
  }
  std::vector<double> medians;
  for (std::vector<double>& of_body : times) {
    const auto middle = of_body.begin() + static_cast<std::ptrdiff_t>(of_body.size() / 2);
    std::nth_element(of_body.begin(), middle, of_body.end());
    medians.push_back(*middle);
  }
  return medians;
}

}  // namespace lockstep
