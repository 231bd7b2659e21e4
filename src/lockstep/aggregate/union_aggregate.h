// The aggregation of a set-like type by union: nulls skipped, NULL where no value is left.
#pragma once

#include <new>
#include <utility>

#include "lockstep/data/aggregate.h"

namespace lockstep {

// Set is a type with parse(bytes, resource), merge(Set&&) or merge(const Set&), serialized_bytes() and serialize(to).
// Its columns hold valid bytes of it; other bytes are a programming error.
template <class Set>
class UnionAggregate final : public Aggregate {
 public:
  [[nodiscard]] AggregateState* create(std::pmr::memory_resource* resource) const override {
    return std::pmr::polymorphic_allocator<>(resource).new_object<State>(resource);
  }
  void destroy(AggregateState* state, std::pmr::memory_resource* resource) const noexcept override {
    std::pmr::polymorphic_allocator<>(resource).delete_object(static_cast<State*>(state));
  }

 private:
  class State final : public AggregateState {
   public:
    explicit State(std::pmr::memory_resource* resource) : resource_(resource), set_(resource) {}

    void add(const Column& column, std::size_t row) override {
      if (column.is_null(row)) return;
      auto value = Set::parse(column.value(row), resource_);
      LOCKSTEP_CHECK(value.has_value(), "stored values were validated at insert");
      set_.merge(std::move(*value));
      has_value_ = true;
    }

    void merge(AggregateState& other) override {
      auto& from = static_cast<State&>(other);
      if (!from.has_value_) return;
      set_.merge(std::move(from.set_));
      has_value_ = true;
    }

    [[nodiscard]] std::size_t finished_bytes() const override { return has_value_ ? set_.serialized_bytes() : 0; }

    void finish(Column& to) override {
      if (!has_value_) {
        to.append_null();
        return;
      }
      Buffer bytes(resource_);
      bytes.resize_uninitialized(set_.serialized_bytes());
      set_.serialize(bytes.data());
      to.append(bytes.bytes());
    }

   private:
    std::pmr::memory_resource* resource_;
    Set set_;
    bool has_value_ = false;
  };
};

}  // namespace lockstep
