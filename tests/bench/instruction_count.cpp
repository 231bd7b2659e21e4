// A small fixed load for counting instructions (tests/bench/instructions): the same work at every run, nothing timed.
//
//   instruction_count sort|flush|agg|insert|bulkio
#include <hwy/nanobenchmark.h>

#include <cstdio>
#include <cstring>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "lockstep/base/check.h"
#include "lockstep/bulkio/paged_output.h"
#include "lockstep/memtable/mem_table.h"
#include "lockstep/sort/sort_rows.h"
#include "table_data.h"

// Takes the place of Highway's own, which libhwy calls when it is loaded and which reads the timer by RDTSCP: valgrind
// refuses that instruction where the processor does not announce it, as some virtual ones do not. Nothing is timed
// here.
std::uint64_t hwy::platform::TimerResolution() { return 1; }

namespace lockstep::bench {
namespace {

constexpr std::uint32_t kRows = 100'000;

std::pmr::memory_resource* heap() { return std::pmr::new_delete_resource(); }

void sort() {
  const Block rows = wide_rows(kRows);
  for (const std::uint32_t key : {0u, 2u, 6u, 9u}) {
    const auto ids = sort_rows(rows, {.keys = {{.column = key}}}, std::nullopt, heap());
    LOCKSTEP_CHECK(ids.size() == kRows, "all rows are sorted");
  }
}

void load(const std::shared_ptr<const Schema>& schema, const Block& rows, bool flush) {
  auto table = create_mem_table(schema, TableOptions{}, heap());
  LOCKSTEP_CHECK((*table)->insert(rows), "the rows are valid");
  if (flush) LOCKSTEP_CHECK((*table)->flush(), "a flush goes well");
}

[[gnu::noinline]] void bulkio() {
  PagedOutput out(kSmallPage, heap(), PagedOutput::kNoLimit, BulkPolicy::native());
  const std::vector<std::int64_t> values(4'096, 7);
  std::vector<std::int64_t> read(values.size());
  for (int i = 0; i < 200; ++i) LOCKSTEP_CHECK(out.write_longs(values), "there is no limit");
  ByteReader in = out.read_view();
  for (int i = 0; i < 200; ++i) LOCKSTEP_CHECK(in.read_longs(std::span(read)), "as many as were written");
}

int run(std::string_view load_name) {
  if (load_name == "sort") return sort(), 0;
  if (load_name == "flush") return load(wide_schema(), wide_rows(kRows), true), 0;
  if (load_name == "agg") return load(sums_schema(), sums_rows(kRows, 1'000), true), 0;
  if (load_name == "insert") return load(wide_schema(), wide_rows(kRows), false), 0;
  if (load_name == "bulkio") return bulkio(), 0;
  std::fputs("usage: instruction_count sort|flush|agg|insert|bulkio\n", stderr);
  return 2;
}

}  // namespace
}  // namespace lockstep::bench

int main(int argc, char** argv) { return lockstep::bench::run(argc == 2 ? argv[1] : ""); }
