// What a MemTable is to its user, whoever implements it.   (memtable.md)
//
//   create(schema, options) → insert(block, …)* ↔ shrink()* → flush() → (destroyed)
//
// Three classes implement this interface: reference::MemTable (the specification as code), MemTable (the fast one) and
// legacy::MemTable (rows behind pointers, the baseline). A scenario runs on any of them and must come out the same.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"

namespace lockstep {

inline constexpr std::uint64_t kDefaultMaxStringBytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kDefaultShrinkStepBytes = std::uint64_t{400} << 20;
inline constexpr std::uint64_t kDefaultFlushBytes = std::uint64_t{200} << 20;

// Limits may be lowered, never raised above the defaults (tables answer invalid_argument).   (data.md, "Blocks")
struct TableOptions {
  std::uint64_t max_rows = kMaxRows;                 // rows held at any time
  std::uint64_t max_column_bytes = kMaxColumnBytes;  // per variable-width column; memtable.md says when
  std::uint64_t max_string_bytes =
      kDefaultMaxStringBytes;  // one value of type string; may also be raised, to kMaxColumnBytes
  std::uint64_t shrink_step_bytes = kDefaultShrinkStepBytes;  // needs_shrink(): growth since the last shrink
  std::uint64_t flush_bytes = kDefaultFlushBytes;             // needs_flush(): memory held

  friend bool operator==(const TableOptions&, const TableOptions&) = default;
};

// At any time rows held + merged_rows = raw_rows; after flush, output rows + merged_rows = raw_rows.
struct TableStatistics {
  std::uint64_t raw_rows = 0;     // rows inserted
  std::uint64_t merged_rows = 0;  // rows folded away so far
  std::uint64_t sorts = 0;  // times rows were put in order: every shrink and flush by key (a table with a key column),
                            // plus one for cluster order; whatever the row count; DUP shrinks do not sort
  std::uint64_t shrinks = 0;  // shrinks that finished; none for the dup model, where shrink is a no-op
  std::uint64_t sum_overflows =
      0;  // adds of a source value whose exact result did not fit the width, or left the decimal's precision
  std::uint64_t sort_nanoseconds = 0;
  std::uint64_t fold_nanoseconds = 0;
  std::uint64_t gather_nanoseconds = 0;
};

struct FlushedBlock {
  Block block;
  std::pmr::vector<std::int64_t> lsns;  // one a row if the schema has lsn, else empty
};

// What of a block is inserted. The spans are read during the call only.
struct InsertArguments {
  // Source rows to take, in this order, repeats allowed; without it all rows in order.
  std::optional<std::span<const std::uint32_t>> rows;
  // LSNs of the source rows (not of the picked ones), at least one a source row, for a table with lsn and no other.
  std::optional<std::span<const std::int64_t>> lsns;
};

class Table {
 public:
  Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  virtual ~Table() = default;  // always safe, whatever failed before; gives back all memory

  // Checks everything, then stores. The first of these is reported: state (closed, failed_state), `rows`
  // (out_of_range), `lsns` (invalid_argument), the block's shape and types (schema_mismatch: the column's types must
  // equal the schema's, the block's nullability is free), values (lowest picked row, then lowest column:
  // null_in_required_column, value_out_of_range, value_too_long, malformed_value), limits (rows, then the lowest
  // column: limit_exceeded). Strong guarantee: after an error or bad_alloc the table holds exactly the rows it held and
  // goes on working.
  virtual Status insert(const Block& block, const InsertArguments& arguments) = 0;
  Status insert(const Block& block) { return insert(block, InsertArguments{}); }

  // Folds rows with equal keys now. A no-op for the dup model. After an error or bad_alloc: failed_state from then on.
  virtual Status shrink() = 0;

  // The finished block, allocated from the table's upstream resource, which must outlive it; the table may be destroyed
  // first. After success every call answers closed; after an error or bad_alloc, failed_state.
  virtual Result<FlushedBlock> flush() = 0;

  [[nodiscard]] virtual const TableStatistics& statistics() const = 0;
  // Bytes held now, from the resource the table was given, exactly.
  [[nodiscard]] virtual std::uint64_t memory_bytes() const = 0;
};

// How a table is made. invalid_argument for a schema that does not validate or options out of bounds. The schema is
// shared, not copied; all memory comes from `resource`, which must outlive the table.
using CreateTable = Result<std::unique_ptr<Table>> (*)(std::shared_ptr<const Schema> schema,
                                                       const TableOptions& options,
                                                       std::pmr::memory_resource* resource);

// invalid_argument naming the option that is out of its bounds.
Status validate_options(const TableOptions& options);

}  // namespace lockstep
