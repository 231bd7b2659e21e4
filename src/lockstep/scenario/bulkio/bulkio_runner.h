// Runs a bulk I/O scenario on a subject and writes down what came back.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/scenario/bulkio/bulkio_scenario.h"
#include "lockstep/scenario/bulkio/bulkio_subject.h"
#include "lockstep/scenario/outcome.h"

namespace lockstep::scenario {

// What one operation came to. `error` empty: it succeeded, was an expectation, or was left out.
struct BulkioStep {
  std::optional<ErrorCode> error;  // bad_alloc: the exception reached the caller
  std::string message;
  std::uint64_t position = 0;  // of the stream, after the operation
  std::uint64_t size = 0;
  std::optional<BulkioItem> read;   // of a read that succeeded
  std::uint64_t read_position = 0;  // of the input after a read
  BulkioPages pages;                // at an expectation
};

struct BulkioOutcome {
  std::vector<BulkioStep> steps;  // one an operation
  BulkioPages pages;              // after the last one
  // The first breach of the contract that shows without a second opinion: a failed call that moved something, two
  // inputs over the same bytes that differ, memory kept, an exception that nothing asked for.
  std::optional<Difference> violation;
};

struct BulkioRunOptions {
  // Whether `fail_alloc` lines take effect.
  bool fail_allocations = true;
  // Operations to leave out, one flag an operation; empty: none.
  std::vector<bool> left_out = {};
  std::pmr::memory_resource* upstream = std::pmr::new_delete_resource();
};

// Does not look at what the scenario expects. Reads go through both kinds of input. O(work of the subject), and
// O(size) for every expectation.
BulkioOutcome run(const BulkioScenario& scenario, const BulkioSubject& subject, const BulkioRunOptions& options = {});

// A hash over all of it but messages: a second run in the same process must give the same.
std::uint64_t digest(const BulkioOutcome& outcome);

}  // namespace lockstep::scenario
