// Scenarios as text, what people read, write and review.   (scenario.md, "Text")
//
// UTF-8, line by line. `#` starts a comment, blank lines are nothing. The first line names the kind; a line that starts
// with a blank is a row of the line above. NAME is a bare word or, for any other bytes, a string in quotes; TYPE is
// what Type::name() writes; […] may be left out; … may be repeated.
//
//   memtable v1
//   model dup|unique|agg
//   key NAME TYPE [null]                         keys before values
//   value NAME TYPE [null] [AGGREGATION]         an aggregation, built in or registered (data/aggregate.h), in the agg
//                                                model and only there
//   sequence NAME   delete_sign NAME   cluster NAME…   lsn        columns stand above the lines that name them
//   limit rows|column_bytes|string_bytes N
//
//   insert [rows N…] [columns [TYPE [null], …]] [-> CODE]        and rows. `columns` says what the block's columns are
//                                                where they are not the table's; without it a column is also nullable
//                                                if the table's is not but a null stands in it
//   shrink [-> CODE]   flush [-> CODE]   drop    after drop come only stats and expect
//   fail_alloc N                                 before insert, shrink or flush
//   stats raw_rows=N merged_rows=N sorts=N shrinks=N sum_overflows=N        those that matter, in any order
//   expect [columns …]                           and rows; somewhere after a flush, as is the next
//   expect fingerprint 0xHEX
//
//   sort v1
//   column NAME TYPE [null]
//   by NAME asc|desc nulls_first|nulls_last, …   without it only ties are left to order
//   ties ascending|descending                    ascending
//   limit N   fail_alloc N
//   rows                                         and rows
//   expect N…
//
// A row is a value for each column and, optionally, its LSN, @N; where some rows of a block have none, they are the
// last ones. Values:
//
//   any type            null, a null with the canonical payload (zero bytes, empty); null(V), one with V under it
//   bool                true false byte(N)
//   integers            -12
//   decimal(p,s)        -0.01, at most s decimals; any unscaled integer of the type's width, beyond p digits too
//   float32 float64     1.5 1e-3 -0.0 inf -inf; nan, the canonical quiet NaN; bits(0xHEX), any bits
//   date                2024-02-29, or days(N) since 1970-01-01
//   datetime            2024-02-29T12:00:00.000001, up to six decimals or none, or micros(N) since 1970-01-01T00:00:00
//   char varchar string "in double quotes" with \" \\ \n \t \xHH; of any length
//   ipv4 ipv6           10.0.0.1   2001:db8::1
//   bitmap              {1,5..9}, the canonical bytes of that set; raw("\x02\xff"), any bytes
//   hll                 hll{"a","b"}, the canonical bytes of the sketch of these byte strings; raw("…")
//   quantile            q{1.5,2.0,nan}, the canonical bytes of that multiset; raw("…")
//
// What the calendar, `true` and `false` cannot say has the forms byte, days and micros, so that every stored value has
// a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lockstep/base/error.h"
#include "lockstep/data/column.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario {

// The blocks of all operations of one text may have this many columns in all. A few characters make a block with as
// many columns as the table; nothing else in a text costs more than its length (bitmaps: see bitmap_text.h).
inline constexpr std::uint64_t kMaxTextBlockColumns = std::uint64_t{1} << 18;
inline constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 30;

// parse_error "FILE:LINE:COLUMN: expected …, found …" for anything that is not a well-formed scenario (well_formed.h);
// lines and columns count from 1, columns in bytes. `file_name` is only for the message. O(text · log columns), and
// memory in proportion to the text plus the two bounds above.
Result<Scenario> parse_text(std::string_view text, std::string_view file_name);

// The inverse: parse_text(print_text(s)) == s for every well-formed scenario inside the bounds above. Comments and
// layout of a text that was parsed are not kept.
std::string print_text(const Scenario& scenario);

// One value, as it stands in a row.
std::string print_value(const Column& column, std::size_t row);

}  // namespace lockstep::scenario
