// What reads the lines of one kind of scenario.
#pragma once

#include <memory>
#include <string>

#include "lockstep/scenario/scenario.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {

// Fed line by line behind the kind's own line; what is wrong with a line goes into its cursor, and then the parser is
// not used again.
class KindTextParser {
 public:
  KindTextParser() = default;
  KindTextParser(const KindTextParser&) = delete;
  KindTextParser& operator=(const KindTextParser&) = delete;
  virtual ~KindTextParser() = default;

  // A line that starts with a word, and one that starts with a blank.
  virtual void directive(LineCursor& cursor) = 0;
  virtual void row(LineCursor& cursor) = 0;
  // After the last line: what the text still lacks, empty if nothing.
  virtual std::string missing() = 0;
  // The scenario, once, if nothing is missing.
  virtual Scenario take() = 0;
};

std::unique_ptr<KindTextParser> make_memtable_text_parser();
std::unique_ptr<KindTextParser> make_sort_text_parser();

// Row numbers up to the first thing that does not start with a digit.
std::vector<std::uint32_t> parse_row_numbers(LineCursor& cursor);

}  // namespace lockstep::scenario
