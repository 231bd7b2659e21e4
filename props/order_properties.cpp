// The order of rows, without asking another subject for it.   (quality.md, 4 – 7)
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "block_edit.h"
#include "rewrite.h"
#include "scenario_generator.h"
#include "sortable_key.h"
#include "verdicts.h"

namespace lockstep::props {
namespace {

using scenario::MemTableScenario;
using scenario::SortScenario;
using scenario::Subject;

MemTableScenario random_table(Random& random) { return random_mem_table_scenario({}, random); }
SortScenario random_sort(Random& random) { return random_sort_scenario({}, random); }

// The rows of each key changed places among themselves; other keys' rows stay.
std::vector<std::uint32_t> shuffled_inside_ties(const std::vector<SortableKey>& keys) {
  std::map<SortableKey, std::vector<std::uint32_t>> groups;
  for (std::uint32_t row = 0; row < keys.size(); ++row) groups[keys[row]].push_back(row);
  std::vector<std::uint32_t> order(keys.size());
  Random random(1);
  for (const auto& [key, rows] : groups) {
    std::vector<std::uint32_t> mixed = rows;
    random.shuffle(mixed);
    for (std::size_t i = 0; i < rows.size(); ++i) order[rows[i]] = mixed[i];
  }
  return order;
}

TEST(Order, RowsShuffledInsideATieGiveTheSameKeys) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    const std::uint32_t key_count = scenario.schema.key_count;
    const scenario::Rows rows = inserted_rows(scenario);
    const auto expected = finish(at_once(scenario, rows), subject);
    if (!expected) return expected.error();
    const auto order = shuffled_inside_ties(sortable_keys(rows.block, key_count));
    const auto actual = finish(at_once(scenario, take_rows(rows, order)), subject);
    if (!actual) return actual.error();
    if (sortable_keys(expected->flushed.block, key_count) != sortable_keys(actual->flushed.block, key_count)) {
      return "other keys came out";
    }
    return std::nullopt;
  };
  const auto generate = [](Random& random) {
    MemTableScenario scenario = random_table(random);
    scenario.schema.cluster.clear();  // orders by values too, which change places
    return scenario;
  };
  check_property({.generate = generate, .judge = on_every_subject(judge), .floors = mem_table_floors()});
}

// A column of zeros of a type chosen by `position`, so that several types are tried.
Column constant_column(std::size_t position, std::size_t rows) {
  static constexpr std::array kTypes = {Type::of(TypeKind::int32), Type::of(TypeKind::string),
                                        Type::of(TypeKind::float64)};
  Column column(kTypes[position % kTypes.size()], true, std::pmr::get_default_resource());
  const bool null = position % 2 == 1;
  for (std::size_t row = 0; row < rows; ++row) {
    if (null) {
      column.append_null();
    } else {
      column.append(std::vector<std::byte>(column.type().width()));
    }
  }
  return column;
}

TEST(Order, AConstantKeyColumnChangesNoTable) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    const scenario::Rows rows = inserted_rows(scenario);
    const auto expected = finish(at_once(scenario, rows), subject);
    if (!expected) return expected.error();
    for (std::uint32_t at = 0; at <= scenario.schema.key_count; ++at) {
      const Column constant = constant_column(at, rows.block.row_count());
      MemTableScenario more = scenario;
      Schema& schema = more.schema;
      schema.columns.insert(schema.columns.begin() + at, ColumnSchema{"constant", constant.type(), true});
      ++schema.key_count;
      if (schema.sequence) ++*schema.sequence;
      if (schema.delete_sign) ++*schema.delete_sign;
      for (std::uint32_t& column : schema.cluster) column += column >= at ? 1 : 0;
      auto actual = finish(at_once(more, {insert_column(rows.block, at, constant), rows.lsns}), subject);
      if (!actual) return actual.error();
      actual->flushed.block = erase_column(actual->flushed.block, at);
      const std::string what = "with a constant key column " + std::to_string(at);
      if (const Verdict verdict = same_blocks(expected->flushed, actual->flushed, what)) return verdict;
    }
    return std::nullopt;
  };
  const auto generate = [](Random& random) {
    MemTableScenario scenario = random_mem_table_scenario({.max_rows = 65}, random);
    // Without a key a table keeps insertion order; with one it breaks ties newest first.
    if (scenario.schema.key_count == 0) return random_mem_table_scenario({.schema = {.model = Model::unique}}, random);
    return scenario;
  };
  check_property({.generate = generate, .judge = on_every_subject(judge), .floors = mem_table_floors(), .cases = 300});
}

