#include "lockstep/scenario/bytes_cell.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "lockstep/scenario/bytes_sketch.h"
#include "lockstep/scenario/null_payload.h"
#include "lockstep/scenario/value_pool.h"

namespace lockstep::scenario {
namespace {

constexpr unsigned kPoolLow = 3;
constexpr unsigned kSmallLow = 5;  // fixed width: a small number; strings: letters
constexpr unsigned kRawLow = 6;
constexpr unsigned kNullLow = 7;
constexpr unsigned kHighs = 32;
constexpr unsigned kAsItIs = kHighs - 1;
constexpr int kSmallBias = 16;
constexpr std::string_view kAlphabet("ab\0\xff", 4);
constexpr unsigned kBitsPerLetter = 2;
constexpr std::size_t kLettersPerByte = 8 / kBitsPerLetter;

// A tag that stands for a value without anything behind it; nullopt for other tags.
std::optional<FixedValue> value_of_tag(Type type, unsigned low, unsigned high) {
  switch (low) {
    case 0:
    case 1:
    case 2:
      return pool_value(type, high % kTinyPool);
    case kSmallLow:
      return small_value(type, static_cast<int>(high) - kSmallBias);
    case kRawLow:
      return std::nullopt;
    default:
      return pool_value(type, high);
  }
}

void decode_fixed(ByteSource& source, std::uint8_t tag, Column& column, bool null) {
  const unsigned high = tag / 8;
  const Type type = column.type();
  FixedValue value{};
  if (const auto known = value_of_tag(type, tag % 8, high)) {
    value = *known;
  } else {
    const auto bytes = source.bytes(type.width());
    std::ranges::copy(bytes, value.begin());
    if (high != kAsItIs) value = value_in_range(type, value);
  }
  column.append(std::span(value).first(type.width()), null);
}

void encode_fixed(ByteSink& sink, Type type, std::span<const std::byte> value) {
  for (const unsigned low : {kPoolLow, kSmallLow}) {
    for (unsigned high = 0; high < kHighs; ++high) {
      const auto known = value_of_tag(type, low, high);
      if (known && std::memcmp(known->data(), value.data(), value.size()) == 0) return sink.byte(high * 8 + low);
    }
  }
  sink.byte(kAsItIs * 8 + kRawLow);
  sink.bytes(value);
}

std::string decode_letters(ByteSource& source, std::size_t count) {
  std::string letters;
  unsigned packed = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kLettersPerByte == 0) packed = source.byte();
    letters += kAlphabet[packed % kAlphabet.size()];
    packed >>= kBitsPerLetter;
  }
  return letters;
}

void encode_letters(ByteSink& sink, std::string_view letters) {
  for (std::size_t begin = 0; begin < letters.size(); begin += kLettersPerByte) {
    const std::string_view group = letters.substr(begin, kLettersPerByte);
    std::size_t packed = 0;
    for (std::size_t i = 0; i < group.size(); ++i) packed |= kAlphabet.find(group[i]) << (kBitsPerLetter * i);
    sink.byte(packed);
  }
}

// The longest value that the type takes, as far as the type says.
std::size_t maximum_length(Type type) { return type.max_length == 0 ? kMaxValueBytes : type.max_length; }

void decode_string(ByteSource& source, std::uint8_t tag, Column& column, bool null) {
  const unsigned low = tag % 8;
  const unsigned high = tag / 8;
  const std::size_t maximum = maximum_length(column.type());
  if (low == kSmallLow) {
    return column.append_text(std::string_view(decode_letters(source, high)).substr(0, maximum), null);
  }
  if (low == kRawLow) {
    const std::string_view bytes = as_text(source.bytes(std::min<std::uint64_t>(source.number(), kMaxValueBytes)));
    return column.append_text(high == kAsItIs ? bytes : bytes.substr(0, maximum), null);
  }
  column.append_text(string_pool()[low < kPoolLow ? high % kTinyPool : high].substr(0, maximum), null);
}

void encode_string(ByteSink& sink, Type type, std::string_view value) {
  const std::size_t maximum = maximum_length(type);
  const auto known = std::ranges::find(string_pool(), value);
  if (known != string_pool().end() && value.size() <= maximum) {
    return sink.byte(static_cast<std::size_t>(known - string_pool().begin()) * 8 + kPoolLow);
  }
  const bool in_alphabet = value.find_first_not_of(kAlphabet) == std::string_view::npos;
  if (in_alphabet && value.size() < kHighs && value.size() <= maximum) {
    sink.byte(value.size() * 8 + kSmallLow);
    return encode_letters(sink, value);
  }
  sink.require_at_most("the size of a string", value.size(), kMaxValueBytes);
  sink.byte(kAsItIs * 8 + kRawLow);
  sink.number(value.size());
  sink.bytes(as_byte_span(value));
}

void decode_value(ByteSource& source, std::uint8_t tag, Column& column, bool null, SetAllowance& allowance) {
  if (column.is_fixed_width()) return decode_fixed(source, tag, column, null);
  const TypeKind kind = column.type().kind;
  if (!column.type().is_set()) return decode_string(source, tag, column, null);
  column.append_text(
      kind == TypeKind::bitmap ? decode_bitmap(source, tag, allowance) : decode_sketch(source, kind, tag, allowance),
      null);
}

}  // namespace

void decode_cell(ByteSource& source, Column& column, SetAllowance& allowance) {
  const std::uint8_t tag = source.byte();
  if (!column.nullable() || tag % 8 != kNullLow) return decode_value(source, tag, column, false, allowance);
  if (tag / 8 % 2 == 0) return column.append_null();
  decode_value(source, source.byte(), column, true, allowance);
}

void encode_cell(ByteSink& sink, const Column& column, std::size_t row, SetAllowance& allowance) {
  const std::span<const std::byte> value = column.value(row);
  if (column.is_null(row)) {
    const bool canonical = has_canonical_payload(column, row);
    sink.byte(canonical ? kNullLow : 8 + kNullLow);
    if (canonical) return;
  }
  if (column.is_fixed_width()) return encode_fixed(sink, column.type(), value);
  const TypeKind kind = column.type().kind;
  if (!column.type().is_set()) return encode_string(sink, column.type(), as_text(value));
  kind == TypeKind::bitmap ? encode_bitmap(sink, value, allowance) : encode_sketch(sink, kind, value, allowance);
}

}  // namespace lockstep::scenario
