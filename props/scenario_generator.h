// Random scenarios, aimed at where tables and sorts go wrong.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/scenario/scenario.h"
#include "random.h"
#include "schema_generator.h"

namespace lockstep::props {

// What a property asks of its scenarios; the rest is random. By default every call succeeds and the last operation is
// the only flush.
struct MemTableDemands {
  SchemaDemands schema;
  std::size_t max_rows = 300;
  // Rows, picks and limits that make calls fail, tables that are dropped, calls after the end.
  bool refusals = false;
  // Allocations that fail in the middle of an operation.
  bool failing_allocations = false;
  // `expect`, `stats` and `->` lines with anything in them, for what only reads and writes scenarios.
  bool expectations = false;
};
scenario::MemTableScenario random_mem_table_scenario(const MemTableDemands& demands, Random& random);

struct SortDemands {
  std::size_t max_rows = 2000;
  bool limit = true;
  bool failing_allocations = false;
  bool expectations = false;
};
scenario::SortScenario random_sort_scenario(const SortDemands& demands, Random& random);

}  // namespace lockstep::props
