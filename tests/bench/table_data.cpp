#include "table_data.h"

#include <array>
#include <memory_resource>
#include <string_view>

namespace lockstep::bench {
namespace {

constexpr std::uint64_t kMaxText = 48;

template <class Value>
void fill(Column& column, std::uint32_t rows, Value value_of) {
  column.reserve_more(rows, 0);
  for (std::uint64_t row = 0; row < rows; ++row) column.append_value(value_of(row));
}

// Letters and digits, `least` to `most` of them.
void fill_text(Column& column, std::uint32_t rows, std::uint64_t salt, std::uint64_t least, std::uint64_t most) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  column.reserve_more(rows, rows * (least + most) / 2);
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::array<char, kMaxText> text;
    const std::uint64_t length = least + scrambled(row ^ salt) % (most - least + 1);
    for (std::uint64_t i = 0; i < length; i += 8) {
      std::uint64_t bits = scrambled((row + i) * 0x9e37u ^ salt);
      for (std::uint64_t j = i; j < std::min(i + 8, length); ++j, bits >>= 8) text[j] = kLetters[bits % 256 * 36 / 256];
    }
    column.append_text({text.data(), length});
  }
}

}  // namespace

std::uint64_t scrambled(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15u;
  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
  number = (number ^ number >> 27) * 0x94d049bb133111ebu;
  return number ^ number >> 31;
}

std::shared_ptr<const Schema> wide_schema() {
  auto schema = std::make_shared<Schema>();
  schema->columns = {{"key", Type::of(TypeKind::int64)},
                     {"i32", Type::of(TypeKind::int32)},
                     {"n32", Type::of(TypeKind::int32), true},
                     {"i64", Type::of(TypeKind::int64)},
                     {"n64", Type::of(TypeKind::int64), true},
                     {"f64", Type::of(TypeKind::float64)},
                     {"dec", Type::decimal(20, 2)},
                     {"day", Type::of(TypeKind::date)},
                     {"name", Type::varchar(16)},
                     {"text", Type::of(TypeKind::string)}};
  schema->key_count = 1;
  return schema;
}

Block wide_rows(std::uint32_t rows) {
  Block block(*wide_schema(), std::pmr::new_delete_resource());
  fill(block.column(0), rows, [](std::uint64_t row) { return static_cast<std::int64_t>(scrambled(row)); });
  fill(block.column(1), rows, [](std::uint64_t row) { return static_cast<std::int32_t>(row * 7); });
  block.column(2).reserve_more(rows, 0);
  block.column(4).reserve_more(rows, 0);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::uint64_t bits = scrambled(row + 1);
    bits % 10 == 0 ? block.column(2).append_null() : block.column(2).append_value(static_cast<std::int32_t>(bits));
    bits % 7 == 0 ? block.column(4).append_null() : block.column(4).append_value(static_cast<std::int64_t>(bits));
  }
  fill(block.column(3), rows, [](std::uint64_t row) { return static_cast<std::int64_t>(row); });
  fill(block.column(5), rows, [](std::uint64_t row) { return static_cast<double>(row) / 3; });
  fill(block.column(6), rows,
       [](std::uint64_t row) { return static_cast<int128_t>(scrambled(row + 2) % 1'000'000'000); });
  fill(block.column(7), rows, [](std::uint64_t row) { return static_cast<std::int32_t>(scrambled(row) % 20'000); });
  fill_text(block.column(8), rows, 3, 6, 16);
  fill_text(block.column(9), rows, 4, 24, 46);
  return block;
}

std::shared_ptr<const Schema> sums_schema() {
  auto schema = std::make_shared<Schema>();
  schema->model = Model::aggregate;
  schema->columns = {{"key", Type::of(TypeKind::int64)}};
  for (const char* name : {"a", "b", "c", "d"}) {
    schema->columns.push_back({name, Type::of(TypeKind::int64), false, Aggregation::sum});
  }
  schema->key_count = 1;
  return schema;
}

Block sums_rows(std::uint32_t rows, std::uint64_t groups) {
  Block block(*sums_schema(), std::pmr::new_delete_resource());
  fill(block.column(0), rows, [&](std::uint64_t row) {
    const std::uint64_t bits = scrambled(row);
    return static_cast<std::int64_t>(groups == 0 ? bits : scrambled(bits % groups));
  });
  for (std::size_t i = 1; i <= 4; ++i) {
    fill(block.column(i), rows,
         [&](std::uint64_t row) { return static_cast<std::int64_t>(scrambled(row + i) % 1'000'000); });
  }
  return block;
}

}  // namespace lockstep::bench
