// SQLite, in memory: as much of it as the oracle asks for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

struct sqlite3;

namespace lockstep::oracle {

struct Text {
  std::string bytes;
};
struct Blob {
  std::string bytes;
};
// NULL, INTEGER, REAL, TEXT or BLOB. TEXT may hold any bytes: they are bound with their length and never converted.
using SqlValue = std::variant<std::monostate, std::int64_t, double, Text, Blob>;
using SqlRow = std::vector<SqlValue>;

// An empty database of its own. Every SQL error is a mistake of the tests: it aborts with SQLite's message.
class Database {
 public:
  Database();

  // Runs one statement, with values for its `?` in order; what it answers.
  std::vector<SqlRow> run(const std::string& sql, const SqlRow& parameters = {});

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace lockstep::oracle
