// Bulk I/O scenarios as text.   (scenario.md, "bulkio v1")
//
// `#` starts a comment, blank lines are nothing, every operation is one line. TYPE is u8 i16 int long float double
// bytes utf8, or ints longs floats doubles for arrays; […] may be left out; … may be repeated.
//
//   bulkio v1
//   page N                                       bytes, 1 … 16 MiB
//   max N                                        the stream's limit; without it that of bulkio_scenario.h
//
//   write TYPE VALUES [-> CODE]                  also float_bits and double_bits, raw bits of a single number
//   list ints|longs|floats|doubles|strings|bytes VALUES… [-> CODE]
//   seek N [-> CODE]
//   read POSITION TYPE [COUNT] [-> VALUES|CODE]  COUNT for arrays and bytes; any 64-bit number
//   read POSITION list TYPE [-> VALUES|CODE]
//   fail_alloc N                                 before write, list, seek or read
//   expect [position N] [size N] [pages N]
//   expect bytes HEX…                            all bytes of the stream; blanks between pairs of digits are ignored
//
// Values: integers in decimal, u8 unsigned, the others signed; floats as 1.5 1e-3 -0.0 inf -inf nan or bits(0xHEX);
// bytes in hexadecimal as above; utf8 and the members of string and bytes lists in double quotes, with the escapes
// \" \\ \n \t \xHH.
#pragma once

#include <string>
#include <string_view>

#include "lockstep/base/error.h"
#include "lockstep/scenario/bulkio/bulkio_scenario.h"

namespace lockstep::scenario {

// Whether the first line that is neither blank nor a comment names this kind.
bool is_bulkio_text(std::string_view text);

// parse_error "FILE:LINE:COLUMN: expected …, found …" for anything that is not a well-formed scenario; lines and
// columns count from 1, columns in bytes. `file_name` is only for the message. O(text).
Result<BulkioScenario> parse_bulkio_text(std::string_view text, std::string_view file_name);

// The inverse: parse(print(s)) == s for every well-formed scenario. Comments and layout are not kept.
std::string print_bulkio_text(const BulkioScenario& scenario);
// One operation as it stands in a text, without line break and without what it expects.
std::string print_bulkio_operation(const BulkioOperation& operation);
// Values as they stand behind `->`.
std::string print_bulkio_values(const BulkioItem& item);

}  // namespace lockstep::scenario
