// Scenarios in text that use, between them, every line and every form of a value that there is. Each is written as
// print_text() writes it.
#pragma once

#include <array>
#include <string_view>

namespace lockstep::scenario::testing {

inline constexpr std::array<std::string_view, 7> kSampleTexts = {
    // Every type as it lies inside and outside its range, nulls with and without a payload.
    R"(memtable v1
model dup
key b bool null
key i8 int8
key i16 int16
key i32 int32 null
key i64 int64
key i128 int128
key f float32 null
key g float64
value d decimal(3,0)
value e decimal(18,18)
value h decimal(38,2) null
value day date null
value at datetime null
value c char(4) null
value s varchar(8)
value t string null
value m bitmap null
insert
  true -128 -32768 -2147483648 -9223372036854775808 -170141183460469231731687303715884105728 -0.0 -inf -5000 -0.000000000000000001 -1.05 0000-01-01 0000-01-01T00:00:00 "" "" "" {}
  byte(2) 127 32767 null(7) 9223372036854775807 170141183460469231731687303715884105727 nan inf 999 9.223372036854775807 0.00 9999-12-31 9999-12-31T23:59:59.999999 "\"\\\n\t\x00" "#,(){}@=" "\xc3\xa9" {0,18446744073709551615}
  null(true) 0 0 null 0 0 bits(0x7f800001) bits(0xfff8000000000000) 0 0.000000000000000000 null(1700000000000000000000000000000000000.00) days(2932897) micros(-62167219200000001) null("x") "longer than it may be" null null({})
  null 0 0 0 0 0 1e-45 5e-324 -2147483648 -9.223372036854775808 -1701411834604692317316873037158841057.28 null(days(-719529)) null(micros(253402300800000000)) null "null" null null(raw("\x02\xff"))
  false 1 1 1 1 1 3.4028235e+38 0.1 1 0.000000000000000001 0.01 1970-01-01 1970-01-01T00:00:00.000001 "a" "b" null("c") raw("\x01\x00\x00\x00\x00\x00\x00\x00")
flush
)",
    // The parts of a unique table, LSNs, limits, every statistic.
    R"(memtable v1
model unique
key k int32
value seq datetime null
value gone int8
value "two words" string
value null int32
sequence seq
delete_sign gone
cluster "two words" k null
lsn
limit rows 5
limit column_bytes 100
limit string_bytes 2097152
insert
  1 2024-02-29T12:00:00 0 "a" 5 @-9223372036854775808
  2 null 1 "b" 6 @9223372036854775807
stats raw_rows=2 merged_rows=0 sorts=0 shrinks=0 sum_overflows=0
stats
shrink
flush
expect
  1 2024-02-29T12:00:00 0 "a" 5 @-9223372036854775808
  2 null 1 "b" 6 @9223372036854775807
expect fingerprint 0x123456789abcdef0
flush -> closed
)",
    // Every aggregation; picked rows; expected errors; allocations that fail.
    R"(memtable v1
model agg
key k varchar(3)
value a int64 null sum
value b float32 min
value c date max
value d bool replace
value e string null replace_if_not_null
value f bitmap bitmap_union
insert rows 1 0 1
  "a" 1 1.5 2024-02-29 true "x" {1,5..9}
  "b" null 0.001 2024-02-28 false null {}
fail_alloc 1
insert -> bad_alloc
  "a" 1 nan 1970-01-01 true "x" {4294967295..4294967296}
insert rows 7 -> out_of_range
insert rows
  "a" 1 0.5 1970-01-01 true "x" {0..65535}
fail_alloc 18446744073709551615
shrink
insert -> null_in_required_column
  null 1 1.0 1970-01-01 true "x" {}
shrink -> failed_state
fail_alloc 3
flush -> bad_alloc
drop
stats merged_rows=3
expect
expect fingerprint 0x0
)",
    // Blocks whose columns are not the table's; LSNs that are missing or too many.
    R"(memtable v1
model dup
key k int32
value v varchar(2) null
insert columns int32 null, varchar(2) null
  1 "a"
insert columns int32, varchar(2)
  1 "a" @5
insert columns -> schema_mismatch
insert rows 0 columns int32 -> schema_mismatch
  1
insert columns decimal(20,2) null, bitmap, char(1), string null, bool -> schema_mismatch
  null {1} "a" null(" ") false
  0.00 {} "" null true
insert
  1 "a" @1
  2 "b"
flush
expect columns int32 null, varchar(2)
  null "a"
)",
    // No operation at all.
    R"(memtable v1
model dup
value v int32
)",
    R"(sort v1
column a int32 null
column "b c" varchar(8)
column m bitmap
by a desc nulls_last, "b c" asc nulls_first, a asc nulls_first
ties descending
limit 3
fail_alloc 2
rows
  1 "a" {1}
  null(3) "b" raw("")
  null "\x80" {2..3}
expect 1 0 4294967295
)",
    R"(sort v1
column a float64
ties ascending
rows
expect
)",
};

}  // namespace lockstep::scenario::testing
