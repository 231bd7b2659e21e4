#include "lockstep/reference/fold.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "lockstep/base/check.h"
#include "lockstep/data/aggregate.h"
#include "lockstep/reference/order.h"
#include "lockstep/reference/set_values.h"

namespace lockstep::reference {
namespace {

static_assert(FLT_EVAL_METHOD == 0, "float sums are added in the column's own precision");

template <class T>
T load(const Cell& cell) {
  return load_unaligned<T>(cell.bytes().data());
}

template <class T>
void store(Cell& cell, T value) {
  store_unaligned(cell.bytes().data(), value);
}

// Both are values. The sum wraps modulo 2^width; says whether it had to.
template <class T>
bool add_integers(Cell& into, const Cell& next) {
  T sum = load<T>(into);
  bool wrapped;
  if constexpr (std::is_same_v<T, int256_t>) {
    wrapped = add_overflow(sum, load<T>(next));
  } else {
    wrapped = __builtin_add_overflow(sum, load<T>(next), &sum);
  }
  store(into, sum);
  return wrapped;
}

// Both are values. Which NaN an addition gives is the compiler's choice, so every NaN that comes of one is the same.
template <class T>
void add_floats(Cell& into, const Cell& next) {
  const T sum = load<T>(into) + load<T>(next);
  store(into, std::isnan(sum) ? std::numeric_limits<T>::quiet_NaN() : sum);
}

bool has_left_precision(Type type, const Cell& cell) {
  if (type.kind != TypeKind::decimal) return false;
  const int256_t unscaled = load_integer(type.physical(), cell.value().bytes);
  return unscaled <= -power_of_ten_256(type.precision) || unscaled >= power_of_ten_256(type.precision);
}

void add(Type type, Cell& into, const Cell& next, std::uint64_t& overflows) {
  bool wrapped = false;
  switch (type.physical()) {
    case PhysicalType::int8:
      wrapped = add_integers<std::int8_t>(into, next);
      break;
    case PhysicalType::int16:
      wrapped = add_integers<std::int16_t>(into, next);
      break;
    case PhysicalType::int32:
      wrapped = add_integers<std::int32_t>(into, next);
      break;
    case PhysicalType::int64:
      wrapped = add_integers<std::int64_t>(into, next);
      break;
    case PhysicalType::int128:
      wrapped = add_integers<int128_t>(into, next);
      break;
    case PhysicalType::int256:
      wrapped = add_integers<int256_t>(into, next);
      break;
    case PhysicalType::float32:
      add_floats<float>(into, next);
      break;
    case PhysicalType::float64:
      add_floats<double>(into, next);
      break;
    case PhysicalType::uint8:
    case PhysicalType::uint32:
    case PhysicalType::uint128:
    case PhysicalType::bytes:
      LOCKSTEP_CHECK(false, "the type has sums");
  }
  if (wrapped || has_left_precision(type, into)) ++overflows;
}

// A state from creation to destruction, whatever is thrown between.
class OwnedState {
 public:
  OwnedState(const Aggregate& aggregate, std::pmr::memory_resource* resource)
      : aggregate_(aggregate), resource_(resource), state_(aggregate.create(resource)) {}
  OwnedState(const OwnedState&) = delete;
  OwnedState& operator=(const OwnedState&) = delete;
  ~OwnedState() { aggregate_.destroy(state_, resource_); }
  AggregateState* operator->() { return state_; }

 private:
  const Aggregate& aggregate_;
  std::pmr::memory_resource* resource_;
  AggregateState* state_;
};

void append(Column& column, const Cell& cell) {
  if (cell.is_null()) {
    column.append_null();
  } else {
    column.append(cell.value().bytes);
  }
}

// `into` = what the aggregate makes of it and of all that came later.
void fold_custom(const ColumnSchema& schema, const Aggregate& aggregate, Cell& into) {
  std::pmr::memory_resource* const resource = into.bytes().get_allocator().resource();
  Column values(schema.type, schema.nullable, resource);
  append(values, into);
  for (const Cell& cell : into.later()) append(values, cell);

  OwnedState state(aggregate, resource);
  for (std::size_t row = 0; row < values.size(); ++row) state->add(values, row);
  Column result(schema.type, schema.nullable, resource);
  state->finish(result);
  LOCKSTEP_CHECK(result.size() == 1, "a custom aggregate finishes with one row");
  into = Cell(result.is_null(0), std::pmr::string(result.is_null(0) ? "" : as_text(result.value(0)), resource));
}

// Both are values, and the aggregation is one that skips nulls.
void fold_non_nulls(Aggregation aggregation, Type type, Cell& into, Cell next, std::uint64_t& overflows) {
  switch (aggregation) {
    case Aggregation::sum:
      return add(type, into, next, overflows);
    case Aggregation::min:
      if (compare_values(type, next.value(), into.value()) < 0) into = std::move(next);
      return;
    case Aggregation::max:
      if (compare_values(type, next.value(), into.value()) > 0) into = std::move(next);
      return;
    case Aggregation::replace_if_not_null:
      into = std::move(next);
      return;
    case Aggregation::bitmap_union:
    case Aggregation::hll_union:
      return unite_cells(type.kind, into, std::span(&next, 1));
    case Aggregation::quantile_union:
      into.later().push_back(std::move(next));
      return;
    case Aggregation::none:
    case Aggregation::replace:
    case Aggregation::custom:
      break;
  }
  LOCKSTEP_CHECK(false, "the aggregation skips nulls");
}

}  // namespace

void fold_value(Aggregation aggregation, Type type, Cell& into, Cell next, std::uint64_t& overflows) {
  LOCKSTEP_CHECK(aggregation_accepts(aggregation, type), "the column can be folded this way");
  if (aggregation == Aggregation::replace) {
    into = std::move(next);  // NULL included
  } else if (aggregation == Aggregation::custom) {
    into.later().push_back(std::move(next));  // NULL included
  } else if (next.is_null()) {
    return;
  } else if (into.is_null()) {
    into = std::move(next);  // the first value there is: as it is
  } else {
    fold_non_nulls(aggregation, type, into, std::move(next), overflows);
  }
}

void finish_row(const Schema& schema, Row& row) {
  for (std::uint32_t i = schema.key_count; i < schema.columns.size(); ++i) {
    Cell& cell = row.cells[i];
    if (cell.later().empty()) continue;
    const ColumnSchema& column = schema.columns[i];
    if (column.aggregation == Aggregation::custom) {
      fold_custom(column, *find_aggregate(column.custom), cell);
    } else {
      unite_cells(column.type.kind, cell, cell.later());
      cell.later().clear();
    }
  }
}

void fold_row(const Schema& schema, Row& into, Row next, std::uint64_t& overflows) {
  into.lsn = std::max(into.lsn, next.lsn);
  if (schema.sequence) {
    const Type type = schema.columns[*schema.sequence].type;
    const auto order = compare_values(type, next.cells[*schema.sequence].value(), into.cells[*schema.sequence].value());
    if (order >= 0) into.cells = std::move(next.cells);
    return;
  }
  for (std::uint32_t i = schema.key_count; i < schema.columns.size(); ++i) {
    const ColumnSchema& column = schema.columns[i];
    const Aggregation aggregation =
        schema.model == Model::unique ? Aggregation::replace : column.aggregation;  // the last row wins
    fold_value(aggregation, column.type, into.cells[i], std::move(next.cells[i]), overflows);
  }
}

}  // namespace lockstep::reference
