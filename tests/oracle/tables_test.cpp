// Every block that the reference flushes is, byte for byte, the one that SQLite's answer makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "classes.h"
#include "database.h"
#include "generator.h"
#include "lockstep/base/check.h"
#include "lockstep/reference/mem_table.h"
#include "queries.h"
#include "sql_values.h"

namespace lockstep::oracle {
namespace {

constexpr std::uint64_t kSeed = 20'240'607;
constexpr std::size_t kCases = 3'000;

FlushedBlock flush_reference(const TableCase& table) {
  const auto schema = std::make_shared<const Schema>(table.input.schema);
  auto created = reference::create_mem_table(schema, TableOptions{}, std::pmr::get_default_resource());
  LOCKSTEP_CHECK(created, "the schema is valid");
  std::vector<std::uint32_t> rows(table.input.rows.row_count());
  std::iota(rows.begin(), rows.end(), 0u);
  std::size_t first = 0;
  for (const Batch& batch : table.batches) {
    InsertArguments arguments{.rows = std::span(rows).subspan(first, batch.rows)};
    if (schema->lsn) arguments.lsns = table.lsns;
    LOCKSTEP_CHECK((*created)->insert(table.input.rows, arguments), "the rows are valid");
    if (batch.shrink) LOCKSTEP_CHECK((*created)->shrink(), "a shrink works");
    first += batch.rows;
  }
  Result<FlushedBlock> flushed = (*created)->flush();
  LOCKSTEP_CHECK(flushed, "a flush works");
  return std::move(*flushed);
}

struct Answer {
  Block block;
  std::vector<std::int64_t> lsns;
  std::int64_t tied_rows;  // of the input
};

Answer ask_sqlite(const TableCase& table) {
  const Schema& schema = table.input.schema;
  Database database;
  load_input(database, table.input.rows, table.input.as_text, table.lsns);
  const std::vector<SqlRow> rows = database.run(flush_query(schema));
  Answer answer{.block = block_of(schema, rows)};
  for (const SqlRow& row : rows) {
    if (schema.lsn) answer.lsns.push_back(std::get<std::int64_t>(row.back()));
  }
  std::vector<std::uint32_t> keys(schema.key_count);
  std::iota(keys.begin(), keys.end(), 0u);
  answer.tied_rows = std::get<std::int64_t>(database.run(ties_query(keys)).front().front());
  return answer;
}

bool has_null(const Column& column) {
  return std::ranges::any_of(column.nulls(), [](std::uint8_t null) { return null != 0; });
}

template <class Float>
bool holds_zero(const Column& column, bool negative) {
  for (std::size_t row = 0; row < column.size(); ++row) {
    const Float value = column.values<Float>()[row];
    if (!column.is_null(row) && value == 0 && std::signbit(value) == negative) return true;
  }
  return false;
}

bool has_both_zeros(const Column& column) {
  switch (column.type().kind) {
    case TypeKind::float32:
      return holds_zero<float>(column, false) && holds_zero<float>(column, true);
    case TypeKind::float64:
      return holds_zero<double>(column, false) && holds_zero<double>(column, true);
    default:
      return false;
  }
}

void note(const TableCase& table, const Answer& answer, Classes& classes) {
  const Schema& schema = table.input.schema;
  const Block& rows = table.input.rows;
  const bool ties = answer.tied_rows > 0;
  classes.note("full ties", ties, 70);
  classes.note("no rows", rows.row_count() == 0, 1);
  classes.note("without a key", schema.key_count == 0, 1);
  classes.note("two shrinks or more", std::ranges::count(table.batches, true, &Batch::shrink) >= 2, 20);
  for (const Model model : {Model::duplicate, Model::unique, Model::aggregate}) {
    classes.note("ties in " + std::string(model_name(model)), ties && schema.model == model, 20);
  }
  classes.note("sequence", ties && schema.sequence, 5);
  classes.note("sequence with nulls", ties && schema.sequence && has_null(rows.column(*schema.sequence)), 2);
  classes.note("delete sign", ties && schema.delete_sign, 2);
  classes.note("cluster", ties && !schema.cluster.empty(), 5);
  classes.note("cluster of two columns", ties && schema.cluster.size() == 2, 2);
  classes.note("LSNs", ties && schema.lsn, 10);
  const auto any_column = [&](auto holds) {
    for (std::uint32_t i = 0; i < schema.columns.size(); ++i) {
      if (ties && holds(i)) return true;
    }
    return false;
  };
  classes.note("null keys", any_column([&](std::uint32_t i) { return schema.is_key(i) && has_null(rows.column(i)); }),
               20);
  classes.note("null values",
               any_column([&](std::uint32_t i) { return !schema.is_key(i) && has_null(rows.column(i)); }), 20);
  for (const Aggregation aggregation :
       {Aggregation::sum, Aggregation::min, Aggregation::max, Aggregation::replace, Aggregation::replace_if_not_null}) {
    const auto is_it = [&](std::uint32_t i) { return schema.columns[i].aggregation == aggregation; };
    const std::string name(aggregation_name(aggregation));
    classes.note(name, any_column(is_it), 5);
    classes.note(name + " with nulls",
                 any_column([&](std::uint32_t i) { return is_it(i) && has_null(rows.column(i)); }), 2);
  }
  for (const TypeKind kind : kKinds) {
    const auto is_key = [&](std::uint32_t i) { return schema.is_key(i) && schema.columns[i].type.kind == kind; };
    classes.note("key of type " + Type::of(kind).name(), any_column(is_key), 5);
  }
  const auto is_zero_key = [&](std::uint32_t i) { return schema.is_key(i) && has_both_zeros(rows.column(i)); };
  classes.note("zeros of both signs in a key", any_column(is_zero_key), 1);
}

TEST(SqliteOracle, TablesFlushWhatSqliteAnswers) {
  std::cout << "seed " << kSeed << ", " << kCases << " tables\n";
  Random random(kSeed);
  Classes classes;
  for (std::size_t i = 0; i < kCases; ++i) {
    const TableCase table = random_table(random);
    const Answer expected = ask_sqlite(table);
    const FlushedBlock actual = flush_reference(table);
    note(table, expected, classes);
    ASSERT_TRUE(actual.block == expected.block)
        << "table " << i << ", " << flush_query(table.input.schema) << "\ninput\n"
        << text_of(table.input.rows) << "SQLite\n"
        << text_of(expected.block) << "reference\n"
        << text_of(actual.block);
    ASSERT_TRUE(std::ranges::equal(actual.lsns, expected.lsns)) << "table " << i << ": other LSNs";
  }
  classes.check_floors();
}

}  // namespace
}  // namespace lockstep::oracle
