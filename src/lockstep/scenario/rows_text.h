// Blocks as text: their columns, and one line a row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"
#include "lockstep/scenario/bitmap_text.h"
#include "lockstep/scenario/scenario.h"
#include "lockstep/scenario/text.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {

// What the blocks of one text may still cost beyond their length.
struct TextBudget {
  BitmapBudget bitmaps;
  std::uint64_t block_columns = kMaxTextBlockColumns;
};

// What a null in a column that is not nullable does.
enum class StrayNull : std::uint8_t { fails, makes_column_nullable };

// An empty block with the schema's columns.
Block start_block(LineCursor& cursor, const Schema& schema, TextBudget& budget);
// Reads "[TYPE [null], …]" up to the end or "->": an empty block with those columns.
Block parse_block_columns(LineCursor& cursor, TextBudget& budget);
void print_block_columns(std::string& out, const Block& block);

// Reads one row and appends it. `schema` gives the names for messages; `lsns` is null where there are none. On a
// failure the columns may be of unequal length.
void parse_row(LineCursor& cursor, const Schema& schema, StrayNull stray_null, TextBudget& budget, Block& block,
               std::vector<std::int64_t>* lsns);
// Prints all rows, one indented line each. Takes the bitmaps in the order in which parsing meets them.
void print_rows(std::string& out, const Block& block, const std::vector<std::int64_t>& lsns, BitmapBudget& budget);

}  // namespace lockstep::scenario
