// The rows a MemTable holds.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "lockstep/aggregate/key_states.h"
#include "lockstep/data/block.h"

namespace lockstep {

// Row ids count through both blocks, the kept rows first (SplitColumn).
struct TableRows {
  TableRows(const Schema& schema, std::pmr::memory_resource* resource)
      : kept(schema, resource), fresh(schema, resource), kept_lsns(resource), fresh_lsns(resource), states(resource) {}

  Block kept;                                // what earlier shrinks left: sorted by key, each key once
  Block fresh;                               // what was inserted since, in insertion order
  std::pmr::vector<std::int64_t> kept_lsns;  // one a row where the schema has lsn, else none
  std::pmr::vector<std::int64_t> fresh_lsns;
  std::pmr::vector<KeyStates> states;  // one a kept row where the schema has folds with states, else none

  [[nodiscard]] std::size_t row_count() const { return kept.row_count() + fresh.row_count(); }
};

}  // namespace lockstep
