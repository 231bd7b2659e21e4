// What the parser refuses, where, and what it says.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "lockstep/scenario/text.h"

namespace lockstep::scenario {
namespace {

using namespace std::string_view_literals;

struct BadText {
  std::string_view text;
  std::string_view message;
};

void expect_refused(const BadText& bad) {
  const auto scenario = parse_text(bad.text, "f");
  ASSERT_FALSE(scenario.has_value()) << bad.text;
  EXPECT_EQ(scenario.error().code, ErrorCode::parse_error);
  EXPECT_EQ(scenario.error().message, "f:" + std::string(bad.message)) << bad.text;
}

TEST(TextError, Kinds) {
  static constexpr std::array kBad = {
      BadText{"", "1:1: expected the scenario's kind, memtable v1 or sort v1, found the end of the text"},
      BadText{"# nothing\n", "2:1: expected the scenario's kind, memtable v1 or sort v1, found the end of the text"},
      BadText{"memtable\n", "1:9: expected v1, found the end of the line"},
      BadText{"memtable v2\n", "1:10: expected v1, found \"v2\""},
      BadText{"memtable v1 now\n", "1:13: expected the end of the line, found \"now\""},
      BadText{"table v1\n", "1:1: expected the scenario's kind, memtable v1 or sort v1, found \"table\""},
      BadText{"bulkio v1\n", "1:1: expected the scenario's kind, memtable v1 or sort v1, found \"bulkio\""},
      BadText{"  \"\n", "1:3: expected the scenario's kind, memtable v1 or sort v1, found \"\\\"\""},
      BadText{"\000\n"sv, "1:1: expected the scenario's kind, memtable v1 or sort v1, found \"\\x00\""},
  };
  for (const BadText& bad : kBad) expect_refused(bad);
}

TEST(TextError, Tables) {
  static constexpr std::array kBad = {
      BadText{"memtable v1\n", "2:1: expected the model, found the end of the text"},
      BadText{"memtable v1\nkey k int32\n", "2:1: expected the model first, found \"key\""},
      BadText{"memtable v1\nmodel row\n", "2:7: expected dup, unique or agg, found \"row\""},
      BadText{"memtable v1\nmodel dup\nmodel dup\n", "3:1: expected no second model, found \"model\""},
      BadText{"memtable v1\nmodel dup extra\n", "2:11: expected the end of the line, found \"extra\""},
      BadText{"memtable v1\nmodel dup\n",
              "3:1: expected a complete table (schema: no columns), found the end of the text"},
      BadText{"memtable v1\nmodel agg\nvalue v int64 sum\ninsert\n",
              "4:1: expected a complete table before its first operation (schema: the agg model needs a key column), "
              "found \"insert\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nkeys x int32\n",
              "4:1: expected one of model, key, value, sequence, delete_sign, cluster, lsn, limit, insert, shrink, "
              "flush, drop, fail_alloc, stats, expect, found \"keys\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nkey\n", "4:4: expected a column name, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\nkey \"\" int32\n",
              "4:5: expected a column name, found \"\\\"\\\"\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nkey x\n",
              "4:6: expected one of bool, int8, int16, int32, int64, int128, float32, float64, decimal(p,s), date, "
              "datetime, char(n), varchar(n), string, bitmap, ipv4, ipv6, hll, quantile, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\nkey x int33\n",
              "4:7: expected one of bool, int8, int16, int32, int64, int128, float32, float64, decimal(p,s), date, "
              "datetime, char(n), varchar(n), string, bitmap, ipv4, ipv6, hll, quantile, found \"int33\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nkey x varchar(0)\n",
              "4:7: expected varchar(n) with n >= 1, found \"varchar(0)\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nkey x decimal(77,0)\n",
              "4:7: expected decimal(p,s) with 1 <= p <= 76 and s <= p, found \"decimal(77,0)\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nkey x int32 nul\n",
              "4:13: expected the end of the line, found \"nul\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nkey k int64\n",
              "4:5: expected a name that no other column has, found \"k\""},
      BadText{
          "memtable v1\nmodel dup\nkey k int32\nkey b bitmap\n",
          "4:5: expected a column that the table can have (schema: column \"b\": bitmap cannot be a key), found \"b\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nvalue v int32 sum\n",
              "4:7: expected a column that the table can have (schema: column \"v\": only the agg model has "
              "aggregations), found \"v\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nvalue v int32 null null\n",
              "4:20: expected an aggregation such as sum or replace_if_not_null, found \"null\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nvalue v int32\nkey x int32\n",
              "5:1: expected key columns before value columns, found \"key\""},
      BadText{"memtable v1\nmodel agg\nkey k int32\nvalue v int64 sum\nvalue w int32\n",
              "5:7: expected a column that the table can have (schema: column \"w\": a value column of the agg model "
              "needs an aggregation), found \"w\""},
      BadText{"memtable v1\nmodel agg\nkey k int32\nvalue v int64 sum\nvalue w varchar(4) sum\n",
              "5:7: expected a column that the table can have (schema: column \"w\": sum cannot fold varchar(4)), "
              "found \"w\""},
      BadText{"memtable v1\nmodel agg\nkey k int32\nvalue v int64 sum\nvalue w int32 avg\n",
              "5:15: expected an aggregation such as sum or replace_if_not_null, found \"avg\""},
      BadText{"memtable v1\nmodel agg\nkey k int32\nvalue v int64 sum\nvalue w int32 none\n",
              "5:15: expected an aggregation such as sum or replace_if_not_null, found \"none\""},
      BadText{"memtable v1\nmodel agg\nkey k int32\nvalue v int64 sum\nvalue w int32 sum sum\n",
              "5:19: expected the end of the line, found \"sum\""},
      BadText{"memtable v1\nmodel agg\nkey k int32\nvalue v int64 sum\nkey x int32 sum\n",
              "5:1: expected key columns before value columns, found \"key\""},
      BadText{"memtable v1\nmodel agg\nkey k int32\nvalue v int64 sum\nsequence v\n",
              "5:10: expected a column for this part (schema: only the unique model has a sequence), found \"v\""},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\nsequence k\n",
              "6:10: expected a column for this part (schema: the sequence is not a value column), found \"k\""},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\nsequence x\n",
              "6:10: expected the name of a column that stands above, found \"x\""},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\nsequence b\n",
              "6:10: expected a column for this part (schema: the sequence's type has no order), found \"b\""},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\nsequence v\nsequence v\n",
              "7:1: expected this line only once, found \"sequence\""},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\nsequence\n",
              "6:9: expected a column name, found the end of the line"},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\ndelete_sign v\n",
              "6:13: expected a column for this part (schema: the delete sign is not an int8 column), found \"v\""},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\ncluster\n",
              "6:8: expected a column name, found the end of the line"},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\ncluster k b\n",
              "6:11: expected a column to cluster by (schema: a cluster column's type has no order), found \"b\""},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\ncluster k x\n",
              "6:11: expected the name of a column that stands above, found \"x\""},
      BadText{"memtable v1\nmodel unique\nkey k int32\nvalue v int64\nvalue b bitmap\ncluster k\ncluster k\n",
              "7:1: expected this line only once, found \"cluster\""},
      BadText{"memtable v1\nmodel agg\nkey k int32\nvalue v int64 sum\ncluster k\n",
              "5:9: expected a column to cluster by (schema: only the unique model has cluster columns), found \"k\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nlsn 1\n", "4:5: expected the end of the line, found \"1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nlsn\nlsn\n", "5:1: expected this line only once, found \"lsn\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nlimit\n",
              "4:6: expected rows, column_bytes or string_bytes, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\nlimit bytes 1\n",
              "4:7: expected rows, column_bytes or string_bytes, found \"bytes\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nlimit rows\n",
              "4:11: expected a number below 2^64, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\nlimit rows -1\n",
              "4:12: expected a number below 2^64, found \"-1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nlimit rows 4294967296\n",
              "4:12: expected a limit inside its bounds (max_rows is 4294967296, more than 4294967295), found "
              "\"4294967296\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nlimit rows 18446744073709551616\n",
              "4:12: expected a number below 2^64, found \"18446744073709551616\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nlimit rows 1\nlimit rows 1\n",
              "5:1: expected each limit only once, found \"limit\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\n  5\n",
              "4:3: expected a line without indentation, rows stand under insert and expect only, found \"5\""},
  };
  for (const BadText& bad : kBad) expect_refused(bad);
}

