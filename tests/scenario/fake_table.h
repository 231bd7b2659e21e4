// A table small enough to be seen through, with one fault of choice, for the tests of the runner and the comparison.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/base/memory_resource.h"
#include "lockstep/data/table.h"
#include "lockstep/scenario/subject.h"

namespace lockstep::scenario::testing {

enum class Fault : std::uint8_t {
  none,
  leaks,                       // flush keeps eight bytes for ever
  miscounts_memory,            // memory_bytes() is one too high from the second insert on
  loses_the_last_row,          // in the flushed block alone
  changes_a_value,             // row 1, last column, in the flushed block
  dirties_a_null,              // the payload under the last column's null in row 1
  changes_an_lsn,              // of row 1
  breaks_an_offset,            // row 0 of the last column, a string, ends behind the bytes
  answers_another_code,        // closed becomes out_of_range
  goes_on_after_flush,         // insert after flush succeeds
  goes_on_after_failure,       // flush after a failed shrink succeeds
  counts_a_sort,               // statistics.sorts one too high from the first shrink on
  counts_failed_inserts,       // raw_rows counts before it stores
  keeps_half_a_failed_insert,  // the first row stays when memory runs out
  throws_another_exception,    // from shrink
  throws_without_reason,       // bad_alloc from shrink although no allocation failed
  differs_the_second_time,     // an error message with a running number
};

// For the leaks: never given back, but in sight of LeakSanitizer, which is not meant here.
inline void keep_for_ever(void* memory) {
  static std::vector<void*>& kept = *new std::vector<void*>;
  kept.push_back(memory);
}

// A `dup` table without key columns, or an `agg` table that never folds: rows leave in the order they came.
// Refuses blocks of more than kLargestInsert rows with limit_exceeded. shrink() of an agg table allocates once.
class FakeTable final : public Table {
 public:
  static constexpr std::size_t kLargestInsert = 4;

  FakeTable(std::shared_ptr<const Schema> schema, Fault fault, std::pmr::memory_resource* resource)
      : fault_(fault),
        upstream_(resource),
        counting_(resource),
        schema_(std::move(schema)),
        rows_(*schema_, &counting_),
        lsns_(&counting_) {}

  using Table::insert;
  Status insert(const Block& block, const InsertArguments& arguments) override {
    if (flushed_ && fault_ == Fault::goes_on_after_flush) return {};
    if (Status state = check_state(); !state) return state;
    if (block.row_count() > kLargestInsert) return fail(ErrorCode::limit_exceeded, limit_message());
    if (fault_ == Fault::counts_failed_inserts) ++statistics_.raw_rows;
    try {
      store(block, arguments);
    } catch (...) {
      if (fault_ == Fault::keeps_half_a_failed_insert) keep_first_row(block);
      throw;
    }
    statistics_.raw_rows += picked_count(block, arguments) - (fault_ == Fault::counts_failed_inserts ? 1 : 0);
    ++inserts_;
    return {};
  }

  Status shrink() override {
    if (Status state = check_state(); !state) return state;
    if (schema_->model == Model::duplicate) return {};
    if (fault_ == Fault::throws_another_exception) throw std::range_error("shrink: not this way");
    failed_ = true;
    if (fault_ == Fault::throws_without_reason) throw std::bad_alloc();
    const Buffer scratch = scratch_memory();
    failed_ = false;
    ++statistics_.shrinks;
    statistics_.sorts += fault_ == Fault::counts_a_sort ? 2 : 1;
    return {};
  }

  Result<FlushedBlock> flush() override {
    if (failed_ && fault_ == Fault::goes_on_after_failure) failed_ = false;
    if (Status state = check_state(); !state) return std::unexpected(std::move(state.error()));
    failed_ = true;
    FlushedBlock flushed{Block(rows_, upstream_), std::pmr::vector<std::int64_t>(lsns_, upstream_)};
    spoil(flushed);
    if (fault_ == Fault::leaks) keep_for_ever(counting_.allocate(8));
    failed_ = false;
    flushed_ = true;
    return flushed;
  }

  [[nodiscard]] const TableStatistics& statistics() const override { return statistics_; }
  [[nodiscard]] std::uint64_t memory_bytes() const override {
    return counting_.live_bytes() + (fault_ == Fault::miscounts_memory && inserts_ > 1 ? 1 : 0);
  }

 private:
  Status check_state() const {
    if (failed_) return fail(ErrorCode::failed_state, "the table failed");
    if (!flushed_) return {};
    return fail(fault_ == Fault::answers_another_code ? ErrorCode::out_of_range : ErrorCode::closed, "it was flushed");
  }

  std::string limit_message() const {
    static int runs = 0;
    return fault_ == Fault::differs_the_second_time ? "refusal " + std::to_string(++runs) : "too many rows";
  }

