#include "lockstep/data/type.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include "lockstep/base/check.h"

namespace lockstep {
namespace {

struct KindRow {
  std::string_view name;
  PhysicalType physical;
};

// Indexed by TypeKind. A decimal's physical type follows from its precision instead.
constexpr std::array<KindRow, kTypeKindCount> kKinds = {{
    {"bool", PhysicalType::uint8},      {"int8", PhysicalType::int8},       {"int16", PhysicalType::int16},
    {"int32", PhysicalType::int32},     {"int64", PhysicalType::int64},     {"int128", PhysicalType::int128},
    {"float32", PhysicalType::float32}, {"float64", PhysicalType::float64}, {"decimal", PhysicalType::int256},
    {"date", PhysicalType::int32},      {"datetime", PhysicalType::int64},  {"char", PhysicalType::bytes},
    {"varchar", PhysicalType::bytes},   {"string", PhysicalType::bytes},    {"bitmap", PhysicalType::bytes},
    {"ipv4", PhysicalType::uint32},     {"ipv6", PhysicalType::uint128},    {"hll", PhysicalType::bytes},
    {"quantile", PhysicalType::bytes},
}};

const KindRow& kind_row(TypeKind kind) { return kKinds[static_cast<std::uint8_t>(kind)]; }

struct Parameters {
  std::uint32_t first = 0;
  std::optional<std::uint32_t> second;
};

// "(20,2)" or "(8)", nothing else.
std::optional<Parameters> parse_parameters(std::string_view text) {
  if (text.size() < 3 || text.front() != '(' || text.back() != ')') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  const char* const end = text.data() + text.size();
  Parameters parameters;
  auto [after, failure] = std::from_chars(text.data(), end, parameters.first);
  if (failure != std::errc{}) return std::nullopt;
  if (after == end) return parameters;
  if (*after != ',') return std::nullopt;
  auto& second = parameters.second.emplace();
  auto [last, second_failure] = std::from_chars(after + 1, end, second);
  if (second_failure != std::errc{} || last != end) return std::nullopt;
  return parameters;
}

}  // namespace

PhysicalType Type::physical() const {
  if (kind != TypeKind::decimal) return kind_row(kind).physical;
  if (precision <= kMaxDecimalPrecisionInt32) return PhysicalType::int32;
  if (precision <= kMaxDecimalPrecisionInt64) return PhysicalType::int64;
  if (precision <= kMaxDecimalPrecisionInt128) return PhysicalType::int128;
  return PhysicalType::int256;
}

std::size_t Type::width() const {
  switch (physical()) {
    case PhysicalType::uint8:
    case PhysicalType::int8:
      return 1;
    case PhysicalType::int16:
      return 2;
    case PhysicalType::int32:
    case PhysicalType::uint32:
    case PhysicalType::float32:
      return 4;
    case PhysicalType::int64:
    case PhysicalType::float64:
      return 8;
    case PhysicalType::int128:
    case PhysicalType::uint128:
      return 16;
    case PhysicalType::int256:
      return 32;
    case PhysicalType::bytes:
      return 0;
  }
  LOCKSTEP_CHECK(false, "every physical type has a width");
}

bool Type::is_summable() const {
  switch (kind) {
    case TypeKind::int8:
    case TypeKind::int16:
    case TypeKind::int32:
    case TypeKind::int64:
    case TypeKind::int128:
    case TypeKind::float32:
    case TypeKind::float64:
    case TypeKind::decimal:
      return true;
    default:
      return false;
  }
}

bool Type::is_valid() const {
  switch (kind) {
    case TypeKind::decimal:
      return precision >= 1 && precision <= kMaxDecimalPrecision && scale <= precision;
    case TypeKind::character:
    case TypeKind::varchar:
      return max_length >= 1;
    default:
      return static_cast<std::uint8_t>(kind) < kTypeKindCount;
  }
}

std::string Type::name() const {
  std::string text(kind_row(kind).name);
  if (kind == TypeKind::decimal) {
    text += "(" + std::to_string(precision) + "," + std::to_string(scale) + ")";
  } else if (kind == TypeKind::character || kind == TypeKind::varchar) {
    text += "(" + std::to_string(max_length) + ")";
  }
  return text;
}

Result<Type> parse_type(std::string_view name) {
  const std::size_t bracket = std::min(name.find('('), name.size());
  const std::string_view kind_name = name.substr(0, bracket);
  const std::string_view rest = name.substr(bracket);
  const auto wrong = [&](std::string_view expected) {
    return fail(ErrorCode::parse_error, "type \"" + std::string(name) + "\": expected " + std::string(expected));
  };
  for (std::uint8_t i = 0; i < kTypeKindCount; ++i) {
    if (kKinds[i].name != kind_name) continue;
    const auto kind = static_cast<TypeKind>(i);
    const std::optional<Parameters> parameters = parse_parameters(rest);
    if (kind == TypeKind::decimal) {
      if (!parameters || !parameters->second) return wrong("decimal(p,s)");
      if (parameters->first < 1 || parameters->first > kMaxDecimalPrecision ||
          *parameters->second > parameters->first) {
        return wrong("decimal(p,s) with 1 <= p <= 76 and s <= p");
      }
      return Type::decimal(static_cast<std::uint8_t>(parameters->first),
                           static_cast<std::uint8_t>(*parameters->second));
    }
    if (kind == TypeKind::character || kind == TypeKind::varchar) {
      if (!parameters || parameters->second || parameters->first < 1) {
        return wrong(std::string(kind_name) + "(n) with n >= 1");
      }
      return Type{kind, 0, 0, parameters->first};
    }
    if (!rest.empty()) return wrong("no parameters");
    return Type::of(kind);
  }
  return wrong(
      "one of bool, int8, int16, int32, int64, int128, float32, float64, decimal(p,s), date, datetime, char(n), "
      "varchar(n), string, bitmap, ipv4, ipv6, hll, quantile");
}

int128_t power_of_ten(unsigned exponent) {
  LOCKSTEP_CHECK(exponent <= kMaxDecimalPrecisionInt128, "10^38 is the largest power of ten in 128 bits");
  int128_t power = 1;
  for (unsigned i = 0; i < exponent; ++i) power *= 10;
  return power;
}

}  // namespace lockstep
