#include "lockstep/aggregate/fold.h"

#include <concepts>
#include <limits>

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

// One addition in the column's own type. True if the sum of an integer or decimal is to be counted as an overflow.
template <class T>
struct Adder {
  T bound = 0;  // decimals: 10^precision; else 0

  explicit Adder(Type type) {
    if constexpr (std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t> || std::same_as<T, int128_t>) {
      if (type.kind == TypeKind::decimal) bound = static_cast<T>(power_of_ten(type.precision));
    }
  }

  bool add(T& sum, T value) const {
    if constexpr (std::floating_point<T>) {
      sum += value;
      if (sum != sum) sum = std::numeric_limits<T>::quiet_NaN();
      return false;
    } else {
      const bool wrapped = __builtin_add_overflow(sum, value, &sum);
      return wrapped || (bound != 0 && (sum >= bound || sum <= -bound));
    }
  }
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
  return visit_fixed_width(column.type().physical(),
                           [&]<class T>() { return fold_sums_of<T>(column, groups, overflows, resource); });
}

}  // namespace lockstep
