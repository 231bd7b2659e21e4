#include "lockstep/legacy/mem_table.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "lockstep/legacy/sort.h"

namespace lockstep::legacy {
namespace {

std::size_t picked_count(const Block& block, const InsertArguments& arguments) {
  return arguments.rows ? arguments.rows->size() : block.row_count();
}
std::size_t picked_row(const InsertArguments& arguments, std::size_t index) {
  return arguments.rows ? (*arguments.rows)[index] : index;
}

SortOrder key_order(const Schema& schema) {
  SortOrder order;
  for (std::uint32_t i = 0; i < schema.key_count; ++i) order.keys.push_back({.column = i});
  if (schema.model == Model::duplicate) order.ties = TieOrder::descending;
  return order;
}

SortOrder cluster_order(const Schema& schema) {
  SortOrder order;
  for (const std::uint32_t column : schema.cluster) order.keys.push_back({.column = column});
  return order;
}

std::unexpected<Error> over_limit(const std::string& what, std::uint64_t count, std::uint64_t limit) {
  return fail(ErrorCode::limit_exceeded, what + ": " + std::to_string(count) + ", at most " + std::to_string(limit));
}

// Adds the time from its construction to its destruction.
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

}  // namespace

Result<std::unique_ptr<Table>> create_mem_table(std::shared_ptr<const Schema> schema, const TableOptions& options,
                                                std::pmr::memory_resource* resource) {
  if (Status status = schema->validate(); !status) return std::unexpected(std::move(status.error()));
  if (Status status = validate_options(options); !status) return std::unexpected(std::move(status.error()));
  return std::make_unique<MemTable>(std::move(schema), options, resource);
}

MemTable::MemTable(std::shared_ptr<const Schema> schema, const TableOptions& options,
                   std::pmr::memory_resource* resource)
    : schema_(std::move(schema)),
      options_(options),
      key_order_(key_order(*schema_)),
      cluster_order_(cluster_order(*schema_)),
      upstream_(resource),
      memory_(resource),
      checks_(&memory_),
      layout_(*schema_, &memory_),
      inserted_bytes_(schema_->columns.size(), 0, &memory_),
      block_(*schema_, &memory_),
      lsns_(&memory_),
      rows_(&memory_) {
  checks_.reserve(schema_->columns.size());
  for (const ColumnSchema& column : schema_->columns) checks_.emplace_back(column, options_);
}

Status MemTable::check_open() const {
  switch (state_) {
    case State::open:
      return {};
    case State::failed:
      return fail(ErrorCode::failed_state, "an earlier shrink or flush failed");
    case State::closed:
      return fail(ErrorCode::closed, "the table was flushed");
  }
  LOCKSTEP_CHECK(false, "a table is open, failed or closed");
}

// --- insert ---

Status MemTable::insert(const Block& block, const InsertArguments& arguments) {
  if (Status status = check_open(); !status) return status;
  if (Status status = check_arguments(block, arguments); !status) return status;
  if (Status status = check_shape(block); !status) return status;
  std::pmr::vector<std::uint64_t> column_bytes(schema_->columns.size(), 0, &memory_);
  if (Status status = check_values(block, arguments, column_bytes); !status) return status;
  const std::size_t rows = picked_count(block, arguments);
  if (Status status = check_limits(rows, column_bytes); !status) return status;
  store(block, arguments);
  for (std::size_t i = 0; i < column_bytes.size(); ++i) inserted_bytes_[i] += column_bytes[i];
  statistics_.raw_rows += rows;
  return {};
}

Status MemTable::check_arguments(const Block& block, const InsertArguments& arguments) const {
  const std::size_t source_rows = block.row_count();
  for (std::size_t i = 0; i < picked_count(block, arguments); ++i) {
    if (picked_row(arguments, i) >= source_rows) {
      return fail(ErrorCode::out_of_range, "row " + std::to_string(picked_row(arguments, i)) + " of a block of " +
                                               std::to_string(source_rows) + " rows");
    }
  }
  if (arguments.lsns && !schema_->lsn) return fail(ErrorCode::invalid_argument, "LSNs for a table without lsn");
  const std::size_t lsns = arguments.lsns ? arguments.lsns->size() : 0;
  if (schema_->lsn && lsns < source_rows) {
    return fail(ErrorCode::invalid_argument,
                std::to_string(lsns) + " LSNs for a block of " + std::to_string(source_rows) + " rows");
  }
  return {};
}

Status MemTable::check_shape(const Block& block) const {
  if (block.column_count() != schema_->columns.size()) {
    return fail(ErrorCode::schema_mismatch, std::to_string(block.column_count()) + " columns in the block, " +
                                                std::to_string(schema_->columns.size()) + " in the schema");
  }
  if (!block.is_rectangular()) return fail(ErrorCode::schema_mismatch, "the block's columns differ in length");
  for (std::size_t i = 0; i < schema_->columns.size(); ++i) {
    const ColumnSchema& column = schema_->columns[i];
    if (block.column(i).type() != column.type) {
      return fail(ErrorCode::schema_mismatch, "column \"" + column.name + "\" is " + column.type.name() +
                                                  ", the block's is " + block.column(i).type().name());
    }
  }
  return {};
}

Status MemTable::check_values(const Block& block, const InsertArguments& arguments,
                              std::span<std::uint64_t> column_bytes) {
  Buffer scratch(&memory_);
  for (std::size_t i = 0; i < picked_count(block, arguments); ++i) {
    const std::size_t row = picked_row(arguments, i);
    for (std::size_t c = 0; c < checks_.size(); ++c) {
      const auto stored = checks_[c].stored_bytes(block.column(c), row, scratch);
      if (!stored) return std::unexpected(stored.error());
      column_bytes[c] += stored->size();
    }
  }
  return {};
}

Status MemTable::check_limits(std::size_t rows, std::span<const std::uint64_t> column_bytes) const {
  if (rows > options_.max_rows || rows_.size() > options_.max_rows - rows) {
    return over_limit("rows", rows_.size() + rows, options_.max_rows);
  }
  for (std::size_t i = 0; i < column_bytes.size(); ++i) {
    if (block_.column(i).is_fixed_width()) continue;
    const auto where = [&] { return "bytes of column \"" + schema_->columns[i].name + "\""; };
    const std::uint64_t since_shrink = inserted_bytes_[i] + column_bytes[i];
    if (since_shrink > options_.max_column_bytes) return over_limit(where(), since_shrink, options_.max_column_bytes);
    const std::uint64_t held = block_.column(i).bytes().size() + column_bytes[i];
    if (held > kMaxColumnBytes) return over_limit(where(), held, kMaxColumnBytes);
  }
  return {};
}

void MemTable::store(const Block& block, const InsertArguments& arguments) {
  const std::size_t held = rows_.size();
  const std::size_t count = picked_count(block, arguments);
  try {
    Buffer scratch(&memory_);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t row = picked_row(arguments, i);
      store_row(block, row, scratch);
      if (schema_->lsn) lsns_.push_back((*arguments.lsns)[row]);
    }
    rows_.append(count);
  } catch (...) {
    // The last row may be there in some columns only.
    for (std::size_t c = 0; c < block_.column_count(); ++c) block_.column(c).truncate(held);
    if (schema_->lsn) lsns_.resize(held);
    throw;
  }
}

