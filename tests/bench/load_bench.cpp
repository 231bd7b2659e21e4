// Whole loads, rows in to block out, against legacy and against DuckDB doing the same with one thread.
//
//   load/dup/…   ten columns (table_data.h) in blocks, then the flush; DuckDB: CREATE TABLE … AS … ORDER BY
//   load/agg/…   a key of 100,000 values and four sums, a shrink after every eighth of the rows, then the flush;
//   DuckDB:
//                CREATE TABLE … AS … GROUP BY
//
// DuckDB reads from a table of its own with columns of the same kinds and sizes. Time is the time of day, since DuckDB
// may work on a thread of its own.
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "duckdb_peer.h"
#include "goal_report.h"
#include "lockstep/base/check.h"
#include "lockstep/memtable/mem_table.h"
#include "table_data.h"
#include "warm_resource.h"

namespace lockstep::bench {
namespace {

constexpr std::uint64_t kGroups = 100'000;
constexpr std::uint32_t kBlockRows = 65'536;

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void load(benchmark::State& state, const std::shared_ptr<const Schema>& schema, const Block& rows, bool shrinks,
          WarmResource& memory) {
  const auto count = static_cast<std::uint32_t>(rows.row_count());
  std::vector<std::uint32_t> picks(count);
  for (std::uint32_t row = 0; row < count; ++row) picks[row] = row;
  for (auto _ : state) {
    const Stopwatch watch;
    auto table = create_mem_table(schema, TableOptions{}, &memory);
    std::uint32_t next_shrink = count / 8;
    for (std::uint32_t begin = 0; begin < count; begin += kBlockRows) {
      const auto block = std::span<const std::uint32_t>(picks).subspan(begin, std::min(kBlockRows, count - begin));
      LOCKSTEP_CHECK((*table)->insert(rows, {block, std::nullopt}), "the rows are valid");
      if (!shrinks || begin + kBlockRows < next_shrink) continue;
      LOCKSTEP_CHECK((*table)->shrink(), "a shrink goes well");
      next_shrink += count / 8;
    }
    const auto flushed = (*table)->flush();
    LOCKSTEP_CHECK(flushed, "a flush goes well");
    state.SetIterationTime(watch.seconds());
  }
}

void query(benchmark::State& state, DuckDb& duckdb, const std::string& sql) {
  for (auto _ : state) {
    const Stopwatch watch;
    duckdb.execute("CREATE TABLE result AS " + sql);
    state.SetIterationTime(watch.seconds());
    duckdb.execute("DROP TABLE result");
  }
}

// Ten columns as in table_data.h; `row` counts them. hash() gives 64 random bits.
std::string wide_select(std::uint32_t rows) {
  return "SELECT (hash(row) >> 1)::BIGINT AS key, (row * 7 % 2000000000)::INTEGER AS i32, "
         "CASE WHEN row % 10 = 0 THEN NULL ELSE (hash(row + 1) >> 34)::INTEGER END AS n32, row AS i64, "
         "CASE WHEN row % 7 = 0 THEN NULL ELSE (hash(row + 2) >> 1)::BIGINT END AS n64, row / 3.0::DOUBLE AS f64, "
         "((hash(row + 3) >> 34) / 100)::DECIMAL(20,2) AS dec, DATE '1970-01-01' + (row % 20000)::INTEGER AS day, "
         "substr(md5(row::VARCHAR), 1, 6 + (row % 11)::INTEGER) AS name, "
         "substr(sha256(row::VARCHAR), 1, 24 + (row % 23)::INTEGER) AS text FROM range(" +
         std::to_string(rows) + ") t(row)";
}

std::string sums_select(std::uint32_t rows) {
  return "SELECT (hash(hash(row) % " + std::to_string(kGroups) +
         ") >> 1)::BIGINT AS key, (hash(row + 1) % 1000000)::BIGINT AS a, (hash(row + 2) % 1000000)::BIGINT AS b, "
         "(hash(row + 3) % 1000000)::BIGINT AS c, (hash(row + 4) % 1000000)::BIGINT AS d FROM range(" +
         std::to_string(rows) + ") t(row)";
}

int run(int argc, char** argv) {
  const std::uint32_t rows = rows_from_environment();
  const Block wide = wide_rows(rows);
  const Block sums = sums_rows(rows, kGroups);
  WarmResource memory;
  register_once("load/dup/column", [&](benchmark::State& state) { load(state, wide_schema(), wide, false, memory); });
  register_once("load/agg/column", [&](benchmark::State& state) { load(state, sums_schema(), sums, true, memory); });
  const std::unique_ptr<DuckDb> duckdb = DuckDb::open();
  if (duckdb != nullptr) {
    duckdb->execute("CREATE TABLE wide AS " + wide_select(rows));
    duckdb->execute("CREATE TABLE sums AS " + sums_select(rows));
    register_once("load/dup/duckdb",
                  [&](benchmark::State& state) { query(state, *duckdb, "SELECT * FROM wide ORDER BY key"); });
    register_once("load/agg/duckdb", [&](benchmark::State& state) {
      query(state, *duckdb, "SELECT key, sum(a), sum(b), sum(c), sum(d) FROM sums GROUP BY key ORDER BY key");
    });
  } else {
    std::printf("DuckDB is absent: tests/bench/setup_duckdb brings it\n");
  }
  return run_and_report(argc, argv, rows,
                        {{"11", "load, 10 columns, against DuckDB", "load/dup/column", "load/dup/duckdb", "", 3},
                         {"11", "load, 4 sums, against DuckDB", "load/agg/column", "load/agg/duckdb", "", 3}});
}

}  // namespace
}  // namespace lockstep::bench

int main(int argc, char** argv) { return lockstep::bench::run(argc, argv); }
