// A custom aggregate for tests: its result depends on every value, null or not, and on their order; it counts lives,
// and throws where it is told to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "lockstep/data/aggregate.h"

namespace lockstep::props {

// What a Recorder throws.
class RecorderFailure : public std::runtime_error {
 public:
  RecorderFailure() : std::runtime_error("the recorder was told to fail") {}
};

class Recorder final : public Aggregate {
 public:
  enum class Call : std::uint8_t { create, add, merge, finish };
  static constexpr std::array kCalls = {Call::create, Call::add, Call::merge, Call::finish};

  // Registered as "recorder", once a process.
  static Recorder& instance();

  // Forgets all counts. From here on the n-th `call`, from 1, throws RecorderFailure; 0: none does.
  void arm(Call call, std::uint64_t n) const;
  // Whether a call threw.
  [[nodiscard]] bool has_failed() const { return failed_; }
  [[nodiscard]] std::uint64_t created() const { return created_; }
  [[nodiscard]] std::uint64_t destroyed() const { return destroyed_; }

  // Types all of whose bit patterns are values, so that any result is one; and string.
  [[nodiscard]] bool accepts(Type type) const override;
  [[nodiscard]] AggregateState* create(std::pmr::memory_resource* resource) const override;
  void destroy(AggregateState* state, std::pmr::memory_resource* resource) const noexcept override;

 private:
  class State;
  void called(Call call) const;

  // Tables know their aggregates as const.
  mutable std::array<std::uint64_t, kCalls.size()> calls_{};
  mutable Call armed_ = Call::create;
  mutable std::uint64_t fail_at_ = 0;
  mutable bool failed_ = false;
  mutable std::uint64_t created_ = 0;
  mutable std::uint64_t destroyed_ = 0;
};

}  // namespace lockstep::props