TEST(Order, AConstantOrRepeatedKeyChangesNoSort) {
  const auto judge = [](const SortScenario& scenario, const Subject& subject) -> Verdict {
    const auto expected = sorted(scenario, subject);
    if (!expected) return expected.error();
    SortScenario more = scenario;
    const auto constant = static_cast<std::uint32_t>(more.rows.column_count());
    more.rows = insert_column(more.rows, constant, constant_column(more.order.keys.size(), more.rows.row_count()));
    more.schema.columns.push_back({"constant", more.rows.column(constant).type(), true});
    for (std::size_t at = 0; at <= scenario.order.keys.size(); ++at) {
      more.order = scenario.order;
      more.order.keys.insert(more.order.keys.begin() + static_cast<std::ptrdiff_t>(at), SortKey{.column = constant});
      const auto actual = sorted(more, subject);
      if (!actual) return actual.error();
      if (*actual != *expected) return "another order with a constant key " + std::to_string(at);
    }
    for (std::size_t key = 0; key < scenario.order.keys.size(); ++key) {
      more.order = scenario.order;
      SortKey again = scenario.order.keys[key];
      again.direction = Direction::descending;  // of no consequence: it only sees ties
      more.order.keys.push_back(again);
      const auto actual = sorted(more, subject);
      if (!actual) return actual.error();
      if (*actual != *expected) return "another order with key " + std::to_string(key) + " repeated";
    }
    return std::nullopt;
  };
  const auto generate = [](Random& random) { return random_sort_scenario({.max_rows = 300}, random); };
  check_property({.generate = generate, .judge = sort_on_every_subject(judge), .floors = sort_floors()});
}

TEST(Order, ASortIsABijectionAndTopNItsStart) {
  const auto judge = [](const SortScenario& scenario, const Subject& subject) -> Verdict {
    const auto actual = sorted(scenario, subject);
    if (!actual) return actual.error();
    SortScenario whole = scenario;
    whole.limit.reset();
    const auto all = sorted(whole, subject);
    if (!all) return all.error();
    std::vector<std::uint32_t> ids = *all;
    std::ranges::sort(ids);
    for (std::uint32_t row = 0; row < ids.size(); ++row) {
      if (ids[row] != row) return "the row ids are not each there once";
    }
    if (ids.size() != scenario.rows.row_count()) return "not all rows were sorted";
    const std::size_t wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(scenario.limit.value_or(~std::uint64_t{0}), ids.size()));
    if (actual->size() != wanted) return "the limit gives " + std::to_string(actual->size()) + " rows";
    if (!std::equal(actual->begin(), actual->end(), all->begin())) return "top n is not the start of the whole order";
    return std::nullopt;
  };
  check_property({.generate = random_sort, .judge = sort_on_every_subject(judge), .floors = [] {
                    std::vector<ClassFloor> floors = sort_floors();
                    floors.push_back({"top n", 15});
                    return floors;
                  }()});
}

// −1, 0, 1: how one key places two rows.
int compare_by(const SortKey& key, const Column& column, std::uint32_t a, std::uint32_t b) {
  if (column.is_null(a) || column.is_null(b)) {
    if (column.is_null(a) == column.is_null(b)) return 0;
    return column.is_null(a) == (key.nulls == NullPlacement::first) ? -1 : 1;
  }
  const int values = sortable(column, a).compare(sortable(column, b));
  const int sign = values < 0 ? -1 : values > 0 ? 1 : 0;
  return key.direction == Direction::ascending ? sign : -sign;
}

