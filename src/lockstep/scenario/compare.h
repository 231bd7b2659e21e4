// Whether two outcomes of a scenario are the same, and an outcome what the scenario says; if not, the first difference.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "lockstep/data/block.h"
#include "lockstep/scenario/outcome.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario {

// Compares what every call answered (ok or which error), the counted statistics after every operation, and the flushed
// blocks with their LSNs byte for byte, null maps, offsets and payload under nulls included. Messages, times and memory
// are each subject's own affair, and violations stand in the outcomes already.
//
// Where an allocation of `actual` failed (fail_alloc) it is held against the contract:
//   - an insert: `expected` must be from a run that left this insert out and failed no allocation (see check.h);
//   - a shrink or flush: nothing after it is compared, run() has seen to it that everything answers failed_state.
//
// Both outcomes must be from runs of this scenario. Linear in the outcomes; allocates nothing while they agree.
std::optional<Difference> compare(const Scenario& scenario, const Outcome& expected, const Outcome& actual);

// Checks `->`, `stats` and `expect` lines. Lines that cannot be meant for this outcome are void: behind the first
// `fail_alloc` call that answered bad_alloc where the scenario does not say so, or the other way round, all of them;
// behind a shrink or flush that was to run out of memory and did not, those that expect failed_state.
std::optional<Difference> compare_with_expectations(const Scenario& scenario, const Outcome& actual);

// The first difference of two blocks: the lowest row, within it the lowest column. `operation` is left 0.
std::optional<Difference> compare_blocks(const Block& expected, std::span<const std::int64_t> expected_lsns,
                                         const Block& actual, std::span<const std::int64_t> actual_lsns);

}  // namespace lockstep::scenario
