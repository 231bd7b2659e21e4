#include <array>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/scenario/kind_text_parser.h"
#include "lockstep/scenario/text.h"
#include "lockstep/scenario/well_formed.h"

namespace lockstep::scenario {
namespace {

struct Kind {
  std::string_view name;
  std::unique_ptr<KindTextParser> (*make_parser)();
};
constexpr std::array<Kind, 2> kKinds = {{
    {"memtable", &make_memtable_text_parser},
    {"sort", &make_sort_text_parser},
}};

std::unique_ptr<KindTextParser> parse_kind(LineCursor& cursor) {
  for (const Kind& kind : kKinds) {
    if (!cursor.take_word(kind.name)) continue;
    if (!cursor.take_word("v1")) cursor.expected("v1");
    cursor.require_end();
    return kind.make_parser();
  }
  cursor.expected("the scenario's kind, memtable v1 or sort v1");
  return nullptr;
}

}  // namespace

std::vector<std::uint32_t> parse_row_numbers(LineCursor& cursor) {
  std::vector<std::uint32_t> rows;
  while (!cursor.at_end() && cursor.peek() >= '0' && cursor.peek() <= '9') {
    rows.push_back(cursor.number<std::uint32_t>("a row number of 32 bits"));
  }
  return rows;
}

Result<Scenario> parse_text(std::string_view text, std::string_view file_name) {
  const auto refuse = [&](const std::string& what) {
    return fail(ErrorCode::parse_error, std::string(file_name) + ":" + what);
  };
  if (text.size() > kMaxTextBytes) return refuse("1:1: expected a text of at most 1 GiB, found a longer one");
  std::unique_ptr<KindTextParser> parser;
  std::size_t line_number = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    ++line_number;
    LineCursor cursor(line);
    if (cursor.at_end()) continue;
    const bool indented = cursor.position() != 0;
    if (parser == nullptr) {
      parser = parse_kind(cursor);
    } else if (indented) {
      parser->row(cursor);
    } else {
      parser->directive(cursor);
    }
    if (cursor.failed()) return refuse(cursor.describe_failure(line_number));
  }
  const std::string missing = parser ? parser->missing() : "the scenario's kind, memtable v1 or sort v1";
  if (!missing.empty()) {
    return refuse(std::to_string(line_number + 1) + ":1: expected " + missing + ", found the end of the text");
  }
  Scenario scenario = parser->take();
  LOCKSTEP_CHECK(check_well_formed(scenario), "the parser refuses what is not well formed");
  return scenario;
}

}  // namespace lockstep::scenario
