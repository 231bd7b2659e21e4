#include "lockstep/memtable/mem_table.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "lockstep/memtable/insert_append.h"
#include "lockstep/memtable/insert_check.h"
#include "lockstep/memtable/stopwatch.h"
#include "lockstep/sort/column_sorter.h"
#include "lockstep/sort/record_gather.h"

namespace lockstep {

MemTable::MemTable(std::shared_ptr<const Schema> schema, const TableOptions& options,
                   std::pmr::memory_resource* resource)
    : schema_(std::move(schema)), options_(options), upstream_(resource), memory_(resource), aggregates_(&memory_) {
  for (const ColumnSchema& column : schema_->columns) {
    if (const Aggregate* aggregate = stateful_aggregate(column)) aggregates_.push_back(aggregate);
  }
  is_plain_ = !schema_->lsn && std::ranges::all_of(schema_->columns, [](const ColumnSchema& column) {
    return !column.nullable && column.type.is_fixed_width() && takes_every_pattern(column.type.kind);
  });
  rows_.emplace(*schema_, &memory_);
  bytes_after_shrink_ = memory_bytes();
}

Result<std::unique_ptr<Table>> create_mem_table(std::shared_ptr<const Schema> schema, const TableOptions& options,
                                                std::pmr::memory_resource* resource) {
  if (Status status = schema->validate(); !status) return std::unexpected(std::move(status.error()));
  if (Status status = validate_options(options); !status) return std::unexpected(std::move(status.error()));
  return std::make_unique<MemTable>(std::move(schema), options, resource);
}

Status MemTable::check_open(std::string_view call) const {
  switch (state_) {
    case State::open:
      return {};
    case State::failed:
      return fail(ErrorCode::failed_state, std::string(call) + ": an earlier shrink or flush failed");
    case State::closed:
      return fail(ErrorCode::closed, std::string(call) + ": the table was flushed");
  }
  return {};
}

Status MemTable::insert(const Block& block, const InsertArguments& arguments) {
  if (state_ == State::open && is_plain_ && !arguments.rows && !arguments.lsns && insert_plain_rows(block)) return {};
  if (Status status = check_open("insert"); !status) return status;
  return insert_rows(block, arguments);
}

bool MemTable::insert_plain_rows(const Block& block) {
  const std::span<const Column> from = block.columns();
  const std::span<Column> to = rows_->fresh.columns();
  const std::size_t rows = block.row_count();
  if (from.size() != to.size() || rows_->row_count() + rows > options_.max_rows) return false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].type() != to[i].type() || from[i].size() != rows || from[i].nullable()) return false;
  }
  // Room first, so that nothing can fail once the columns have grown.
  for (Column& column : to) column.reserve_more(rows, 0);
  for (std::size_t i = 0; i < from.size(); ++i) to[i].append_rows(from[i], 0, rows);
  statistics_.raw_rows += rows;
  return true;
}

Status MemTable::insert_rows(const Block& block, const InsertArguments& arguments) {
  if (Status status = check_arguments(*schema_, block, arguments); !status) return status;
  const PickedRows picks(block.row_count(), arguments.rows);
  if (Status status = check_values(*schema_, options_, block, picks, &memory_); !status) return status;
  const std::uint64_t rows = rows_->row_count() + picks.count();
  if (rows > options_.max_rows) {
    return fail(ErrorCode::limit_exceeded, "insert: the table would hold " + std::to_string(rows) +
                                               " rows, more than max_rows = " + std::to_string(options_.max_rows));
  }
  // Room first, so that nothing can fail once the columns have grown.
  std::pmr::vector<std::int64_t>& lsns = rows_->fresh_lsns;
  if (schema_->lsn && lsns.capacity() - lsns.size() < picks.count()) {
    lsns.reserve(std::max(lsns.size() + picks.count(), 2 * lsns.capacity()));
  }
  Status status = append_rows(*schema_, options_.max_column_bytes, block, picks, rows_->fresh, &memory_);
  if (!status) return status;
  for (std::size_t i = 0; schema_->lsn && i < picks.count(); ++i) lsns.push_back((*arguments.lsns)[picks[i]]);
  statistics_.raw_rows += picks.count();
  return {};
}

// Until a shrink or a flush has succeeded the table counts as failed, so no way out of it can be missed. Its statistics
// are kept only if it succeeds.
Status MemTable::shrink() {
  if (Status status = check_open("shrink"); !status) return status;
  if (schema_->model == Model::duplicate) return {};
  state_ = State::failed;
  TableStatistics statistics = statistics_;
  if (Status status = shrink_rows(statistics); !status) return status;
  ++statistics.sorts;
  ++statistics.shrinks;
  statistics_ = statistics;
  bytes_after_shrink_ = memory_bytes();
  state_ = State::open;
  return {};
}

