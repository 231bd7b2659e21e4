#include "lockstep/aggregate/fold.h"

#include <concepts>
#include <limits>

#include "lockstep/aggregate/decimal_bound.h"
#include "lockstep/sort/key_word.h"
#include "lockstep/sort/physical_dispatch.h"

namespace lockstep {
namespace {

// Of the rows that hold a value, the one that no later one is better than; the first row where all are null.
template <class IsBetter>
std::uint32_t pick_value(const SplitColumn& column, std::span<const std::uint32_t> rows, IsBetter is_better) {
  std::uint32_t best = rows.front();
  bool has_value = !column.is_null(best);
  for (const std::uint32_t row : rows.subspan(1)) {
    if (column.is_null(row)) continue;
    if (!has_value || is_better(row, best)) best = row;
    has_value = true;
  }
  return best;
}

template <class Pick>
void pick_each(const GroupedRows& groups, std::span<std::uint32_t> picks, Pick pick) {
  for (std::size_t g = 0; g < groups.group_count(); ++g) {
    const auto rows = groups.group(g);
    picks[g] = rows.size() == 1 ? rows.front() : pick(rows);
  }
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

template <class T>
Column fold_sums_of(const SplitColumn& column, const GroupedRows& groups, std::uint64_t& overflows,
                    std::pmr::memory_resource* resource) {
  const Adder<T> adder(column.type());
  Column sums(column.type(), column.nullable(), resource);
  sums.reserve_more(groups.group_count(), 0);
  for (std::size_t g = 0; g < groups.group_count(); ++g) {
    T sum = 0;
    bool has_value = false;
    for (const std::uint32_t row : groups.group(g)) {
      if (column.is_null(row)) continue;
      const T value = column.fixed<T>(row);
      if (has_value) {
        overflows += adder.add(sum, value);
      } else {
        sum = value;  // verbatim: a lone value keeps its bits
        has_value = true;
      }
    }
    has_value ? sums.append_value(sum) : sums.append_null();
  }
  return sums;
}

}  // namespace

void pick_rows(Aggregation aggregation, const SplitColumn& column, const GroupedRows& groups,
               std::span<std::uint32_t> picks) {
  const auto pick_best = [&](auto is_better) {
    pick_each(groups, picks, [&](auto rows) { return pick_value(column, rows, is_better); });
  };
  switch (aggregation) {
    case Aggregation::replace:
      return pick_each(groups, picks, [](auto rows) { return rows.back(); });
    case Aggregation::replace_if_not_null:
      return pick_best([](auto, auto) { return true; });
    case Aggregation::min:
      return pick_best([&](auto row, auto best) { return column.compare_cells(row, best) < 0; });
    case Aggregation::max:
      return pick_best([&](auto row, auto best) { return column.compare_cells(row, best) > 0; });
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
  pick_each(groups, picks, [&](std::span<const std::uint32_t> rows) {
    std::uint32_t winner = rows.front();
    for (const std::uint32_t row : rows.subspan(1)) {
      if (sequence.compare_cells(row, winner) >= 0) winner = row;
    }
    return winner;
  });
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

}  // namespace lockstep
