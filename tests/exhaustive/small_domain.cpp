#include "small_domain.h"

#include <memory_resource>
#include <utility>

#include "lockstep/scenario/text.h"

namespace lockstep::exhaustive {
namespace {

void append_letter(Column& column, const Letters& letters, std::size_t choice) {
  if (choice < letters.values.size()) {
    column.append_text(letters.values[choice]);
  } else {
    column.append_text(letters.values.back(), true);
  }
}

void append_position(Column& column, const ByPosition& by_position, std::size_t row) {
  const std::string& value = by_position.values[row];
  if (value.empty()) {
    column.append_null();
  } else {
    column.append_text(value);
  }
}

// The block in which row i made the choice choices[i]: one number for all its letters.
Block make_block(std::span<const std::size_t> choices, std::span<const Letters> letters,
                 std::span<const ByPosition> by_position) {
  std::pmr::vector<Column> columns;
  std::size_t places = 1;
  for (const Letters& letter : letters) {
    Column& column = columns.emplace_back(letter.column.type, letter.column.nullable, std::pmr::get_default_resource());
    for (const std::size_t choice : choices) append_letter(column, letter, choice / places % letter.count());
    places *= letter.count();
  }
  for (const ByPosition& position : by_position) {
    Column& column =
        columns.emplace_back(position.column.type, position.column.nullable, std::pmr::get_default_resource());
    for (std::size_t row = 0; row < choices.size(); ++row) append_position(column, position, row);
  }
  return Block(std::move(columns));
}

// The next number of choices.size() digits below `base`; false behind the last.
bool advance(std::vector<std::size_t>& choices, std::size_t base) {
  for (std::size_t& choice : choices) {
    if (++choice < base) return true;
    choice = 0;
  }
  return false;
}

}  // namespace

void for_each_block(std::size_t rows, std::span<const Letters> letters, std::span<const ByPosition> by_position,
                    const std::function<bool(const Block&)>& visit) {
  std::size_t base = 1;
  for (const Letters& letter : letters) base *= letter.count();
  std::vector<std::size_t> choices(rows);
  do {
    if (!visit(make_block(choices, letters, by_position))) return;
  } while (advance(choices, base));
}

std::string text_of(const Block& block) {
  std::string text;
  for (std::size_t row = 0; row < block.row_count(); ++row) {
    text += " ";
    for (const Column& column : block.columns()) text += " " + scenario::print_value(column, row);
    text += "\n";
  }
  return text;
}

}  // namespace lockstep::exhaustive