TEST(TextError, Operations) {
  static constexpr std::array kBad = {
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\nkey x int32\n",
              "5:1: expected an operation, lines about the table come before all operations, found \"key\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert now\n",
              "4:8: expected -> or the end of the line, found \"now\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert ->\n",
              "4:10: expected an error code such as value_too_long, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert -> oops\n",
              "4:11: expected an error code such as value_too_long, found \"oops\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert -> closed now\n",
              "4:18: expected the end of the line, found \"now\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert rows 4294967296\n",
              "4:13: expected a row number of 32 bits, found \"4294967296\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert rows 1 -1\n",
              "4:15: expected -> or the end of the line, found \"-1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert columns\n  1\n",
              "5:3: expected the end of the line, found \"1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert columns int32 int32\n",
              "4:22: expected -> or the end of the line, found \"int32\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert columns int32,\n",
              "4:22: expected one of bool, int8, int16, int32, int64, int128, float32, float64, decimal(p,s), date, "
              "datetime, char(n), varchar(n), string, bitmap, ipv4, ipv6, hll, quantile, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert columns int99\n",
              "4:16: expected one of bool, int8, int16, int32, int64, int128, float32, float64, decimal(p,s), date, "
              "datetime, char(n), varchar(n), string, bitmap, ipv4, ipv6, hll, quantile, found \"int99\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nshrink 1\n",
              "4:8: expected -> or the end of the line, found \"1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nshrink\n  1\n",
              "5:3: expected a line without indentation, rows stand under insert and expect only, found \"1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nflush\n  1\n",
              "5:3: expected a line without indentation, rows stand under insert and expect only, found \"1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ndrop -> closed\n",
              "4:6: expected the end of the line, found \"->\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ndrop\ninsert\n",
              "5:1: expected only stats and expect after drop, found \"insert\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ndrop\nshrink\n",
              "5:1: expected only stats and expect after drop, found \"shrink\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ndrop\nflush\n",
              "5:1: expected only stats and expect after drop, found \"flush\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ndrop\ndrop\n",
              "5:1: expected only stats and expect after drop, found \"drop\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nfail_alloc\n",
              "4:11: expected which allocation fails, counted from 1, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\nfail_alloc 0\nflush\n",
              "4:12: expected which allocation fails, counted from 1, found \"0\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nfail_alloc 1 2\nflush\n",
              "4:14: expected the end of the line, found \"2\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nfail_alloc 1\n",
              "5:1: expected insert, shrink or flush after fail_alloc, found the end of the text"},
      BadText{"memtable v1\nmodel dup\nkey k int32\nfail_alloc 1\ndrop\n",
              "5:1: expected insert, shrink or flush after fail_alloc, found \"drop\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nfail_alloc 1\nfail_alloc 2\nflush\n",
              "5:1: expected insert, shrink or flush after fail_alloc, found \"fail_alloc\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nfail_alloc 1\nstats\n",
              "5:1: expected insert, shrink or flush after fail_alloc, found \"stats\""},
      BadText{
          "memtable v1\nmodel dup\nkey k int32\nstats rows=1\n",
          "4:7: expected raw_rows, merged_rows, sorts, shrinks or sum_overflows, each at most once, found \"rows=1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nstats raw_rows\n",
              "4:15: expected \"=\", found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\nstats raw_rows=\n",
              "4:16: expected a number below 2^64, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\nstats raw_rows=x\n",
              "4:16: expected a number below 2^64, found \"x\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nstats sorts=1 sorts=1\n",
              "4:15: expected raw_rows, merged_rows, sorts, shrinks or sum_overflows, each at most once, found "
              "\"sorts=1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nexpect\n", "4:1: expected flush before expect, found \"expect\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  1\nexpect fingerprint 0x1\n",
              "6:1: expected flush before expect, found \"expect\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nflush\nexpect 1\n",
              "5:8: expected the end of the line, found \"1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nflush\nexpect fingerprint\n",
              "5:19: expected 0x and at most 16 hexadecimal digits, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\nflush\nexpect fingerprint 12\n",
              "5:20: expected 0x and at most 16 hexadecimal digits, found \"12\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nflush\nexpect fingerprint 0x12345678901234567\n",
              "5:20: expected 0x and at most 16 hexadecimal digits, found \"0x12345678901234567\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nflush\nexpect fingerprint 0xfg\n",
              "5:20: expected 0x and at most 16 hexadecimal digits, found \"0xfg\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nflush\nexpect fingerprint 0x1 0x1\n",
              "5:24: expected the end of the line, found \"0x1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nflush\nexpect\n  null\n",
              "6:3: expected a value, the column is not nullable, found \"null\""},
  };
  for (const BadText& bad : kBad) expect_refused(bad);
}

