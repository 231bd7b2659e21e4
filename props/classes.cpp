#include "classes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "lockstep/base/bytes.h"
#include "lockstep/scenario/runner.h"
#include "lockstep/scenario/subject.h"
#include "rewrite.h"
#include "schema_generator.h"
#include "sortable_key.h"

namespace lockstep::props {
namespace {

using scenario::Insert;
using scenario::MemTableScenario;
using scenario::SortScenario;

constexpr std::size_t kPrefixBytes = 8;  // of a string, that a sorter may keep beside the row id

class Classes {
 public:
  void add_if(bool belongs, std::string_view name) {
    if (belongs) names_.insert(name);
  }
  [[nodiscard]] std::vector<std::string_view> list() const { return {names_.begin(), names_.end()}; }

 private:
  std::set<std::string_view> names_;
};

bool is_nan(const Column& column, std::size_t row) {
  if (column.is_null(row)) return false;
  if (column.type().kind == TypeKind::float32) return std::isnan(load_unaligned<float>(column.value(row).data()));
  if (column.type().kind == TypeKind::float64) return std::isnan(load_unaligned<double>(column.value(row).data()));
  return false;
}

bool has_payload(const Column& column, std::size_t row) {
  return column.is_null(row) && std::ranges::any_of(column.value(row), [](std::byte b) { return b != std::byte{0}; });
}

void classify_values(Classes& classes, const Block& block) {
  for (const Column& column : block.columns()) {
    for (std::size_t row = 0; row < column.size(); ++row) {
      classes.add_if(column.is_null(row), "nulls");
      classes.add_if(has_payload(column, row), "payload under a null");
      classes.add_if(is_nan(column, row), "NaNs");
      classes.add_if(column.type().kind == TypeKind::bitmap, "bitmaps");
      classes.add_if(column.type().kind == TypeKind::hll, "hlls");
      classes.add_if(column.type().kind == TypeKind::quantile, "quantiles");
      classes.add_if(column.type().physical() == PhysicalType::int256, "decimals of 256 bits");
    }
  }
}

// Equal in the order, other bytes: ±0, NaNs, NULs behind a char's end.
void classify_twins(Classes& classes, const Block& block, std::uint32_t key_count) {
  for (std::uint32_t c = 0; c < key_count; ++c) {
    std::map<std::string, std::string> first_bytes;
    std::set<std::string> prefixes;
    for (std::size_t row = 0; row < block.row_count(); ++row) {
      if (block.column(c).is_null(row)) continue;
      const std::string bytes(block.column(c).text(row));
      const auto [first, is_new] = first_bytes.emplace(sortable(block.column(c), row), bytes);
      classes.add_if(!is_new && first->second != bytes, "equal keys of other bytes");
      if (block.column(c).is_fixed_width() || !is_new || bytes.size() < kPrefixBytes) continue;
      classes.add_if(!prefixes.insert(bytes.substr(0, kPrefixBytes)).second, "strings that share their first bytes");
    }
  }
}

void classify_rows(Classes& classes, std::size_t rows) {
  classes.add_if(rows == 0, "no rows");
  classes.add_if(is_near_row_threshold(rows), "rows around a threshold");
}

void classify_keys(Classes& classes, std::span<const SortableKey> keys) {
  std::map<SortableKey, std::size_t> rows_of_key;
  for (const SortableKey& key : keys) {
    const std::size_t rows = ++rows_of_key[key];
    classes.add_if(rows == 2, "full ties");
    classes.add_if(rows == 3, "three rows of a key");
  }
  if (keys.size() < 3) return;
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order,
                    [&](std::uint32_t a, std::uint32_t b) { return std::tie(keys[a], a) < std::tie(keys[b], b); });
  std::size_t steps = 1;
  for (std::uint32_t at = order[0]; at != 0; at = order[at]) ++steps;
  classes.add_if(steps == keys.size(), "permutation of one cycle");
}

// Does a key come both before and after a shrink?
bool ties_span_a_shrink(const MemTableScenario& scenario) {
  std::set<SortableKey> shrunk;
  std::set<SortableKey> fresh;
  for (const scenario::Operation& operation : scenario.operations) {
    if (std::holds_alternative<scenario::Shrink>(operation.action)) shrunk.merge(fresh);
    const auto* const insert = std::get_if<Insert>(&operation.action);
    if (insert == nullptr) continue;
    for (SortableKey& key : sortable_keys(picked_rows(*insert, scenario.schema).block, scenario.schema.key_count)) {
      if (shrunk.contains(key)) return true;
      fresh.insert(std::move(key));
    }
  }
  return false;
}

// Calls that fail, with the reference's word for it.
void classify_calls(Classes& classes, const MemTableScenario& scenario) {
  for (const scenario::Step& step : scenario::run(scenario, scenario::reference_subject()).steps) {
    if (!step.error) continue;
    classes.add_if(step.error == ErrorCode::bad_alloc, "a call out of memory");
    classes.add_if(step.error != ErrorCode::bad_alloc, "a refused call");
  }
}

}  // namespace

