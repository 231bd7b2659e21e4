#include "lockstep/scenario/rows_text.h"

#include <limits>
#include <memory_resource>

#include "lockstep/scenario/columns_text.h"
#include "lockstep/scenario/value_text.h"

namespace lockstep::scenario {
namespace {

void spend_columns(LineCursor& cursor, std::uint64_t count, TextBudget& budget) {
  if (count > budget.block_columns) {
    return cursor.expected("fewer operations: the blocks of this text may have " +
                           std::to_string(kMaxTextBlockColumns) + " columns in all");
  }
  budget.block_columns -= count;
}

void make_nullable(Column& column) {
  Column nullable(column.type(), true, column.resource());
  nullable.reserve_more(column.size(), column.bytes().size());
  for (std::size_t row = 0; row < column.size(); ++row) nullable.append_row(column, row);
  column = std::move(nullable);
}

std::string describe_column(const Schema& schema, std::size_t index, Type type) {
  if (index >= schema.columns.size()) return "column " + std::to_string(index + 1) + " (" + type.name() + ")";
  return "column " + print_name(schema.columns[index].name) + " (" + type.name() + ")";
}

std::int64_t parse_lsn(LineCursor& cursor) {
  const std::size_t start = cursor.position();
  const auto value = parse_integer(cursor.word());
  using Limits = std::numeric_limits<std::int64_t>;
  if (value && *value >= Limits::min() && *value <= Limits::max()) {
    return static_cast<std::int64_t>(value->limbs[0]);
  }
  cursor.expected_at(start, "an LSN of 64 bits");
  return 0;
}

}  // namespace

Block start_block(LineCursor& cursor, const Schema& schema, TextBudget& budget) {
  spend_columns(cursor, schema.columns.size(), budget);
  return Block(cursor.failed() ? Schema{} : schema, std::pmr::get_default_resource());
}

Block parse_block_columns(LineCursor& cursor, TextBudget& budget) {
  std::pmr::vector<Column> columns;
  if (cursor.at_end() || cursor.peek() == '-') return Block(std::move(columns));
  do {
    spend_columns(cursor, 1, budget);
    const Type type = parse_column_type(cursor);
    const bool nullable = cursor.take_word("null");
    if (!cursor.failed()) columns.emplace_back(type, nullable, std::pmr::get_default_resource());
    cursor.skip_blanks();
  } while (cursor.take(','));
  return Block(std::move(columns));
}

void print_block_columns(std::string& out, const Block& block) {
  out += " columns";
  for (const Column& column : block.columns()) {
    if (&column != &block.column(0)) out += ',';
    out += ' ' + column.type().name();
    if (column.nullable()) out += " null";
  }
}

void parse_row(LineCursor& cursor, const Schema& schema, StrayNull stray_null, TextBudget& budget, Block& block,
               std::vector<std::int64_t>* lsns) {
  const std::size_t rows_before = block.row_count();
  for (std::size_t i = 0; i < block.column_count() && !cursor.failed(); ++i) {
    Column& column = block.column(i);
    if (cursor.at_end() || cursor.peek() == '@') {
      return cursor.expected("a value for " + describe_column(schema, i, column.type()));
    }
    if (stray_null == StrayNull::makes_column_nullable && !column.nullable() && cursor.next_is_word("null")) {
      make_nullable(column);
    }
    parse_value(cursor, column, budget.bitmaps);
    if (!cursor.at_separator()) cursor.expected("a blank between values");
  }
  cursor.skip_blanks();
  if (lsns != nullptr && block.column_count() != 0 && cursor.take('@')) {
    if (lsns->size() != rows_before) return cursor.expected("no LSN, the row above has none");
    lsns->push_back(parse_lsn(cursor));
  }
  cursor.require_end();
}

void print_rows(std::string& out, const Block& block, const std::vector<std::int64_t>& lsns, BitmapBudget& budget) {
  for (std::size_t row = 0; row < block.row_count(); ++row) {
    out += ' ';
    for (const Column& column : block.columns()) {
      out += ' ';
      print_value(out, column, row, budget);
    }
    if (row < lsns.size()) out += " @" + std::to_string(lsns[row]);
    out += '\n';
  }
}

}  // namespace lockstep::scenario
