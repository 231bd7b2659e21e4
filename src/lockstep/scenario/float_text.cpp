#include "lockstep/scenario/float_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lockstep::scenario {
namespace {

template <class Float, class Bits>
Float parse_float(LineCursor& cursor) {
  using Limits = std::numeric_limits<Float>;
  if (cursor.take_word("bits")) {
    cursor.require('(');
    const auto bits = static_cast<Bits>(cursor.hexadecimal(sizeof(Bits) * 2));
    cursor.require(')');
    return std::bit_cast<Float>(bits);
  }
  if (cursor.take_word("inf")) return Limits::infinity();
  if (cursor.take_word("-inf")) return -Limits::infinity();
  if (cursor.take_word("nan")) return Limits::quiet_NaN();
  const std::size_t start = cursor.skip_blanks();
  const std::string_view text = cursor.word();
  Float value = 0;
  // from_chars also knows "nan(…)" and "infinity"; those are not ours.
  const bool plain = text.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
  const auto [after, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || !plain || failure != std::errc{} || after != text.data() + text.size()) {
    cursor.expected_at(start, "a number such as 1.5 or 1e-3 that the type can hold, inf, -inf, nan or bits(0x…)");
    return 0;
  }
  return value;
}

template <class Float, class Bits>
std::string print_float(Float value) {
  const auto bits = std::bit_cast<Bits>(value);
  std::array<char, 64> buffer;
  if (std::isnan(value)) {
    if (bits == std::bit_cast<Bits>(std::numeric_limits<Float>::quiet_NaN())) return "nan";
    const auto [end, failure] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), bits, 16);
    return "bits(0x" + std::string(buffer.data(), end) + ")";
  }
  const auto [end, failure] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string text(buffer.data(), end);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

float parse_float32(LineCursor& cursor) { return parse_float<float, std::uint32_t>(cursor); }
double parse_float64(LineCursor& cursor) { return parse_float<double, std::uint64_t>(cursor); }
std::string print_float32(float value) { return print_float<float, std::uint32_t>(value); }
std::string print_float64(double value) { return print_float<double, std::uint64_t>(value); }

}  // namespace lockstep::scenario
