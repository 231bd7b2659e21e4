// Floating-point numbers as text: shortest round-trip decimal, inf, -inf, nan (the canonical quiet one) and
// bits(0xHEX).
#pragma once

#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {

// Zero after a failure.
float parse_float32(LineCursor& cursor);
double parse_float64(LineCursor& cursor);

// Every bit pattern has a text that parses back to it. Never taken for a whole number: "4.0", not "4".
std::string print_float32(float value);
std::string print_float64(double value);

}  // namespace lockstep::scenario
