#include "generator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <memory_resource>
#include <string>
#include <utility>

#include "lockstep/base/check.h"
#include "lockstep/base/int128.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMaxRows = 60;
constexpr std::int64_t kSumDivisor = 64;  // so many values of a 64th of the width do not overflow it
static_assert(kMaxRows < kSumDivisor);
constexpr std::uint8_t kMaxDecimalDigits = 38;  // in 128 bits

template <class T>
std::string bytes_of(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
const T& pick(const std::vector<T>& from, Random& random) {
  return from[random.below(from.size())];
}

struct Bounds {
  std::int64_t least;
  std::int64_t most;
};

template <class Integer>
Bounds bounds_of() {
  return {std::numeric_limits<Integer>::min(), std::numeric_limits<Integer>::max()};
}

// Of the type's width, as far as 64 bits go.
Bounds width_bounds(Type type) {
  switch (type.width()) {
    case sizeof(std::int8_t):
      return bounds_of<std::int8_t>();
    case sizeof(std::int16_t):
      return bounds_of<std::int16_t>();
    case sizeof(std::int32_t):
      return bounds_of<std::int32_t>();
    default:
      return bounds_of<std::int64_t>();
  }
}

Bounds value_bounds(Type type) {
  const Bounds width = width_bounds(type);
  switch (type.kind) {
    case TypeKind::boolean:
      return {0, 1};
    case TypeKind::date:
      return {kMinDateDays, kMaxDateDays};
    case TypeKind::datetime:
      return {kMinDatetimeMicros, kMaxDatetimeMicros};
    case TypeKind::decimal: {
      const auto most = static_cast<std::int64_t>(std::min<int128_t>(width.most, power_of_ten(type.precision) - 1));
      return {-most, most};
    }
    default:
      return width;
  }
}

std::string random_integer(Type type, bool summed, Random& random) {
  Bounds bounds = value_bounds(type);
  if (summed) {
    const Bounds width = width_bounds(type);
    bounds = {std::max(bounds.least, width.least / kSumDivisor), std::min(bounds.most, width.most / kSumDivisor)};
  }
  std::int64_t value = random.between(bounds.least, bounds.most);
  if (random.chance(50)) {
    const std::array<std::int64_t, 5> special = {bounds.least, -1, 0, 1, bounds.most};
    value = std::clamp(special[random.below(special.size())], bounds.least, bounds.most);
  }
  return bytes_of(int128_t{value}).substr(0, type.width());  // little-endian
}

// Summed floats are quarters: exact in any order. SQLite starts a sum with +0.0, so no −0.0 among them.
template <class Float, class Bits>
std::string random_float(bool summed, Random& random) {
  if (summed) return bytes_of(static_cast<Float>(random.between(-64, 64)) / 4);
  if (random.chance(30)) return bytes_of(random.chance(50) ? Float{0.0} : Float{-0.0});
  if (random.chance(50)) {
    constexpr Float kInfinity = std::numeric_limits<Float>::infinity();
    const std::array<Float, 6> special = {
        -kInfinity, Float{-1.5}, std::numeric_limits<Float>::denorm_min(), Float{1}, std::numeric_limits<Float>::max(),
        kInfinity};
    return bytes_of(special[random.below(special.size())]);
  }
  const auto value = std::bit_cast<Float>(static_cast<Bits>(random.bits()));
  return bytes_of(std::isnan(value) ? Float{0} : value);
}

std::string random_string(Type type, bool as_text, Random& random) {
  static constexpr std::array<char, 6> kLetters = {'\0', 'a', 'b', '\x7f', '\x80', '\xff'};
  const std::uint64_t most = type.kind == TypeKind::string ? 8 : type.max_length;
  std::string bytes(random.below(most + 1), 'a');
  const std::uint64_t first = as_text ? 1 : 0;
  for (char& byte : bytes) byte = kLetters[first + random.below(kLetters.size() - first)];
  if (type.kind == TypeKind::character) bytes.resize(bytes.find_last_not_of('\0') + 1);
  return bytes;
}

std::string random_value(Type type, bool summed, bool as_text, Random& random) {
  switch (type.physical()) {
    case PhysicalType::float32:
      return random_float<float, std::uint32_t>(summed, random);
    case PhysicalType::float64:
      return random_float<double, std::uint64_t>(summed, random);
    case PhysicalType::bytes:
      return random_string(type, as_text, random);
    default:
      return random_integer(type, summed, random);
  }
}

std::string random_payload(Type type, Random& random) {
  std::string bytes(type.is_fixed_width() ? type.width() : random.below(12), '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.below(256));
  return bytes;
}

Type random_type(Random& random) {
  const TypeKind kind = kKinds[random.below(kKinds.size())];
  const auto length = static_cast<std::uint32_t>(1 + random.below(6));
  switch (kind) {
    case TypeKind::decimal:
      return Type::decimal(static_cast<std::uint8_t>(1 + random.below(kMaxDecimalDigits)), 0);
    case TypeKind::character:
      return Type::character(length);
    case TypeKind::varchar:
      return Type::varchar(length);
    default:
      return Type::of(kind);
  }
}

// How many different values a column has: few where rows are to be equal in it.
struct Spread {
  std::size_t letters;
  bool char_padding = false;  // NUL bytes behind chars, which a table cuts
};

// A column of random values and nulls, appended to the input beside its schema.
Column random_column(const ColumnSchema& schema, bool as_text, std::size_t rows, Spread spread, Random& random) {
  Column column(schema.type, schema.nullable, std::pmr::get_default_resource());
  std::vector<std::string> letters;
  for (std::size_t i = 0; i < spread.letters; ++i) {
    letters.push_back(random_value(schema.type, schema.aggregation == Aggregation::sum, as_text, random));
  }
  static constexpr std::array<std::uint64_t, 5> kNullPercents = {0, 20, 20, 60, 95};
  const std::uint64_t null_percent = kNullPercents[random.below(kNullPercents.size())];
  for (std::size_t row = 0; row < rows; ++row) {
    if (schema.nullable && random.chance(null_percent)) {
      column.append_text(random_payload(schema.type, random), true);
      continue;
    }
    std::string value = pick(letters, random);
    if (spread.char_padding && schema.type.kind == TypeKind::character) value.append(random.below(9), '\0');
    column.append_text(value);
  }
  return column;
}

ColumnSchema random_column_schema(std::size_t index, Random& random) {
  return {.name = "c" + std::to_string(index), .type = random_type(random), .nullable = random.chance(60)};
}

Aggregation random_aggregation(Type type, Random& random) {
  static constexpr std::array kAggregations = {Aggregation::sum, Aggregation::min, Aggregation::max,
                                               Aggregation::replace, Aggregation::replace_if_not_null};
  Aggregation aggregation = kAggregations[random.below(kAggregations.size())];
  return aggregation_accepts(aggregation, type) ? aggregation : Aggregation::replace;
}

// Any of the columns from `first` on, `count` of them there.
std::uint32_t random_index(std::uint32_t first, std::size_t count, Random& random) {
  return static_cast<std::uint32_t>(first + random.below(count));
}

Schema random_schema(Random& random) {
  Schema schema{.model = static_cast<Model>(random.below(kModelCount)), .lsn = random.chance(30)};
  schema.key_count = static_cast<std::uint32_t>(1 + random.below(3));
  if (schema.model == Model::duplicate && random.chance(10)) schema.key_count = 0;
  const std::size_t values = 1 + random.below(4);
  for (std::size_t i = 0; i < schema.key_count + values; ++i) {
    schema.columns.push_back(random_column_schema(i, random));
    if (schema.model == Model::aggregate && i >= schema.key_count) {
      schema.columns[i].aggregation = random_aggregation(schema.columns[i].type, random);
    }
  }
  if (schema.model != Model::unique) return schema;
  if (random.chance(50)) schema.sequence = random_index(schema.key_count, values, random);
  const std::uint32_t sign = random_index(schema.key_count, values, random);
  if (schema.sequence != sign && random.chance(30)) {
    schema.columns[sign].type = Type::of(TypeKind::int8);
    schema.delete_sign = sign;
  }
  if (random.chance(40)) {
    schema.cluster.push_back(random_index(0, schema.columns.size(), random));
    const std::uint32_t second = random_index(0, schema.columns.size(), random);
    if (second != schema.cluster.front() && random.chance(50)) schema.cluster.push_back(second);
  }
  return schema;
}

Input random_input(Schema schema, std::size_t rows, bool char_padding, Random& random) {
  std::pmr::vector<Column> columns;
  std::vector<bool> as_text;
  for (std::uint32_t i = 0; i < schema.columns.size(); ++i) {
    const bool compared =
        schema.is_key(i) || schema.sequence == i || std::ranges::find(schema.cluster, i) != schema.cluster.end();
    const std::size_t letters = compared || random.chance(30) ? 1 + random.below(3) : kMaxRows;
    as_text.push_back(random.chance(50));
    columns.push_back(random_column(schema.columns[i], as_text[i], rows, {letters, char_padding}, random));
  }
  return {std::move(schema), Block(std::move(columns)), std::move(as_text)};
}

}  // namespace

std::int64_t Random::between(std::int64_t first, std::int64_t last) {
  const std::uint64_t span = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  const std::uint64_t offset = span == std::numeric_limits<std::uint64_t>::max() ? bits() : below(span + 1);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + offset);
}

