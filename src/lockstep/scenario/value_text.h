// Values of every type as text. The forms are listed in text.h.
#pragma once

#include <cstddef>
#include <string>

#include "lockstep/data/column.h"
#include "lockstep/scenario/bitmap_text.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {

// Reads one value and appends it to the column, whose type says which forms there are. On a failure nothing is
// appended. `null` in a column that is not nullable is a failure. Linear in the text, but for what `budget` allows.
void parse_value(LineCursor& cursor, Column& column, BitmapBudget& budget);

// Appends what parse_value reads back, byte for byte.
void print_value(std::string& out, const Column& column, std::size_t row, BitmapBudget& budget);

}  // namespace lockstep::scenario