TEST(TextError, Rows) {
  static constexpr std::array kBad = {
      BadText{"memtable v1\nmodel dup\nkey k int32\nvalue s string\ninsert\n  1\n",
              "6:4: expected a value for column s (string), found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  1 2\n", "5:5: expected the end of the line, found \"2\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  1 @\n",
              "5:6: expected an LSN of 64 bits, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  1 @x\n", "5:6: expected an LSN of 64 bits, found \"x\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  1 @9223372036854775808\n",
              "5:6: expected an LSN of 64 bits, found \"9223372036854775808\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  1 @1 @2\n",
              "5:8: expected the end of the line, found \"@2\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  1\n  2 @1\n",
              "6:6: expected no LSN, the row above has none, found \"1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  @1\n",
              "5:3: expected a value for column k (int32), found \"@1\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nvalue s string\ninsert\n  1\"a\"\n",
              "6:4: expected a blank between values, found \"\\\"a\\\"\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\nvalue s string\ninsert\n  1 \"a\"x\n",
              "6:8: expected a blank between values, found \"x\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert columns int32\n  null\n",
              "5:3: expected a value, the column is not nullable, found \"null\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n\t1 # two\n\t2 3 # three\n",
              "6:4: expected the end of the line, found \"3\""},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  null(\n",
              "5:8: expected a whole number of 32 bits, found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  null(1\n",
              "5:9: expected \")\", found the end of the line"},
      BadText{"memtable v1\nmodel dup\nkey k int32\ninsert\n  null()\n",
              "5:8: expected a whole number of 32 bits, found \")\""},
  };
  for (const BadText& bad : kBad) expect_refused(bad);
}

