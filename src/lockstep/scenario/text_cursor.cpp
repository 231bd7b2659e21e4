#include "lockstep/scenario/text_cursor.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lockstep::scenario {
namespace {

constexpr std::size_t kMaxFoundBytes = 40;  // of a wrong token, this much is quoted in the message
constexpr std::string_view kHexDigits = "0123456789abcdef";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool ends_word(char c) { return is_blank(c) || std::string_view("#,(){}\"@=").contains(c); }

std::optional<unsigned> hex_digit(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

}  // namespace

std::size_t LineCursor::skip_blanks() {
  while (position_ < line_.size() && is_blank(line_[position_])) ++position_;
  return position_;
}

bool LineCursor::at_end() {
  skip_blanks();
  return position_ == line_.size() || line_[position_] == '#';
}

bool LineCursor::at_separator() const {
  return position_ == line_.size() || is_blank(line_[position_]) || line_[position_] == '#';
}

bool LineCursor::take(char c) {
  if (position_ == line_.size() || line_[position_] != c) return false;
  ++position_;
  return true;
}

void LineCursor::require(char c) {
  if (!take(c)) expected(std::string("\"") + c + "\"");
}

std::string_view LineCursor::word() {
  if (at_end()) return {};
  const std::size_t start = position_;
  while (position_ < line_.size() && !ends_word(line_[position_])) ++position_;
  return line_.substr(start, position_ - start);
}

bool LineCursor::take_word(std::string_view text) {
  if (!next_is_word(text)) return false;
  position_ += text.size();
  return true;
}

bool LineCursor::next_is_word(std::string_view text) {
  const std::size_t start = skip_blanks();
  const bool same = word() == text;
  position_ = start;
  return same;
}

std::string LineCursor::name() {
  const std::size_t start = skip_blanks();
  std::string text = peek() == '"' ? quoted() : std::string(word());
  if (text.empty()) expected_at(start, "a column name");
  return text;
}

std::string LineCursor::quoted() {
  skip_blanks();
  std::string bytes;
  if (!take('"')) {
    expected("a string in double quotes");
    return bytes;
  }
  while (!take('"')) {
    if (failed_ || position_ == line_.size()) {
      expected("the closing quote");
      return {};
    }
    const std::size_t start = position_;
    const char c = line_[position_++];
    if (static_cast<unsigned char>(c) < 0x20) expected_at(start, "an escape in place of a control character");
    if (c != '\\') {
      bytes += c;
    } else if (take('"')) {
      bytes += '"';
    } else if (take('\\')) {
      bytes += '\\';
    } else if (take('n')) {
      bytes += '\n';
    } else if (take('t')) {
      bytes += '\t';
    } else {
      const auto high = position_ + 2 < line_.size() && take('x') ? hex_digit(line_[position_]) : std::nullopt;
      const auto low = high ? hex_digit(line_[position_ + 1]) : std::nullopt;
      if (!low) {
        expected_at(start, "one of the escapes \\\" \\\\ \\n \\t \\xHH");
        return {};
      }
      position_ += 2;
      bytes += static_cast<char>(*high * 16 + *low);
    }
  }
  return bytes;
}

std::string_view LineCursor::type_name() {
  const std::size_t start = skip_blanks();
  word();
  if (take('(')) {
    while (position_ < line_.size() && (is_digit(line_[position_]) || line_[position_] == ',')) ++position_;
    require(')');
  }
  return failed_ ? std::string_view{} : line_.substr(start, position_ - start);
}

std::uint64_t LineCursor::hexadecimal(std::size_t max_digits) {
  const std::size_t start = skip_blanks();
  const std::string_view text = word();
  std::uint64_t value = 0;
  bool good = text.starts_with("0x") && text.size() > 2 && text.size() <= 2 + max_digits;
  for (std::size_t i = 2; good && i < text.size(); ++i) {
    const auto digit = hex_digit(text[i]);
    good = digit.has_value();
    value = value << 4 | digit.value_or(0);
  }
  if (!good) expected_at(start, "0x and at most " + std::to_string(max_digits) + " hexadecimal digits");
  return good ? value : 0;
}

void LineCursor::require_end() {
  if (!at_end()) expected("the end of the line");
}

void LineCursor::expected_at(std::size_t position, std::string_view what) {
  if (failed_) return;
  failed_ = true;
  failed_at_ = position;
  expected_ = what;
  position_ = line_.size();
}

std::string LineCursor::describe_failure(std::size_t line) const {
  // What stands there, up to the next blank.
  const std::string_view rest = line_.substr(failed_at_);
  std::size_t length = 0;
  while (length < rest.size() && !is_blank(rest[length])) ++length;
  const std::string found = rest.empty() || rest.front() == '#' ? "the end of the line"
                            : length == 0                       ? "a blank"
                            : length > kMaxFoundBytes           ? quote(rest.substr(0, kMaxFoundBytes)) + "…"
                                                                : quote(rest.substr(0, length));
  return std::to_string(line) + ":" + std::to_string(failed_at_ + 1) + ": expected " + expected_ + ", found " + found;
}

std::optional<int256_t> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  int256_t magnitude;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) return std::nullopt;
    if (append_digit(magnitude, static_cast<unsigned>(text[i] - '0'))) continue;
    // The magnitude of the lowest value is one more than that of the highest: its own negative.
    const bool is_lowest = negative && i + 1 == text.size() && magnitude == kLowestInt256;
    return is_lowest ? std::optional(magnitude) : std::nullopt;
  }
  return negative ? -magnitude : magnitude;
}

std::string quote(std::string_view bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else if (byte < 0x20 || byte > 0x7e) {
      text += "\\x";
      text += kHexDigits[byte >> 4];
      text += kHexDigits[byte & 15];
    } else {
      text += c;
    }
  }
  return text + '"';
}

std::string print_name(std::string_view name) {
  const bool plain = std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7f && !ends_word(c); });
  return plain && !name.empty() ? std::string(name) : quote(name);
}

}  // namespace lockstep::scenario
