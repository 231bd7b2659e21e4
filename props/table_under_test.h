// A table to which a scenario's operations are done one by one, and what it has flushed.
#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <variant>

#include "lockstep/base/check.h"
#include "lockstep/scenario/scenario.h"
#include "lockstep/scenario/subject.h"

namespace lockstep::props {

// The resources are the caller's.
class TableUnderTest {
 public:
  TableUnderTest(const scenario::MemTableScenario& scenario, const scenario::Subject& subject,
                 std::pmr::memory_resource* resource) {
    Result<std::unique_ptr<Table>> created =
        subject.create_table(std::make_shared<const Schema>(scenario.schema), scenario.options, resource);
    LOCKSTEP_CHECK(created, "generated schemas and options validate");
    table_ = std::move(*created);
  }

  // Inserts, shrinks or flushes; anything else succeeds at once. May throw what the table throws.
  Status perform(const scenario::Operation& operation) {
    if (const auto* const insert = std::get_if<scenario::Insert>(&operation.action)) {
      InsertArguments arguments;
      if (insert->picks) arguments.rows = *insert->picks;
      if (!insert->source.lsns.empty()) arguments.lsns = insert->source.lsns;
      return table_->insert(insert->source.block, arguments);
    }
    if (std::holds_alternative<scenario::Shrink>(operation.action)) return table_->shrink();
    if (std::holds_alternative<scenario::Flush>(operation.action)) {
      Result<FlushedBlock> flushed = table_->flush();
      if (!flushed) return std::unexpected(std::move(flushed.error()));
      flushed_.emplace(std::move(*flushed));
    }
    return {};
  }

  [[nodiscard]] const Table& table() const { return *table_; }
  [[nodiscard]] const std::optional<FlushedBlock>& flushed() const { return flushed_; }
  void drop_block() { flushed_.reset(); }

 private:
  std::unique_ptr<Table> table_;
  std::optional<FlushedBlock> flushed_;
};

}  // namespace lockstep::props
