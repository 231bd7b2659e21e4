#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "block_edit.h"
#include "scenario_generator.h"

namespace lockstep::props {
namespace {

using scenario::Insert;
using scenario::MemTableScenario;
using scenario::Operation;

// One scenario in the making. Its weights are drawn first and hold for all of it, so that some scenarios have no
// shrink at all and others little else.
class MemTableBuilder {
 public:
  MemTableBuilder(const MemTableDemands& demands, Random& random) : demands_(demands), random_(random) {
    scenario_.schema = random_schema(demands.schema, random);
    rows_ = random_row_count(demands.max_rows, random);
    single_cycle_ = rows_ >= 3 && scenario_.schema.key_count > 0 && random.chance(8);
    shrink_percent_ = random.pick<std::uint64_t>({0, 25, 50, 100});
    pick_percent_ = single_cycle_ ? 0 : random.pick<std::uint64_t>({0, 0, 20, 60});
    if (demands.refusals) choose_limits();
    if (single_cycle_) scenario_.schema.columns[0].type = Type::of(TypeKind::int32);
    habits_ = random_habits(scenario_.schema, scenario_.options.max_string_bytes, random);
    if (demands.refusals && random.chance(30)) {
      for (ColumnHabit& habit : habits_) habit.invalid_percent = random.pick<std::uint64_t>({0, 0, 2, 10});
    }
  }

  MemTableScenario build() {
    const bool only_shrinks = random_.chance(3);
    if (!only_shrinks) {
      for (const std::size_t rows : batches()) {
        add_shrinks();
        add(insert(rows));
      }
    }
    for (std::uint64_t more = only_shrinks ? random_.between(1, 3) : 0; more > 0; --more) add({scenario::Shrink{}});
    add_shrinks();
    add_end();
    if (demands_.failing_allocations) fail_some_allocations();
    if (demands_.expectations) add_expectations();
    return std::move(scenario_);
  }

 private:
  void add(Operation operation) { scenario_.operations.push_back(std::move(operation)); }

  void add_shrinks() {
    while (random_.chance(shrink_percent_)) {
      add({scenario::Shrink{}});
      if (!random_.chance(15)) return;
    }
  }

  // Limits that some of the scenario's rows reach.
  void choose_limits() {
    TableOptions& options = scenario_.options;
    if (random_.chance(15)) options.max_rows = random_.below(rows_ + 3);
    if (random_.chance(15)) options.max_column_bytes = random_.below(8 * rows_ + 3);
    if (random_.chance(15)) options.max_string_bytes = random_.below(12);
  }

  // The rows as batches; empty ones among them.
  std::vector<std::size_t> batches() {
    if (single_cycle_) return {rows_};
    std::vector<std::size_t> sizes;
    const std::uint64_t most = random_.pick<std::uint64_t>({1, 2, 4, 8});
    for (std::size_t left = rows_; left > 0 && sizes.size() + 1 < most;) {
      const std::size_t size = random_.below(left + 1);
      sizes.push_back(size);
      left -= size;
    }
    const std::size_t so_far = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    sizes.push_back(rows_ - so_far);
    return sizes;
  }

  Operation insert(std::size_t rows) {
    const bool picks = random_.chance(pick_percent_);
    const std::size_t source_rows = picks ? random_.below(rows + 3) : rows;
    const std::uint64_t loose = random_.chance(20) ? 30 : 0;
    Insert insert{
        {random_rows(scenario_.schema, habits_, source_rows, scenario_.options.max_string_bytes, loose, random_), {}},
        {}};
    if (single_cycle_) order_by_single_cycle(insert.source.block);
    if (!demands_.refusals) without_forbidden_nulls(insert.source.block);
    if (scenario_.schema.lsn) {
      for (std::size_t i = 0; i < source_rows; ++i) insert.source.lsns.push_back(random_lsn(random_));
      if (demands_.refusals && random_.chance(3) && source_rows > 0) insert.source.lsns.pop_back();
    }
    if (picks) {
      insert.picks.emplace();
      const bool wrong = demands_.refusals && random_.chance(5);
      for (std::size_t i = 0; i < rows && source_rows + wrong > 0; ++i) {
        insert.picks->push_back(static_cast<std::uint32_t>(random_.below(source_rows + wrong)));
      }
    }
    return {std::move(insert)};
  }