void MemTable::store_row(const Block& block, std::size_t row, Buffer& scratch) {
  for (std::size_t c = 0; c < checks_.size(); ++c) {
    if (block.column(c).is_null(row)) {
      block_.column(c).append_null();
    } else {
      block_.column(c).append(*checks_[c].stored_bytes(block.column(c), row, scratch));
    }
  }
}

// --- shrink and flush ---
// Both work on a copy of the statistics, which becomes the table's when all has gone well.

Status MemTable::shrink() {
  if (Status status = check_open(); !status) return status;
  if (schema_->model == Model::duplicate) return {};
  state_ = State::failed;
  TableStatistics statistics = statistics_;
  sort_and_fold(statistics);
  Result<FlushedBlock> kept = copy_rows(Purpose::keep, &memory_, statistics);
  if (!kept) return std::unexpected(std::move(kept.error()));
  block_ = std::move(kept->block);
  lsns_ = std::move(kept->lsns);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i].position = rows_[i].value_position = static_cast<std::uint32_t>(i);
  }
  for (std::uint64_t& bytes : inserted_bytes_) bytes = 0;
  ++statistics.shrinks;
  statistics_ = statistics;
  state_ = State::open;
  return {};
}

Result<FlushedBlock> MemTable::flush() {
  if (Status status = check_open(); !status) return std::unexpected(std::move(status.error()));
  state_ = State::failed;
  TableStatistics statistics = statistics_;
  Result<FlushedBlock> result = deliver(statistics);
  if (!result) return result;
  rows_ = Rows(&memory_);
  block_ = Block(std::pmr::vector<Column>(&memory_));
  lsns_ = std::pmr::vector<std::int64_t>(&memory_);
  statistics_ = statistics;
  state_ = State::closed;
  return result;
}

Result<FlushedBlock> MemTable::deliver(TableStatistics& statistics) {
  if (schema_->key_count > 0) sort_and_fold(statistics);
  if (schema_->cluster.empty()) return copy_rows(Purpose::deliver, upstream_, statistics);
  const Result<FlushedBlock> source = copy_rows(Purpose::deliver, &memory_, statistics);
  if (!source) return std::unexpected(source.error());
  return cluster(*source, statistics);
}

