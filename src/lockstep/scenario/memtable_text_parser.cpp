#include <algorithm>
#include <array>
#include <utility>

#include "lockstep/data/aggregate.h"
#include "lockstep/scenario/columns_text.h"
#include "lockstep/scenario/expected_statistics.h"
#include "lockstep/scenario/kind_text_parser.h"
#include "lockstep/scenario/rows_text.h"

namespace lockstep::scenario {
namespace {

class MemTableTextParser final : public KindTextParser {
 public:
  void directive(LineCursor& cursor) override;
  void row(LineCursor& cursor) override;
  std::string missing() override;
  Scenario take() override { return std::move(scenario_); }

 private:
  using Handler = void (MemTableTextParser::*)(LineCursor&);
  enum class Part : std::uint8_t { table, operation };
  struct Directive {
    std::string_view name;
    Part part;
    Handler handler;
  };
  static constexpr std::size_t kDirectiveCount = 15;
  static const std::array<Directive, kDirectiveCount> kDirectives;

  // Lines of the table.
  void model(LineCursor& cursor);
  void key(LineCursor& cursor) { column(cursor, true); }
  void value(LineCursor& cursor) { column(cursor, false); }
  void column(LineCursor& cursor, bool is_key);
  void sequence(LineCursor& cursor) { special_column(cursor, scenario_.schema.sequence, &Schema::sequence); }
  void delete_sign(LineCursor& cursor) { special_column(cursor, scenario_.schema.delete_sign, &Schema::delete_sign); }
  void special_column(LineCursor& cursor, std::optional<std::uint32_t>& target,
                      std::optional<std::uint32_t> Schema::* role);
  void cluster(LineCursor& cursor);
  void lsn(LineCursor& cursor);
  void limit(LineCursor& cursor);

  // Operations.
  void insert(LineCursor& cursor);
  void shrink(LineCursor& cursor) { call(cursor, Shrink{}); }
  void flush(LineCursor& cursor);
  void drop(LineCursor& cursor);
  void fail_alloc(LineCursor& cursor);
  void stats(LineCursor& cursor);
  void expect(LineCursor& cursor);
  void call(LineCursor& cursor, decltype(Operation::action) action);

