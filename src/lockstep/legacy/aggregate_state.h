// Folding the values of a key: one function a column, one state a key and column.   (memtable.md, "What flush returns")
//
// The states of a key lie side by side in one allocation:
//
//   state of value column 0 · padding to kStateAlignment · state of value column 1 · …
//
// A state begins empty, takes values in insertion order, and may own memory of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lockstep/data/column.h"
#include "lockstep/data/schema.h"

namespace lockstep::legacy {

class AggregateFunction {
 public:
  virtual ~AggregateFunction() = default;

  [[nodiscard]] virtual std::size_t state_bytes() const = 0;
  // Makes an empty state in `state_bytes()` bytes at `state`; what it comes to own is from `resource`.
  virtual void create(std::byte* state, std::pmr::memory_resource* resource) const = 0;
  virtual void destroy(std::byte* state) const noexcept = 0;
  // Folds the value in `row`, null or not. Adds 1 to `sum_overflows` for a sum that wrapped or left its precision.
  virtual void add(std::byte* state, const Column& from, std::size_t row, std::uint64_t& sum_overflows) const = 0;
  // The fold of all values; nullopt is NULL. Valid until the state or `scratch` changes. Nothing is added afterwards.
  [[nodiscard]] virtual std::optional<std::span<const std::byte>> result(std::byte* state, Buffer& scratch) const = 0;
};

// The functions of a table's value columns and where their states lie.
class StateLayout {
 public:
  static constexpr std::size_t kStateAlignment = alignof(std::max_align_t);

  // All memory, also that of the states, comes from `resource`.
  StateLayout(const Schema& schema, std::pmr::memory_resource* resource);

  struct Slot {
    std::shared_ptr<const AggregateFunction> function;
    std::size_t offset;
  };
  // One a value column, in schema order; none for a model without aggregations.
  [[nodiscard]] std::span<const Slot> slots() const { return slots_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::pmr::memory_resource* resource() const { return slots_.get_allocator().resource(); }

 private:
  std::pmr::vector<Slot> slots_;
  std::size_t bytes_ = 0;
};

// The states of one key; owns them. The layout must outlive it.
class AggregateStates {
 public:
  AggregateStates() = default;  // none
  // One empty state a slot. A create that throws undoes those before it.
  explicit AggregateStates(const StateLayout& layout);
  AggregateStates(AggregateStates&& other) noexcept
      : layout_(std::exchange(other.layout_, nullptr)), memory_(std::exchange(other.memory_, nullptr)) {}
  AggregateStates& operator=(AggregateStates&& other) noexcept {
    std::swap(layout_, other.layout_);
    std::swap(memory_, other.memory_);
    return *this;
  }
  ~AggregateStates();

  [[nodiscard]] bool exist() const { return memory_ != nullptr; }
  void add(std::size_t slot, const Column& from, std::size_t row, std::uint64_t& sum_overflows) {
    const StateLayout::Slot& place = layout_->slots()[slot];
    place.function->add(memory_ + place.offset, from, row, sum_overflows);
  }
  [[nodiscard]] std::optional<std::span<const std::byte>> result(std::size_t slot, Buffer& scratch) const {
    const StateLayout::Slot& place = layout_->slots()[slot];
    return place.function->result(memory_ + place.offset, scratch);
  }

 private:
  // Destroys the first `made` states, last first, and gives the memory back.
  void release(std::size_t made) noexcept;

  const StateLayout* layout_ = nullptr;
  std::byte* memory_ = nullptr;
};

}  // namespace lockstep::legacy
