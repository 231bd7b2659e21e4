// How the values of one key in one column fold into a state that owns memory of its own: what the union aggregations
// are made of, and what a user writes to add an aggregation.   (memtable.md, "Aggregate states" and the table's
// "custom")
//
//   class Concatenate final : public Aggregate { … };
//   register_aggregate("concatenate", std::make_unique<const Concatenate>());
//   schema.columns[1].aggregation = Aggregation::custom;
//   schema.columns[1].custom = "concatenate";
//
// A table makes a state for a key when the key's second row is folded in; a key with one row keeps that row's bytes and
// meets no state. The state then takes every value of the key in insertion order, whatever the batches and shrinks, and
// is finished at flush. Any call may throw: the table passes it on like a std::bad_alloc, and destroys every state it
// was given exactly once.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>

#include "lockstep/base/error.h"
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
  // Folds in what `other`, a state of the same aggregate, has folded: values that were inserted after all of this
  // state's. `other` is only to be destroyed afterwards. What it throws leaves both destroyable. Tables fold by add
  // alone; merge is for whoever builds states side by side.
  virtual void merge(AggregateState& other) = 0;
  // Bytes that finish() will append to a variable-width column.
  [[nodiscard]] virtual std::size_t finished_bytes() const = 0;
  // Appends the result, exactly one row, of the column's type; a null only where the column is nullable. The state
  // takes no adds afterwards, but is still destroyed.
  virtual void finish(Column& to) = 0;

 protected:
  ~AggregateState() = default;
};

// Used by several threads at once if tables are.
class Aggregate {
 public:
  Aggregate() = default;
  Aggregate(const Aggregate&) = delete;
  Aggregate& operator=(const Aggregate&) = delete;
  virtual ~Aggregate() = default;

  // May a column of this type be folded so? Its result is of the same type.
  [[nodiscard]] virtual bool accepts(Type /*type*/) const { return true; }
  // An empty state, with all its memory from `resource`. May throw; nothing was made then.
  [[nodiscard]] virtual AggregateState* create(std::pmr::memory_resource* resource) const = 0;
  // `resource` is the one the state was created with.
  virtual void destroy(AggregateState* state, std::pmr::memory_resource* resource) const noexcept = 0;
};

// Makes `aggregate` known to every schema as `name`, for the rest of the process's life: a letter, then letters, digits
// and underscores. invalid_argument for any other name, the name of an aggregation that is built in, and one that is
// taken. Thread-safe.
Status register_aggregate(std::string name, std::unique_ptr<const Aggregate> aggregate);

// nullptr if there is none of that name. Thread-safe.
const Aggregate* find_aggregate(std::string_view name);

}  // namespace lockstep