  // The first key becomes a permutation of the row numbers that is one cycle.
  void order_by_single_cycle(Block& block) {
    const std::vector<std::uint32_t> cycle = random_single_cycle(block.row_count(), random_);
    block.column(0) = rewrite_rows(
        block.column(0), [&](Column& to, std::size_t row) { to.append_value(static_cast<std::int32_t>(cycle[row])); });
  }

  // A nullable block column goes into a column that takes no nulls only without nulls.
  void without_forbidden_nulls(Block& block) {
    for (std::size_t i = 0; i < block.column_count(); ++i) {
      if (scenario_.schema.columns[i].nullable || !block.column(i).nullable()) continue;
      const Column& column = block.column(i);
      block.column(i) = rewrite_rows(column, [&](Column& to, std::size_t row) {
        if (!column.is_null(row)) {
          to.append_row(column, row);
        } else {
          to.append_text(random_value(column.type(), scenario_.options.max_string_bytes, random_));
        }
      });
    }
  }

  void add_end() {
    if (demands_.refusals && random_.chance(6)) {
      if (random_.chance(70)) add({scenario::Drop{}});
      return;
    }
    add({scenario::Flush{}});
    while (demands_.refusals && random_.chance(12)) {
      if (random_.chance(40)) {
        add(insert(1));
      } else if (random_.chance(50)) {
        add({scenario::Shrink{}});
      } else {
        add({scenario::Flush{}});
      }
    }
  }

  static bool is_call(const Operation& operation) {
    return std::holds_alternative<Insert>(operation.action) ||
           std::holds_alternative<scenario::Shrink>(operation.action) ||
           std::holds_alternative<scenario::Flush>(operation.action);
  }

  void fail_some_allocations() {
    for (Operation& operation : scenario_.operations) {
      if (is_call(operation) && random_.chance(12)) operation.fail_alloc = random_.between(1, 25);
    }
  }

  // What a table is expected to answer, at random.
  void add_expectations() {
    std::vector<Operation> operations;
    bool flushed = false;
    for (Operation& operation : scenario_.operations) {
      if (is_call(operation) && random_.chance(20)) {
        operation.expected_error = static_cast<ErrorCode>(random_.below(kErrorCodeCount));
      }
      if (std::holds_alternative<scenario::Flush>(operation.action)) flushed = true;
      operations.push_back(std::move(operation));
      if (random_.chance(20)) operations.push_back({random_statistics()});
      if (!flushed) continue;
      if (random_.chance(50)) operations.push_back({random_expected_rows()});
      if (random_.chance(30)) operations.push_back({scenario::ExpectFingerprint{random_.bits()}});
    }
    scenario_.operations = std::move(operations);
  }

  scenario::ExpectStatistics random_statistics() {
    const auto maybe = [&]() -> std::optional<std::uint64_t> {
      return random_.chance(50) ? std::optional(random_.chance(20) ? random_.bits() : random_.below(300))
                                : std::nullopt;
    };
    scenario::ExpectStatistics statistics{maybe(), maybe(), maybe(), maybe(), maybe()};
    if (statistics == scenario::ExpectStatistics{}) statistics.raw_rows = rows_;
    return statistics;
  }

  scenario::ExpectRows random_expected_rows() {
    const std::size_t rows = random_.below(5);
    scenario::ExpectRows expected{
        {random_rows(scenario_.schema, habits_, rows, scenario_.options.max_string_bytes, 10, random_), {}}};
    for (std::size_t i = 0; scenario_.schema.lsn && i < rows; ++i) expected.rows.lsns.push_back(random_lsn(random_));
    return expected;
  }

  const MemTableDemands& demands_;
  Random& random_;
  MemTableScenario scenario_;
  std::size_t rows_ = 0;
  bool single_cycle_ = false;
  std::uint64_t shrink_percent_ = 0;
  std::uint64_t pick_percent_ = 0;
  std::vector<ColumnHabit> habits_;
};

}  // namespace

scenario::MemTableScenario random_mem_table_scenario(const MemTableDemands& demands, Random& random) {
  return MemTableBuilder(demands, random).build();
}

}  // namespace lockstep::props