TEST(TextError, Sorts) {
  static constexpr std::array kBad = {
      BadText{"sort v1\n", "2:1: expected rows, found the end of the text"},
      BadText{"sort v1\nrows\n", "2:1: expected a column before rows, found \"rows\""},
      BadText{"sort v1\nrows\n  1\n", "2:1: expected a column before rows, found \"rows\""},
      BadText{"sort v1\ncolumn a int32 sum\n", "2:16: expected the end of the line, found \"sum\""},
      BadText{"sort v1\ncolumn a int32\ncolumn a int64\nrows\n",
              "3:8: expected a name that no other column has, found \"a\""},
      BadText{"sort v1\ncolumn a\n",
              "2:9: expected one of bool, int8, int16, int32, int64, int128, float32, float64, decimal(p,s), date, "
              "datetime, char(n), varchar(n), string, bitmap, ipv4, ipv6, hll, quantile, found the end of the line"},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nkey k int32\n",
              "4:1: expected one of column, by, ties, limit, fail_alloc, rows, expect, found \"key\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nby x asc nulls_first\n",
              "4:4: expected the name of a column that stands above, found \"x\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nby m asc nulls_first\n",
              "4:4: expected a column whose type has an order, found \"m\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nby a\n",
              "4:5: expected asc or desc, found the end of the line"},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nby a up\n", "4:6: expected asc or desc, found \"up\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nby a asc\n",
              "4:9: expected nulls_first or nulls_last, found the end of the line"},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nby a asc nulls_first desc\n",
              "4:22: expected the end of the line, found \"desc\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nby a asc nulls_first,\n",
              "4:22: expected a column name, found the end of the line"},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nby a asc nulls_first\nby a asc nulls_first\n",
              "5:1: expected this line only once, found \"by\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nties up\n",
              "4:6: expected ascending or descending, found \"up\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nlimit -1\n",
              "4:7: expected a number below 2^64, found \"-1\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nlimit 1\nlimit 1\n",
              "5:1: expected this line only once, found \"limit\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nfail_alloc 0\n",
              "4:12: expected which allocation fails, counted from 1, found \"0\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nrows 1\n", "4:6: expected the end of the line, found \"1\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nrows\ncolumn z int32\n",
              "5:1: expected columns before rows, found \"column\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nrows\n  null {}\n",
              "5:3: expected a value, the column is not nullable, found \"null\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nrows\n  1 {} @1\n",
              "5:8: expected the end of the line, found \"@1\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nrows\nexpect -1\n",
              "5:8: expected the end of the line, found \"-1\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nrows\nexpect 1\n  1 {}\n",
              "6:3: expected a line without indentation, rows stand under rows only, found \"1\""},
      BadText{"sort v1\ncolumn a int32\ncolumn m bitmap\nrows\nrows\n",
              "5:1: expected this line only once, found \"rows\""},
  };
  for (const BadText& bad : kBad) expect_refused(bad);
}

