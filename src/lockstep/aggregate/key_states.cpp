#include "lockstep/aggregate/key_states.h"

#include <new>

namespace lockstep {

struct KeyStates::Block {
  std::span<const Aggregate* const> aggregates;
  std::pmr::memory_resource* resource;
  std::size_t created;  // how many of the states exist

  [[nodiscard]] AggregateState** states() { return reinterpret_cast<AggregateState**>(this + 1); }
  [[nodiscard]] static std::size_t bytes(std::size_t count) { return sizeof(Block) + count * sizeof(AggregateState*); }
};

KeyStates KeyStates::create(std::span<const Aggregate* const> aggregates, std::pmr::memory_resource* resource) {
  KeyStates states;
  void* const memory = resource->allocate(Block::bytes(aggregates.size()), alignof(Block));
  states.block_ = ::new (memory) Block{aggregates, resource, 0};
  for (const Aggregate* const aggregate : aggregates) {
    states.block_->states()[states.block_->created] = aggregate->create(resource);
    ++states.block_->created;
  }
  return states;
}

AggregateState& KeyStates::operator[](std::size_t index) const { return *block_->states()[index]; }

void KeyStates::reset() noexcept {
  if (block_ == nullptr) return;
  Block* const block = std::exchange(block_, nullptr);
  for (std::size_t i = 0; i < block->created; ++i) {
    block->aggregates[i]->destroy(block->states()[i], block->resource);
  }
  std::pmr::memory_resource* const resource = block->resource;
  const std::size_t bytes = Block::bytes(block->aggregates.size());
  block->~Block();
  resource->deallocate(block, bytes, alignof(Block));
}

}  // namespace lockstep
