// Folding all rows of a unique or agg table into one sorted block with each key once: the work of shrink and of flush.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/data/table.h"
#include "lockstep/memtable/table_rows.h"
#include "lockstep/sort/grouped_rows.h"
#include "lockstep/sort/split_column.h"

namespace lockstep {

// What becomes of aggregate states, and which limits hold.   (data.md, "Blocks", on max_column_bytes)
enum class FoldStage : std::uint8_t {
  shrink,  // states stay states; key columns obey max_column_bytes, value columns the 32-bit offsets
  flush,   // states become values; every column obeys max_column_bytes
};

class RowFold {
 public:
  // The aggregates are those of the columns whose folds need a state, in column order. Everything must outlive the
  // fold.
  RowFold(const Schema& schema, const TableOptions& options, std::span<const Aggregate* const> aggregates,
          FoldStage stage, std::pmr::memory_resource* scratch)
      : schema_(schema), options_(options), aggregates_(aggregates), stage_(stage), scratch_(scratch) {}

  // The folded block, from `resource`. Of `rows`, kept_lsns and states then have one entry a row of it, and every
  // column has been given back as soon as it was folded. `statistics` grows by the merged rows, overflows and times.
  // After an error or an exception both are unspecified, but destroyable. O(kept + fresh log fresh)
  Result<Block> run(TableRows& rows, TableStatistics& statistics, std::pmr::memory_resource* resource);

 private:
  // One row id a group.
  using Picks = std::pmr::vector<std::uint32_t>;

  void pick_rows_of_keys(const TableRows& rows, const GroupedRows& groups);
  Result<Column> fold_column(std::uint32_t index, const TableRows& rows, const GroupedRows& groups,
                             TableStatistics& statistics, std::pmr::memory_resource* resource);
  Result<Column> gather_picks(std::uint32_t index, const SplitColumn& column, std::span<const std::uint32_t> picks,
                              TableStatistics& statistics, std::pmr::memory_resource* resource);
  void fold_states(TableRows& rows, const GroupedRows& groups);
  void fold_lsns(TableRows& rows, const GroupedRows& groups);
  Result<Column> build_stateful_column(std::uint32_t index, const TableRows& rows, const GroupedRows& groups,
                                       std::pmr::memory_resource* resource);
  [[nodiscard]] std::uint64_t max_bytes(std::uint32_t index) const;
  // The columns that `aggregates` belong to, in order.
  template <class Visit>
  void for_each_stateful_column(Visit visit) const;

  const Schema& schema_;
  const TableOptions& options_;
  std::span<const Aggregate* const> aggregates_;
  FoldStage stage_;
  std::pmr::memory_resource* scratch_;
  Picks key_rows_{scratch_};    // of each group, the row whose key bytes stay
  Picks value_rows_{scratch_};  // unique: the winner; agg: room for each column's picks
};

// Does the fold of this column keep a state a key? nullptr if not.
const Aggregate* stateful_aggregate(const ColumnSchema& column);

// limit_exceeded, naming the column, its bytes and the limit.
std::unexpected<Error> too_many_bytes(std::string_view call, const ColumnSchema& column, std::uint64_t bytes,
                                      std::uint64_t limit);

}  // namespace lockstep
