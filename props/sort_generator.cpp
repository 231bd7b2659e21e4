#include <utility>
#include <vector>

#include "block_edit.h"
#include "scenario_generator.h"

namespace lockstep::props {
namespace {

SortOrder random_order(std::uint32_t columns, Random& random) {
  SortOrder order;
  order.ties = random.chance(50) ? TieOrder::ascending : TieOrder::descending;
  for (std::uint64_t keys = random.chance(5) ? 0 : random.between(1, columns + 1u); keys > 0; --keys) {
    order.keys.push_back({static_cast<std::uint32_t>(random.below(columns)),
                          random.chance(50) ? Direction::ascending : Direction::descending,
                          random.chance(50) ? NullPlacement::first : NullPlacement::last});
  }
  return order;
}

// As a table stores them: without NULs behind their end, which are not part of a char.
Column cut_chars(const Column& column) {
  return rewrite_rows(column, [&](Column& to, std::size_t row) {
    const std::string_view text = column.text(row);
    to.append_text(text.substr(0, text.find_last_not_of('\0') + 1), column.is_null(row));
  });
}

}  // namespace

scenario::SortScenario random_sort_scenario(const SortDemands& demands, Random& random) {
  scenario::SortScenario made{.schema = {}, .order = {}, .limit = {}, .rows = Block({}), .expected = {}};
  const auto columns = static_cast<std::uint32_t>(random.pick<std::uint64_t>({1, 1, 2, 2, 3, 4}));
  for (std::uint32_t i = 0; i < columns; ++i) {
    made.schema.columns.push_back({"c" + std::to_string(i), random_orderable_type(random), random.chance(60)});
  }
  std::size_t rows = random_row_count(demands.max_rows, random);
  if (random.chance(3)) rows = std::min<std::size_t>(demands.max_rows, random.between(300, 2000));
  const bool single_cycle = rows >= 3 && random.chance(12);
  if (single_cycle) made.schema.columns[0] = {"c0", Type::of(TypeKind::int32), false};

  std::vector<ColumnHabit> habits;
  const bool spread = random.chance(25);
  for (const ColumnSchema& column : made.schema.columns) {
    habits.push_back(random_habit(column.type, column.nullable, spread, kDefaultMaxStringBytes, random));
  }
  made.rows = random_rows(made.schema, habits, rows, kDefaultMaxStringBytes, 0, random);
  for (std::uint32_t i = 0; i < columns; ++i) {
    if (made.rows.column(i).type().kind == TypeKind::character) made.rows.column(i) = cut_chars(made.rows.column(i));
  }
  made.order = random_order(columns, random);
  if (single_cycle) {
    const std::vector<std::uint32_t> cycle = random_single_cycle(rows, random);
    made.rows.column(0) = rewrite_rows(made.rows.column(0), [&](Column& to, std::size_t row) {
      to.append_value(static_cast<std::int32_t>(cycle[row]));
    });
    made.order.keys.insert(made.order.keys.begin(), SortKey{});
  }
  if (demands.limit && random.chance(35)) made.limit = random.chance(90) ? random.below(rows + 3) : random.bits();
  if (demands.failing_allocations && random.chance(15)) made.fail_alloc = random.between(1, 12);
  if (demands.expectations && random.chance(50)) {
    made.expected.emplace();
    for (std::uint64_t i = random.below(6); i > 0; --i) {
      made.expected->push_back(static_cast<std::uint32_t>(random.below(rows + 1)));
    }
  }
  return made;
}

}  // namespace lockstep::props
