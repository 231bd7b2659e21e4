#include <chrono>
#include <cstdint>

#include "lockstep/base/bytes.h"
#include "lockstep/base/int256.h"
#include "lockstep/scenario/address_text.h"
#include "lockstep/scenario/float_text.h"
#include "lockstep/scenario/null_payload.h"
#include "lockstep/scenario/sketch_text.h"
#include "lockstep/scenario/value_text.h"

namespace lockstep::scenario {
namespace {

constexpr std::int64_t kMicrosPerSecond = 1'000'000;

std::string padded(std::int64_t value, std::size_t digits) {
  std::string text = std::to_string(value);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return text;
}

int256_t load_integer(std::span<const std::byte> bytes) {
  switch (bytes.size()) {
    case sizeof(std::int8_t):
      return load_unaligned<std::int8_t>(bytes.data());
    case sizeof(std::int16_t):
      return load_unaligned<std::int16_t>(bytes.data());
    case sizeof(std::int32_t):
      return load_unaligned<std::int32_t>(bytes.data());
    case sizeof(std::int64_t):
      return load_unaligned<std::int64_t>(bytes.data());
    case sizeof(int128_t):
      return load_unaligned<int128_t>(bytes.data());
    default:
      return load_unaligned<int256_t>(bytes.data());
  }
}

std::string print_boolean(std::uint8_t byte) {
  if (byte == 0) return "false";
  if (byte == 1) return "true";
  return "byte(" + std::to_string(byte) + ")";
}

std::string print_decimal(const int256_t& unscaled, std::uint8_t scale) {
  std::string text = to_string(unscaled);
  if (scale == 0) return text;
  const std::size_t sign = unscaled.is_negative() ? 1 : 0;
  if (text.size() - sign <= scale) text.insert(sign, scale + 1 - (text.size() - sign), '0');
  text.insert(text.size() - scale, 1, '.');
  return text;
}

std::string print_calendar_day(std::int32_t days) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
  return padded(static_cast<int>(date.year()), 4) + "-" + padded(static_cast<unsigned>(date.month()), 2) + "-" +
         padded(static_cast<unsigned>(date.day()), 2);
}

std::string print_date(std::int32_t days) {
  if (days < kMinDateDays || days > kMaxDateDays) return "days(" + std::to_string(days) + ")";
  return print_calendar_day(days);
}

std::string print_datetime(std::int64_t micros) {
  if (micros < kMinDatetimeMicros || micros > kMaxDatetimeMicros) return "micros(" + std::to_string(micros) + ")";
  // Shifted to start at 0000-01-01, so that the division never rounds a negative number.
  const std::int64_t since_first = micros - kMinDatetimeMicros;
  const auto days = static_cast<std::int32_t>(since_first / kMicrosPerDay + kMinDateDays);
  const std::int64_t of_day = since_first % kMicrosPerDay;
  const std::int64_t seconds = of_day / kMicrosPerSecond;
  std::string text = print_calendar_day(days) + "T" + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) +
                     ":" + padded(seconds % 60, 2);
  if (of_day % kMicrosPerSecond != 0) text += "." + padded(of_day % kMicrosPerSecond, 6);
  return text;
}

void print_payload(std::string& out, Type type, std::span<const std::byte> bytes, BitmapBudget& budget) {
  switch (type.kind) {
    case TypeKind::boolean:
      out += print_boolean(load_unaligned<std::uint8_t>(bytes.data()));
      return;
    case TypeKind::int8:
    case TypeKind::int16:
    case TypeKind::int32:
    case TypeKind::int64:
    case TypeKind::int128:
      out += to_string(load_integer(bytes));
      return;
    case TypeKind::float32:
      out += print_float32(load_unaligned<float>(bytes.data()));
      return;
    case TypeKind::float64:
      out += print_float64(load_unaligned<double>(bytes.data()));
      return;
    case TypeKind::decimal:
      out += print_decimal(load_integer(bytes), type.scale);
      return;
    case TypeKind::date:
      out += print_date(load_unaligned<std::int32_t>(bytes.data()));
      return;
    case TypeKind::datetime:
      out += print_datetime(load_unaligned<std::int64_t>(bytes.data()));
      return;
    case TypeKind::character:
    case TypeKind::varchar:
    case TypeKind::string:
      out += quote(as_text(bytes));
      return;
    case TypeKind::bitmap:
      print_bitmap(out, bytes, budget);
      return;
    case TypeKind::ipv4:
      out += print_ipv4(load_unaligned<std::uint32_t>(bytes.data()));
      return;
    case TypeKind::ipv6:
      out += print_ipv6(load_unaligned<uint128_t>(bytes.data()));
      return;
    case TypeKind::hll:
      out += print_hll_value(bytes);
      return;
    case TypeKind::quantile:
      out += print_quantile_value(bytes);
      return;
  }
}

}  // namespace

void print_value(std::string& out, const Column& column, std::size_t row, BitmapBudget& budget) {
  const std::span<const std::byte> bytes = column.value(row);
  if (!column.is_null(row)) return print_payload(out, column.type(), bytes, budget);
  out += "null";
  if (has_canonical_payload(column, row)) return;
  out += '(';
  print_payload(out, column.type(), bytes, budget);
  out += ')';
}

}  // namespace lockstep::scenario
