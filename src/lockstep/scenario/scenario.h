// One test case as a value: a schema, a list of operations and what must come out.   (scenario.md)
//
// The same scenario exists as text (text.h) and as bytes (bytes.h); the three forms convert into each other without
// loss. Scenarios are ordinary values: copyable, comparable, in the default memory resource.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"
#include "lockstep/data/sort_order.h"
#include "lockstep/data/table.h"

namespace lockstep::scenario {

// Rows with their LSNs, as they stand under `insert` and `expect`. `lsns` has one entry a row if the schema has lsn,
// else it is empty.
struct Rows {
  Block block;
  std::vector<std::int64_t> lsns;

  friend bool operator==(const Rows&, const Rows&) = default;
};

struct Insert {
  Rows source;
  std::optional<std::vector<std::uint32_t>> picks;  // `insert rows 1 0 1`; may name rows that are not there
  friend bool operator==(const Insert&, const Insert&) = default;
};
struct Shrink {
  friend bool operator==(const Shrink&, const Shrink&) = default;
};
struct Flush {
  friend bool operator==(const Flush&, const Flush&) = default;
};
// Ends the table without a flush. Nothing may follow but further expectations on what came before.
struct Drop {
  friend bool operator==(const Drop&, const Drop&) = default;
};
// `stats raw_rows=5 merged_rows=3`: those named are checked at this point.
struct ExpectStatistics {
  std::optional<std::uint64_t> raw_rows, merged_rows, sorts, shrinks, sum_overflows;
  friend bool operator==(const ExpectStatistics&, const ExpectStatistics&) = default;
};
// The flushed rows, complete and in order.
struct ExpectRows {
  Rows rows;
  friend bool operator==(const ExpectRows&, const ExpectRows&) = default;
};
struct ExpectFingerprint {
  std::uint64_t fingerprint = 0;  // of the flushed block and its LSNs
  friend bool operator==(const ExpectFingerprint&, const ExpectFingerprint&) = default;
};

struct Operation {
  std::variant<Insert, Shrink, Flush, Drop, ExpectStatistics, ExpectRows, ExpectFingerprint> action;
  // insert, shrink and flush only. The N-th allocation of this operation throws std::bad_alloc; 0: none does.
  std::uint64_t fail_alloc = 0;
  // insert, shrink and flush only. `-> code`: this call must fail so.
  std::optional<ErrorCode> expected_error;

  friend bool operator==(const Operation&, const Operation&) = default;
};

// `memtable v1`
struct MemTableScenario {
  Schema schema;
  TableOptions options;  // of which text and bytes carry max_rows, max_column_bytes, max_string_bytes
  std::vector<Operation> operations;

  friend bool operator==(const MemTableScenario&, const MemTableScenario&) = default;
};

// `sort v1`
struct SortScenario {
  Schema schema;  // of the columns only names, types and nullability count; model dup, key_count 0
  SortOrder order;
  std::optional<std::uint64_t> limit;
  Block rows;
  std::optional<std::vector<std::uint32_t>> expected;
  std::uint64_t fail_alloc = 0;  // the N-th allocation of the sort throws; 0: none does

  friend bool operator==(const SortScenario&, const SortScenario&) = default;
};

// Every kind of scenario there is; a new kind is one more alternative here.
using Scenario = std::variant<MemTableScenario, SortScenario>;

}  // namespace lockstep::scenario
