// The MemTable of memtable.md, as the page says it: plain and slow. The answer that every other MemTable must give.
//
// Every inserted row is kept as a row of cells. A shrink sorts the rows by key and folds the equal ones; a flush does
// the same and writes the result as a block. There are no aggregate states: a folded row is the row that folding goes
// on from.
//
//   auto table = reference::create_mem_table(schema, TableOptions{}, resource);
//   (*table)->insert(block);
//   Result<FlushedBlock> flushed = (*table)->flush();
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "lockstep/base/memory_resource.h"
#include "lockstep/data/table.h"
#include "lockstep/reference/value.h"

namespace lockstep::reference {

// See Table in data/table.h for the contract of every call.
// Costs: insert O(bytes), shrink and flush O(n log n) comparisons for n rows held. Not thread-safe.
class MemTable final : public Table {
 public:
  // The schema and the options are valid: create_mem_table checks them.
  MemTable(std::shared_ptr<const Schema> schema, const TableOptions& options, std::pmr::memory_resource* resource);

  using Table::insert;
  Status insert(const Block& block, const InsertArguments& arguments) override;
  Status shrink() override;
  Result<FlushedBlock> flush() override;

  [[nodiscard]] const TableStatistics& statistics() const override { return statistics_; }
  [[nodiscard]] std::uint64_t memory_bytes() const override { return memory_.live_bytes(); }
  // The agg model only: memory has grown by options.shrink_step_bytes since the last shrink.
  [[nodiscard]] bool needs_shrink() const;
  // Memory has reached options.flush_bytes.
  [[nodiscard]] bool needs_flush() const { return memory_bytes() >= options_.flush_bytes; }

 private:
  // A shrink or flush is `failed` from its first step on, and something else only when it has come to its end.
  enum class State : std::uint8_t { open, failed, closed };

  [[nodiscard]] Status check_open() const;
  Result<Row> stored_row(const Block& block, std::size_t source, const InsertArguments& arguments);
  Rows sorted_by_key(Rows rows, TableStatistics& statistics) const;
  // Rows in key order in, one row per key out.
  Rows folded(Rows rows, TableStatistics& statistics) const;
  Rows sorted_by_cluster(Rows rows, TableStatistics& statistics) const;
  [[nodiscard]] FlushedBlock to_block(const Rows& rows, TableStatistics& statistics) const;

  std::shared_ptr<const Schema> schema_;
  TableOptions options_;
  std::pmr::memory_resource* upstream_;  // where the flushed block comes from
  CountingResource memory_;              // where everything else comes from
  State state_ = State::open;
  Rows rows_;  // after a shrink: the folded rows in key order, then the rows inserted since in insertion order
  std::pmr::vector<std::uint64_t> bytes_since_shrink_;  // per column, of the rows inserted since; 0 for fixed width
  std::uint64_t memory_at_shrink_ = 0;
  TableStatistics statistics_;
};

// Matches CreateTable in data/table.h.
Result<std::unique_ptr<Table>> create_mem_table(std::shared_ptr<const Schema> schema, const TableOptions& options,
                                                std::pmr::memory_resource* resource);

}  // namespace lockstep::reference
