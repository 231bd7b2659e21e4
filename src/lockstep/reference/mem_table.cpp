#include "lockstep/reference/mem_table.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <ranges>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/reference/check.h"
#include "lockstep/reference/fold.h"
#include "lockstep/reference/order.h"
#include "lockstep/reference/sort.h"

namespace lockstep::reference {
namespace {

// Adds the time until its end to a counter.
class Stopwatch {
 public:
  explicit Stopwatch(std::uint64_t& nanoseconds) : nanoseconds_(nanoseconds) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    const std::chrono::nanoseconds elapsed = Clock::now() - start_;
    nanoseconds_ += static_cast<std::uint64_t>(elapsed.count());
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t& nanoseconds_;
  Clock::time_point start_ = Clock::now();
};

// Keys and cluster columns alike: column by column, ascending, nulls first.
template <class Columns>
Rows sorted(Rows rows, const Schema& schema, const Columns& columns, TieOrder ties) {
  const auto compare = [&](std::uint32_t a, std::uint32_t b) {
    for (const std::uint32_t column : columns) {
      const auto order =
          compare_values(schema.columns[column].type, rows[a].cells[column].value(), rows[b].cells[column].value());
      if (order != 0) return order;
    }
    return std::weak_ordering::equivalent;
  };
  std::pmr::memory_resource* const resource = rows.get_allocator().resource();
  const auto positions = sorted_positions(rows.size(), compare, ties, resource);
  Rows result(resource);
  result.reserve(rows.size());
  for (const std::uint32_t position : positions) result.push_back(std::move(rows[position]));
  return result;
}

bool have_equal_keys(const Schema& schema, const Row& a, const Row& b) {
  for (std::uint32_t i = 0; i < schema.key_count; ++i) {
    if (compare_values(schema.columns[i].type, a.cells[i].value(), b.cells[i].value()) != 0) return false;
  }
  return true;
}

// What a variable-width column of these rows takes; nulls take nothing.
std::uint64_t column_bytes(const Rows& rows, std::size_t column) {
  std::uint64_t bytes = 0;
  for (const Row& row : rows) bytes += row.cells[column].bytes().size();
  return bytes;
}

// The first `column_count` columns of rows that were folded.
Status check_column_limits(const Schema& schema, const TableOptions& options, const Rows& rows,
                           std::size_t column_count) {
  for (std::size_t i = 0; i < column_count; ++i) {
    if (schema.columns[i].type.is_fixed_width()) continue;
    if (Status status = check_column_limit(schema.columns[i], options, column_bytes(rows, i)); !status) return status;
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Table>> create_mem_table(std::shared_ptr<const Schema> schema, const TableOptions& options,
                                                std::pmr::memory_resource* resource) {
  LOCKSTEP_CHECK(schema != nullptr && resource != nullptr, "a table has a schema and a memory resource");
  if (Status status = schema->validate(); !status) return std::unexpected(std::move(status.error()));
  if (Status status = validate_options(options); !status) return std::unexpected(std::move(status.error()));
  return std::make_unique<MemTable>(std::move(schema), options, resource);
}

MemTable::MemTable(std::shared_ptr<const Schema> schema, const TableOptions& options,
                   std::pmr::memory_resource* resource)
    : schema_(std::move(schema)),
      options_(options),
      upstream_(resource),
      memory_(resource),
      rows_(&memory_),
      bytes_since_shrink_(schema_->columns.size(), &memory_),
      memory_at_shrink_(memory_bytes()) {}

Status MemTable::check_open() const {
  if (state_ == State::closed) return fail(ErrorCode::closed, "the table was flushed");
  if (state_ == State::failed) return fail(ErrorCode::failed_state, "an earlier shrink or flush failed");
  return {};
}

bool MemTable::needs_shrink() const {
  return schema_->model == Model::aggregate && memory_bytes() >= memory_at_shrink_ + options_.shrink_step_bytes;
}

Result<Row> MemTable::stored_row(const Block& block, std::size_t source, const InsertArguments& arguments) {
  Row row{std::pmr::vector<Cell>(&memory_)};
  row.cells.reserve(block.column_count());
  for (std::size_t i = 0; i < block.column_count(); ++i) {
    Result<Cell> cell = stored_cell(schema_->columns[i], options_, source, value_at(block.column(i), source), &memory_);
    if (!cell) return std::unexpected(std::move(cell.error()));
    row.cells.push_back(std::move(*cell));
  }
  if (schema_->lsn) row.lsn = (*arguments.lsns)[source];
  return row;
}

Status MemTable::insert(const Block& block, const InsertArguments& arguments) {
  if (Status status = check_open(); !status) return status;
  if (Status status = check_arguments(*schema_, block, arguments); !status) return status;
  if (Status status = check_block(*schema_, block); !status) return status;

  const std::size_t count = arguments.rows ? arguments.rows->size() : block.row_count();
  Rows added(&memory_);
  added.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Result<Row> row = stored_row(block, arguments.rows ? (*arguments.rows)[i] : i, arguments);
    if (!row) return std::unexpected(std::move(row.error()));
    added.push_back(std::move(*row));
  }

  if (Status status = check_row_limit(options_, rows_.size() + count); !status) return status;
  std::pmr::vector<std::uint64_t> bytes(bytes_since_shrink_, &memory_);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (schema_->columns[i].type.is_fixed_width()) continue;
    bytes[i] += column_bytes(added, i);
    if (Status status = check_column_limit(schema_->columns[i], options_, bytes[i]); !status) return status;
  }

  // All or nothing: it allocates first, and moving rows cannot fail.
  rows_.insert(rows_.end(), std::move_iterator(added.begin()), std::move_iterator(added.end()));
  bytes_since_shrink_.swap(bytes);
  statistics_.raw_rows += count;
  return {};
}

Rows MemTable::sorted_by_key(Rows rows, TableStatistics& statistics) const {
  const Stopwatch stopwatch(statistics.sort_nanoseconds);
  ++statistics.sorts;
  const TieOrder ties = schema_->model == Model::duplicate ? TieOrder::descending : TieOrder::ascending;
  return sorted(std::move(rows), *schema_, std::views::iota(std::uint32_t{0}, schema_->key_count), ties);
}

Rows MemTable::folded(Rows rows, TableStatistics& statistics) const {
  const Stopwatch stopwatch(statistics.fold_nanoseconds);
  Rows result(rows.get_allocator());
  for (Row& row : rows) {
    if (result.empty() || !have_equal_keys(*schema_, result.back(), row)) {
      result.push_back(std::move(row));
    } else {
      fold_row(*schema_, result.back(), std::move(row), statistics.sum_overflows);
      ++statistics.merged_rows;
    }
  }
  return result;
}

Rows MemTable::sorted_by_cluster(Rows rows, TableStatistics& statistics) const {
  const Stopwatch stopwatch(statistics.sort_nanoseconds);
  ++statistics.sorts;
  return sorted(std::move(rows), *schema_, schema_->cluster, TieOrder::ascending);
}

FlushedBlock MemTable::to_block(const Rows& rows, TableStatistics& statistics) const {
  const Stopwatch stopwatch(statistics.gather_nanoseconds);
  FlushedBlock flushed{Block(*schema_, upstream_), std::pmr::vector<std::int64_t>(upstream_)};
  for (std::size_t i = 0; i < schema_->columns.size(); ++i) {
    Column& column = flushed.block.column(i);
    column.reserve_more(rows.size(), column_bytes(rows, i));
    for (const Row& row : rows) {
      const Value value = row.cells[i].value();
      if (value.null) {
        column.append_null();
      } else {
        column.append(value.bytes);
      }
    }
  }
  if (schema_->lsn) {
    flushed.lsns.reserve(rows.size());
    for (const Row& row : rows) flushed.lsns.push_back(row.lsn);
  }
  return flushed;
}

Status MemTable::shrink() {
  if (Status status = check_open(); !status) return status;
  if (schema_->model == Model::duplicate) return {};
  state_ = State::failed;
  TableStatistics statistics = statistics_;
  Rows rows = folded(sorted_by_key(std::move(rows_), statistics), statistics);
  if (Status status = check_column_limits(*schema_, options_, rows, schema_->key_count); !status) return status;

  rows_ = std::move(rows);
  std::ranges::fill(bytes_since_shrink_, 0);
  ++statistics.shrinks;
  statistics_ = statistics;
  memory_at_shrink_ = memory_bytes();
  state_ = State::open;
  return {};
}

Result<FlushedBlock> MemTable::flush() {
  if (Status status = check_open(); !status) return std::unexpected(std::move(status.error()));
  state_ = State::failed;
  TableStatistics statistics = statistics_;
  Rows rows = std::move(rows_);
  if (schema_->key_count > 0) rows = sorted_by_key(std::move(rows), statistics);
  if (schema_->model != Model::duplicate) {
    rows = folded(std::move(rows), statistics);
    for (Row& row : rows) finish_row(*schema_, row);
  }
  if (!schema_->cluster.empty()) rows = sorted_by_cluster(std::move(rows), statistics);
  if (Status status = check_column_limits(*schema_, options_, rows, schema_->columns.size()); !status) {
    return std::unexpected(std::move(status.error()));
  }
  FlushedBlock flushed = to_block(rows, statistics);
  statistics_ = statistics;
  state_ = State::closed;
  return flushed;
}

}  // namespace lockstep::reference
