#include "key_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory_resource>
#include <string_view>

#include "table_data.h"

namespace lockstep::bench {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
constexpr std::uint64_t kRepeatedValues = 1'000'000;

using Numbers = std::function<std::uint64_t(std::uint64_t row)>;

template <class Value, class ValueOf>
Column numbers(Type type, std::uint32_t rows, ValueOf value_of, unsigned null_in = 0) {
  Column column(type, null_in != 0, std::pmr::new_delete_resource());
  column.reserve_more(rows, 0);
  for (std::uint64_t row = 0; row < rows; ++row) {
    column.append_value(static_cast<Value>(value_of(row)), null_in != 0 && scrambled(row ^ 0x55) % null_in == 0);
  }
  return column;
}

// Letters drawn from the bits of `seed`.
void append_letters(std::string& text, std::uint64_t seed, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 10) {
    std::uint64_t bits = scrambled(seed + i);
    for (std::size_t j = i; j < std::min(i + 10, count); ++j, bits >>= 6) text += kLetters[bits % 64];
  }
}

// String `number` of those whose lengths are least to most.
std::string random_text(std::uint64_t number, std::uint64_t least, std::uint64_t most) {
  std::string text;
  append_letters(text, scrambled(number) * 3, least + scrambled(number ^ 0x77) % (most - least + 1));
  return text;
}

template <class TextOf>
Column texts(std::uint32_t rows, TextOf text_of, unsigned null_in = 0) {
  Column column(Type::varchar(80), null_in != 0, std::pmr::new_delete_resource());
  for (std::uint64_t row = 0; row < rows; ++row) {
    column.append_text(text_of(row), null_in != 0 && scrambled(row ^ 0x55) % null_in == 0);
  }
  return column;
}

std::string url(std::uint64_t number) {
  static constexpr std::array<std::string_view, 4> kHosts = {
      "https://www.example.com/catalogue/", "https://www.example.com/catalog/items/",
      "https://shop.example.org/de/artikel/", "https://www.example.com/search?q="};
  std::string text(kHosts[number % kHosts.size()]);
  append_letters(text, number, 24);
  return text;
}

std::string uuid(std::uint64_t number) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) text += '-';
    text += kHex[scrambled(2 * number + i / 16) >> (i % 16 * 4) & 15];
  }
  return text;
}

template <class... Columns>
Block block_of(Columns... columns) {
  std::pmr::vector<Column> all(std::pmr::new_delete_resource());
  (all.push_back(std::move(columns)), ...);
  return Block(std::move(all));
}

std::function<Block(std::uint32_t)> int64_keys(Numbers number_of) {
  return [number_of](std::uint32_t rows) {
    return block_of(numbers<std::int64_t>(Type::of(TypeKind::int64), rows, number_of));
  };
}

std::function<Block(std::uint32_t)> text_keys(std::function<std::string(std::uint64_t)> text_of, unsigned null_in = 0) {
  return [text_of, null_in](std::uint32_t rows) { return block_of(texts(rows, text_of, null_in)); };
}

Block decimals(std::uint32_t rows, std::uint64_t values) {
  return block_of(numbers<int128_t>(Type::decimal(20, 2), rows, [values](std::uint64_t row) {
    const std::uint64_t number = values == 0 ? row : scrambled(row) % values;
    return static_cast<int128_t>(scrambled(number)) * 5 - (int128_t{1} << 65);
  }));
}

// int32 of a hundred values, strings of a thousand, int64.
Block three_columns(std::uint32_t rows) {
  return block_of(
      numbers<std::int32_t>(Type::of(TypeKind::int32), rows, [](std::uint64_t row) { return scrambled(row) % 100; }),
      texts(rows, [](std::uint64_t row) { return random_text(scrambled(row + 1) % 1'000, 30, 50); }),
      numbers<std::int64_t>(Type::of(TypeKind::int64), rows, [](std::uint64_t row) { return scrambled(row + 2); }));
}

// Rank r of a million words comes up in proportion to 1 / r.
std::string zipf_word(std::uint64_t row) {
  const double uniform = static_cast<double>(scrambled(row) >> 11) * 0x1p-53;
  return random_text(static_cast<std::uint64_t>(std::exp(uniform * std::log(1e6))), 5, 25);
}

}  // namespace

std::vector<KeyCase> key_cases() {
  const auto random32 = [](unsigned null_in) {
    return [null_in](std::uint32_t rows) {
      return block_of(numbers<std::int32_t>(Type::of(TypeKind::int32), rows, scrambled, null_in));
    };
  };
  const auto short_text = [](std::uint64_t row) { return random_text(row, 2, 6); };
  const auto long_text = [](std::uint64_t row) { return random_text(row, 30, 50); };
  const auto floats = [](std::uint32_t rows) {
    return block_of(numbers<double>(Type::of(TypeKind::float64), rows, [](std::uint64_t row) {
      return (static_cast<double>(scrambled(row) >> 11) - 0x1p52) / 3;
    }));
  };
  return {
      {"1", "int32", random32(0), 8, 130},
      {"2", "int64", int64_keys(scrambled), 5.5, 10},
      {"2", "decimal(20,2)", [](std::uint32_t rows) { return decimals(rows, 0); }, 5.5, 10},
      {"2", "float64", floats, 5.5},
      {"3", "varchar ~4", text_keys(short_text), 16, 5},
      {"3", "varchar ~40", text_keys(long_text), 14, 5},
      {"4", "URL", text_keys(url), 10},
      {"4", "UUID", text_keys(uuid), 10},
      {"5", "nullable int32", random32(10), 5.5},
      {"5", "nullable varchar ~4", text_keys(short_text, 10), 16},
      {"6", "int32(100) varchar40(1000) int64", three_columns, 7},
      {"7", "int64, a million values",
       int64_keys([](std::uint64_t row) { return scrambled(scrambled(row) % kRepeatedValues); }), 4},
      {"7", "decimal, a million values", [](std::uint32_t rows) { return decimals(rows, kRepeatedValues); }, 4},
      {"7", "varchar ~40, a million values",
       text_keys([](std::uint64_t row) { return random_text(scrambled(row) % kRepeatedValues, 30, 50); }), 4},
      {"7", "zipf words", text_keys(zipf_word), 4},
      {"8", "sorted", int64_keys([](std::uint64_t row) { return 3 * row; }), 1},
      {"8", "reverse", int64_keys([](std::uint64_t row) { return 0 - 3 * row; }), 1},
      {"8", "sawtooth", int64_keys([](std::uint64_t row) { return row % 65'536 * 1'000'003; }), 1},
      {"8", "a thousand values", int64_keys([](std::uint64_t row) { return scrambled(scrambled(row) % 1'000); }), 1},
      {"8", "jittered", int64_keys([](std::uint64_t row) { return 100 * row + scrambled(row) % 1'000; }), 1},
  };
}

}  // namespace lockstep::bench