TableCase random_table(Random& random) {
  const std::size_t rows = random.chance(5) ? 0 : 1 + random.below(kMaxRows);
  TableCase table{.input = random_input(random_schema(random), rows, true, random)};
  LOCKSTEP_CHECK(table.input.schema.validate(), "generated schemas are valid");
  if (table.input.schema.lsn) {
    for (std::size_t row = 0; row < rows; ++row) table.lsns.push_back(random.between(-5, 5));
  }
  const std::size_t most = 1 + random.below(rows + 1);
  for (std::size_t left = rows; left > 0;) {
    const std::size_t size = std::min<std::size_t>(left, random.below(most + 1));
    table.batches.push_back({static_cast<std::uint32_t>(size), random.chance(30)});
    left -= size;
  }
  return table;
}

SortCase random_sort(Random& random) {
  const std::size_t rows = random.below(kMaxRows + 1);
  Schema schema;
  const std::size_t columns = 1 + random.below(4);
  for (std::size_t i = 0; i < columns; ++i) schema.columns.push_back(random_column_schema(i, random));
  schema.key_count = static_cast<std::uint32_t>(columns);  // few letters in all of them
  SortCase sort{.input = random_input(std::move(schema), rows, false, random)};
  const std::size_t keys = random.below(columns + 2);  // none, all, the same twice
  for (std::size_t i = 0; i < keys; ++i) {
    sort.order.keys.push_back({.column = random_index(0, columns, random),
                               .direction = random.chance(50) ? Direction::ascending : Direction::descending,
                               .nulls = random.chance(50) ? NullPlacement::first : NullPlacement::last});
  }
  sort.order.ties = random.chance(50) ? TieOrder::ascending : TieOrder::descending;
  if (random.chance(50)) sort.limit = random.below(rows + 3);
  return sort;
}

}  // namespace lockstep::oracle