// One row of one value of a type.
struct BadValue {
  std::string_view type;
  std::string_view value;
  std::string_view message;
};

TEST(TextError, Values) {
  static constexpr std::array kBad = {
      BadValue{"bool", "1", "4:3: expected true, false or byte(N), found \"1\""},
      BadValue{"bool", "byte(256)", "4:8: expected a byte, found \"256)\""},
      BadValue{"bool", "byte(1", "4:9: expected \")\", found the end of the line"},
      BadValue{"int8", "128", "4:3: expected a whole number of 8 bits, found \"128\""},
      BadValue{"int8", "-129", "4:3: expected a whole number of 8 bits, found \"-129\""},
      BadValue{"int8", "1.0", "4:3: expected a whole number of 8 bits, found \"1.0\""},
      BadValue{"int8", "+1", "4:3: expected a whole number of 8 bits, found \"+1\""},
      BadValue{"int8", "0x1", "4:3: expected a whole number of 8 bits, found \"0x1\""},
      BadValue{"int8", "\"1\"", "4:3: expected a whole number of 8 bits, found \"\\\"1\\\"\""},
      BadValue{"int128", "170141183460469231731687303715884105728",
               "4:3: expected a whole number of 128 bits, found \"170141183460469231731687303715884105728\""},
      BadValue{"int32", "null", "4:3: expected a value, the column is not nullable, found \"null\""},
      BadValue{"float32", "1e39",
               "4:3: expected a number such as 1.5 or 1e-3 that the type can hold, inf, -inf, nan or bits(0x…), found "
               "\"1e39\""},
      BadValue{"float64", "1e999",
               "4:3: expected a number such as 1.5 or 1e-3 that the type can hold, inf, -inf, nan or bits(0x…), found "
               "\"1e999\""},
      BadValue{"float64", "infinity",
               "4:3: expected a number such as 1.5 or 1e-3 that the type can hold, inf, -inf, nan or bits(0x…), found "
               "\"infinity\""},
      BadValue{"float64", "nan(1)", "4:6: expected a blank between values, found \"(1)\""},
      BadValue{"float64", "-nan",
               "4:3: expected a number such as 1.5 or 1e-3 that the type can hold, inf, -inf, nan or bits(0x…), found "
               "\"-nan\""},
      BadValue{"float64", "0x1p3",
               "4:3: expected a number such as 1.5 or 1e-3 that the type can hold, inf, -inf, nan or bits(0x…), found "
               "\"0x1p3\""},
      BadValue{"float64", "1,5", "4:4: expected a blank between values, found \",5\""},
      BadValue{"float64", "bits(7)", "4:8: expected 0x and at most 16 hexadecimal digits, found \"7)\""},
      BadValue{"float32", "bits(0x123456789)",
               "4:8: expected 0x and at most 8 hexadecimal digits, found \"0x123456789)\""},
      BadValue{"float64", "bits(0x)", "4:8: expected 0x and at most 16 hexadecimal digits, found \"0x)\""},
      BadValue{"decimal(9,2)", "0.001",
               "4:3: expected a number with at most 2 digits behind the point, unscaled of 32 bits, found \"0.001\""},
      BadValue{
          "decimal(9,2)", "21474836.48",
          "4:3: expected a number with at most 2 digits behind the point, unscaled of 32 bits, found \"21474836.48\""},
      BadValue{"decimal(9,2)", ".",
               "4:3: expected a number with at most 2 digits behind the point, unscaled of 32 bits, found \".\""},
      BadValue{"decimal(9,2)", "5.",
               "4:3: expected a number with at most 2 digits behind the point, unscaled of 32 bits, found \"5.\""},
      BadValue{"decimal(9,2)", ".5",
               "4:3: expected a number with at most 2 digits behind the point, unscaled of 32 bits, found \".5\""},
      BadValue{"decimal(9,2)", "-",
               "4:3: expected a number with at most 2 digits behind the point, unscaled of 32 bits, found \"-\""},
      BadValue{"decimal(9,2)", "-.5",
               "4:3: expected a number with at most 2 digits behind the point, unscaled of 32 bits, found \"-.5\""},
      BadValue{"decimal(9,2)", "1.-5",
               "4:3: expected a number with at most 2 digits behind the point, unscaled of 32 bits, found \"1.-5\""},
      BadValue{"decimal(9,2)", "1.2.3",
               "4:3: expected a number with at most 2 digits behind the point, unscaled of 32 bits, found \"1.2.3\""},
      BadValue{"decimal(9,0)", "1.0",
               "4:3: expected a number with at most 0 digits behind the point, unscaled of 32 bits, found \"1.0\""},
      BadValue{"date", "2023-02-29",
               "4:3: expected a date YYYY-MM-DD of the calendar, or days(N), found \"2023-02-29\""},
      BadValue{"date", "2024-13-01",
               "4:3: expected a date YYYY-MM-DD of the calendar, or days(N), found \"2024-13-01\""},
      BadValue{"date", "2024-1-01", "4:3: expected a date YYYY-MM-DD of the calendar, or days(N), found \"2024-1-01\""},
      BadValue{"date", "10000-01-01",
               "4:3: expected a date YYYY-MM-DD of the calendar, or days(N), found \"10000-01-01\""},
      BadValue{"date", "2024-01-0x",
               "4:3: expected a date YYYY-MM-DD of the calendar, or days(N), found \"2024-01-0x\""},
      BadValue{"date", "-001-01-01",
               "4:3: expected a date YYYY-MM-DD of the calendar, or days(N), found \"-001-01-01\""},
      BadValue{"date", "days(2147483648)", "4:8: expected a whole number of 32 bits, found \"2147483648)\""},
      BadValue{"date", "days", "4:7: expected \"(\", found the end of the line"},
      BadValue{"datetime", "2024-02-29",
               "4:3: expected YYYY-MM-DDTHH:MM:SS with up to six decimals, or micros(N), found \"2024-02-29\""},
      BadValue{
          "datetime", "2024-02-29T24:00:00",
          "4:3: expected YYYY-MM-DDTHH:MM:SS with up to six decimals, or micros(N), found \"2024-02-29T24:00:00\""},
      BadValue{
          "datetime", "2024-02-29T12:60:00",
          "4:3: expected YYYY-MM-DDTHH:MM:SS with up to six decimals, or micros(N), found \"2024-02-29T12:60:00\""},
      BadValue{
          "datetime", "2024-02-29T12:00:60",
          "4:3: expected YYYY-MM-DDTHH:MM:SS with up to six decimals, or micros(N), found \"2024-02-29T12:00:60\""},
      BadValue{
          "datetime", "2024-02-29T12:00:00.",
          "4:3: expected YYYY-MM-DDTHH:MM:SS with up to six decimals, or micros(N), found \"2024-02-29T12:00:00.\""},
      BadValue{"datetime", "2024-02-29T12:00:00.1234567",
               "4:3: expected YYYY-MM-DDTHH:MM:SS with up to six decimals, or micros(N), found "
               "\"2024-02-29T12:00:00.1234567\""},
      BadValue{
          "datetime", "2024-02-29T12:00:0-",
          "4:3: expected YYYY-MM-DDTHH:MM:SS with up to six decimals, or micros(N), found \"2024-02-29T12:00:0-\""},
      BadValue{"datetime", "2024-02-29 12:00:00",
               "4:3: expected YYYY-MM-DDTHH:MM:SS with up to six decimals, or micros(N), found \"2024-02-29\""},
      BadValue{"string", "a", "4:3: expected a string in double quotes, found \"a\""},
      BadValue{"string", "\"a", "4:5: expected the closing quote, found the end of the line"},
      BadValue{"string", "\"\\\"", "4:6: expected the closing quote, found the end of the line"},
      BadValue{"string", "\"\\q\"", "4:4: expected one of the escapes \\\" \\\\ \\n \\t \\xHH, found \"\\\\q\\\"\""},
      BadValue{"string", "\"\\x4\"", "4:4: expected one of the escapes \\\" \\\\ \\n \\t \\xHH, found \"\\\\x4\\\"\""},
      BadValue{"string", "\"\\xg0\"",
               "4:4: expected one of the escapes \\\" \\\\ \\n \\t \\xHH, found \"\\\\xg0\\\"\""},
      BadValue{"string", "\"a\tb\"", "4:5: expected an escape in place of a control character, found a blank"},
      BadValue{"varchar(2)", "'a'", "4:3: expected a string in double quotes, found \"'a'\""},
      BadValue{"bitmap", "{", "4:4: expected a number below 2^64, or a range such as 5..9, found the end of the line"},
      BadValue{"bitmap", "{1", "4:5: expected \"}\", found the end of the line"},
      BadValue{"bitmap", "{1 2}", "4:6: expected \"}\", found \"2}\""},
      BadValue{"bitmap", "{1,}", "4:6: expected a number below 2^64, or a range such as 5..9, found \"}\""},
      BadValue{"bitmap", "{-1}", "4:4: expected a number below 2^64, or a range such as 5..9, found \"-1}\""},
      BadValue{"bitmap", "{18446744073709551616}",
               "4:4: expected a number below 2^64, or a range such as 5..9, found \"18446744073709551616}\""},
      BadValue{"bitmap", "{2..1}", "4:4: expected a number below 2^64, or a range such as 5..9, found \"2..1}\""},
      BadValue{"bitmap", "{1..}", "4:4: expected a number below 2^64, or a range such as 5..9, found \"1..}\""},
      BadValue{"bitmap", "{1...2}", "4:4: expected a number below 2^64, or a range such as 5..9, found \"1...2}\""},
      BadValue{"bitmap", "{..2}", "4:4: expected a number below 2^64, or a range such as 5..9, found \"..2}\""},
      BadValue{"bitmap", "{0..18446744073709551615}",
               "4:4: expected shorter ranges: the sets of this text are too large, found \"0..18446744073709551615}\""},
      BadValue{"bitmap", "{0..17179934720}",
               "4:4: expected shorter ranges: the sets of this text are too large, found \"0..17179934720}\""},
      BadValue{"bitmap", "raw", "4:6: expected \"(\", found the end of the line"},
      BadValue{"bitmap", "raw(1)", "4:7: expected a string in double quotes, found \"1)\""},
      BadValue{"bitmap", "raw(\"\"", "4:9: expected \")\", found the end of the line"},
      BadValue{"bitmap", "\"\"", "4:3: expected a bitmap such as {1,5..9} or raw(\"…\"), found \"\\\"\\\"\""},
  };
  for (const BadValue& bad : kBad) {
    const std::string text =
        "sort v1\ncolumn v " + std::string(bad.type) + "\nrows\n  " + std::string(bad.value) + "\n";
    expect_refused({text, bad.message});
  }
}

// A parser that looked at text more than a few times would not finish these in time.
TEST(TextError, LongTextsTakeLinearTime) {
  constexpr std::size_t kLength = std::size_t{1} << 20;
  const std::string head = "sort v1\ncolumn v string\nrows\n  ";
  EXPECT_FALSE(parse_text(std::string(kLength, '('), "f"));
  EXPECT_FALSE(parse_text(head + std::string(kLength, 'x'), "f"));
  EXPECT_FALSE(parse_text(head + "\"" + std::string(kLength, 'x'), "f"));
  EXPECT_FALSE(parse_text("sort v1\ncolumn v int128\nrows\n  " + std::string(kLength, '9'), "f"));
  EXPECT_FALSE(parse_text("sort v1\ncolumn v bitmap\nrows\n  {" + std::string(kLength, ','), "f"));
  std::string lines = "memtable v1\nmodel dup\nkey k int32\n";
  for (std::size_t i = 0; i < kLength / 8; ++i) lines += "shrink\n";
  EXPECT_TRUE(parse_text(lines, "f"));
}

}  // namespace
}  // namespace lockstep::scenario