std::vector<std::string_view> classes_of(const MemTableScenario& scenario) {
  Classes classes;
  classify_calls(classes, scenario);
  std::size_t inserts = 0;
  std::size_t shrinks = 0;
  for (const scenario::Operation& operation : scenario.operations) {
    shrinks += std::holds_alternative<scenario::Shrink>(operation.action);
    const auto* const insert = std::get_if<Insert>(&operation.action);
    if (insert == nullptr) continue;
    ++inserts;
    classes.add_if(insert->source.block.row_count() == 0, "an empty insert");
    classes.add_if(insert->picks.has_value(), "picked rows");
  }
  classes.add_if(inserts >= 2, "two or more inserts");
  classes.add_if(shrinks == 0, "no shrink");
  classes.add_if(shrinks >= 2, "two or more shrinks");
  const scenario::Rows rows = inserted_rows(scenario);
  classify_values(classes, rows.block);
  classify_rows(classes, rows.block.row_count());
  if (scenario.schema.key_count == 0) return classes.list();
  classify_keys(classes, sortable_keys(rows.block, scenario.schema.key_count));
  classify_twins(classes, rows.block, scenario.schema.key_count);
  classes.add_if(ties_span_a_shrink(scenario), "ties across a shrink");
  return classes.list();
}

std::vector<std::string_view> classes_of(const SortScenario& scenario) {
  Classes classes;
  classify_values(classes, scenario.rows);
  classify_rows(classes, scenario.rows.row_count());
  classify_twins(classes, scenario.rows, static_cast<std::uint32_t>(scenario.rows.column_count()));
  std::vector<std::uint32_t> columns;
  for (const SortKey& key : scenario.order.keys) {
    columns.push_back(key.column);
    classes.add_if(key.direction == Direction::descending, "descending");
    classes.add_if(key.nulls == NullPlacement::last, "nulls last");
  }
  classify_keys(classes, sortable_keys(scenario.rows, columns));
  classes.add_if(columns.size() >= 2, "two or more keys");
  classes.add_if(scenario.limit.has_value(), "top n");
  return classes.list();
}

std::vector<ClassFloor> mem_table_floors() {
  return {{"full ties", 40},
          {"three rows of a key", 25},
          {"ties across a shrink", 8},
          {"equal keys of other bytes", 5},
          {"strings that share their first bytes", 3},
          {"nulls", 40},
          {"payload under a null", 30},
          {"NaNs", 15},
          {"bitmaps", 4},
          {"hlls", 4},
          {"quantiles", 4},
          {"decimals of 256 bits", 3},
          {"two or more inserts", 30},
          {"an empty insert", 10},
          {"picked rows", 10},
          {"no shrink", 15},
          {"two or more shrinks", 20},
          {"permutation of one cycle", 4},
          {"rows around a threshold", 20}};
}

std::vector<ClassFloor> sort_floors() {
  return {{"full ties", 40},
          {"nulls", 30},
          {"payload under a null", 20},
          {"NaNs", 10},
          {"descending", 30},
          {"nulls last", 30},
          {"two or more keys", 30},
          {"permutation of one cycle", 5},
          {"rows around a threshold", 20},
          {"equal keys of other bytes", 5},
          {"strings that share their first bytes", 3}};
}

}  // namespace lockstep::props
