#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>

#include "lockstep/base/bytes.h"
#include "lockstep/scenario/address_text.h"
#include "lockstep/scenario/float_text.h"
#include "lockstep/scenario/sketch_text.h"
#include "lockstep/scenario/value_text.h"

namespace lockstep::scenario {
namespace {

constexpr std::size_t kMicrosecondDigits = 6;

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

// The low `width` bytes of a value that fits them.
void put_integer(std::string& bytes, const int256_t& value, std::size_t width) {
  bytes.append(reinterpret_cast<const char*>(value.limbs.data()), width);
}

bool fits(const int256_t& value, std::size_t width) {
  if (width == sizeof(int256_t)) return true;
  const int256_t beyond = int256_t::from_unsigned(uint128_t{1} << (width * 8 - 1));
  return value >= -beyond && value < beyond;
}

// A whole number that fits `width` bytes, two's complement.
void parse_whole(LineCursor& cursor, std::size_t width, std::string& bytes) {
  const std::size_t start = cursor.skip_blanks();
  const auto value = parse_integer(cursor.word());
  if (!value || !fits(*value, width)) {
    return cursor.expected_at(start, "a whole number of " + std::to_string(width * 8) + " bits");
  }
  put_integer(bytes, *value, width);
}

// Takes `NAME(` if it comes next.
bool take_call(LineCursor& cursor, std::string_view name) {
  if (!cursor.take_word(name)) return false;
  cursor.require('(');
  return true;
}

// NAME(N): the stored number itself, for values outside the type's range.
bool take_stored_number(LineCursor& cursor, std::string_view name, std::size_t width, std::string& bytes) {
  if (!take_call(cursor, name)) return false;
  parse_whole(cursor, width, bytes);
  cursor.require(')');
  return true;
}

void parse_boolean(LineCursor& cursor, std::string& bytes) {
  if (cursor.take_word("false")) return put(bytes, std::uint8_t{0});
  if (cursor.take_word("true")) return put(bytes, std::uint8_t{1});
  if (!take_call(cursor, "byte")) return cursor.expected("true, false or byte(N)");
  put(bytes, cursor.number<std::uint8_t>("a byte"));
  cursor.require(')');
}

void parse_decimal(LineCursor& cursor, Type type, std::string& bytes) {
  const std::size_t start = cursor.skip_blanks();
  const std::string_view text = cursor.word();
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string digits(text.substr(0, point));
  const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
  // A point stands between digits, and "-" is none.
  const bool shaped = point == text.size() || (!fraction.empty() && !digits.empty() && digits != "-");
  std::optional<int256_t> unscaled;
  if (shaped && fraction.size() <= type.scale && !fraction.starts_with('-')) {
    digits += fraction;
    digits.append(type.scale - fraction.size(), '0');
    unscaled = text.empty() || text == "-" ? std::nullopt : parse_integer(digits);
  }
  if (!unscaled || !fits(*unscaled, type.width())) {
    return cursor.expected_at(start, "a number with at most " + std::to_string(type.scale) +
                                         " digits behind the point, unscaled of " + std::to_string(type.width() * 8) +
                                         " bits");
  }
  put_integer(bytes, *unscaled, type.width());
}

// "2024-02-29": days since 1970-01-01.
std::optional<std::int32_t> parse_calendar_day(std::string_view text) {
  const auto digits = [&](std::size_t at, std::size_t count) {
    unsigned value = 0;
    const char* const end = text.data() + at + count;
    const auto [after, failure] = std::from_chars(text.data() + at, end, value);
    return failure == std::errc{} && after == end ? std::optional(value) : std::nullopt;
  };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = digits(0, 4);
  const auto month = digits(5, 2);
  const auto day = digits(8, 2);
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)), std::chrono::month(*month),
                                         std::chrono::day(*day));
  if (!date.ok()) return std::nullopt;
  return static_cast<std::int32_t>(std::chrono::sys_days(date).time_since_epoch().count());
}