  static std::size_t picked_count(const Block& block, const InsertArguments& arguments) {
    return arguments.rows ? arguments.rows->size() : block.row_count();
  }

  void store(const Block& block, const InsertArguments& arguments) {
    Block rows(rows_, &counting_);
    for (std::size_t c = 0; c < block.column_count(); ++c) {
      for (std::size_t i = 0; i < picked_count(block, arguments); ++i) {
        rows.column(c).append_row(block.column(c), arguments.rows ? (*arguments.rows)[i] : i);
      }
    }
    if (arguments.lsns) lsns_.insert(lsns_.end(), arguments.lsns->begin(), arguments.lsns->end());
    rows_ = std::move(rows);
  }

  void keep_first_row(const Block& block) {
    for (std::size_t c = 0; c < block.column_count(); ++c) rows_.column(c).append_row(block.column(c), 0);
  }

  [[nodiscard]] Buffer scratch_memory() {
    Buffer scratch(&counting_);
    scratch.append_zeros(64);
    return scratch;
  }

  void spoil(FlushedBlock& flushed) {
    const std::size_t rows = flushed.block.row_count();
    if (rows < 2) return;
    Column& last = flushed.block.column(flushed.block.column_count() - 1);
    switch (fault_) {
      case Fault::loses_the_last_row:
        for (std::size_t c = 0; c < flushed.block.column_count(); ++c) flushed.block.column(c).truncate(rows - 1);
        ++statistics_.merged_rows;
        break;
      case Fault::changes_a_value:
        replace_row_1(last, "\x07\x00\x00\x00", false);
        break;
      case Fault::dirties_a_null:
        replace_row_1(last, "\x07\x00\x00\x00", true);
        break;
      case Fault::changes_an_lsn:
        ++flushed.lsns[1];
        break;
      case Fault::breaks_an_offset:
        break_an_offset(last);
        break;
      default:
        break;
    }
  }

  void replace_row_1(Column& column, std::string_view bytes_of_4, bool null) {
    Column changed(column.type(), column.nullable(), upstream_);
    for (std::size_t row = 0; row < column.size(); ++row) {
      if (row == 1) {
        changed.append(as_byte_span({bytes_of_4.data(), 4}), null);
      } else {
        changed.append_row(column, row);
      }
    }
    column = std::move(changed);
  }

  void break_an_offset(Column& column) {
    Buffer data(upstream_);
    data.append(column.bytes().data(), column.bytes().size());
    Buffer offsets(upstream_);
    for (const std::uint32_t offset : column.offsets()) offsets.append_value(offset);
    offsets.as<std::uint32_t>()[1] = 1000;
    column =
        Column(column.type(), column.nullable(), column.size(), std::move(data), std::move(offsets), Buffer(upstream_));
  }

  Fault fault_;
  std::pmr::memory_resource* upstream_;
  CountingResource counting_;
  std::shared_ptr<const Schema> schema_;
  Block rows_;
  std::pmr::vector<std::int64_t> lsns_;
  TableStatistics statistics_;
  int inserts_ = 0;
  bool flushed_ = false;
  bool failed_ = false;
};

template <Fault fault>
Result<std::unique_ptr<Table>> create_fake_table(std::shared_ptr<const Schema> schema, const TableOptions&,
                                                 std::pmr::memory_resource* resource) {
  if (schema->columns.empty()) return lockstep::fail(ErrorCode::invalid_argument, "no columns");
  return std::make_unique<FakeTable>(std::move(schema), fault, resource);
}

enum class SortFault : std::uint8_t { none, swaps_rows_1_and_2, ignores_the_limit, leaks };

// "Sorts" by reversing the rows.
template <SortFault fault>
std::pmr::vector<std::uint32_t> fake_sort_rows(const Block& block, const SortOrder&, std::optional<std::uint64_t> limit,
                                               std::pmr::memory_resource* resource) {
  std::pmr::vector<std::uint32_t> order(resource);
  order.reserve(block.row_count());
  for (std::size_t row = block.row_count(); row-- > 0;) order.push_back(static_cast<std::uint32_t>(row));
  if (fault == SortFault::swaps_rows_1_and_2) std::swap(order[1], order[2]);
  if (fault == SortFault::leaks) keep_for_ever(resource->allocate(16));
  if (fault != SortFault::ignores_the_limit && limit && *limit < order.size()) order.resize(*limit);
  return order;
}

template <Fault fault, SortFault sort_fault = SortFault::none>
Subject fake_subject(std::string name = "broken") {
  return {std::move(name), &create_fake_table<fault>, &fake_sort_rows<sort_fault>};
}

}  // namespace lockstep::scenario::testing
