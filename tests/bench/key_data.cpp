#include "key_data.h"

#include <array>
#include <random>
#include <string>
#include <string_view>

namespace lockstep {
namespace {

constexpr std::uint64_t kSeed = 20'240'611;
constexpr std::uint64_t kRowsPerNull = 10;
constexpr std::uint8_t kDecimalPrecision = 20;
constexpr std::string_view kLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

constexpr std::array<KeyCase, 7> kKeyCases = {{
    {.name = "int32", .type = Type::of(TypeKind::int32), .goal = 10},
    {.name = "int64", .type = Type::of(TypeKind::int64), .goal = 10},
    {.name = "decimal(20,2)", .type = Type::decimal(kDecimalPrecision, 2), .goal = 10},
    {.name = "varchar ~4 B", .type = Type::varchar(64), .min_length = 3, .max_length = 5, .goal = 5},
    {.name = "varchar ~40 B", .type = Type::varchar(64), .min_length = 36, .max_length = 44, .goal = 5},
    {.name = "nullable int32", .type = Type::of(TypeKind::int32), .nullable = true},
    {.name = "nullable varchar ~4 B", .type = Type::varchar(64), .nullable = true, .min_length = 3, .max_length = 5},
}};

// Uniform over the decimal's unscaled values. (2^128 mod the count is too small to show.)
int128_t random_decimal(std::mt19937_64& random) {
  const auto bound = static_cast<uint128_t>(power_of_ten(kDecimalPrecision));
  const uint128_t high = random();
  const uint128_t bits = high << 64 | random();
  return static_cast<int128_t>(bits % (2 * bound - 1)) - static_cast<int128_t>(bound - 1);
}

}  // namespace

std::span<const KeyCase> key_cases() { return kKeyCases; }

Block make_key_block(const KeyCase& key, std::uint32_t rows) {
  const Schema schema{.columns = {{.name = "k", .type = key.type, .nullable = key.nullable}}, .key_count = 1};
  Block block(schema, std::pmr::get_default_resource());
  Column& column = block.column(0);
  column.reserve_more(rows, std::size_t{rows} * key.max_length);
  std::mt19937_64 random(kSeed);
  std::string text;
  for (std::uint32_t i = 0; i < rows; ++i) {
    const bool null = key.nullable && random() % kRowsPerNull == 0;
    switch (key.type.physical()) {
      case PhysicalType::int32:
        column.append_value(static_cast<std::int32_t>(random() >> 32), null);
        break;
      case PhysicalType::int64:
        column.append_value(static_cast<std::int64_t>(random()), null);
        break;
      case PhysicalType::int128:
        column.append_value(random_decimal(random), null);
        break;
      case PhysicalType::bytes:
        text.resize(key.min_length + random() % (key.max_length - key.min_length + 1));
        for (char& letter : text) letter = kLetters[random() % kLetters.size()];
        column.append_text(text, null);
        break;
      default:
        LOCKSTEP_CHECK(false, "no key case has this type");
    }
  }
  return block;
}

}  // namespace lockstep
