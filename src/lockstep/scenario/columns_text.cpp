#include "lockstep/scenario/columns_text.h"

namespace lockstep::scenario {

Type parse_column_type(LineCursor& cursor) {
  const std::size_t start = cursor.skip_blanks();
  const auto type = parse_type(cursor.type_name());
  if (type) return *type;
  // `type "int33": expected one of …`: the text is in our own message too.
  static constexpr std::string_view kExpected = "expected ";
  const std::string& message = type.error().message;
  const std::size_t expected = message.find(kExpected);
  cursor.expected_at(start, expected == std::string::npos ? "a type" : message.substr(expected + kExpected.size()));
  return Type{};
}

ColumnSchema DeclaredColumns::declare(LineCursor& cursor, std::size_t& name_at) {
  ColumnSchema column;
  name_at = cursor.skip_blanks();
  column.name = cursor.name();
  column.type = parse_column_type(cursor);
  column.nullable = cursor.take_word("null");
  if (!cursor.failed() && !indices_.emplace(column.name, static_cast<std::uint32_t>(indices_.size())).second) {
    cursor.expected_at(name_at, "a name that no other column has");
  }
  return column;
}

std::uint32_t DeclaredColumns::find(LineCursor& cursor) const {
  const std::size_t start = cursor.skip_blanks();
  const auto found = indices_.find(cursor.name());
  if (found != indices_.end()) return found->second;
  cursor.expected_at(start, "the name of a column that stands above");
  return 0;
}

}  // namespace lockstep::scenario
