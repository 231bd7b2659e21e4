#include "lockstep/legacy/aggregate_state.h"

#include "lockstep/legacy/aggregate_function.h"

namespace lockstep::legacy {

StateLayout::StateLayout(const Schema& schema, std::pmr::memory_resource* resource) : slots_(resource) {
  if (schema.model != Model::aggregate) return;
  slots_.reserve(schema.columns.size() - schema.key_count);
  for (std::size_t i = schema.key_count; i < schema.columns.size(); ++i) {
    auto function = make_aggregate_function(schema.columns[i], resource);
    const std::size_t size = (function->state_bytes() + kStateAlignment - 1) / kStateAlignment * kStateAlignment;
    slots_.push_back({std::move(function), bytes_});
    bytes_ += size;
  }
}

AggregateStates::AggregateStates(const StateLayout& layout)
    : layout_(&layout),
      memory_(static_cast<std::byte*>(layout.resource()->allocate(layout.bytes(), StateLayout::kStateAlignment))) {
  std::size_t made = 0;
  try {
    for (const StateLayout::Slot& slot : layout.slots()) {
      slot.function->create(memory_ + slot.offset, layout.resource());
      ++made;
    }
  } catch (...) {
    release(made);
    throw;
  }
}

AggregateStates::~AggregateStates() {
  if (memory_ != nullptr) release(layout_->slots().size());
}

void AggregateStates::release(std::size_t made) noexcept {
  while (made > 0) {
    const StateLayout::Slot& slot = layout_->slots()[--made];
    slot.function->destroy(memory_ + slot.offset);
  }
  layout_->resource()->deallocate(memory_, layout_->bytes(), StateLayout::kStateAlignment);
  memory_ = nullptr;
}

}  // namespace lockstep::legacy
