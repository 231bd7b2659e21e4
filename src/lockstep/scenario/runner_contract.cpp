#include "lockstep/scenario/runner_contract.h"

#include <string>
#include <utility>

namespace lockstep::scenario {

namespace {

Difference wrong_count(std::size_t operation, std::uint64_t expected, std::uint64_t actual, std::string description) {
  return {operation, {}, {}, std::to_string(expected), std::to_string(actual), std::move(description)};
}

}  // namespace

std::string_view result_text(const std::optional<ErrorCode>& error) { return error ? error_code_name(*error) : "ok"; }

void ContractWatch::violated(Difference difference) {
  if (!violation_) violation_ = std::move(difference);
}

void ContractWatch::called(std::size_t operation, CallKind kind, std::uint64_t rows, bool allocation_failed,
                           const Step& step) {
  if (step.error == ErrorCode::bad_alloc && !allocation_failed) {
    violated({operation, {}, {}, "no bad_alloc", "bad_alloc", "out of memory though no allocation failed"});
  }
  if (state_error_) {
    check_state(operation, *state_error_, step);
  } else if (kind == CallKind::flush && !step.error) {
    state_error_ = ErrorCode::closed;
  } else if (kind != CallKind::insert && step.error) {
    state_error_ = ErrorCode::failed_state;
  }
  check_statistics(operation, kind, rows, step);
  before_ = step.statistics;
}

void ContractWatch::check_state(std::size_t operation, ErrorCode expected, const Step& step) {
  if (step.error == expected) return;
  violated({operation,
            {},
            {},
            std::string(error_code_name(expected)),
            std::string(result_text(step.error)),
            expected == ErrorCode::closed ? "a flushed table answers nothing else"
                                          : "a table whose shrink or flush failed answers nothing else"});
}

void ContractWatch::check_statistics(std::size_t operation, CallKind kind, std::uint64_t rows, const Step& step) {
  const TableStatistics& now = step.statistics;
  if (kind == CallKind::insert && !step.error) raw_rows_ += rows;
  if (now.raw_rows != raw_rows_) {
    violated(wrong_count(operation, raw_rows_, now.raw_rows, "raw_rows is not the number of rows inserted so far"));
  }
  if (now.merged_rows > now.raw_rows) {
    violated(wrong_count(operation, now.raw_rows, now.merged_rows, "more rows merged than inserted"));
  }
  if (kind == CallKind::flush && !step.error && rows + now.merged_rows != now.raw_rows) {
    violated(wrong_count(operation, now.raw_rows, rows + now.merged_rows, "rows out + merged_rows is not raw_rows"));
  }
  if (!step.error) return;
  for (const CountedStatistic& statistic : kCountedStatistics) {
    const bool may_move = kind != CallKind::insert && (statistic.count == &TableStatistics::merged_rows ||
                                                       statistic.count == &TableStatistics::sum_overflows);
    if (may_move || now.*statistic.count == before_.*statistic.count) continue;
    violated(wrong_count(operation, before_.*statistic.count, now.*statistic.count,
                         "a call that failed changed " + std::string(statistic.name)));
  }
}

void ContractWatch::ended(std::size_t operation, const MemTableOutcome& outcome, std::uint64_t block_bytes,
                          std::uint64_t leaked_bytes) {
  for (std::size_t i = 0; i < outcome.steps.size(); ++i) {
    const Step& step = outcome.steps[i];
    const bool holds_block = outcome.flushed_at && i >= *outcome.flushed_at;
    const std::int64_t allowed = holds_block ? static_cast<std::int64_t>(block_bytes) : 0;
    if (step.unaccounted_bytes == allowed) continue;
    const std::uint64_t really = step.memory_bytes + static_cast<std::uint64_t>(step.unaccounted_bytes - allowed);
    violated(wrong_count(i, really, step.memory_bytes, "memory_bytes() is not what the table holds of its resource"));
    break;
  }
  if (leaked_bytes != 0) {
    violated(wrong_count(operation, 0, leaked_bytes, "bytes still held of the resource after the table was destroyed"));
  }
}

}  // namespace lockstep::scenario
