#include "duckdb_peer.h"

#include <dlfcn.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace lockstep::bench {
namespace {

constexpr const char* kUsualPlace = "build/duckdb/node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so";

// duckdb_result: six words, of which only the library knows the meaning.
using QueryResult = std::array<std::uint64_t, 8>;

}  // namespace

struct DuckDb::Library {
  int (*open)(const char* path, void** database);
  int (*connect)(void* database, void** connection);
  int (*query)(void* connection, const char* sql, QueryResult* result);
  const char* (*result_error)(QueryResult* result);
  void (*destroy_result)(QueryResult* result);
  void (*disconnect)(void** connection);
  void (*close)(void** database);
};

std::unique_ptr<DuckDb> DuckDb::open() {
  const char* const named = std::getenv("LOCKSTEP_DUCKDB");
  void* const handle = dlopen(named != nullptr ? named : kUsualPlace, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return nullptr;
  auto library = std::make_unique<Library>();
  bool complete = true;
  const auto bind = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
    complete = complete && function != nullptr;
  };
  bind("duckdb_open", library->open);
  bind("duckdb_connect", library->connect);
  bind("duckdb_query", library->query);
  bind("duckdb_result_error", library->result_error);
  bind("duckdb_destroy_result", library->destroy_result);
  bind("duckdb_disconnect", library->disconnect);
  bind("duckdb_close", library->close);
  if (!complete) return nullptr;
  return std::unique_ptr<DuckDb>(new DuckDb(std::move(library)));
}

DuckDb::DuckDb(std::unique_ptr<Library> library) : library_(std::move(library)) {
  if (library_->open(nullptr, &database_) != 0 || library_->connect(database_, &connection_) != 0) {
    std::fputs("DuckDB does not open a database in memory\n", stderr);
    std::exit(2);
  }
  execute("SET threads = 1");
}

DuckDb::~DuckDb() {
  library_->disconnect(&connection_);
  library_->close(&database_);
}

void DuckDb::execute(const std::string& sql) {
  QueryResult result{};
  if (library_->query(connection_, sql.c_str(), &result) != 0) {
    std::fprintf(stderr, "DuckDB: %s\n  %s\n", library_->result_error(&result), sql.c_str());
    std::exit(2);
  }
  library_->destroy_result(&result);
}

}  // namespace lockstep::bench