  MemTableScenario scenario_;
  TextBudget budget_;
  DeclaredColumns columns_;
  bool has_model_ = false;
  std::array<bool, 3> has_limit_{};
  bool in_operations_ = false;
  bool flushed_ = false;
  bool dropped_ = false;
  std::uint64_t pending_fail_alloc_ = 0;
  // Whether rows may stand under the last line, and what a null among them may do.
  bool takes_rows_ = false;
  StrayNull stray_null_ = StrayNull::fails;
};

constexpr std::array<MemTableTextParser::Directive, MemTableTextParser::kDirectiveCount>
    MemTableTextParser::kDirectives = {{
        {"model", Part::table, &MemTableTextParser::model},
        {"key", Part::table, &MemTableTextParser::key},
        {"value", Part::table, &MemTableTextParser::value},
        {"sequence", Part::table, &MemTableTextParser::sequence},
        {"delete_sign", Part::table, &MemTableTextParser::delete_sign},
        {"cluster", Part::table, &MemTableTextParser::cluster},
        {"lsn", Part::table, &MemTableTextParser::lsn},
        {"limit", Part::table, &MemTableTextParser::limit},
        {"insert", Part::operation, &MemTableTextParser::insert},
        {"shrink", Part::operation, &MemTableTextParser::shrink},
        {"flush", Part::operation, &MemTableTextParser::flush},
        {"drop", Part::operation, &MemTableTextParser::drop},
        {"fail_alloc", Part::operation, &MemTableTextParser::fail_alloc},
        {"stats", Part::operation, &MemTableTextParser::stats},
        {"expect", Part::operation, &MemTableTextParser::expect},
    }};

struct Limit {
  std::string_view name;
  std::uint64_t TableOptions::* option;
};
constexpr std::array<Limit, 3> kLimits = {{
    {"rows", &TableOptions::max_rows},
    {"column_bytes", &TableOptions::max_column_bytes},
    {"string_bytes", &TableOptions::max_string_bytes},
}};

// What the schema's rules say about one column alone, in the role in which `schema` has it, so that a fault is
// reported at the line that made it. `schema` has that column; a key column is added where it is none itself.
Status validate_one(Schema schema) {
  if (schema.key_count == 0) {
    schema.columns.push_back({schema.columns[0].name + "_", Type::of(TypeKind::int32), false, Aggregation::none});
    std::swap(schema.columns[0], schema.columns[1]);
    schema.key_count = 1;
    const auto shift = [](std::optional<std::uint32_t>& index) {
      if (index) index = 1;
    };
    shift(schema.sequence);
    shift(schema.delete_sign);
    std::ranges::fill(schema.cluster, 1u);
  }
  return schema.validate();
}

void MemTableTextParser::directive(LineCursor& cursor) {
  for (const Directive& known : kDirectives) {
    if (!cursor.take_word(known.name)) continue;
    if (!has_model_ && known.handler != &MemTableTextParser::model) return cursor.expected_at(0, "the model first");
    if (known.part == Part::table && in_operations_) {
      return cursor.expected_at(0, "an operation, lines about the table come before all operations");
    }
    if (known.part == Part::operation && !in_operations_) {
      if (Status status = scenario_.schema.validate(); !status) {
        return cursor.expected_at(0, "a complete table before its first operation (" + status.error().message + ")");
      }
      in_operations_ = true;
    }
    const bool after_fail_alloc = pending_fail_alloc_ != 0;
    takes_rows_ = false;
    (this->*known.handler)(cursor);
    if (after_fail_alloc && pending_fail_alloc_ != 0) cursor.expected_at(0, "insert, shrink or flush after fail_alloc");
    return;
  }
  std::string names;
  for (const Directive& known : kDirectives) names += (names.empty() ? "" : ", ") + std::string(known.name);
  cursor.expected("one of " + names);
}

void MemTableTextParser::row(LineCursor& cursor) {
  if (!takes_rows_) return cursor.expected("a line without indentation, rows stand under insert and expect only");
  auto& action = scenario_.operations.back().action;
  auto* const inserted = std::get_if<Insert>(&action);
  Rows& rows = inserted != nullptr ? inserted->source : std::get<ExpectRows>(action).rows;
  parse_row(cursor, scenario_.schema, stray_null_, budget_, rows.block, &rows.lsns);
}

std::string MemTableTextParser::missing() {
  if (!has_model_) return "the model";
  if (pending_fail_alloc_ != 0) return "insert, shrink or flush after fail_alloc";
  if (in_operations_) return "";
  const Status status = scenario_.schema.validate();
  return status ? "" : "a complete table (" + status.error().message + ")";
}

void MemTableTextParser::model(LineCursor& cursor) {
  if (has_model_) return cursor.expected_at(0, "no second model");
  const std::size_t start = cursor.skip_blanks();
  const auto model = parse_model(cursor.word());
  if (!model) return cursor.expected_at(start, "dup, unique or agg");
  cursor.require_end();
  scenario_.schema.model = *model;
  has_model_ = true;
}

void MemTableTextParser::column(LineCursor& cursor, bool is_key) {
  Schema& schema = scenario_.schema;
  if (is_key && schema.key_count != schema.columns.size())
    return cursor.expected_at(0, "key columns before value columns");
  std::size_t name_start = 0;
  ColumnSchema column = columns_.declare(cursor, name_start);
  if (!is_key && !cursor.at_end()) {
    const std::size_t start = cursor.position();
    const std::string_view name = cursor.word();
    if (const auto aggregation = parse_aggregation(name)) {
      column.aggregation = *aggregation;
    } else if (find_aggregate(name) != nullptr) {
      column.aggregation = Aggregation::custom;
      column.custom = name;
    } else {
      return cursor.expected_at(start, "an aggregation such as sum or replace_if_not_null");
    }
  }
  cursor.require_end();
  if (cursor.failed()) return;
  Schema alone{.model = schema.model, .columns = {column}, .key_count = is_key ? 1u : 0u};
  if (Status status = validate_one(std::move(alone)); !status) {
    return cursor.expected_at(name_start, "a column that the table can have (" + status.error().message + ")");
  }
  schema.columns.push_back(std::move(column));
  if (is_key) ++schema.key_count;
}

void MemTableTextParser::special_column(LineCursor& cursor, std::optional<std::uint32_t>& target,
                                        std::optional<std::uint32_t> Schema::* role) {
  if (target) return cursor.expected_at(0, "this line only once");
  const std::size_t start = cursor.skip_blanks();
  const std::uint32_t index = columns_.find(cursor);
  cursor.require_end();
  if (cursor.failed()) return;
  const Schema& schema = scenario_.schema;
  Schema alone{.model = schema.model, .columns = {schema.columns[index]}, .key_count = schema.is_key(index) ? 1u : 0u};
  alone.*role = 0;
  if (Status status = validate_one(std::move(alone)); !status) {
    return cursor.expected_at(start, "a column for this part (" + status.error().message + ")");
  }
  target = index;
}

void MemTableTextParser::cluster(LineCursor& cursor) {
  Schema& schema = scenario_.schema;
  if (!schema.cluster.empty()) return cursor.expected_at(0, "this line only once");
  do {
    const std::size_t start = cursor.skip_blanks();
    const std::uint32_t index = columns_.find(cursor);
    if (cursor.failed()) return;
    Schema alone{
        .model = schema.model, .columns = {schema.columns[index]}, .key_count = schema.is_key(index) ? 1u : 0u};
    alone.cluster = {0};
    if (Status status = validate_one(std::move(alone)); !status) {
      return cursor.expected_at(start, "a column to cluster by (" + status.error().message + ")");
    }
    schema.cluster.push_back(index);
  } while (!cursor.at_end());
}

void MemTableTextParser::lsn(LineCursor& cursor) {
  if (scenario_.schema.lsn) return cursor.expected_at(0, "this line only once");
  cursor.require_end();
  scenario_.schema.lsn = true;
}

void MemTableTextParser::limit(LineCursor& cursor) {
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    if (!cursor.take_word(kLimits[i].name)) continue;
    if (std::exchange(has_limit_[i], true)) return cursor.expected_at(0, "each limit only once");
    const std::size_t start = cursor.skip_blanks();
    scenario_.options.*kLimits[i].option = cursor.number<std::uint64_t>("a number below 2^64");
    if (Status status = validate_options(scenario_.options); !status) {
      return cursor.expected_at(start, "a limit inside its bounds (" + status.error().message + ")");
    }
    return cursor.require_end();
  }
  cursor.expected("rows, column_bytes or string_bytes");
}

void MemTableTextParser::call(LineCursor& cursor, decltype(Operation::action) action) {
  if (dropped_) return cursor.expected_at(0, "only stats and expect after drop");
  Operation operation{std::move(action), std::exchange(pending_fail_alloc_, 0), std::nullopt};
  if (!cursor.at_end()) {
    if (!cursor.take_word("->")) return cursor.expected("-> or the end of the line");
    const std::size_t start = cursor.skip_blanks();
    operation.expected_error = parse_error_code(cursor.word());
    if (!operation.expected_error) return cursor.expected_at(start, "an error code such as value_too_long");
    cursor.require_end();
  }
  scenario_.operations.push_back(std::move(operation));
}

void MemTableTextParser::insert(LineCursor& cursor) {
  std::optional<std::vector<std::uint32_t>> picks;
  if (cursor.take_word("rows")) picks = parse_row_numbers(cursor);
  stray_null_ = cursor.next_is_word("columns") ? StrayNull::fails : StrayNull::makes_column_nullable;
  Block block = cursor.take_word("columns") ? parse_block_columns(cursor, budget_)
                                            : start_block(cursor, scenario_.schema, budget_);
  takes_rows_ = true;
  call(cursor, Insert{{std::move(block), {}}, std::move(picks)});
}

void MemTableTextParser::flush(LineCursor& cursor) {
  flushed_ = true;
  call(cursor, Flush{});
}

void MemTableTextParser::drop(LineCursor& cursor) {
  if (dropped_) return cursor.expected_at(0, "only stats and expect after drop");
  dropped_ = true;
  cursor.require_end();
  scenario_.operations.push_back({Drop{}, 0, std::nullopt});
}

void MemTableTextParser::fail_alloc(LineCursor& cursor) {
  if (pending_fail_alloc_ != 0) return;  // the caller sees that it is still pending
  const std::size_t start = cursor.skip_blanks();
  pending_fail_alloc_ = cursor.number<std::uint64_t>("which allocation fails, counted from 1");
  if (pending_fail_alloc_ == 0) return cursor.expected_at(start, "which allocation fails, counted from 1");
  cursor.require_end();
}

void MemTableTextParser::stats(LineCursor& cursor) {
  ExpectStatistics expected;
  while (!cursor.at_end()) {
    const std::size_t start = cursor.position();
    const auto* const known = std::ranges::find_if(
        kExpectedStatistics, [&](const ExpectedStatistic& statistic) { return cursor.take_word(statistic.name); });
    if (known == kExpectedStatistics.end() || (expected.*known->count).has_value()) {
      return cursor.expected_at(start, "raw_rows, merged_rows, sorts, shrinks or sum_overflows, each at most once");
    }
    cursor.require('=');
    expected.*known->count = cursor.number<std::uint64_t>("a number below 2^64");
  }
  scenario_.operations.push_back({expected, 0, std::nullopt});
}

void MemTableTextParser::expect(LineCursor& cursor) {
  if (!flushed_) return cursor.expected_at(0, "flush before expect");
  if (cursor.take_word("fingerprint")) {
    const std::uint64_t fingerprint = cursor.hexadecimal(16);
    cursor.require_end();
    scenario_.operations.push_back({ExpectFingerprint{fingerprint}, 0, std::nullopt});
    return;
  }
  Block block = cursor.take_word("columns") ? parse_block_columns(cursor, budget_)
                                            : start_block(cursor, scenario_.schema, budget_);
  cursor.require_end();
  takes_rows_ = true;
  stray_null_ = StrayNull::fails;
  scenario_.operations.push_back({ExpectRows{{std::move(block), {}}}, 0, std::nullopt});
}

}  // namespace

std::unique_ptr<KindTextParser> make_memtable_text_parser() { return std::make_unique<MemTableTextParser>(); }

}  // namespace lockstep::scenario
