#include "lockstep/scenario/well_formed.h"

#include <algorithm>
#include <string>

namespace lockstep::scenario {
namespace {

Status broken(std::string what) { return fail(ErrorCode::invalid_argument, std::move(what)); }

Status check_rows(const Rows& rows) {
  const Block& block = rows.block;
  if (!block.is_rectangular()) return broken("the block is not rectangular");
  for (const Column& column : block.columns()) {
    if (std::ranges::any_of(column.nulls(), [](std::uint8_t null) { return null > 1; })) {
      return broken("a null map holds something else than 0 and 1");
    }
  }
  if (rows.lsns.size() > block.row_count()) return broken("more LSNs than rows");
  return {};
}

// Checks one operation after another; knows what came before.
class OperationChecker {
 public:
  Status check(const Operation& operation) {
    const bool is_call = std::holds_alternative<Insert>(operation.action) ||
                         std::holds_alternative<Shrink>(operation.action) ||
                         std::holds_alternative<Flush>(operation.action);
    if (!is_call && operation.fail_alloc != 0) return broken("fail_alloc before what allocates nothing");
    if (!is_call && operation.expected_error) return broken("an expected error on what cannot fail");
    return std::visit([&](const auto& action) { return (*this)(action); }, operation.action);
  }

 private:
  Status operator()(const Insert& insert) {
    if (dropped_) return after_drop();
    return check_rows(insert.source);
  }
  Status operator()(const Shrink&) { return dropped_ ? after_drop() : Status{}; }
  Status operator()(const Flush&) {
    flushed_ = true;
    return dropped_ ? after_drop() : Status{};
  }
  Status operator()(const Drop&) {
    if (dropped_) return after_drop();
    dropped_ = true;
    return {};
  }
  Status operator()(const ExpectStatistics&) { return {}; }
  Status operator()(const ExpectRows& expected) { return flushed_ ? check_rows(expected.rows) : before_flush(); }
  Status operator()(const ExpectFingerprint&) { return flushed_ ? Status{} : before_flush(); }

  static Status after_drop() { return broken("a call after drop"); }
  static Status before_flush() { return broken("expect before any flush"); }

  bool flushed_ = false;
  bool dropped_ = false;
};

Status check(const MemTableScenario& scenario) {
  if (Status status = scenario.schema.validate(); !status) return status;
  if (Status status = validate_options(scenario.options); !status) return status;
  if (scenario.options.shrink_step_bytes != kDefaultShrinkStepBytes ||
      scenario.options.flush_bytes != kDefaultFlushBytes) {
    return broken("scenarios do not carry shrink_step_bytes and flush_bytes");
  }
  OperationChecker checker;
  for (std::size_t i = 0; i < scenario.operations.size(); ++i) {
    if (Status status = checker.check(scenario.operations[i]); !status) {
      return broken("operation " + std::to_string(i) + ": " + status.error().message);
    }
  }
  return {};
}

Status check(const SortScenario& scenario) {
  const Schema& schema = scenario.schema;
  if (Status status = schema.validate(); !status) return status;
  if (schema.model != Model::duplicate || schema.key_count != 0 || schema.lsn) {
    return broken("a sort's schema is that of a dup table without key columns and LSNs");
  }
  const auto same = [](const Column& column, const ColumnSchema& declared) {
    return column.type() == declared.type && column.nullable() == declared.nullable;
  };
  if (!std::ranges::equal(scenario.rows.columns(), schema.columns, same)) {
    return broken("the rows' columns are not the schema's");
  }
  for (const SortKey& key : scenario.order.keys) {
    if (key.column >= schema.columns.size()) return broken("a sort key names no column");
    if (!schema.columns[key.column].type.is_orderable()) return broken("a sort key's type has no order");
  }
  return check_rows({scenario.rows, {}});
}

}  // namespace

Status check_well_formed(const Scenario& scenario) {
  return std::visit([](const auto& kind) { return check(kind); }, scenario);
}

}  // namespace lockstep::scenario
