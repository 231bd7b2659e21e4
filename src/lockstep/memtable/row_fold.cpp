#include "lockstep/memtable/row_fold.h"

#include <algorithm>
#include <string>

#include "lockstep/aggregate/fold.h"
#include "lockstep/aggregate/unions.h"
#include "lockstep/memtable/stopwatch.h"
#include "lockstep/sort/gather.h"

namespace lockstep {
namespace {

void give_back(Column& column) { column = Column(column.type(), column.nullable(), column.resource()); }

}  // namespace

const Aggregate* stateful_aggregate(const ColumnSchema& column) {
  switch (column.aggregation) {
    case Aggregation::bitmap_union:
      return &bitmap_union();
    case Aggregation::hll_union:
      return &hll_union();
    case Aggregation::quantile_union:
      return &quantile_union();
    case Aggregation::custom:
      return find_aggregate(column.custom);
    default:
      return nullptr;
  }
}

std::unexpected<Error> too_many_bytes(std::string_view call, const ColumnSchema& column, std::uint64_t bytes,
                                      std::uint64_t limit) {
  return fail(ErrorCode::limit_exceeded, std::string(call) + ": column \"" + column.name + "\" would hold " +
                                             std::to_string(bytes) + " bytes, more than the limit of " +
                                             std::to_string(limit));
}

Result<Block> RowFold::run(TableRows& rows, TableStatistics& statistics, std::pmr::memory_resource* resource) {
  GroupedRows groups(scratch_);
  {
    const Stopwatch stopwatch(statistics.sort_nanoseconds);
    groups = group_rows(rows.kept.columns().first(schema_.key_count), rows.fresh.columns().first(schema_.key_count),
                        scratch_);
  }
  {
    const Stopwatch stopwatch(statistics.fold_nanoseconds);
    pick_rows_of_keys(rows, groups);
    fold_lsns(rows, groups);
    fold_states(rows, groups);
  }
  statistics.merged_rows += rows.row_count() - groups.group_count();
  std::pmr::vector<Column> columns(resource);
  columns.reserve(schema_.columns.size());
  for (std::uint32_t i = 0; i < schema_.columns.size(); ++i) {
    Result<Column> column = fold_column(i, rows, groups, statistics, resource);
    if (!column) return std::unexpected(std::move(column.error()));
    columns.push_back(std::move(*column));
    give_back(rows.kept.column(i));
    give_back(rows.fresh.column(i));
  }
  return Block(std::move(columns));
}

void RowFold::pick_rows_of_keys(const TableRows& rows, const GroupedRows& groups) {
  value_rows_.resize(groups.group_count());
  if (schema_.sequence) {
    pick_by_sequence(SplitColumn(rows.kept.column(*schema_.sequence), rows.fresh.column(*schema_.sequence)), groups,
                     value_rows_);
    key_rows_.assign(value_rows_.begin(), value_rows_.end());
    return;
  }
  key_rows_.assign(groups.first_rows.begin(), groups.first_rows.end());
  if (schema_.model == Model::unique) {  // the last row of each key
    for (std::uint32_t row = 0; row < groups.row_count(); ++row) value_rows_[groups.group_of[row]] = row;
  }
}

Result<Column> RowFold::fold_column(std::uint32_t index, const TableRows& rows, const GroupedRows& groups,
                                    TableStatistics& statistics, std::pmr::memory_resource* resource) {
  const SplitColumn column(rows.kept.column(index), rows.fresh.column(index));
  if (schema_.is_key(index)) return gather_picks(index, column, key_rows_, statistics, resource);
  if (schema_.model == Model::unique) return gather_picks(index, column, value_rows_, statistics, resource);
  const ColumnSchema& schema = schema_.columns[index];
  {
    const Stopwatch stopwatch(statistics.fold_nanoseconds);
    if (schema.aggregation == Aggregation::sum) return fold_sums(column, groups, statistics.sum_overflows, resource);
    if (stateful_aggregate(schema) != nullptr) return build_stateful_column(index, rows, groups, resource);
    pick_rows(schema.aggregation, column, groups, value_rows_);
  }
  return gather_picks(index, column, value_rows_, statistics, resource);
}

Result<Column> RowFold::gather_picks(std::uint32_t index, const SplitColumn& column,
                                     std::span<const std::uint32_t> picks, TableStatistics& statistics,
                                     std::pmr::memory_resource* resource) {
  const Stopwatch stopwatch(statistics.gather_nanoseconds);
  auto gathered = gather(column, picks, max_bytes(index), resource);
  if (!gathered)
    return too_many_bytes(stage_ == FoldStage::shrink ? "shrink" : "flush", schema_.columns[index], gathered.error(),
                          max_bytes(index));
  return std::move(*gathered);
}

template <class Visit>
void RowFold::for_each_stateful_column(Visit visit) const {
  std::size_t state = 0;
  for (std::uint32_t i = schema_.key_count; i < schema_.columns.size(); ++i) {
    if (stateful_aggregate(schema_.columns[i]) != nullptr) visit(i, state++);
  }
}

// The kept rows' owners move to their groups. A group without states gets them when its second row comes, which is
// when its first row is folded in too. Owned by the old list or by the new one: never by both.
void RowFold::fold_states(TableRows& rows, const GroupedRows& groups) {
  if (aggregates_.empty()) return;
  std::pmr::vector<KeyStates> folded(scratch_);
  folded.resize(groups.group_count());
  for (std::size_t row = 0; row < rows.states.size(); ++row) folded[groups.group_of[row]] = std::move(rows.states[row]);
  std::pmr::vector<SplitColumn> columns(scratch_);
  columns.reserve(aggregates_.size());
  for_each_stateful_column([&](std::uint32_t index, std::size_t) {
    columns.emplace_back(rows.kept.column(index), rows.fresh.column(index));
  });
  const auto add = [&](KeyStates& owner, std::uint32_t row) {
    for (std::size_t state = 0; state < columns.size(); ++state) {
      const auto at = columns[state].place(row);
      owner[state].add(*at.column, at.row);
    }
  };
  for (auto row = static_cast<std::uint32_t>(rows.kept.row_count()); row < groups.row_count(); ++row) {
    if (groups.is_first(row)) continue;
    KeyStates& owner = folded[groups.group_of[row]];
    if (!owner) {
      owner = KeyStates::create(aggregates_, scratch_);
      add(owner, groups.first_rows[groups.group_of[row]]);
    }
    add(owner, row);
  }
  rows.states = std::move(folded);
}

void RowFold::fold_lsns(TableRows& rows, const GroupedRows& groups) {
  if (!schema_.lsn) return;
  std::pmr::vector<std::int64_t>& lsns = rows.kept_lsns;
  lsns.insert(lsns.end(), rows.fresh_lsns.begin(), rows.fresh_lsns.end());
  std::pmr::vector<std::int64_t> largest(groups.group_count(), scratch_);
  fold_largest(lsns, groups, largest);
  lsns = std::move(largest);
}

// A key without states keeps its one row's bytes. At a shrink a key with states leaves its cell empty: the value is in
// the state.
Result<Column> RowFold::build_stateful_column(std::uint32_t index, const TableRows& rows, const GroupedRows& groups,
                                              std::pmr::memory_resource* resource) {
  std::size_t state = 0;
  for_each_stateful_column([&](std::uint32_t i, std::size_t s) {
    if (i == index) state = s;
  });
  const SplitColumn source(rows.kept.column(index), rows.fresh.column(index));
  const bool finishing = stage_ == FoldStage::flush;
  std::uint64_t bytes = 0;
  for (std::size_t g = 0; g < groups.group_count() && !source.type().is_fixed_width(); ++g) {
    if (!rows.states[g]) {
      bytes += source.value(groups.first_rows[g]).size();
    } else if (finishing) {
      bytes += rows.states[g][state].finished_bytes();
    }
  }
  if (bytes > max_bytes(index))
    return too_many_bytes(finishing ? "flush" : "shrink", schema_.columns[index], bytes, max_bytes(index));

  Column column(source.type(), source.nullable(), resource);
  column.reserve_more(groups.group_count(), bytes);
  for (std::size_t g = 0; g < groups.group_count(); ++g) {
    if (!rows.states[g]) {
      const auto at = source.place(groups.first_rows[g]);
      column.append_row(*at.column, at.row);
    } else if (finishing) {
      rows.states[g][state].finish(column);
      LOCKSTEP_CHECK(column.size() == g + 1, "a custom aggregate finishes with one row");
    } else {
      column.append_zero();
    }
  }
  return column;
}

std::uint64_t RowFold::max_bytes(std::uint32_t index) const {
  return stage_ == FoldStage::flush || schema_.is_key(index) ? options_.max_column_bytes : kMaxColumnBytes;
}

}  // namespace lockstep
