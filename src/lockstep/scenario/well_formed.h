// Which scenario values make sense: those that text and bytes can carry and that can be run.
#pragma once

#include "lockstep/base/error.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario {

// invalid_argument, naming the operation and the rule, unless:
//
//   both      the schema validates; blocks are rectangular, null maps hold 0 and 1
//   memtable  options are inside their bounds and the two that no text carries are the defaults; LSNs are at most as
//   many
//             as rows; fail_alloc and an expected error stand only on insert, shrink and flush; expected rows and
//             fingerprints come after a flush; after drop come only expectations
//   sort      a dup schema without keys, sequence, cluster or lsn; the block has exactly its columns; keys are
//   orderable
//             columns
//
// Not asked: that values are inside their types, that blocks fit the schema, that picks exist, that LSNs are complete.
// Those are what scenarios test. O(rows).
Status check_well_formed(const Scenario& scenario);

}  // namespace lockstep::scenario
