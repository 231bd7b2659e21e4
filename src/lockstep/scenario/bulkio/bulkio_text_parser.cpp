#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"
#include "lockstep/scenario/float_text.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {
namespace {

constexpr std::string_view kOperations = "write, list, seek, read, fail_alloc or expect";

// A whole number in [least, most], as the bits of a type of `width` bytes.
std::uint64_t parse_whole(LineCursor& cursor, std::int64_t least, std::uint64_t most, std::size_t width) {
  const std::size_t start = cursor.skip_blanks();
  const auto value = parse_integer(cursor.word());
  if (!value || *value < least || *value > int256_t(most)) {
    cursor.expected_at(start, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return 0;
  }
  const std::uint64_t bits = value->limbs[0];
  return width == 8 ? bits : bits & ((std::uint64_t{1} << (8 * width)) - 1);
}

template <class Signed>
std::uint64_t parse_signed(LineCursor& cursor) {
  using Limits = std::numeric_limits<Signed>;
  return parse_whole(cursor, Limits::min(), static_cast<std::uint64_t>(Limits::max()), sizeof(Signed));
}

std::int64_t parse_position(LineCursor& cursor) {
  return static_cast<std::int64_t>(parse_signed<std::int64_t>(cursor));
}

std::uint64_t parse_word(LineCursor& cursor, BulkioType type) {
  switch (type) {
    case BulkioType::u8:
      return parse_whole(cursor, 0, 255, 1);
    case BulkioType::i16:
      return parse_signed<std::int16_t>(cursor);
    case BulkioType::i32:
    case BulkioType::ints:
    case BulkioType::int_list:
      return parse_signed<std::int32_t>(cursor);
    case BulkioType::f32:
    case BulkioType::f32_bits:
    case BulkioType::floats:
    case BulkioType::float_list:
      return std::bit_cast<std::uint32_t>(parse_float32(cursor));
    case BulkioType::f64:
    case BulkioType::f64_bits:
    case BulkioType::doubles:
    case BulkioType::double_list:
      return std::bit_cast<std::uint64_t>(parse_float64(cursor));
    default:
      return parse_signed<std::int64_t>(cursor);
  }
}

// Where the values of a line end.
bool at_values_end(LineCursor& cursor) { return cursor.at_end() || cursor.next_is_word("->"); }

// Pairs of hexadecimal digits, with blanks between them or not.
std::string parse_hex(LineCursor& cursor) {
  std::string bytes;
  while (!at_values_end(cursor)) {
    const std::size_t start = cursor.skip_blanks();
    const std::string_view digits = cursor.word();
    if (digits.empty() || digits.size() % 2 != 0) cursor.expected_at(start, "pairs of hexadecimal digits");
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
      std::uint8_t byte = 0;
      const char* const end = digits.data() + i + 2;
      const auto [after, failure] = std::from_chars(digits.data() + i, end, byte, 16);
      if (failure != std::errc{} || after != end) cursor.expected_at(start + i, "two hexadecimal digits");
      bytes += static_cast<char>(byte);
    }
  }
  return bytes;
}

BulkioItem parse_values(LineCursor& cursor, BulkioType type) {
  BulkioItem item{type, {}, {}};
  if (type == BulkioType::bytes) {
    item.strings.push_back(parse_hex(cursor));
  } else if (type == BulkioType::utf8) {
    item.strings.push_back(cursor.quoted());
  } else if (is_single_number(type)) {
    item.words.push_back(parse_word(cursor, type));
  } else {
    while (!at_values_end(cursor)) {
      if (is_textual(type)) {
        item.strings.push_back(cursor.quoted());
      } else {
        item.words.push_back(parse_word(cursor, type));
      }
    }
  }
  return item;
}

BulkioType parse_type(LineCursor& cursor, bool list) {
  const std::size_t start = cursor.skip_blanks();
  const std::string_view name = cursor.word();
  std::string choices;
  for (std::uint8_t i = 0; i < kBulkioTypeCount; ++i) {
    const auto type = static_cast<BulkioType>(i);
    if (is_list(type) != list) continue;
    if (bulkio_type_name(type) == name) return type;
    choices += (choices.empty() ? "" : ", ") + std::string(bulkio_type_name(type));
  }
  cursor.expected_at(start, "one of the types " + choices);
  return BulkioType::bytes;
}

class Parser {
 public:
  void line(LineCursor& cursor) {
    const std::size_t start = cursor.skip_blanks();
    if (start != 0) return cursor.expected_at(0, "an operation at the start of the line");
    const std::string_view word = cursor.word();
    if (!has_page_) {
      if (word != "page") return cursor.expected_at(start, "page and the size of a page");
      scenario_.page_size = parse_whole(cursor, 1, kMaxBulkioPageSize, 8);
      has_page_ = true;
      return cursor.require_end();
    }
    if (word == "max" && !scenario_.max_bytes && scenario_.operations.empty() && fail_alloc_ == 0) {
      scenario_.max_bytes = cursor.number<std::uint64_t>("the limit in bytes");
      return cursor.require_end();
    }
    if (fail_alloc_ != 0 && (word == "fail_alloc" || word == "expect")) {
      return cursor.expected_at(start, "write, list, seek or read after fail_alloc");
    }
    if (word == "fail_alloc") {
      fail_alloc_ = parse_whole(cursor, 1, std::numeric_limits<std::uint64_t>::max(), 8);
      return cursor.require_end();
    }
    operation(cursor, start, word);
  }

