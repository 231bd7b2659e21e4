// Bulk I/O scenarios as bytes, what fuzzers mutate.   (scenario.md)
//
// Decoding is total: every byte string is a well-formed scenario, with operations until it ends. Small numbers, short
// arrays, lengths at the named thresholds, seeks to page edges and bit patterns that floating point would change are
// the common case. Input that ends early reads as if zeros followed. A few bytes can name a long array, so one scenario
// has at most kMaxBulkioValues values; beyond that arrays come out empty.
//
//   file        kBulkioFirstByte, then page size, limit, operations
//   number      as in bytes.h
//   page size   below 240, one of the usual ones; else a number
//   limit       below 192, none; else a number
//   operation   5 bits of action, 3 bits: what a call must do stands in a byte behind it if they are 7, an allocation
//   to
//               fail if 6; then the action's own
//   length      below 200, short; below 240, at a threshold; else a number
//   position    below 200, itself; below 224, a page edge -1, +0, +1; else a number
//   values      length, how many of them are given, those; the others follow from them by a rule
//   value       below 192, itself; below 224, from a pool of bit patterns; else as many bytes as it is wide
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/scenario/bulkio/bulkio_scenario.h"

namespace lockstep::scenario {

// No UTF-8 text starts with it, nor a scenario of another kind.
inline constexpr std::byte kBulkioFirstByte{0x82};

// The caps: what is larger has text, but no bytes.
inline constexpr std::size_t kMaxBulkioOperations = 1'024;
inline constexpr std::uint32_t kMaxBulkioLength = 8'192;   // values of one call
inline constexpr std::uint64_t kMaxBulkioValues = 16'384;  // of all calls and expectations: numbers, bytes and strings

// What follows the first byte.
BulkioScenario decode_bulkio(std::span<const std::byte> body);

// The whole file: decode_bulkio of what follows its first byte is the scenario. invalid_argument for what is not well
// formed and for what exceeds a cap, naming it.
Result<std::vector<std::byte>> encode_bulkio(const BulkioScenario& scenario);

}  // namespace lockstep::scenario
