// The row-wise MemTable: a third subject beside the reference and the fast one, and the baseline of the benchmarks.
//
// Values lie in one block, in insertion order; each row is an object that knows its position in it (rows.h). A sort
// moves pointers to rows about, a fold walks the sorted rows, a shrink or flush copies the rows that are left, one by
// one, into another block.
//
// Beyond the limits of memtable.md, a column cannot hold more than kMaxColumnBytes here even where rows kept by earlier
// shrinks do not count against max_column_bytes: limit_exceeded then, too.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "lockstep/base/memory_resource.h"
#include "lockstep/data/sort_order.h"
#include "lockstep/data/table.h"
#include "lockstep/legacy/aggregate_state.h"
#include "lockstep/legacy/column_check.h"
#include "lockstep/legacy/row_order.h"
#include "lockstep/legacy/rows.h"

namespace lockstep::legacy {

// See CreateTable.
Result<std::unique_ptr<Table>> create_mem_table(std::shared_ptr<const Schema> schema, const TableOptions& options,
                                                std::pmr::memory_resource* resource);

class MemTable final : public Table {
 public:
  // Schema and options must have been validated; create_mem_table does.
  MemTable(std::shared_ptr<const Schema> schema, const TableOptions& options, std::pmr::memory_resource* resource);

  using Table::insert;
  Status insert(const Block& block, const InsertArguments& arguments) override;
  Status shrink() override;
  Result<FlushedBlock> flush() override;
  [[nodiscard]] const TableStatistics& statistics() const override { return statistics_; }
  [[nodiscard]] std::uint64_t memory_bytes() const override { return memory_.live_bytes(); }

 private:
  enum class State : std::uint8_t { open, failed, closed };
  enum class Purpose : std::uint8_t { keep, deliver };

  [[nodiscard]] Status check_open() const;
  [[nodiscard]] Status check_arguments(const Block& block, const InsertArguments& arguments) const;
  [[nodiscard]] Status check_shape(const Block& block) const;
  // Checks every picked value, and then the limits with the bytes that would be stored.
  [[nodiscard]] Status check_values(const Block& block, const InsertArguments& arguments,
                                    std::span<std::uint64_t> column_bytes);
  [[nodiscard]] Status check_limits(std::size_t rows, std::span<const std::uint64_t> column_bytes) const;
  void store(const Block& block, const InsertArguments& arguments);
  void store_row(const Block& block, std::size_t row, Buffer& scratch);

  // Puts the rows in key order; one row a key for unique and agg.
  void sort_and_fold(TableStatistics& statistics);
  static void keep_winner(Row& kept, const Row& other, const ColumnOrder* sequence);
  void add_states(Row& kept, const Row& other, std::uint64_t& sum_overflows);
  // Copies the rows, in their order, into a new block and LSNs from `resource`. Rows with states have their results
  // delivered, or placeholders kept.
  Result<FlushedBlock> copy_rows(Purpose purpose, std::pmr::memory_resource* resource, TableStatistics& statistics);
  Status copy_row(const Row& row, Purpose purpose, Block& to, Buffer& scratch) const;
  Status append_limited(Column& to, std::size_t column, std::optional<std::span<const std::byte>> value,
                        std::uint64_t limit) const;
  // What flush returns.
  Result<FlushedBlock> deliver(TableStatistics& statistics);
  // The rows of `source` in the order of the cluster columns, from the upstream resource.
  FlushedBlock cluster(const FlushedBlock& source, TableStatistics& statistics);

  std::shared_ptr<const Schema> schema_;
  TableOptions options_;
  SortOrder key_order_;
  SortOrder cluster_order_;
  std::pmr::memory_resource* upstream_;
  CountingResource memory_;
  State state_ = State::open;
  TableStatistics statistics_;
  std::pmr::vector<ColumnCheck> checks_;
  StateLayout layout_;
  std::pmr::vector<std::uint64_t> inserted_bytes_;  // a column: stored since the last shrink
  Block block_;                                     // as long as rows_, and as lsns_ if the schema has lsn
  std::pmr::vector<std::int64_t> lsns_;
  Rows rows_;  // last: states die before all else
};

}  // namespace lockstep::legacy