  [[nodiscard]] std::string missing() const {
    if (!has_page_) return "page and the size of a page";
    if (fail_alloc_ != 0) return "write, list, seek or read after fail_alloc";
    return {};
  }

  BulkioScenario take() { return std::move(scenario_); }

 private:
  void operation(LineCursor& cursor, std::size_t start, std::string_view word) {
    BulkioOperation& operation = scenario_.operations.emplace_back();
    operation.fail_alloc = std::exchange(fail_alloc_, 0);
    if (word == "write" || word == "list") {
      const BulkioType type = parse_type(cursor, word == "list");
      operation.action = BulkioWrite{parse_values(cursor, type)};
      parse_error_code_of(cursor, operation);
    } else if (word == "seek") {
      operation.action = BulkioSeek{parse_position(cursor)};
      parse_error_code_of(cursor, operation);
    } else if (word == "read") {
      operation.action = parse_read(cursor);
      parse_read_result(cursor, operation);
    } else if (word == "expect") {
      parse_expectation(cursor, operation);
    } else {
      cursor.expected_at(start, kOperations);
    }
    cursor.require_end();
  }

  static BulkioRead parse_read(LineCursor& cursor) {
    BulkioRead read;
    read.position = parse_position(cursor);
    const bool list = cursor.take_word("list");
    const std::size_t type_at = cursor.skip_blanks();
    read.type = parse_type(cursor, list);
    if (read.type == BulkioType::f32_bits || read.type == BulkioType::f64_bits) {
      cursor.expected_at(type_at, "float or double, which are read as raw bits");
    }
    if (takes_count(read.type)) read.count = parse_position(cursor);
    return read;
  }

  // `-> CODE`, if anything.
  static void parse_error_code_of(LineCursor& cursor, BulkioOperation& operation) {
    if (cursor.at_end()) return;
    if (!cursor.take_word("->")) return cursor.expected("-> and an error code, or the end of the line");
    const std::size_t start = cursor.skip_blanks();
    operation.expected_error = parse_error_code(cursor.word());
    if (!operation.expected_error) cursor.expected_at(start, "an error code");
  }

  // `-> CODE` or `-> VALUES`, if anything.
  static void parse_read_result(LineCursor& cursor, BulkioOperation& operation) {
    if (cursor.at_end()) return;
    if (!cursor.take_word("->")) return cursor.expected("-> and values or an error code, or the end of the line");
    LineCursor ahead = cursor;
    const auto code = parse_error_code(ahead.word());
    if (code) {
      operation.expected_error = code;
      cursor = ahead;
      return;
    }
    auto& read = std::get<BulkioRead>(operation.action);
    read.expected = parse_values(cursor, read.type);
  }

  static void parse_expectation(LineCursor& cursor, BulkioOperation& operation) {
    if (cursor.take_word("bytes")) {
      operation.action = BulkioExpectBytes{parse_hex(cursor)};
      return;
    }
    BulkioExpectState state;
    while (!cursor.at_end()) {
      const std::size_t start = cursor.skip_blanks();
      const std::string_view name = cursor.word();
      std::optional<std::uint64_t>* const value = name == "position" ? &state.position
                                                  : name == "size"   ? &state.size
                                                  : name == "pages"  ? &state.pages
                                                                     : nullptr;
      if (value == nullptr || *value) return cursor.expected_at(start, "bytes, or each of position, size, pages once");
      *value = cursor.number<std::uint64_t>("a number");
    }
    operation.action = state;
  }

  BulkioScenario scenario_;
  std::uint64_t fail_alloc_ = 0;
  bool has_page_ = false;
};

void parse_kind(LineCursor& cursor) {
  if (!cursor.take_word("bulkio")) return cursor.expected("the scenario's kind, bulkio v1");
  if (!cursor.take_word("v1")) cursor.expected("v1");
  cursor.require_end();
}

// Calls `line(cursor, number)` for every line that is neither blank nor a comment, until it returns false. The number
// of lines.
template <class Line>
std::size_t for_each_line(std::string_view text, Line line) {
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    LineCursor cursor(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
    ++number;
    if (LineCursor ahead = cursor; ahead.at_end()) continue;
    if (!line(cursor, number)) break;
  }
  return number;
}

}  // namespace

bool is_bulkio_text(std::string_view text) {
  bool bulkio = false;
  for_each_line(text, [&](LineCursor& cursor, std::size_t) {
    bulkio = cursor.take_word("bulkio");
    return false;
  });
  return bulkio;
}

Result<BulkioScenario> parse_bulkio_text(std::string_view text, std::string_view file_name) {
  const std::string file = std::string(file_name) + ":";
  Parser parser;
  bool has_kind = false;
  std::string failure;
  const std::size_t lines = for_each_line(text, [&](LineCursor& cursor, std::size_t number) {
    if (has_kind) {
      parser.line(cursor);
    } else {
      parse_kind(cursor);
    }
    has_kind = true;
    if (cursor.failed()) failure = cursor.describe_failure(number);
    return failure.empty();
  });
  if (!failure.empty()) return fail(ErrorCode::parse_error, file + failure);
  const std::string missing = has_kind ? parser.missing() : "the scenario's kind, bulkio v1";
  if (!missing.empty()) {
    return fail(ErrorCode::parse_error,
                file + std::to_string(lines + 1) + ":1: expected " + missing + ", found the end of the text");
  }
  BulkioScenario scenario = parser.take();
  LOCKSTEP_CHECK(check_well_formed(scenario), "the parser refuses what is not well formed");
  return scenario;
}

}  // namespace lockstep::scenario
