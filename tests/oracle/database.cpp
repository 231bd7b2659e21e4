#include "database.h"

#include <sqlite3.h>

#include <cstdlib>
#include <iostream>

namespace lockstep::oracle {
namespace {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

[[noreturn]] void give_up(sqlite3* database, const std::string& sql) {
  std::cerr << "SQLite: " << sqlite3_errmsg(database) << "\n  " << sql << "\n";
  std::abort();
}

// Binds without copying: `value` stays where it is until the statement is done. An empty blob needs an address, or it
// would be a NULL.
int bind(sqlite3_stmt* statement, int index, const SqlValue& value) {
  if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
    return sqlite3_bind_int64(statement, index, *integer);
  }
  if (const auto* const real = std::get_if<double>(&value)) return sqlite3_bind_double(statement, index, *real);
  if (const auto* const text = std::get_if<Text>(&value)) {
    return sqlite3_bind_text64(statement, index, text->bytes.data(), text->bytes.size(), nullptr, SQLITE_UTF8);
  }
  if (const auto* const blob = std::get_if<Blob>(&value)) {
    return sqlite3_bind_blob64(statement, index, blob->bytes.data(), blob->bytes.size(), nullptr);
  }
  return sqlite3_bind_null(statement, index);
}

std::string bytes_of(sqlite3_stmt* statement, int index) {
  const void* const bytes = sqlite3_column_blob(statement, index);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, index));
  return size == 0 ? std::string() : std::string(static_cast<const char*>(bytes), size);
}

SqlValue value_of(sqlite3_stmt* statement, int index) {
  switch (sqlite3_column_type(statement, index)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, index)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, index);
    case SQLITE_TEXT:
      return Text{bytes_of(statement, index)};
    case SQLITE_BLOB:
      return Blob{bytes_of(statement, index)};
    default:
      return std::monostate{};
  }
}

}  // namespace

void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Database::Database() {
  sqlite3* database = nullptr;
  const int opened = sqlite3_open(":memory:", &database);
  database_.reset(database);
  if (opened != SQLITE_OK) give_up(database, "opening a database in memory");
}

std::vector<SqlRow> Database::run(const std::string& sql, const SqlRow& parameters) {
  sqlite3_stmt* prepared = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &prepared, nullptr) != SQLITE_OK) {
    give_up(database_.get(), sql);
  }
  const Statement statement(prepared);
  int index = 0;
  for (const SqlValue& parameter : parameters) {
    if (bind(statement.get(), ++index, parameter) != SQLITE_OK) give_up(database_.get(), sql);
  }
  std::vector<SqlRow> rows;
  int step = 0;
  while ((step = sqlite3_step(statement.get())) == SQLITE_ROW) {
    SqlRow& row = rows.emplace_back();
    for (int i = 0; i < sqlite3_column_count(statement.get()); ++i) row.push_back(value_of(statement.get(), i));
  }
  if (step != SQLITE_DONE) give_up(database_.get(), sql);
  return rows;
}

}  // namespace lockstep::oracle
