#include "lockstep/scenario/runner.h"

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "lockstep/base/memory_resource.h"
#include "lockstep/scenario/runner_contract.h"

namespace lockstep::scenario {

namespace {

class TableRun {
 public:
  TableRun(const MemTableScenario& scenario, const Subject& subject, const RunOptions& options)
      : scenario_(scenario), subject_(subject), options_(options), failing_(options.upstream), counting_(&failing_) {}

  MemTableOutcome execute() {
    // The table dies before the scenario does, so it need not own the schema.
    const std::shared_ptr<const Schema> schema(std::shared_ptr<const Schema>(), &scenario_.schema);
    Result<std::unique_ptr<Table>> table = subject_.create_table(schema, scenario_.options, &counting_);
    if (!table) {
      outcome_.create_error = std::move(table.error());
    } else {
      table_ = std::move(*table);
      outcome_.steps.reserve(scenario_.operations.size());
      for (std::size_t i = 0; i < scenario_.operations.size(); ++i) perform(i);
    }
    finish();
    return std::move(outcome_);
  }

 private:
  void perform(std::size_t index) {
    const Operation& operation = scenario_.operations[index];
    Step& step = outcome_.steps.emplace_back();
    const bool left_out = index < options_.left_out.size() && options_.left_out[index];
    if (table_ && !left_out)
      std::visit([&](const auto& action) { act(index, operation, action, step); }, operation.action);
    if (!table_) return remember_last(index);
    step.statistics = table_->statistics();
    step.memory_bytes = table_->memory_bytes();
    step.unaccounted_bytes = static_cast<std::int64_t>(counting_.live_bytes() - step.memory_bytes);
  }

  // The table is gone: what was last known of it.
  void remember_last(std::size_t index) {
    if (index == 0) return;
    Step& step = outcome_.steps[index];
    const Step& last = outcome_.steps[index - 1];
    step.statistics = last.statistics;
    step.memory_bytes = last.memory_bytes;
    step.unaccounted_bytes = last.unaccounted_bytes;
  }

  void act(std::size_t index, const Operation& operation, const Insert& insert, Step& step) {
    InsertArguments arguments;
    if (insert.picks) arguments.rows = *insert.picks;
    if (scenario_.schema.lsn || !insert.source.lsns.empty()) arguments.lsns = insert.source.lsns;
    call(index, operation, CallKind::insert, step, [&]() -> Result<std::uint64_t> {
      const std::uint64_t rows = insert.picks ? insert.picks->size() : insert.source.block.row_count();
      Status inserted = table_->insert(insert.source.block, arguments);
      if (!inserted) return std::unexpected(std::move(inserted.error()));
      return rows;
    });
  }

  void act(std::size_t index, const Operation& operation, const Shrink&, Step& step) {
    call(index, operation, CallKind::shrink, step, [&]() -> Result<std::uint64_t> {
      Status shrunk = table_->shrink();
      if (!shrunk) return std::unexpected(std::move(shrunk.error()));
      return std::uint64_t{0};
    });
  }

  void act(std::size_t index, const Operation& operation, const Flush&, Step& step) {
    call(index, operation, CallKind::flush, step, [&]() -> Result<std::uint64_t> {
      Result<FlushedBlock> flushed = table_->flush();
      if (!flushed) return std::unexpected(std::move(flushed.error()));
      if (flushed_) return flushed->block.row_count();  // a second time: the watch knows better
      flushed_ = std::move(*flushed);
      outcome_.flushed_at = index;
      return flushed_->block.row_count();
    });
  }

  void act(std::size_t index, const Operation&, const Drop&, Step&) {
    table_.reset();
    ended_at_ = index;
  }

  template <class Expectation>
  void act(std::size_t, const Operation&, const Expectation&, Step&) {}

  // Calls, with the operation's allocation failing if asked for, and has the watch judge it.
  template <class Call>
  void call(std::size_t index, const Operation& operation, CallKind kind, Step& step, Call&& action) {
    failing_.arm(options_.fail_allocations ? operation.fail_alloc : 0);
    std::uint64_t rows = 0;
    try {
      Result<std::uint64_t> result = action();
      if (result) {
        rows = *result;
      } else {
        step.error = result.error().code;
        step.message = std::move(result.error().message);
      }
    } catch (const std::bad_alloc&) {
      step.error = ErrorCode::bad_alloc;
    } catch (const std::exception& exception) {
      watch_.violated({index, {}, {}, "a result", exception.what(), "an exception that is no std::bad_alloc"});
    }
    const bool failed = failing_.failed();
    failing_.disarm();
    step.statistics = table_->statistics();
    watch_.called(index, kind, rows, failed, step);
  }

  // Destroys the table first: a flushed block must not need it.
  void finish() {
    table_.reset();
    const std::uint64_t with_block = counting_.live_bytes();
    if (flushed_) {
      outcome_.flushed.emplace(Block(flushed_->block),
                               std::pmr::vector<std::int64_t>(flushed_->lsns, std::pmr::get_default_resource()));
      outcome_.fingerprint = fingerprint(outcome_.flushed->block, outcome_.flushed->lsns);
      flushed_.reset();
    }
    const std::uint64_t leaked = counting_.live_bytes();
    watch_.ended(ended_at_.value_or(scenario_.operations.size()), outcome_, with_block - leaked, leaked);
    outcome_.violation = watch_.take_violation();
  }

  const MemTableScenario& scenario_;
  const Subject& subject_;
  const RunOptions& options_;
  FailingResource failing_;
  CountingResource counting_;
  std::unique_ptr<Table> table_;
  std::optional<FlushedBlock> flushed_;  // in counting_
  std::optional<std::size_t> ended_at_;
  ContractWatch watch_;
  MemTableOutcome outcome_;
};

}  // namespace

MemTableOutcome run(const MemTableScenario& scenario, const Subject& subject, const RunOptions& options) {
  return TableRun(scenario, subject, options).execute();
}

SortOutcome run(const SortScenario& scenario, const Subject& subject, const RunOptions& options) {
  FailingResource failing(options.upstream);
  CountingResource counting(&failing);
  failing.arm(options.fail_allocations ? scenario.fail_alloc : 0);
  SortOutcome outcome;
  try {
    const std::pmr::vector<std::uint32_t> order =
        subject.sort_rows(scenario.rows, scenario.order, scenario.limit, &counting);
    outcome.order.assign(order.begin(), order.end());
  } catch (const std::bad_alloc&) {
    outcome.out_of_memory = true;
  } catch (const std::exception& exception) {
    outcome.violation = {0, {}, {}, "a result", exception.what(), "an exception that is no std::bad_alloc"};
  }
  if (outcome.violation) return outcome;
  if (outcome.out_of_memory && !failing.failed()) {
    outcome.violation = {0, {}, {}, "no bad_alloc", "bad_alloc", "out of memory though no allocation failed"};
  } else if (counting.live_bytes() != 0) {
    outcome.violation = {
        0, {}, {}, "0", std::to_string(counting.live_bytes()), "bytes still held of the resource after the sort"};
  }
  return outcome;
}

Outcome run(const Scenario& scenario, const Subject& subject, const RunOptions& options) {
  return std::visit([&](const auto& kind) -> Outcome { return run(kind, subject, options); }, scenario);
}

}  // namespace lockstep::scenario
