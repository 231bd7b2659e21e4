// What random bytes come to: scenarios in which something happens. Shares that fall under their floor would make
// fuzzing from nothing blind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "lockstep/reference/mem_table.h"
#include "lockstep/reference/roaring_format.h"
#include "lockstep/scenario/bytes.h"

namespace lockstep::scenario {
namespace {

constexpr std::size_t kInputs = 4'000;
constexpr std::size_t kBytes = 300;

// What the calls of many decoded scenarios came to on the reference.
struct Shares {
  std::size_t scenarios = 0, tables = 0, flushed_with_rows = 0, merged = 0, several_inserts = 0, two_shrinks = 0;
  std::size_t inserts = 0, good_inserts = 0;
  std::map<ErrorCode, std::size_t> insert_errors;
  std::map<TypeKind, std::size_t> cells;
  std::size_t nullable = 0, nulls = 0, null_payloads = 0;
  std::size_t nans = 0, floats = 0;
  std::size_t valid_bitmaps = 0, non_canonical_bitmaps = 0, bitmaps = 0;
};

void count_floats(const Column& column, std::size_t row, Shares& shares) {
  if (column.type().kind == TypeKind::float32) {
    ++shares.floats;
    shares.nans += std::isnan(column.values<float>()[row]) ? 1u : 0u;
  } else if (column.type().kind == TypeKind::float64) {
    ++shares.floats;
    shares.nans += std::isnan(column.values<double>()[row]) ? 1u : 0u;
  }
}

void count_bitmap(const Column& column, std::size_t row, Shares& shares) {
  if (column.type().kind != TypeKind::bitmap || column.is_null(row)) return;
  ++shares.bitmaps;
  const auto set = reference::parse_roaring(column.value(row), std::pmr::get_default_resource());
  if (!set) return;
  ++shares.valid_bitmaps;
  const auto canonical = reference::serialize_roaring(*set, std::pmr::get_default_resource());
  shares.non_canonical_bitmaps += std::string_view(canonical) == column.text(row) ? 0u : 1u;
}

void count_cells(const Block& block, Shares& shares) {
  for (const Column& column : block.columns()) {
    shares.cells[column.type().kind] += column.size();
    for (std::size_t row = 0; row < column.size(); ++row) {
      shares.nullable += column.nullable() ? 1u : 0u;
      if (column.is_null(row)) {
        ++shares.nulls;
        const auto payload = column.value(row);
        shares.null_payloads += std::ranges::any_of(payload, [](std::byte b) { return b != std::byte{0}; }) ? 1u : 0u;
      }
      count_floats(column, row, shares);
      count_bitmap(column, row, shares);
    }
  }
}

void count_insert(Table& table, const Insert& insert, bool lsn, Shares& shares) {
  ++shares.inserts;
  count_cells(insert.source.block, shares);
  InsertArguments arguments;
  if (insert.picks) arguments.rows = *insert.picks;
  if (lsn || !insert.source.lsns.empty()) arguments.lsns = insert.source.lsns;
  const Status status = table.insert(insert.source.block, arguments);
  if (status) {
    ++shares.good_inserts;
  } else {
    ++shares.insert_errors[status.error().code];
  }
}

void count_scenario(const MemTableScenario& scenario, Shares& shares) {
  ++shares.scenarios;
  const auto schema = std::make_shared<const Schema>(scenario.schema);
  auto created = reference::create_mem_table(schema, scenario.options, std::pmr::get_default_resource());
  if (!created) return;
  ++shares.tables;
  Table& table = **created;
  std::size_t good_before_flush = 0;
  std::size_t shrinks = 0;
  for (const Operation& operation : scenario.operations) {
    if (const auto* const insert = std::get_if<Insert>(&operation.action)) {
      const std::size_t good = shares.good_inserts;
      count_insert(table, *insert, scenario.schema.lsn, shares);
      good_before_flush += shares.good_inserts - good;
    } else if (std::holds_alternative<Shrink>(operation.action)) {
      shrinks += table.shrink() ? 1u : 0u;
    } else if (std::holds_alternative<Flush>(operation.action)) {
      const auto flushed = table.flush();
      if (flushed && flushed->block.row_count() != 0) {
        ++shares.flushed_with_rows;
        shares.merged += table.statistics().merged_rows != 0 ? 1u : 0u;
      }
    }
  }
  shares.several_inserts += good_before_flush >= 2 ? 1u : 0u;
  shares.two_shrinks += shrinks >= 2 ? 1u : 0u;
}

double share(std::size_t part, std::size_t whole) { return static_cast<double>(part) / static_cast<double>(whole); }

TEST(BytesShare, RandomBytesAreInterestingTables) {
  std::mt19937_64 random(42);
  Shares shares;
  for (std::size_t i = 0; i < kInputs; ++i) {
    std::vector<std::byte> body(kBytes);
    for (std::byte& byte : body) byte = static_cast<std::byte>(random());
    count_scenario(decode_memtable(body), shares);
  }
  std::string figures;
  const auto at_least = [&](const char* what, double floor, std::size_t part, std::size_t whole) {
    EXPECT_GE(share(part, whole), floor) << what << ": " << part << " of " << whole;
    figures += std::string(what) + " " + std::to_string(share(part, whole)) + "\n";
  };
  EXPECT_EQ(shares.tables, shares.scenarios);
  at_least("inserts that succeed", 0.5, shares.good_inserts, shares.inserts);
  at_least("scenarios that flush rows", 0.5, shares.flushed_with_rows, shares.scenarios);
  at_least("scenarios with several good inserts", 0.5, shares.several_inserts, shares.scenarios);
  at_least("scenarios that merge rows", 0.2, shares.merged, shares.scenarios);
  at_least("scenarios with two shrinks", 0.3, shares.two_shrinks, shares.scenarios);
  at_least("nulls where there may be", 0.08, shares.nulls, shares.nullable);
  at_least("nulls with a payload", 0.3, shares.null_payloads, shares.nulls);
  at_least("NaNs among floats", 0.05, shares.nans, shares.floats);
  at_least("valid bitmaps", 0.9, shares.valid_bitmaps, shares.bitmaps);
  at_least("valid bitmaps that are not canonical", 0.03, shares.non_canonical_bitmaps, shares.bitmaps);
  EXPECT_LT(shares.valid_bitmaps, shares.bitmaps);
  for (const ErrorCode code :
       {ErrorCode::schema_mismatch, ErrorCode::null_in_required_column, ErrorCode::value_out_of_range,
        ErrorCode::value_too_long, ErrorCode::malformed_value, ErrorCode::limit_exceeded, ErrorCode::invalid_argument,
        ErrorCode::out_of_range, ErrorCode::closed}) {
    EXPECT_GE(shares.insert_errors[code], 10u) << error_code_name(code);
    figures += std::string(error_code_name(code)) + " " + std::to_string(shares.insert_errors[code]) + "\n";
  }
  EXPECT_EQ(shares.cells.size(), std::size_t{kTypeKindCount});
  RecordProperty("shares", figures);
}

}  // namespace
}  // namespace lockstep::scenario
