// Memory, in bytes a row, as a counting resource saw it: what a table holds, and the most that it held during insert,
// shrink and flush. Deterministic; times are not the point here.
//
//   memory/MODEL/SUBJECT, MODEL: dup and unique with the ten columns of table_data.h, agg with a key and four sums of
//   which each key comes twice
//
// Counters: column_bytes, the columns alone; held_bytes after the insert; shrunk_bytes after a shrink; and the peaks.
// beside_… are these without the columns that the table holds then; of a flush, without the larger of the columns that
// went in and came out.
#include <algorithm>
#include <array>
#include <memory>
#include <memory_resource>
#include <string>

#include "goal_report.h"
#include "lockstep/base/check.h"
#include "lockstep/base/memory_resource.h"
#include "lockstep/legacy/mem_table.h"
#include "lockstep/memtable/mem_table.h"
#include "table_data.h"

namespace lockstep::bench {
namespace {

// What the columns' values, offsets and null maps take.
std::uint64_t bytes_of(const Block& block) {
  std::uint64_t bytes = 0;
  for (const Column& column : block.columns()) {
    bytes += column.bytes().size() + column.nulls().size();
    if (!column.is_fixed_width()) bytes += column.offsets().size_bytes();
  }
  return bytes;
}

void measure(benchmark::State& state, const std::shared_ptr<const Schema>& schema, const Block& rows, bool shrink,
             CreateTable create) {
  const auto count = static_cast<double>(rows.row_count());
  const auto column_bytes = static_cast<double>(bytes_of(rows));
  const auto counter = [&](const char* name, double bytes) { state.counters[name] = bytes / count; };
  for (auto _ : state) {
    CountingResource memory(std::pmr::new_delete_resource());
    const double start = seconds_now();
    auto table = create(schema, TableOptions{}, &memory);
    // In blocks of a thousandth of the rows, as a load would.
    std::vector<std::uint32_t> picks;
    const std::size_t step = std::max<std::size_t>(1, rows.row_count() / 1'000);
    for (std::size_t begin = 0; begin < rows.row_count(); begin += step) {
      picks.clear();
      for (std::size_t row = begin; row < std::min(begin + step, rows.row_count()); ++row) {
        picks.push_back(static_cast<std::uint32_t>(row));
      }
      LOCKSTEP_CHECK((*table)->insert(rows, {std::span<const std::uint32_t>(picks), std::nullopt}), "valid rows");
    }
    counter("insert_peak", static_cast<double>(memory.peak_bytes()));
    counter("held", static_cast<double>(memory.live_bytes()));
    if (shrink) {
      memory.reset_peak();
      LOCKSTEP_CHECK((*table)->shrink(), "a shrink goes well");
      counter("shrink_peak", static_cast<double>(memory.peak_bytes()));
      counter("shrunk", static_cast<double>(memory.live_bytes()));
    }
    memory.reset_peak();
    const auto flushed = (*table)->flush();
    state.SetIterationTime(seconds_now() - start);
    counter("columns", column_bytes);
    counter("flush_peak", static_cast<double>(memory.peak_bytes()));
    const double widest = std::max(column_bytes, static_cast<double>(bytes_of(flushed->block)));
    counter("beside_flush_peak", static_cast<double>(memory.peak_bytes()) - widest);
  }
}

struct Case {
  const char* name;
  std::shared_ptr<const Schema> schema;
  const Block* rows;
  bool shrink;
};

int run(int argc, char** argv) {
  const std::uint32_t rows = rows_from_environment();
  const Block wide = wide_rows(rows);
  const Block sums = sums_rows(rows, rows / 2);
  auto unique = std::make_shared<Schema>(*wide_schema());
  unique->model = Model::unique;
  const std::array<Case, 3> cases = {Case{"dup", wide_schema(), &wide, false}, Case{"unique", unique, &wide, true},
                                     Case{"agg", sums_schema(), &sums, true}};
  std::vector<Line> lines;
  for (const Case& c : cases) {
    for (const auto& [subject, create] :
         {std::pair<std::string, CreateTable>{"column", create_mem_table}, {"legacy", legacy::create_mem_table}}) {
      const std::string name = std::string("memory/") + c.name + "/" + subject;
      register_once(name,
                    [&c, create](benchmark::State& state) { measure(state, c.schema, *c.rows, c.shrink, create); });
      const auto line = [&](const char* counter, double bound) {
        lines.push_back({"memory", std::string(c.name) + " " + subject + ", " + counter + ", bytes a row", name, "",
                         counter, subject == "column" ? bound : 0});
      };
      line("columns", 0);
      line("held", 0);
      line("insert_peak", 0);
      if (c.shrink) {
        line("shrink_peak", 0);
        line("shrunk", 0);
      }
      line("flush_peak", 0);
      line("beside_flush_peak", c.shrink ? 0 : 16);
    }
  }
  return run_and_report(argc, argv, rows, lines);
}

}  // namespace
}  // namespace lockstep::bench

int main(int argc, char** argv) { return lockstep::bench::run(argc, argv); }
