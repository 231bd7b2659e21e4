// The part of the tables' contract that one run shows by itself.   (memtable.md)
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lockstep/scenario/outcome.h"

namespace lockstep::scenario {

enum class CallKind : std::uint8_t { insert, shrink, flush };

// Follows one table call by call and keeps the first breach it sees:
// - a flushed table answers closed, one whose shrink or flush failed answers failed_state, and nothing else;
// - bad_alloc comes only from an allocation that failed;
// - raw_rows counts the rows of the inserts that succeeded; a failed insert changes no statistic, a failed shrink or
//   flush neither raw_rows, sorts nor shrinks; rows out + merged_rows = raw_rows;
// - memory_bytes() is what the counting resource says.
class ContractWatch {
 public:
  // After call number `operation` returned; `rows` inserted (insert) or flushed (flush), if it succeeded.
  void called(std::size_t operation, CallKind kind, std::uint64_t rows, bool allocation_failed, const Step& step);
  // When all is destroyed: `block_bytes` were the flushed block's, `leaked_bytes` are still live.
  void ended(std::size_t operation, const MemTableOutcome& outcome, std::uint64_t block_bytes,
             std::uint64_t leaked_bytes);
  // Anything else that must not be.
  void violated(Difference difference);

  [[nodiscard]] std::optional<Difference> take_violation() { return std::move(violation_); }

 private:
  void check_state(std::size_t operation, ErrorCode expected, const Step& step);
  void check_statistics(std::size_t operation, CallKind kind, std::uint64_t rows, const Step& step);

  std::optional<ErrorCode> state_error_;  // what every further call must answer
  TableStatistics before_;
  std::uint64_t raw_rows_ = 0;
  std::optional<Difference> violation_;
};

// "ok" or the error's name.
std::string_view result_text(const std::optional<ErrorCode>& error);

}  // namespace lockstep::scenario