// "12:00:00" or "12:00:00.000001", one to six digits behind the point: microseconds since midnight.
std::optional<std::int64_t> parse_time_of_day(std::string_view text) {
  if (text.size() < 8 || text.size() == 9 || text.size() > 9 + kMicrosecondDigits) return std::nullopt;
  if (text[2] != ':' || text[5] != ':' || (text.size() > 8 && text[8] != '.')) return std::nullopt;
  std::string fraction(text.substr(std::min<std::size_t>(9, text.size())));
  fraction.append(kMicrosecondDigits - fraction.size(), '0');
  const std::string digits =
      std::string(text.substr(0, 2)) + std::string(text.substr(3, 2)) + std::string(text.substr(6, 2)) + fraction;
  if (digits.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  const auto two = [&](std::size_t at) { return std::int64_t{(digits[at] - '0') * 10 + (digits[at + 1] - '0')}; };
  if (two(0) > 23 || two(2) > 59 || two(4) > 59) return std::nullopt;
  std::int64_t micros = 0;
  std::from_chars(digits.data() + 6, digits.data() + digits.size(), micros);
  return (two(0) * 3600 + two(2) * 60 + two(4)) * 1'000'000 + micros;
}

void parse_date(LineCursor& cursor, std::string& bytes) {
  if (take_stored_number(cursor, "days", sizeof(std::int32_t), bytes)) return;
  const std::size_t start = cursor.position();
  const auto days = parse_calendar_day(cursor.word());
  if (!days) return cursor.expected_at(start, "a date YYYY-MM-DD of the calendar, or days(N)");
  put(bytes, *days);
}

void parse_datetime(LineCursor& cursor, std::string& bytes) {
  if (take_stored_number(cursor, "micros", sizeof(std::int64_t), bytes)) return;
  const std::size_t start = cursor.position();
  const std::string_view text = cursor.word();
  const auto days = parse_calendar_day(text.substr(0, 10));
  const auto micros = text.size() > 10 && text[10] == 'T' ? parse_time_of_day(text.substr(11)) : std::nullopt;
  if (!days || !micros) return cursor.expected_at(start, "YYYY-MM-DDTHH:MM:SS with up to six decimals, or micros(N)");
  put(bytes, *days * kMicrosPerDay + *micros);
}

// The bytes of one value, without regard to nulls.
void parse_payload(LineCursor& cursor, Type type, BitmapBudget& budget, std::string& bytes) {
  cursor.skip_blanks();
  switch (type.kind) {
    case TypeKind::boolean:
      return parse_boolean(cursor, bytes);
    case TypeKind::int8:
    case TypeKind::int16:
    case TypeKind::int32:
    case TypeKind::int64:
    case TypeKind::int128:
      return parse_whole(cursor, type.width(), bytes);
    case TypeKind::float32:
      return put(bytes, parse_float32(cursor));
    case TypeKind::float64:
      return put(bytes, parse_float64(cursor));
    case TypeKind::decimal:
      return parse_decimal(cursor, type, bytes);
    case TypeKind::date:
      return parse_date(cursor, bytes);
    case TypeKind::datetime:
      return parse_datetime(cursor, bytes);
    case TypeKind::character:
    case TypeKind::varchar:
    case TypeKind::string:
      bytes = cursor.quoted();
      return;
    case TypeKind::bitmap:
      return parse_bitmap(cursor, budget, bytes);
    case TypeKind::ipv4:
      return put(bytes, parse_ipv4(cursor));
    case TypeKind::ipv6:
      return put(bytes, parse_ipv6(cursor));
    case TypeKind::hll:
      return parse_hll_value(cursor, bytes);
    case TypeKind::quantile:
      return parse_quantile_value(cursor, bytes);
  }
}

}  // namespace

void parse_value(LineCursor& cursor, Column& column, BitmapBudget& budget) {
  const std::size_t start = cursor.skip_blanks();
  const bool null = cursor.take_word("null");
  if (null && !column.nullable()) return cursor.expected_at(start, "a value, the column is not nullable");
  if (null && !cursor.take('(')) return column.append_null();
  std::string bytes;
  parse_payload(cursor, column.type(), budget, bytes);
  if (null) {
    cursor.skip_blanks();
    cursor.require(')');
  }
  if (!cursor.failed()) column.append_text(bytes, null);
}

}  // namespace lockstep::scenario
