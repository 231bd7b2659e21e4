#include <algorithm>
#include <array>
#include <charconv>

#include "lockstep/scenario/expected_statistics.h"
#include "lockstep/scenario/rows_text.h"
#include "lockstep/scenario/text.h"
#include "lockstep/scenario/value_text.h"

namespace lockstep::scenario {
namespace {

std::string print_hexadecimal(std::uint64_t value) {
  std::array<char, 16> digits;
  const auto [end, failure] = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return "0x" + std::string(digits.data(), end);
}

std::string print_column(const ColumnSchema& column) {
  std::string line = print_name(column.name) + " " + column.type.name();
  if (column.nullable) line += " null";
  if (column.aggregation == Aggregation::custom) {
    line += " " + column.custom;
  } else if (column.aggregation != Aggregation::none) {
    line += " " + std::string(aggregation_name(column.aggregation));
  }
  return line + "\n";
}

// Whether a block without a `columns` clause is parsed with this column.
bool is_default_column(const Column& column, const ColumnSchema& declared, bool null_makes_nullable) {
  const bool has_null = std::ranges::any_of(column.nulls(), [](std::uint8_t null) { return null != 0; });
  return column.type() == declared.type &&
         column.nullable() == (declared.nullable || (null_makes_nullable && has_null));
}

class Printer {
 public:
  void print(const MemTableScenario& scenario) {
    schema_ = &scenario.schema;
    out_ += "memtable v1\n";
    print_schema();
    print_limit("rows", scenario.options.max_rows, kMaxRows);
    print_limit("column_bytes", scenario.options.max_column_bytes, kMaxColumnBytes);
    print_limit("string_bytes", scenario.options.max_string_bytes, kDefaultMaxStringBytes);
    for (const Operation& operation : scenario.operations) {
      if (operation.fail_alloc != 0) out_ += "fail_alloc " + std::to_string(operation.fail_alloc) + "\n";
      std::visit([&](const auto& action) { print_operation(action, operation); }, operation.action);
    }
  }

  void print(const SortScenario& scenario) {
    out_ += "sort v1\n";
    for (const ColumnSchema& column : scenario.schema.columns) out_ += "column " + print_column(column);
    for (const SortKey& key : scenario.order.keys) {
      out_ += &key == scenario.order.keys.data() ? "by " : ", ";
      out_ += print_name(scenario.schema.columns[key.column].name);
      out_ += key.direction == Direction::ascending ? " asc" : " desc";
      out_ += key.nulls == NullPlacement::first ? " nulls_first" : " nulls_last";
    }
    if (!scenario.order.keys.empty()) out_ += '\n';
    out_ += scenario.order.ties == TieOrder::ascending ? "ties ascending\n" : "ties descending\n";
    if (scenario.limit) out_ += "limit " + std::to_string(*scenario.limit) + "\n";
    if (scenario.fail_alloc != 0) out_ += "fail_alloc " + std::to_string(scenario.fail_alloc) + "\n";
    out_ += "rows\n";
    print_rows(out_, scenario.rows, {}, bitmaps_);
    if (scenario.expected) {
      out_ += "expect";
      print_row_numbers(*scenario.expected);
      out_ += '\n';
    }
  }

  std::string take() { return std::move(out_); }

 private:
  void print_schema() {
    out_ += "model " + std::string(model_name(schema_->model)) + "\n";
    for (std::uint32_t i = 0; i < schema_->columns.size(); ++i) {
      out_ += (schema_->is_key(i) ? "key " : "value ") + print_column(schema_->columns[i]);
    }
    if (schema_->sequence) out_ += "sequence " + column_name(*schema_->sequence) + "\n";
    if (schema_->delete_sign) out_ += "delete_sign " + column_name(*schema_->delete_sign) + "\n";
    if (!schema_->cluster.empty()) {
      out_ += "cluster";
      for (const std::uint32_t column : schema_->cluster) out_ += " " + column_name(column);
      out_ += '\n';
    }
    if (schema_->lsn) out_ += "lsn\n";
  }

  [[nodiscard]] std::string column_name(std::uint32_t index) const { return print_name(schema_->columns[index].name); }

  void print_limit(std::string_view name, std::uint64_t value, std::uint64_t usual) {
    if (value != usual) out_ += "limit " + std::string(name) + " " + std::to_string(value) + "\n";
  }

  void print_row_numbers(const std::vector<std::uint32_t>& rows) {
    for (const std::uint32_t row : rows) out_ += " " + std::to_string(row);
  }

  void print_block_clause(const Block& block, bool null_makes_nullable) {
    const auto is_default = [&](const Column& column, const ColumnSchema& declared) {
      return is_default_column(column, declared, null_makes_nullable);
    };
    if (!std::ranges::equal(block.columns(), schema_->columns, is_default)) print_block_columns(out_, block);
  }

  void print_end_of_call(const Operation& operation) {
    if (operation.expected_error) out_ += " -> " + std::string(error_code_name(*operation.expected_error));
    out_ += '\n';
  }

  void print_operation(const Insert& insert, const Operation& operation) {
    out_ += "insert";
    if (insert.picks) {
      out_ += " rows";
      print_row_numbers(*insert.picks);
    }
    print_block_clause(insert.source.block, true);
    print_end_of_call(operation);
    print_rows(out_, insert.source.block, insert.source.lsns, bitmaps_);
  }
  void print_operation(const Shrink&, const Operation& operation) {
    out_ += "shrink";
    print_end_of_call(operation);
  }
  void print_operation(const Flush&, const Operation& operation) {
    out_ += "flush";
    print_end_of_call(operation);
  }
  void print_operation(const Drop&, const Operation&) { out_ += "drop\n"; }
  void print_operation(const ExpectStatistics& expected, const Operation&) {
    out_ += "stats";
    for (const ExpectedStatistic& statistic : kExpectedStatistics) {
      const auto& count = expected.*statistic.count;
      if (count) out_ += " " + std::string(statistic.name) + "=" + std::to_string(*count);
    }
    out_ += '\n';
  }
  void print_operation(const ExpectRows& expected, const Operation&) {
    out_ += "expect";
    print_block_clause(expected.rows.block, false);
    out_ += '\n';
    print_rows(out_, expected.rows.block, expected.rows.lsns, bitmaps_);
  }
  void print_operation(const ExpectFingerprint& expected, const Operation&) {
    out_ += "expect fingerprint " + print_hexadecimal(expected.fingerprint) + "\n";
  }

  std::string out_;
  const Schema* schema_ = nullptr;
  BitmapBudget bitmaps_;
};

}  // namespace

std::string print_text(const Scenario& scenario) {
  Printer printer;
  std::visit([&](const auto& kind) { printer.print(kind); }, scenario);
  return printer.take();
}

std::string print_value(const Column& column, std::size_t row) {
  std::string text;
  BitmapBudget budget;
  print_value(text, column, row, budget);
  return text;
}

}  // namespace lockstep::scenario
