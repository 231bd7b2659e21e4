// The operations of a memtable scenario as bytes.
//
// While there is input, a byte: slot is its bits 0 to 3, high its bits 4 to 7.
//
//   slot 0 to 3, 15   insert
//   slot 6 7          insert with picks
//   slot 8            insert; byte of flags: bit 0 picks, the others a shape (bytes_rows.h)
//   slot 4 5 9 10 11  shrink
//   slot 12           flush if high is 12 or more, else shrink
//   slot 13           drop if high is 12 or more, else insert
//   slot 14           high modulo 3: stats, expect rows, expect fingerprint; before any flush always stats
//   byte 255          the end, whatever follows; so is, after drop, everything but slot 14
//
// Behind that byte, in this order:
//
//   high 15, not slot 14   byte: bit 0 asks for a number, fail_alloc; bit 1 for a byte, the expected error modulo their
//                          number (drop has neither)
//   insert                 number of rows if high is 14 or 15, else high is it; the flags of slot 8; picks; shape; rows
//   stats                  byte, whose bits 0 to 4 ask for a number each: raw_rows, merged_rows, sorts, shrinks,
//                          sum_overflows
//   expect rows            byte of flags, a shape; number of rows; shape; rows
//   expect fingerprint     8 bytes
//
// Where the input just ends and there was neither flush nor drop, a flush follows: what was inserted is to come out.
#pragma once

#include <vector>

#include "lockstep/scenario/bytes_stream.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario {

std::vector<Operation> decode_operations(ByteSource& source, const Schema& schema);
void encode_operations(ByteSink& sink, const MemTableScenario& scenario);

}  // namespace lockstep::scenario
