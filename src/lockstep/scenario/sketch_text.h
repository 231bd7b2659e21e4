// Sketches as text: hll{"a","b"} and q{1.5,2.0} for the canonical bytes of what holds these values; and raw("…"), for
// any bytes of any set type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {

// A sketch of more values than this is printed as raw("…"): its list would not be read by anybody.
inline constexpr std::size_t kMaxPrintedValues = 64;

// The canonical bytes of the sketch of these hashes, or of these values; in any order, repeats allowed. O(n log n).
std::string canonical_hll(std::vector<std::uint64_t> hashes);
std::string canonical_quantile(std::vector<double> values);

// Takes raw("…") and appends its bytes, if that comes next.
bool take_raw(LineCursor& cursor, std::string& bytes);
std::string print_raw(std::span<const std::byte> bytes);

// Read hll{…} or q{…}, or raw("…"), and append the bytes that it stands for.
void parse_hll_value(LineCursor& cursor, std::string& bytes);
void parse_quantile_value(LineCursor& cursor, std::string& bytes);

// The inverse. A hash does not tell its value: only those of the pool's strings (value_pool.h) and of single letters
// and digits are known by name; a sketch of others is printed as raw("…").
std::string print_hll_value(std::span<const std::byte> bytes);
std::string print_quantile_value(std::span<const std::byte> bytes);

}  // namespace lockstep::scenario
