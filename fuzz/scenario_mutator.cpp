#include "scenario_mutator.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "block_edit.h"
#include "schema_mutator.h"

namespace lockstep::fuzz {

namespace {

using namespace scenario;
using Operations = std::vector<Operation>;

Operations::iterator any_operation(Operations& operations, Random& random) {
  return operations.begin() + static_cast<std::ptrdiff_t>(random.below(operations.size()));
}

// An insert with rows, or null.
Insert* any_insert(MemTableScenario& scenario, Random& random) {
  std::vector<Insert*> inserts;
  for (Operation& operation : scenario.operations) {
    Insert* const insert = std::get_if<Insert>(&operation.action);
    if (insert != nullptr && insert->source.block.row_count() != 0) inserts.push_back(insert);
  }
  return inserts.empty() ? nullptr : inserts[random.below(inserts.size())];
}

// --- operations

void duplicate_operation(MemTableScenario& scenario, Random& random) {
  if (scenario.operations.empty()) return;
  Operation copy = *any_operation(scenario.operations, random);
  scenario.operations.insert(any_operation(scenario.operations, random), std::move(copy));
}

void remove_operation(MemTableScenario& scenario, Random& random) {
  if (!scenario.operations.empty()) scenario.operations.erase(any_operation(scenario.operations, random));
}

void swap_operations(MemTableScenario& scenario, Random& random) {
  if (scenario.operations.empty()) return;
  std::iter_swap(any_operation(scenario.operations, random), any_operation(scenario.operations, random));
}

void move_operation(MemTableScenario& scenario, Random& random) {
  if (scenario.operations.empty()) return;
  const auto from = any_operation(scenario.operations, random);
  const auto to = any_operation(scenario.operations, random);
  if (from < to) {
    std::rotate(from, from + 1, to + 1);
  } else {
    std::rotate(to, from, from + 1);
  }
}

void insert_shrink(MemTableScenario& scenario, Random& random) {
  const std::size_t at = random.below(scenario.operations.size() + 1);
  scenario.operations.insert(scenario.operations.begin() + static_cast<std::ptrdiff_t>(at), Operation{Shrink{}, 0, {}});
}

void fail_an_allocation(MemTableScenario& scenario, Random& random) {
  static constexpr std::size_t kMostAllocations = 16;  // an operation on a few rows seldom makes more
  if (scenario.operations.empty()) return;
  Operation& operation = *any_operation(scenario.operations, random);
  operation.fail_alloc = operation.fail_alloc != 0 && random.one_in(2) ? 0 : 1 + random.below(kMostAllocations);
}

// --- rows

void duplicate_rows(Rows& rows, Random& random) {
  const std::size_t count = rows.block.row_count();
  std::vector<std::uint32_t> picks(count);
  std::iota(picks.begin(), picks.end(), 0u);
  const auto first = static_cast<std::uint32_t>(random.below(count));
  for (std::size_t i = 0; i <= random.below(count); ++i) {
    picks.push_back((first + static_cast<std::uint32_t>(i)) % static_cast<std::uint32_t>(count));
  }
  if (rows.lsns.size() == count) {
    for (std::size_t i = count; i < picks.size(); ++i) rows.lsns.push_back(rows.lsns[picks[i]]);
  }
  rows.block = take_rows(rows.block, picks);
}

void copy_cell(Block& to, const Block& from, Random& random) {
  if (to.column_count() == 0) return;
  const std::size_t c = random.below(to.column_count());
  if (c >= from.column_count() || to.column(c).type() != from.column(c).type()) return;
  set_cell(to.column(c), random.below(to.row_count()), from.column(c), random.below(from.row_count()));
}

void toggle_a_null(Block& block, Random& random) {
  if (block.column_count() == 0) return;
  Column& column = block.column(random.below(block.column_count()));
  if (column.nullable()) toggle_null(column, random.below(column.size()));
}

void duplicate_insert_rows(MemTableScenario& scenario, Random& random) {
  if (Insert* const insert = any_insert(scenario, random)) duplicate_rows(insert->source, random);
}

void copy_insert_cell(MemTableScenario& scenario, Random& random) {
  Insert* const to = any_insert(scenario, random);
  const Insert* const from = any_insert(scenario, random);
  if (to != nullptr) copy_cell(to->source.block, from->source.block, random);
}

void toggle_insert_null(MemTableScenario& scenario, Random& random) {
  if (Insert* const insert = any_insert(scenario, random)) toggle_a_null(insert->source.block, random);
}

// The rows behind a place, and the picks and LSNs that go with them, become an insert of their own.
void split_insert(MemTableScenario& scenario, Random& random) {
  if (scenario.operations.empty()) return;
  const auto at = any_operation(scenario.operations, random);
  Insert* const insert = std::get_if<Insert>(&at->action);
  if (insert == nullptr) return;
  Operation second = *at;
  auto& rest = std::get<Insert>(second.action);
  if (insert->picks) {
    const auto place = static_cast<std::ptrdiff_t>(random.below(insert->picks->size() + 1));
    rest.picks->erase(rest.picks->begin(), rest.picks->begin() + place);
    insert->picks->erase(insert->picks->begin() + place, insert->picks->end());
  } else {
    const std::size_t rows = insert->source.block.row_count();
    std::vector<std::uint32_t> all(rows);
    std::iota(all.begin(), all.end(), 0u);
    const std::size_t place = random.below(rows + 1);
    rest.source.block = take_rows(insert->source.block, std::span(all).subspan(place));
    insert->source.block = take_rows(insert->source.block, std::span(all).first(place));
    std::vector<std::int64_t>& lsns = insert->source.lsns;
    const std::size_t lsn_place = std::min(place, lsns.size());
    rest.source.lsns.erase(rest.source.lsns.begin(), rest.source.lsns.begin() + static_cast<std::ptrdiff_t>(lsn_place));
    lsns.resize(lsn_place);
  }
  scenario.operations.insert(at + 1, std::move(second));
}

using MemTableMutation = void (*)(MemTableScenario&, Random&);
constexpr std::array<MemTableMutation, 13> kMemTableMutations{
    &duplicate_operation,   &remove_operation, &swap_operations,    &move_operation, &insert_shrink,
    &fail_an_allocation,    &split_insert,     &toggle_insert_null, &add_key_column, &remove_key_column,
    &duplicate_insert_rows, &copy_insert_cell, &change_model};

// --- sorts

void duplicate_sort_rows(SortScenario& scenario, Random& random) {
  if (scenario.rows.row_count() == 0) return;
  Rows rows{std::move(scenario.rows), {}};
  duplicate_rows(rows, random);
  scenario.rows = std::move(rows.block);
}

void copy_sort_cell(SortScenario& scenario, Random& random) {
  if (scenario.rows.row_count() != 0) copy_cell(scenario.rows, scenario.rows, random);
}

void toggle_sort_null(SortScenario& scenario, Random& random) {
  if (scenario.rows.row_count() != 0) toggle_a_null(scenario.rows, random);
}

void change_sort_key(SortScenario& scenario, Random& random) {
  if (scenario.order.keys.empty()) return;
  SortKey& key = scenario.order.keys[random.below(scenario.order.keys.size())];
  if (random.one_in(2)) {
    key.direction = key.direction == Direction::ascending ? Direction::descending : Direction::ascending;
  } else {
    key.nulls = key.nulls == NullPlacement::first ? NullPlacement::last : NullPlacement::first;
  }
}

void move_sort_key(SortScenario& scenario, Random& random) {
  std::vector<SortKey>& keys = scenario.order.keys;
  if (keys.empty()) return;
  std::swap(keys[random.below(keys.size())], keys[random.below(keys.size())]);
}

void add_or_remove_sort_key(SortScenario& scenario, Random& random) {
  std::vector<SortKey>& keys = scenario.order.keys;
  if (!keys.empty() && random.one_in(2)) {
    keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(random.below(keys.size())));
  } else if (!scenario.schema.columns.empty()) {
    keys.push_back({static_cast<std::uint32_t>(random.below(scenario.schema.columns.size())), Direction::ascending,
                    NullPlacement::last});
  }
}

void change_ties_or_limit(SortScenario& scenario, Random& random) {
  if (random.one_in(2)) {
    scenario.order.ties = scenario.order.ties == TieOrder::ascending ? TieOrder::descending : TieOrder::ascending;
  } else if (scenario.limit && random.one_in(2)) {
    scenario.limit.reset();
  } else {
    scenario.limit = random.below(scenario.rows.row_count() + 2);
  }
}

using SortMutation = void (*)(SortScenario&, Random&);
constexpr std::array<SortMutation, 7> kSortMutations{&duplicate_sort_rows, &copy_sort_cell, &toggle_sort_null,
                                                     &change_sort_key,     &move_sort_key,  &add_or_remove_sort_key,
                                                     &change_ties_or_limit};

void mutate_once(MemTableScenario& scenario, Random& random) {
  kMemTableMutations[random.below(kMemTableMutations.size())](scenario, random);
}
void mutate_once(SortScenario& scenario, Random& random) {
  scenario.expected.reset();  // of another order
  kSortMutations[random.below(kSortMutations.size())](scenario, random);
}

}  // namespace

void mutate(Scenario& scenario, Random& random) {
  static constexpr std::size_t kMostChanges = 4;
  const std::size_t changes = 1 + random.below(kMostChanges);
  for (std::size_t i = 0; i < changes; ++i) {
    std::visit([&](auto& kind) { mutate_once(kind, random); }, scenario);
  }
}

}  // namespace lockstep::fuzz
