#include "shrink.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "block_edit.h"
#include "lockstep/base/bytes.h"

namespace lockstep::props {
namespace {

using scenario::ExpectRows;
using scenario::Insert;
using scenario::MemTableScenario;
using scenario::Operation;
using scenario::SortScenario;

struct Range {
  std::size_t first;
  std::size_t count;
};

// Halves, quarters, … single ones of `count` things.
std::vector<Range> shrinking_ranges(std::size_t count) {
  std::vector<Range> ranges;
  for (std::size_t size = count; size > 0; size /= 2) {
    for (std::size_t first = 0; first < count; first += size) ranges.push_back({first, std::min(size, count - first)});
  }
  return ranges;
}

std::vector<std::uint32_t> all_but(std::size_t rows, Range left_out) {
  std::vector<std::uint32_t> kept;
  for (std::size_t row = 0; row < rows; ++row) {
    if (row < left_out.first || row >= left_out.first + left_out.count) kept.push_back(static_cast<std::uint32_t>(row));
  }
  return kept;
}

// The plainest value of a type: zero bytes, the empty string, the empty set.
std::string plain_value(Type type) {
  if (type.kind == TypeKind::bitmap) return std::string(sizeof(std::uint64_t), '\0');
  if (type.is_set()) return std::string(1, '\0');
  return std::string(type.width(), '\0');
}

bool is_plain(const Column& column, std::size_t row) {
  if (column.is_null(row)) return std::ranges::all_of(column.value(row), [](std::byte b) { return b == std::byte{0}; });
  return column.text(row) == plain_value(column.type());
}

// Makes the values in `rows` plain; a null keeps being one.
Column made_plain(const Column& column, Range rows) {
  return rewrite_rows(column, [&](Column& to, std::size_t row) {
    if (row < rows.first || row >= rows.first + rows.count) {
      to.append_row(column, row);
    } else if (column.is_null(row)) {
      to.append_null();
    } else {
      to.append_text(plain_value(column.type()));
    }
  });
}

void keep_rows(scenario::Rows& rows, const std::vector<std::uint32_t>& kept) {
  rows.block = take_rows(rows.block, kept);
  std::vector<std::int64_t> lsns;
  for (const std::uint32_t row : kept) {
    if (row < rows.lsns.size()) lsns.push_back(rows.lsns[row]);
  }
  rows.lsns = std::move(lsns);
}

// Where another column's index stands after column `erased` is gone; must not be called with `erased` itself.
std::uint32_t index_after(std::uint32_t index, std::uint32_t erased) { return index > erased ? index - 1 : index; }

void erase_schema_column(Schema& schema, std::uint32_t erased) {
  if (schema.is_key(erased)) --schema.key_count;
  schema.columns.erase(schema.columns.begin() + erased);
  for (auto* const special : {&schema.sequence, &schema.delete_sign}) {
    if (*special == erased) special->reset();
    if (*special) **special = index_after(**special, erased);
  }
  std::erase(schema.cluster, erased);
  for (std::uint32_t& column : schema.cluster) column = index_after(column, erased);
}

void erase_column_everywhere(MemTableScenario& scenario, std::uint32_t erased) {
  const std::size_t columns = scenario.schema.columns.size();
  erase_schema_column(scenario.schema, erased);
  for (Operation& operation : scenario.operations) {
    auto* const insert = std::get_if<Insert>(&operation.action);
    auto* const expected = std::get_if<ExpectRows>(&operation.action);
    scenario::Rows* const rows = insert != nullptr ? &insert->source : expected != nullptr ? &expected->rows : nullptr;
    if (rows != nullptr && rows->block.column_count() == columns) rows->block = erase_column(rows->block, erased);
  }
}

// The picked rows as the source; picks that are not there go.
void apply_picks(Insert& insert) {
  std::vector<std::uint32_t> picks = *insert.picks;
  std::erase_if(picks, [&](std::uint32_t row) { return row >= insert.source.block.row_count(); });
  keep_rows(insert.source, picks);
  insert.picks.reset();
}

using MemTableEdits = std::vector<Edit<MemTableScenario>>;

void add_operation_edits(MemTableEdits& edits, const MemTableScenario& from) {
  const auto is_flush = [](const Operation& operation) {
    return std::holds_alternative<scenario::Flush>(operation.action);
  };
  const auto first_flush = std::ranges::find_if(from.operations, is_flush) - from.operations.begin();
  for (const Range range : shrinking_ranges(from.operations.size())) {
    const bool holds_flush = static_cast<std::size_t>(first_flush) - range.first < range.count;
    if (holds_flush) continue;  // expectations need it, and without it there is little to see
    edits.push_back([range](MemTableScenario& scenario) {
      const auto first = scenario.operations.begin() + static_cast<std::ptrdiff_t>(range.first);
      scenario.operations.erase(first, first + static_cast<std::ptrdiff_t>(range.count));
    });
  }
}

void add_feature_edits(MemTableEdits& edits, const MemTableScenario& from) {
  const Schema& schema = from.schema;
  if (from.options != TableOptions{}) edits.push_back([](MemTableScenario& s) { s.options = {}; });
  if (!schema.cluster.empty()) edits.push_back([](MemTableScenario& s) { s.schema.cluster.clear(); });
  if (schema.sequence) edits.push_back([](MemTableScenario& s) { s.schema.sequence.reset(); });
  if (schema.delete_sign) edits.push_back([](MemTableScenario& s) { s.schema.delete_sign.reset(); });
  if (schema.lsn) {
    edits.push_back([](MemTableScenario& s) {
      s.schema.lsn = false;
      for (Operation& operation : s.operations) {
        if (auto* insert = std::get_if<Insert>(&operation.action)) insert->source.lsns.clear();
        if (auto* expected = std::get_if<ExpectRows>(&operation.action)) expected->rows.lsns.clear();
      }
    });
  }
  for (std::uint32_t column = 0; column < schema.columns.size() && schema.columns.size() > 1; ++column) {
    const bool last_key = schema.is_key(column) && schema.key_count == 1 && schema.model != Model::duplicate;
    if (!last_key) edits.push_back([column](MemTableScenario& s) { erase_column_everywhere(s, column); });
  }
  for (std::size_t i = 0; i < from.operations.size(); ++i) {
    if (from.operations[i].fail_alloc > 0)
      edits.push_back([i](MemTableScenario& s) { s.operations[i].fail_alloc = 0; });
    if (from.operations[i].fail_alloc > 1)
      edits.push_back([i](MemTableScenario& s) { s.operations[i].fail_alloc /= 2; });
    if (from.operations[i].expected_error) {
      edits.push_back([i](MemTableScenario& s) { s.operations[i].expected_error.reset(); });
    }
  }
}

void add_row_edits(MemTableEdits& edits, const MemTableScenario& from) {
  for (std::size_t i = 0; i < from.operations.size(); ++i) {
    const auto* const insert = std::get_if<Insert>(&from.operations[i].action);
    if (insert == nullptr) continue;
    if (insert->picks) {
      edits.push_back([i](MemTableScenario& s) { apply_picks(std::get<Insert>(s.operations[i].action)); });
      continue;
    }
    for (const Range range : shrinking_ranges(insert->source.block.row_count())) {
      edits.push_back([i, range](MemTableScenario& s) {
        scenario::Rows& rows = std::get<Insert>(s.operations[i].action).source;
        keep_rows(rows, all_but(rows.block.row_count(), range));
      });
    }
  }
}

void add_value_edits(MemTableEdits& edits, const MemTableScenario& from) {
  for (std::size_t i = 0; i < from.operations.size(); ++i) {
    const auto* const insert = std::get_if<Insert>(&from.operations[i].action);
    if (insert == nullptr) continue;
    const Block& block = insert->source.block;
    for (std::size_t c = 0; c < block.column_count(); ++c) {
      for (const Range range : shrinking_ranges(block.row_count())) {
        bool plain = true;
        for (std::size_t row = 0; row < range.count; ++row) plain &= is_plain(block.column(c), range.first + row);
        if (plain) continue;
        edits.push_back([i, c, range](MemTableScenario& s) {
          Column& column = std::get<Insert>(s.operations[i].action).source.block.column(c);
          column = made_plain(column, range);
        });
      }
    }
  }
}

}  // namespace

std::vector<Edit<MemTableScenario>> smaller(const MemTableScenario& from) {
  MemTableEdits edits;
  add_operation_edits(edits, from);
  add_feature_edits(edits, from);
  add_row_edits(edits, from);
  add_value_edits(edits, from);
  return edits;
}

std::vector<Edit<SortScenario>> smaller(const SortScenario& from) {
  std::vector<Edit<SortScenario>> edits;
  if (from.limit) edits.push_back([](SortScenario& s) { s.limit.reset(); });
  if (from.expected) edits.push_back([](SortScenario& s) { s.expected.reset(); });
  if (from.fail_alloc > 0) edits.push_back([](SortScenario& s) { s.fail_alloc = 0; });
  for (std::size_t key = 0; key < from.order.keys.size(); ++key) {
    edits.push_back(
        [key](SortScenario& s) { s.order.keys.erase(s.order.keys.begin() + static_cast<std::ptrdiff_t>(key)); });
  }
  for (std::uint32_t column = 0; column < from.schema.columns.size() && from.schema.columns.size() > 1; ++column) {
    edits.push_back([column](SortScenario& s) {
      erase_schema_column(s.schema, column);
      s.rows = erase_column(s.rows, column);
      std::erase_if(s.order.keys, [&](const SortKey& key) { return key.column == column; });
      for (SortKey& key : s.order.keys) key.column = index_after(key.column, column);
    });
  }
  for (const Range range : shrinking_ranges(from.rows.row_count())) {
    edits.push_back([range](SortScenario& s) { s.rows = take_rows(s.rows, all_but(s.rows.row_count(), range)); });
  }
  for (std::size_t c = 0; c < from.rows.column_count(); ++c) {
    for (std::size_t row = 0; row < from.rows.row_count(); ++row) {
      if (is_plain(from.rows.column(c), row)) continue;
      edits.push_back([c, row](SortScenario& s) { s.rows.column(c) = made_plain(s.rows.column(c), {row, 1}); });
    }
  }
  return edits;
}

}  // namespace lockstep::props
