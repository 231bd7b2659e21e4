// The fast MemTable: columns, row ids, and states for the keys that met a second row.   (memtable.md)
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <vector>

#include "lockstep/base/memory_resource.h"
#include "lockstep/data/sort_order.h"
#include "lockstep/data/table.h"
#include "lockstep/memtable/row_fold.h"
#include "lockstep/memtable/table_rows.h"

namespace lockstep {

// Rows are never objects: a row is its index, 4 bytes while it is being sorted and none at rest. Beside the columns a
// kept row spends 8 bytes for the owner of its states, if the schema has folds with states, and 8 for an LSN.
//
// Costs: insert O(bytes), checked and copied column by column, runs of rows at once; shrink O(kept + fresh log fresh),
// or O(kept + fresh) where short keys repeat much; flush the same and one gather, which gives back the source columns
// as they were read. Not thread-safe. See Table for the contract.
//
//   auto table = create_mem_table(schema, TableOptions{}, std::pmr::get_default_resource());
//   if (!table) return table.error();
//   Status inserted = (*table)->insert(block);
//   Result<FlushedBlock> flushed = (*table)->flush();
class MemTable final : public Table {
 public:
  // The schema and options were validated: create_mem_table() does.
  MemTable(std::shared_ptr<const Schema> schema, const TableOptions& options, std::pmr::memory_resource* resource);

  Status insert(const Block& block, const InsertArguments& arguments) override;
  using Table::insert;
  Status shrink() override;
  Result<FlushedBlock> flush() override;

  [[nodiscard]] const TableStatistics& statistics() const override { return statistics_; }
  [[nodiscard]] std::uint64_t memory_bytes() const override { return memory_.live_bytes(); }

  // The agg model only: memory has grown by shrink_step_bytes since the last shrink.
  [[nodiscard]] bool needs_shrink() const;
  // Memory has reached flush_bytes.
  [[nodiscard]] bool needs_flush() const { return memory_bytes() >= options_.flush_bytes; }

 private:
  enum class State : std::uint8_t { open, failed, closed };

  [[nodiscard]] Status check_open(std::string_view call) const;
  Status insert_rows(const Block& block, const InsertArguments& arguments);
  // insert_rows in short, for whole blocks into tables whose columns are plain: nothing is measured, looked up or
  // allocated for the call, which counts where rows come one by one. False, and nothing done, for a block that does not
  // fit; insert_rows says why. May throw std::bad_alloc, and nothing was done.
  bool insert_plain_rows(const Block& block);
  Status shrink_rows(TableStatistics& statistics);
  Result<FlushedBlock> flush_rows(TableStatistics& statistics);
  Result<FlushedBlock> flush_all_rows(TableStatistics& statistics);        // dup
  Result<FlushedBlock> flush_folded_rows(TableStatistics& statistics);     // unique and agg, in key order
  Result<FlushedBlock> flush_clustered_rows(TableStatistics& statistics);  // unique with cluster columns
  // The row ids of a block in the order of its columns, ascending, nulls first; counts as a sort.
  std::pmr::vector<std::uint32_t> sorted_order(const Block& block, std::span<const std::uint32_t> columns,
                                               TieOrder ties, TableStatistics& statistics);
  // The rows `order` of `source` and of `lsns`, from the upstream resource; gives back each column of `source` on the
  // way.
  Result<FlushedBlock> gather_rows(Block& source, std::span<const std::uint32_t> order,
                                   std::pmr::vector<std::int64_t>& lsns, TableStatistics& statistics);
  [[nodiscard]] RowFold row_fold(FoldStage stage) { return {*schema_, options_, aggregates_, stage, &memory_}; }

  std::shared_ptr<const Schema> schema_;
  TableOptions options_;
  std::pmr::memory_resource* upstream_;
  CountingResource memory_;  // what this table holds, exactly; outlives all that allocates from it
  TableStatistics statistics_;
  State state_ = State::open;
  bool is_plain_ = false;  // every column has a fixed width and no nulls, and takes every bit pattern
  std::uint64_t bytes_after_shrink_ = 0;
  std::pmr::vector<const Aggregate*> aggregates_;  // of the columns whose folds need a state, in column order
  std::optional<TableRows> rows_;                  // none once the table is closed
};

// A CreateTable. invalid_argument for a schema or options that do not validate.
Result<std::unique_ptr<Table>> create_mem_table(std::shared_ptr<const Schema> schema, const TableOptions& options,
                                                std::pmr::memory_resource* resource);

}  // namespace lockstep
