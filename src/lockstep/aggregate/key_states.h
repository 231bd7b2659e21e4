// The aggregate states of one key, and who owns them.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>
#include <utility>

#include "lockstep/data/aggregate.h"

namespace lockstep {

// A handle of one pointer: either empty (the key has met one row only) or the sole owner of one state per aggregate.
// Moves move the ownership, so every state is destroyed exactly once, wherever the handle was when things went wrong.
// The aggregates and the resource must outlive it.
class KeyStates {
 public:
  KeyStates() noexcept = default;
  KeyStates(KeyStates&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  KeyStates& operator=(KeyStates&& other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~KeyStates() { reset(); }

  // Makes one state per aggregate. If the k-th create throws, the k - 1 before it are destroyed and the exception goes
  // on.
  static KeyStates create(std::span<const Aggregate* const> aggregates, std::pmr::memory_resource* resource);

  [[nodiscard]] explicit operator bool() const { return block_ != nullptr; }
  // The state of the index-th aggregate.
  [[nodiscard]] AggregateState& operator[](std::size_t index) const;
  void reset() noexcept;

 private:
  struct Block;  // a header, then a pointer to each state
  Block* block_ = nullptr;
};

}  // namespace lockstep