void MemTable::sort_and_fold(TableStatistics& statistics) {
  const RowOrder order(block_, key_order_, &memory_);
  {
    const Stopwatch watch(statistics.sort_nanoseconds);
    rows_.sort(order);
  }
  ++statistics.sorts;
  if (schema_->model == Model::duplicate) return;
  const Stopwatch watch(statistics.fold_nanoseconds);
  const std::size_t rows = rows_.size();
  std::shared_ptr<const ColumnOrder> sequence;
  if (schema_->sequence) sequence = make_column_order(block_, {.column = *schema_->sequence}, &memory_);
  rows_.fold_ties(order, [&](Row& kept, const Row& other) {
    LOCKSTEP_CHECK(!other.states.exist(), "only the first row of a key was folded before");
    const std::int64_t lsn = schema_->lsn ? std::max(lsns_[kept.position], lsns_[other.position]) : 0;
    if (schema_->model == Model::unique) {
      keep_winner(kept, other, sequence.get());
    } else {
      add_states(kept, other, statistics.sum_overflows);
    }
    if (schema_->lsn) lsns_[kept.position] = lsn;
  });
  statistics.merged_rows += rows - rows_.size();
}

void MemTable::keep_winner(Row& kept, const Row& other, const ColumnOrder* sequence) {
  if (sequence == nullptr) {
    kept.value_position = other.position;
  } else if (sequence->compare_at(kept.position, other.position) <= 0) {
    kept.position = kept.value_position = other.position;
  }
}

void MemTable::add_states(Row& kept, const Row& other, std::uint64_t& sum_overflows) {
  const auto add = [&](std::uint32_t position) {
    for (std::size_t slot = 0; slot < layout_.slots().size(); ++slot) {
      kept.states.add(slot, block_.column(schema_->key_count + slot), position, sum_overflows);
    }
  };
  if (!kept.states.exist()) {
    kept.states = AggregateStates(layout_);
    add(kept.position);
  }
  add(other.position);
}

Result<FlushedBlock> MemTable::copy_rows(Purpose purpose, std::pmr::memory_resource* resource,
                                         TableStatistics& statistics) {
  const Stopwatch watch(statistics.gather_nanoseconds);
  FlushedBlock to{Block(*schema_, resource), std::pmr::vector<std::int64_t>(resource)};
  for (std::size_t c = 0; c < to.block.column_count(); ++c) to.block.column(c).reserve_more(rows_.size(), 0);
  if (schema_->lsn) to.lsns.reserve(rows_.size());
  Buffer scratch(&memory_);
  for (const Rows::Pointer& row : rows_.pointers()) {
    if (Status status = copy_row(*row, purpose, to.block, scratch); !status) {
      return std::unexpected(std::move(status.error()));
    }
    if (schema_->lsn) to.lsns.push_back(lsns_[row->position]);
  }
  return to;
}

Status MemTable::copy_row(const Row& row, Purpose purpose, Block& to, Buffer& scratch) const {
  for (std::size_t c = 0; c < schema_->columns.size(); ++c) {
    const bool key = c < schema_->key_count;
    const Column& from = block_.column(c);
    std::optional<std::span<const std::byte>> value;  // nullopt: NULL
    if (key || !row.states.exist()) {
      const std::size_t position = key ? row.position : row.value_position;
      if (!from.is_null(position)) value = from.value(position);
    } else if (purpose == Purpose::deliver) {
      value = row.states.result(c - schema_->key_count, scratch);
    } else {
      static constexpr std::byte kNothing[sizeof(int256_t)] = {};  // the states know the value
      value = std::span(kNothing, from.type().width());
    }
    const std::uint64_t limit = key || purpose == Purpose::deliver ? options_.max_column_bytes : kMaxColumnBytes;
    if (Status status = append_limited(to.column(c), c, value, limit); !status) return status;
  }
  return {};
}

Status MemTable::append_limited(Column& to, std::size_t column, std::optional<std::span<const std::byte>> value,
                                std::uint64_t limit) const {
  if (!value) {
    to.append_null();
    return {};
  }
  if (!to.is_fixed_width() && to.bytes().size() + value->size() > limit) {
    return over_limit("bytes of column \"" + schema_->columns[column].name + "\"", to.bytes().size() + value->size(),
                      limit);
  }
  to.append(*value);
  return {};
}

FlushedBlock MemTable::cluster(const FlushedBlock& source, TableStatistics& statistics) {
  std::pmr::vector<std::uint32_t> ids(&memory_);
  {
    const Stopwatch watch(statistics.sort_nanoseconds);
    ids = sort_rows(source.block, cluster_order_, std::nullopt, &memory_);
  }
  ++statistics.sorts;
  const Stopwatch watch(statistics.gather_nanoseconds);
  FlushedBlock to{Block(*schema_, upstream_), std::pmr::vector<std::int64_t>(upstream_)};
  for (const std::uint32_t id : ids) {
    for (std::size_t c = 0; c < to.block.column_count(); ++c) to.block.column(c).append_row(source.block.column(c), id);
    if (schema_->lsn) to.lsns.push_back(source.lsns[id]);
  }
  return to;
}

}  // namespace lockstep::legacy
