// What came back when a scenario was run on a subject.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/data/table.h"

namespace lockstep::scenario {

// The smallest thing that shows a fault: where, what was wanted and what came, in words.
struct Difference {
  // Index of the operation; the number of operations for what showed only after the last one (a leak); 0 in a sort.
  std::size_t operation = 0;
  std::optional<std::size_t> row;
  std::optional<std::size_t> column;
  std::string expected;
  std::string actual;
  std::string description;  // one sentence
};

// The statistics that every subject must agree on: all but the times.
struct CountedStatistic {
  std::string_view name;
  std::uint64_t TableStatistics::* count;
};
inline constexpr std::array<CountedStatistic, 5> kCountedStatistics{{
    {"raw_rows", &TableStatistics::raw_rows},
    {"merged_rows", &TableStatistics::merged_rows},
    {"sorts", &TableStatistics::sorts},
    {"shrinks", &TableStatistics::shrinks},
    {"sum_overflows", &TableStatistics::sum_overflows},
}};

// One operation of a memtable scenario. `error` empty: it succeeded, was an expectation, or was left out. Figures are
// those after the operation, or the last known once the table is gone.
struct Step {
  std::optional<ErrorCode> error;  // bad_alloc: the exception reached the caller
  std::string message;
  TableStatistics statistics;
  std::uint64_t memory_bytes = 0;
  // Bytes that the counting resource has beyond memory_bytes(): 0, after a flush what the flushed block occupies.
  std::int64_t unaccounted_bytes = 0;
};

struct MemTableOutcome {
  std::optional<Error> create_error;  // then there are no steps
  std::vector<Step> steps;            // one an operation of the scenario
  std::optional<FlushedBlock> flushed;
  std::optional<std::size_t> flushed_at;  // the operation that returned it
  std::uint64_t fingerprint = 0;          // of `flushed`
  // The first breach of the contract that shows without a second opinion: memory kept or miscounted, rows gone
  // missing, an unforeseen exception, statistics that a failed call changed.
  std::optional<Difference> violation;
};

struct SortOutcome {
  bool out_of_memory = false;  // bad_alloc reached the caller
  std::vector<std::uint32_t> order;
  std::optional<Difference> violation;
};

// Alternatives in the order of Scenario's.
using Outcome = std::variant<MemTableOutcome, SortOutcome>;

// A hash over everything but times: a second run in the same process must give the same.
std::uint64_t digest(const Outcome& outcome);

}  // namespace lockstep::scenario
