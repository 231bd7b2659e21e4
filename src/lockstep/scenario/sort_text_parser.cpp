#include <array>
#include <utility>

#include "lockstep/scenario/columns_text.h"
#include "lockstep/scenario/kind_text_parser.h"
#include "lockstep/scenario/rows_text.h"

namespace lockstep::scenario {
namespace {

class SortTextParser final : public KindTextParser {
 public:
  void directive(LineCursor& cursor) override;
  void row(LineCursor& cursor) override;
  std::string missing() override { return has_rows_ ? "" : "rows"; }
  Scenario take() override { return std::move(scenario_); }

 private:
  struct Directive {
    std::string_view name;
    void (SortTextParser::*handler)(LineCursor&);
  };
  static constexpr std::size_t kDirectiveCount = 7;
  static const std::array<Directive, kDirectiveCount> kDirectives;

  void column(LineCursor& cursor);
  void by(LineCursor& cursor);
  void ties(LineCursor& cursor);
  void limit(LineCursor& cursor) { scenario_.limit = cursor.number<std::uint64_t>("a number below 2^64"); }
  void fail_alloc(LineCursor& cursor);
  void rows(LineCursor& cursor);
  void expect(LineCursor& cursor) { scenario_.expected = parse_row_numbers(cursor); }
  SortKey sort_key(LineCursor& cursor);

  SortScenario scenario_{{}, {}, {}, Block(Schema{}, std::pmr::get_default_resource()), {}, 0};
  TextBudget budget_;
  DeclaredColumns columns_;
  std::array<bool, kDirectiveCount> seen_{};
  bool has_rows_ = false;
  bool takes_rows_ = false;
};

constexpr std::array<SortTextParser::Directive, SortTextParser::kDirectiveCount> SortTextParser::kDirectives = {{
    {"column", &SortTextParser::column},
    {"by", &SortTextParser::by},
    {"ties", &SortTextParser::ties},
    {"limit", &SortTextParser::limit},
    {"fail_alloc", &SortTextParser::fail_alloc},
    {"rows", &SortTextParser::rows},
    {"expect", &SortTextParser::expect},
}};

void SortTextParser::directive(LineCursor& cursor) {
  for (std::size_t i = 0; i < kDirectiveCount; ++i) {
    if (!cursor.take_word(kDirectives[i].name)) continue;
    if (std::exchange(seen_[i], true) && kDirectives[i].handler != &SortTextParser::column) {
      return cursor.expected_at(0, "this line only once");
    }
    takes_rows_ = false;
    (this->*kDirectives[i].handler)(cursor);
    return cursor.require_end();
  }
  cursor.expected("one of column, by, ties, limit, fail_alloc, rows, expect");
}

void SortTextParser::row(LineCursor& cursor) {
  if (!takes_rows_) return cursor.expected("a line without indentation, rows stand under rows only");
  parse_row(cursor, scenario_.schema, StrayNull::fails, budget_, scenario_.rows, nullptr);
}

void SortTextParser::column(LineCursor& cursor) {
  if (has_rows_) return cursor.expected_at(0, "columns before rows");
  std::size_t name_start = 0;
  scenario_.schema.columns.push_back(columns_.declare(cursor, name_start));
}

SortKey SortTextParser::sort_key(LineCursor& cursor) {
  SortKey key;
  const std::size_t start = cursor.skip_blanks();
  key.column = columns_.find(cursor);
  if (cursor.failed()) return key;
  if (!scenario_.schema.columns[key.column].type.is_orderable())
    cursor.expected_at(start, "a column whose type has an order");
  if (cursor.take_word("desc")) {
    key.direction = Direction::descending;
  } else if (!cursor.take_word("asc")) {
    cursor.expected("asc or desc");
  }
  if (cursor.take_word("nulls_last")) {
    key.nulls = NullPlacement::last;
  } else if (!cursor.take_word("nulls_first")) {
    cursor.expected("nulls_first or nulls_last");
  }
  return key;
}

void SortTextParser::by(LineCursor& cursor) {
  do {
    scenario_.order.keys.push_back(sort_key(cursor));
    cursor.skip_blanks();
  } while (cursor.take(','));
}

void SortTextParser::ties(LineCursor& cursor) {
  if (cursor.take_word("descending")) {
    scenario_.order.ties = TieOrder::descending;
  } else if (!cursor.take_word("ascending")) {
    cursor.expected("ascending or descending");
  }
}

void SortTextParser::fail_alloc(LineCursor& cursor) {
  static constexpr std::string_view kMeaning = "which allocation fails, counted from 1";
  const std::size_t start = cursor.skip_blanks();
  scenario_.fail_alloc = cursor.number<std::uint64_t>(kMeaning);
  if (scenario_.fail_alloc == 0) cursor.expected_at(start, kMeaning);
}

void SortTextParser::rows(LineCursor& cursor) {
  if (scenario_.schema.columns.empty()) return cursor.expected_at(0, "a column before rows");
  has_rows_ = true;
  takes_rows_ = true;
  scenario_.rows = start_block(cursor, scenario_.schema, budget_);
}

}  // namespace

std::unique_ptr<KindTextParser> make_sort_text_parser() { return std::make_unique<SortTextParser>(); }

}  // namespace lockstep::scenario
