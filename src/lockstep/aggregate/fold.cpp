#include "lockstep/aggregate/fold.h"

#include <algorithm>
#include <concepts>
#include <limits>
#include <utility>

#include "lockstep/aggregate/decimal_bound.h"
#include "lockstep/sort/key_word.h"
#include "lockstep/sort/physical_dispatch.h"

namespace lockstep {
namespace {

// Every group's pick, starting from its first row; `is_better(row, pick)` says when a later row takes its place.
template <class IsBetter>
void pick_best(const GroupedRows& groups, std::span<std::uint32_t> picks, IsBetter is_better) {
  std::ranges::copy(groups.first_rows, picks.begin());
  for (std::uint32_t row = 0; row < groups.row_count(); ++row) {
    std::uint32_t& pick = picks[groups.group_of[row]];
    if (row != pick && is_better(row, pick)) pick = row;
  }
}

// The same, where a row with a value takes the place of one without, and one without of none.
template <class IsBetter>
void pick_best_value(const SplitColumn& column, const GroupedRows& groups, std::span<std::uint32_t> picks,
                     IsBetter is_better) {
  if (!column.nullable()) return pick_best(groups, picks, is_better);
  pick_best(groups, picks, [&](std::uint32_t row, std::uint32_t pick) {
    return !column.is_null(row) && (column.is_null(pick) || is_better(row, pick));
  });
}

// min and max: a later value that ties takes nobody's place.
void pick_extreme(const SplitColumn& column, const GroupedRows& groups, std::span<std::uint32_t> picks, bool largest) {
  const auto pick_by = [&](auto compare) {
    pick_best_value(column, groups, picks, [&](std::uint32_t row, std::uint32_t pick) {
      return largest ? compare(pick, row) : compare(row, pick);
    });
  };
  if (!column.type().is_fixed_width()) {
    return pick_by([&](std::uint32_t a, std::uint32_t b) { return column.compare_cells(a, b) < 0; });
  }
  visit_fixed_width(column.type().physical(), [&]<class T>() {
    pick_by(
        [&](std::uint32_t a, std::uint32_t b) { return key_word(column.fixed<T>(a)) < key_word(column.fixed<T>(b)); });
  });
}

// `sum` += `value` in the column's own type; true if the exact sum did not fit.
template <std::integral T>
bool add_overflow(T& sum, T value) {
  return __builtin_add_overflow(sum, value, &sum);
}
bool add_overflow(int128_t& sum, int128_t value) { return __builtin_add_overflow(sum, value, &sum); }

// One addition. True if the sum of an integer or decimal is to be counted as an overflow.
template <class T>
class Adder {
 public:
  explicit Adder(Type type) {
    if constexpr (!std::floating_point<T>) bound_ = decimal_bound<T>(type);
  }

  bool add(T& sum, const T& value) const {
    if constexpr (std::floating_point<T>) {
      sum += value;
      if (sum != sum) sum = std::numeric_limits<T>::quiet_NaN();
      return false;
    } else {
      const bool wrapped = add_overflow(sum, value);
      return wrapped || (bound_ != T{0} && (sum >= bound_ || sum <= -bound_));
    }
  }

 private:
  T bound_ = 0;
};

// Calls take(row id, value, is null) for all rows in insertion order.
template <class T, class Take>
void for_each_value(const SplitColumn& column, Take take) {
  std::uint32_t id = 0;
  for (const Column* const piece : {&column.kept(), &column.fresh()}) {
    const auto values = piece->values<T>();
    for (std::size_t row = 0; row < values.size(); ++row, ++id) take(id, values[row], piece->is_null(row));
  }
}

template <class T>
Column fold_sums_of(const SplitColumn& column, const GroupedRows& groups, std::uint64_t& overflows,
                    std::pmr::memory_resource* resource) {
  const Adder<T> adder(column.type());
  const std::size_t count = groups.group_count();
  Buffer data(resource);
  data.resize_uninitialized(count * sizeof(T));
  T* const sums = data.as<T>().data();
  const std::uint32_t* const group_of = groups.group_of.data();
  std::uint64_t wrapped = 0;
  if (!column.nullable()) {
    const std::uint32_t* const first_rows = groups.first_rows.data();
    for_each_value<T>(column, [&](std::uint32_t row, const T& value, bool) {
      const std::uint32_t group = group_of[row];
      if (first_rows[group] == row) {
        sums[group] = value;  // verbatim: a lone value keeps its bits
      } else {
        wrapped += adder.add(sums[group], value);
      }
    });
    overflows += wrapped;
    return Column(column.type(), false, count, std::move(data), Buffer(resource), Buffer(resource));
  }
  Buffer null_map(resource);
  null_map.resize_uninitialized(count);
  const auto nulls = null_map.as<std::uint8_t>();
  std::ranges::fill(nulls, 1);
  std::fill_n(sums, count, T{0});  // what lies under a null
  for_each_value<T>(column, [&](std::uint32_t row, const T& value, bool null) {
    if (null) return;
    const std::uint32_t group = group_of[row];
    if (std::exchange(nulls[group], 0) != 0) {
      sums[group] = value;
    } else {
      wrapped += adder.add(sums[group], value);
    }
  });
  overflows += wrapped;
  return Column(column.type(), true, count, std::move(data), Buffer(resource), std::move(null_map));
}

}  // namespace

void pick_rows(Aggregation aggregation, const SplitColumn& column, const GroupedRows& groups,
               std::span<std::uint32_t> picks) {
  switch (aggregation) {
    case Aggregation::replace:
      return pick_best(groups, picks, [](auto, auto) { return true; });
    case Aggregation::replace_if_not_null:
      return pick_best_value(column, groups, picks, [](auto, auto) { return true; });
    case Aggregation::min:
      return pick_extreme(column, groups, picks, false);
    case Aggregation::max:
      return pick_extreme(column, groups, picks, true);
    case Aggregation::none:
    case Aggregation::sum:
    case Aggregation::bitmap_union:
    case Aggregation::hll_union:
    case Aggregation::quantile_union:
    case Aggregation::custom:
      break;
  }
  LOCKSTEP_CHECK(false, "an aggregation whose result is one of the values");
}

void pick_by_sequence(const SplitColumn& sequence, const GroupedRows& groups, std::span<std::uint32_t> picks) {
  pick_best(groups, picks,
            [&](std::uint32_t row, std::uint32_t pick) { return sequence.compare_cells(row, pick) >= 0; });
}

Column fold_sums(const SplitColumn& column, const GroupedRows& groups, std::uint64_t& overflows,
                 std::pmr::memory_resource* resource) {
  LOCKSTEP_CHECK(column.type().is_summable(), "a type that can be summed");
  return visit_fixed_width(column.type().physical(), [&]<class T>() -> Column {
    // No summable type is unsigned; for the others there is nothing to instantiate.
    if constexpr (!UnsignedKey<T>) return fold_sums_of<T>(column, groups, overflows, resource);
    LOCKSTEP_CHECK(false, "summable types are signed");
  });
}

void fold_largest(std::span<const std::int64_t> values, const GroupedRows& groups, std::span<std::int64_t> largest) {
  for (std::uint32_t row = 0; row < values.size(); ++row) {
    std::int64_t& so_far = largest[groups.group_of[row]];
    so_far = groups.is_first(row) ? values[row] : std::max(so_far, values[row]);
  }
}

}  // namespace lockstep
