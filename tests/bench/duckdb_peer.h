// DuckDB, in process, where tests/bench/setup_duckdb has brought its library; loaded at run time through its C API, of
// which the few calls that are needed are declared here.
#pragma once

#include <memory>
#include <string>

namespace lockstep::bench {

class DuckDb {
 public:
  // An in-memory database of one thread; nullptr if the library is not there. LOCKSTEP_DUCKDB names it, else it is
  // looked for where setup_duckdb puts it, below the current folder.
  static std::unique_ptr<DuckDb> open();
  DuckDb(const DuckDb&) = delete;
  DuckDb& operator=(const DuckDb&) = delete;
  ~DuckDb();

  // Runs statements. Ends the program with DuckDB's message if one fails.
  void execute(const std::string& sql);

 private:
  struct Library;
  explicit DuckDb(std::unique_ptr<Library> library);

  std::unique_ptr<Library> library_;
  void* database_ = nullptr;
  void* connection_ = nullptr;
};

}  // namespace lockstep::bench
