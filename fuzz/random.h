// The mutator's source of choices: small, fast, and the same for the same seed everywhere.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/base/check.h"

namespace lockstep::fuzz {

// Sebastiano Vigna's SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // 0 … bound - 1. The bias of the remainder does not matter here.
  std::size_t below(std::size_t bound) {
    LOCKSTEP_CHECK(bound != 0, "there is something to choose from");
    return static_cast<std::size_t>(next() % bound);
  }
  bool one_in(std::size_t count) { return below(count) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace lockstep::fuzz
