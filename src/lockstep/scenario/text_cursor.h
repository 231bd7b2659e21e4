// Reads one line of scenario text from left to right.
//
// The first thing that is not as expected is kept, and from then on the cursor stands at the end of the line: reading
// goes on harmlessly with empty values, and whoever started the line asks failed() once, at its end.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/base/int256.h"

namespace lockstep::scenario {

class LineCursor {
 public:
  // `line` without its line break; it must outlive the cursor.
  explicit LineCursor(std::string_view line) : line_(line) {}

  // Skips blanks and returns the position behind them.
  std::size_t skip_blanks();
  // Skips blanks; true at the end of the line, at a comment and after a failure.
  [[nodiscard]] bool at_end();
  // The next character, '\0' at the end.
  [[nodiscard]] char peek() const { return position_ < line_.size() ? line_[position_] : '\0'; }
  // At a blank, a comment or the end: where a value may stop.
  [[nodiscard]] bool at_separator() const;
  [[nodiscard]] std::size_t position() const { return position_; }

  // Takes `c` if it is the very next character.
  bool take(char c);
  // The same, and a failure if it is not.
  void require(char c);

  // Skips blanks and takes the longest run without blanks and without any of # , ( ) { } " @ = ; maybe empty.
  std::string_view word();
  // Skips blanks and takes the next word if it is exactly `text`.
  bool take_word(std::string_view text);
  // Skips blanks and looks whether the next word is exactly `text`.
  bool next_is_word(std::string_view text);

  // A column's name: a word, or any bytes in quotes. Empty is a failure.
  std::string name();
  // A string in double quotes, with its escapes resolved.   (scenario.md, "Values")
  std::string quoted();
  // A type as Type::name() writes it.
  std::string_view type_name();

  // An unsigned decimal number that fits T; `meaning` says in a failure what it stands for.
  template <std::unsigned_integral T>
  T number(std::string_view meaning) {
    const std::size_t start = skip_blanks();
    const std::string_view digits = word();
    T value = 0;
    const auto [after, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || failure != std::errc{} || after != digits.data() + digits.size()) {
      expected_at(start, meaning);
      return 0;
    }
    return value;
  }
  // "0x" and hexadecimal digits, at most `max_digits` of them.
  std::uint64_t hexadecimal(std::size_t max_digits);

  // Nothing but blanks and a comment may be left.
  void require_end();

  // Records "expected `what`" at the present position or at an earlier one. Only the first failure counts.
  void expected(std::string_view what) { expected_at(position_, what); }
  void expected_at(std::size_t position, std::string_view what);
  [[nodiscard]] bool failed() const { return failed_; }
  // "LINE:COLUMN: expected …, found …" for a failed cursor on line number `line`, both counted from 1, columns in
  // bytes.
  [[nodiscard]] std::string describe_failure(std::size_t line) const;

 private:
  std::string_view line_;
  std::size_t position_ = 0;
  bool failed_ = false;
  std::size_t failed_at_ = 0;
  std::string expected_;
};

// The value of "-12" or "12"; nullopt for anything else and for what does not fit. O(text).
std::optional<int256_t> parse_integer(std::string_view text);

// `bytes` between double quotes, in printable ASCII and escapes.
std::string quote(std::string_view bytes);
// A column's name as LineCursor::name reads it: bare if it is a plain word, else quoted.
std::string print_name(std::string_view name);

}  // namespace lockstep::scenario
