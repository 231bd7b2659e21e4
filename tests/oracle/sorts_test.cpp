// The reference sorts in the order that SQLite does, nulls and ties placed as asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory_resource>
#include <string>
#include <vector>

#include "classes.h"
#include "database.h"
#include "generator.h"
#include "lockstep/reference/sort.h"
#include "queries.h"
#include "sql_values.h"

namespace lockstep::oracle {
namespace {

constexpr std::uint64_t kSeed = 20'240'608;
constexpr std::size_t kCases = 3'000;

struct Answer {
  std::vector<std::uint32_t> positions;
  std::int64_t tied_rows;
};

Answer ask_sqlite(const SortCase& sort) {
  Database database;
  load_input(database, sort.input.rows, sort.input.as_text, {});
  Answer answer{};
  for (const SqlRow& row : database.run(sort_query(sort.order, sort.limit))) {
    answer.positions.push_back(static_cast<std::uint32_t>(std::get<std::int64_t>(row.front())));
  }
  std::vector<std::uint32_t> columns;
  for (const SortKey& key : sort.order.keys) columns.push_back(key.column);
  answer.tied_rows = std::get<std::int64_t>(database.run(ties_query(columns)).front().front());
  return answer;
}

// Does a string key hold such a byte?
bool holds_byte(const SortCase& sort, bool (*matches)(unsigned char byte)) {
  return std::ranges::any_of(sort.order.keys, [&](const SortKey& key) {
    const Column& column = sort.input.rows.column(key.column);
    if (column.is_fixed_width()) return false;
    for (std::size_t row = 0; row < column.size(); ++row) {
      const std::string_view text = column.text(row);
      const auto has = [&](char byte) { return matches(static_cast<unsigned char>(byte)); };
      if (!column.is_null(row) && std::ranges::any_of(text, has)) return true;
    }
    return false;
  });
}

void note(const SortCase& sort, const Answer& answer, Classes& classes) {
  const std::vector<SortKey>& keys = sort.order.keys;
  const std::size_t rows = sort.input.rows.row_count();
  const bool ties = answer.tied_rows > 0;
  const auto any_key = [&](auto holds) { return rows > 1 && std::ranges::any_of(keys, holds); };
  const auto has_null = [&](const SortKey& key) {
    return std::ranges::any_of(sort.input.rows.column(key.column).nulls(), [](std::uint8_t null) { return null != 0; });
  };
  const auto nulls_at = [&](Direction direction, NullPlacement nulls) {
    return any_key(
        [&](const SortKey& key) { return key.direction == direction && key.nulls == nulls && has_null(key); });
  };
  classes.note("no keys", keys.empty(), 5);
  classes.note("two keys or more", keys.size() >= 2 && rows > 1, 25);
  classes.note("ties ascending", ties && sort.order.ties == TieOrder::ascending, 30);
  classes.note("ties descending", ties && sort.order.ties == TieOrder::descending, 30);
  classes.note("ascending, nulls first", nulls_at(Direction::ascending, NullPlacement::first), 10);
  classes.note("ascending, nulls last", nulls_at(Direction::ascending, NullPlacement::last), 10);
  classes.note("descending, nulls first", nulls_at(Direction::descending, NullPlacement::first), 10);
  classes.note("descending, nulls last", nulls_at(Direction::descending, NullPlacement::last), 10);
  classes.note("top n of more", sort.limit && *sort.limit > 0 && *sort.limit < rows, 25);
  classes.note("limit above the rows", sort.limit && *sort.limit > rows, 1);
  classes.note("NUL bytes", holds_byte(sort, [](unsigned char byte) { return byte == 0; }), 3);
  classes.note("bytes of 128 and more", holds_byte(sort, [](unsigned char byte) { return byte >= 0x80; }), 10);
}

TEST(SqliteOracle, SortsAnswerWhatSqliteAnswers) {
  std::cout << "seed " << kSeed << ", " << kCases << " sorts\n";
  Random random(kSeed);
  Classes classes;
  for (std::size_t i = 0; i < kCases; ++i) {
    const SortCase sort = random_sort(random);
    const Answer expected = ask_sqlite(sort);
    const auto actual = reference::sort_rows(sort.input.rows, sort.order, sort.limit, std::pmr::get_default_resource());
    note(sort, expected, classes);
    ASSERT_TRUE(std::ranges::equal(actual, expected.positions))
        << "sort " << i << ", " << sort_query(sort.order, sort.limit) << "\ninput\n"
        << text_of(sort.input.rows) << "SQLite " << ::testing::PrintToString(expected.positions) << "\nreference "
        << ::testing::PrintToString(std::vector(actual.begin(), actual.end()));
  }
  classes.check_floors();
}

}  // namespace
}  // namespace lockstep::oracle
