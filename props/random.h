// The generators' source of choices: a small deterministic stream of random numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/base/int128.h"

namespace lockstep::props {

// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers from the same seed everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }
  uint128_t bits128() {
    const uint128_t high = bits();
    return high << 64 | bits();
  }

  // 0 … count - 1. The bias of the remainder is no matter here.
  std::uint64_t below(std::uint64_t count) {
    LOCKSTEP_CHECK(count > 0, "a choice needs something to choose from");
    return bits() % count;
  }
  std::uint64_t between(std::uint64_t first, std::uint64_t last) { return first + below(last - first + 1); }
  bool chance(std::uint64_t percent) { return below(100) < percent; }

  template <class T>
  const T& pick(std::span<const T> from) {
    return from[below(from.size())];
  }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  template <class T, std::size_t n>
  const T& pick(const std::array<T, n>& from) {
    return from[below(n)];
  }
  template <class T>
  T pick(std::initializer_list<T> from) {
    return from.begin()[below(from.size())];
  }

  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace lockstep::props