Status MemTable::shrink_rows(TableStatistics& statistics) {
  if (rows_->fresh.row_count() == 0) return {};  // what is kept is folded already
  Result<Block> folded = row_fold(FoldStage::shrink).run(*rows_, statistics, &memory_);
  if (!folded) return std::unexpected(std::move(folded.error()));
  rows_->kept = std::move(*folded);
  rows_->fresh_lsns.clear();
  rows_->fresh_lsns.shrink_to_fit();
  return {};
}

Result<FlushedBlock> MemTable::flush() {
  if (Status status = check_open("flush"); !status) return std::unexpected(std::move(status.error()));
  state_ = State::failed;
  TableStatistics statistics = statistics_;
  Result<FlushedBlock> flushed = flush_rows(statistics);
  if (!flushed) return flushed;
  statistics_ = statistics;
  rows_.reset();
  state_ = State::closed;
  return flushed;
}

Result<FlushedBlock> MemTable::flush_rows(TableStatistics& statistics) {
  if (schema_->model == Model::duplicate) return flush_all_rows(statistics);
  return schema_->cluster.empty() ? flush_folded_rows(statistics) : flush_clustered_rows(statistics);
}

std::pmr::vector<std::uint32_t> MemTable::sorted_order(const Block& block, std::span<const std::uint32_t> columns,
                                                       TieOrder ties, TableStatistics& statistics) {
  const Stopwatch stopwatch(statistics.sort_nanoseconds);
  std::pmr::vector<SortColumn> keys(&memory_);
  keys.reserve(columns.size());
  for (const std::uint32_t column : columns) keys.push_back({&block.column(column)});
  ColumnSorter<std::uint32_t> sorter(keys, ties, &memory_);
  sorter.sort(block.row_count());
  ++statistics.sorts;
  return sorter.take_permutation();
}

Result<FlushedBlock> MemTable::flush_all_rows(TableStatistics& statistics) {
  if (schema_->key_count == 0) {
    std::pmr::vector<std::uint32_t> order(rows_->fresh.row_count(), &memory_);
    std::iota(order.begin(), order.end(), 0u);
    return gather_rows(rows_->fresh, order, rows_->fresh_lsns, statistics);
  }
  std::pmr::vector<std::uint32_t> keys(schema_->key_count, &memory_);
  std::iota(keys.begin(), keys.end(), 0u);
  const auto order = sorted_order(rows_->fresh, keys, TieOrder::descending, statistics);
  return gather_rows(rows_->fresh, order, rows_->fresh_lsns, statistics);
}

Result<FlushedBlock> MemTable::flush_folded_rows(TableStatistics& statistics) {
  Result<Block> folded = row_fold(FoldStage::flush).run(*rows_, statistics, upstream_);
  if (!folded) return std::unexpected(std::move(folded.error()));
  ++statistics.sorts;
  return FlushedBlock{std::move(*folded), std::pmr::vector<std::int64_t>(rows_->kept_lsns, upstream_)};
}

Result<FlushedBlock> MemTable::flush_clustered_rows(TableStatistics& statistics) {
  Result<Block> folded = row_fold(FoldStage::flush).run(*rows_, statistics, &memory_);
  if (!folded) return std::unexpected(std::move(folded.error()));
  ++statistics.sorts;
  const auto order = sorted_order(*folded, schema_->cluster, TieOrder::ascending, statistics);
  return gather_rows(*folded, order, rows_->kept_lsns, statistics);
}

Result<FlushedBlock> MemTable::gather_rows(Block& source, std::span<const std::uint32_t> order,
                                           std::pmr::vector<std::int64_t>& lsns, TableStatistics& statistics) {
  const Stopwatch stopwatch(statistics.gather_nanoseconds);
  auto gathered = gather_records(source, order, options_.max_column_bytes, &memory_, upstream_);
  if (!gathered) {
    const auto [column, bytes] = gathered.error();
    return too_many_bytes("flush", schema_->columns[column], bytes, options_.max_column_bytes);
  }
  std::pmr::vector<std::int64_t> lsns_in_order(upstream_);
  if (schema_->lsn) {
    lsns_in_order.reserve(order.size());
    for (const std::uint32_t row : order) lsns_in_order.push_back(lsns[row]);
  }
  return FlushedBlock{std::move(*gathered), std::move(lsns_in_order)};
}

bool MemTable::needs_shrink() const {
  return schema_->model == Model::aggregate && memory_bytes() >= bytes_after_shrink_ + options_.shrink_step_bytes;
}

}  // namespace lockstep
