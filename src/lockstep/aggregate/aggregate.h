// How the values of one key in one column fold into a state that owns memory of its own.   (memtable.md, "Aggregate
// states")
//
// Folds whose result is one of the values (min, max, replace) or a number (sum) need no state: fold.h does them in
// place.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "lockstep/data/column.h"

namespace lockstep {

// The fold of one key's values so far. Made by its Aggregate and destroyed by it, exactly once.
class AggregateState {
 public:
  AggregateState() = default;
  AggregateState(const AggregateState&) = delete;
  AggregateState& operator=(const AggregateState&) = delete;

  // Folds one value in; values come in insertion order, nulls included. What it throws leaves the state destroyable.
  virtual void add(const Column& column, std::size_t row) = 0;
  // Bytes that finish() will append to a variable-width column.
  [[nodiscard]] virtual std::size_t finished_bytes() const = 0;
  // Appends the result, one row. The state takes no adds afterwards, but is still destroyed.
  virtual void finish(Column& to) = 0;

 protected:
  ~AggregateState() = default;
};

class Aggregate {
 public:
  Aggregate() = default;
  Aggregate(const Aggregate&) = delete;
  Aggregate& operator=(const Aggregate&) = delete;
  virtual ~Aggregate() = default;

  // An empty state, with all its memory from `resource`. May throw; nothing was made then.
  [[nodiscard]] virtual AggregateState* create(std::pmr::memory_resource* resource) const = 0;
  virtual void destroy(AggregateState* state, std::pmr::memory_resource* resource) const noexcept = 0;
};

}  // namespace lockstep
