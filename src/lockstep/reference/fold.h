// Folding rows with equal keys into one.   (memtable.md, "What flush returns" and the table of aggregations)
//
// The folded row is a row like any other, and folding goes on from it: nothing else is kept between two folds. So
// fold(fold(a, b), c) is the same wherever a shrink falls between a, b and c. Folds that need all values at once,
// quantile_union and custom ones, only line the cells up (Cell::later); finish_row folds them at the flush.
#pragma once

#include <cstdint>

#include "lockstep/data/schema.h"
#include "lockstep/data/type.h"
#include "lockstep/reference/value.h"

namespace lockstep::reference {

// `into` = `into` folded with `next`, a value inserted later. `overflows` grows by one for an add of two values whose
// exact sum does not fit the width, or whose stored sum leaves the decimal's precision. Needs an aggregation that
// accepts the type (checked). After a bad_alloc `into` is as it was or folded.
void fold_value(Aggregation aggregation, Type type, Cell& into, Cell next, std::uint64_t& overflows);

// Folds what was lined up in the row's cells. After an exception the row is only to be destroyed.
void finish_row(const Schema& schema, Row& row);

// `into` = the rows folded into it so far, folded with `next`, a row of the same key inserted later. For the unique and
// aggregate models.
//   unique, no sequence   values from `next`, key bytes stay
//   unique, sequence      the row with the larger sequence, NULL being the smallest; `next` where they are equal
//   aggregate             each value by its column's aggregation, key bytes stay
// The LSN is the larger of the two, whoever wins.
void fold_row(const Schema& schema, Row& into, Row next, std::uint64_t& overflows);

}  // namespace lockstep::reference