TEST(Order, ASortAscendsAndBreaksTiesByPosition) {
  const auto judge = [](const SortScenario& scenario, const Subject& subject) -> Verdict {
    const auto order = sorted(scenario, subject);
    if (!order) return order.error();
    for (std::size_t i = 1; i < order->size(); ++i) {
      const std::uint32_t before = (*order)[i - 1];
      const std::uint32_t after = (*order)[i];
      int place = 0;
      for (const SortKey& key : scenario.order.keys) {
        if (place == 0) place = compare_by(key, scenario.rows.column(key.column), before, after);
      }
      const bool tie_in_place = (before < after) == (scenario.order.ties == TieOrder::ascending);
      if (place > 0 || (place == 0 && !tie_in_place)) {
        return "rows " + std::to_string(before) + " and " + std::to_string(after) + " came out the wrong way round";
      }
    }
    return std::nullopt;
  };
  check_property({.generate = random_sort, .judge = sort_on_every_subject(judge), .floors = sort_floors()});
}

// Is each output row the source row it says, byte for byte but for what a table makes canonical? (Sets are for the
// differential properties.)
Verdict rows_came_along(const Block& in, const std::vector<std::uint32_t>& source, const Block& out) {
  for (std::size_t c = 0; c < in.column_count(); ++c) {
    const Column& from = in.column(c);
    const Column& to = out.column(c);
    if (from.type().is_set()) continue;
    for (std::size_t row = 0; row < source.size(); ++row) {
      const bool null = from.is_null(source[row]);
      const bool cut = from.type().kind == TypeKind::character;
      const bool same = null  ? std::ranges::all_of(to.value(row), [](std::byte b) { return b == std::byte{0}; })
                        : cut ? sortable(from, source[row]) == sortable(to, row)
                              : from.text(source[row]) == to.text(row);
      if (null != to.is_null(row) || !same) {
        return "column " + std::to_string(c) + " of output row " + std::to_string(row) + " is not that of source row " +
               std::to_string(source[row]);
      }
    }
  }
  return std::nullopt;
}

// With each row's position as its LSN, the LSNs that come out say where every row came from.
TEST(Order, OutputKeysAscendAndDupKeepsEveryRow) {
  const auto judge = [](const MemTableScenario& scenario, const Subject& subject) -> Verdict {
    MemTableScenario numbered = scenario;
    numbered.schema.lsn = true;
    scenario::Rows rows = inserted_rows(scenario);
    rows.lsns.resize(rows.block.row_count());
    std::iota(rows.lsns.begin(), rows.lsns.end(), 0);
    const auto finished = finish(at_once(numbered, rows), subject);
    if (!finished) return finished.error();
    const FlushedBlock& out = finished->flushed;
    const bool dup = scenario.schema.model == Model::duplicate;
    const std::vector<SortableKey> keys = scenario.schema.cluster.empty()
                                              ? sortable_keys(out.block, scenario.schema.key_count)
                                              : sortable_keys(out.block, scenario.schema.cluster);
    for (std::size_t row = 1; row < keys.size(); ++row) {
      const bool tie = keys[row - 1] == keys[row];
      const std::string where = "rows " + std::to_string(row - 1) + " and " + std::to_string(row);
      if (keys[row] < keys[row - 1]) return where + " came out the wrong way round";
      if (tie && !dup && scenario.schema.cluster.empty()) return where + " have one key";
      const bool newest_first = out.lsns[row] < out.lsns[row - 1];
      if (tie && dup && newest_first != (scenario.schema.key_count > 0)) return where + " tie in the wrong order";
    }
    if (!dup) return std::nullopt;
    std::vector<std::uint32_t> source(out.lsns.begin(), out.lsns.end());
    const std::set<std::uint32_t> distinct(source.begin(), source.end());
    if (distinct.size() != rows.block.row_count()) return "not every row came out once";
    return rows_came_along(rows.block, source, out.block);
  };
  check_property({.generate = random_table, .judge = on_every_subject(judge), .floors = mem_table_floors()});
}

}  // namespace
}  // namespace lockstep::props
