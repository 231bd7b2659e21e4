// What a table looks like: its columns, its model and what becomes of each value.   (memtable.md, "Schema")
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/data/type.h"

namespace lockstep {

enum class Model : std::uint8_t { duplicate, unique, aggregate };
inline constexpr std::uint8_t kModelCount = 3;

enum class Aggregation : std::uint8_t {
  none,
  sum,
  min,
  max,
  replace,
  replace_if_not_null,
  bitmap_union,
  hll_union,
  quantile_union,
  custom,  // by name: ColumnSchema::custom
};
inline constexpr std::uint8_t kAggregationCount = 10;

// The words of the scenario text: "dup", "unique", "agg"; "sum", "replace_if_not_null", …
std::string_view model_name(Model model);
std::optional<Model> parse_model(std::string_view name);
// A custom aggregation goes by its own name: parse_aggregation finds the built-in ones only.
std::string_view aggregation_name(Aggregation aggregation);
std::optional<Aggregation> parse_aggregation(std::string_view name);

// May a column of this type be folded this way? (`none` is no fold: false. A custom aggregation says so itself: true.)
bool aggregation_accepts(Aggregation aggregation, Type type);

struct ColumnSchema {
  std::string name;
  Type type;
  bool nullable = false;
  Aggregation aggregation = Aggregation::none;  // value columns of the aggregate model: anything but none
  std::string custom;                           // the name of a custom aggregation (data/aggregate.h), else empty

  friend bool operator==(const ColumnSchema&, const ColumnSchema&) = default;
};

// Columns are named by their index everywhere but in text. The first `key_count` columns are the key.
struct Schema {
  Model model = Model::duplicate;
  std::vector<ColumnSchema> columns;
  std::uint32_t key_count = 0;
  std::optional<std::uint32_t> sequence;     // unique only: the value column that decides the winner
  std::optional<std::uint32_t> delete_sign;  // unique only: an int8 value column, carried like any other
  std::vector<std::uint32_t> cluster;        // unique only: re-orders the flushed rows, key or value columns
  bool lsn = false;                          // each row carries an int64 log sequence number

  friend bool operator==(const Schema&, const Schema&) = default;

  // Checks every rule of memtable.md's "Schema" and of data.md's types. The first broken one is reported:
  // `invalid_argument` naming the column and the rule. Tables refuse a schema that does not pass.
  [[nodiscard]] Status validate() const;

  [[nodiscard]] bool is_key(std::uint32_t column) const { return column < key_count; }
};

}  // namespace lockstep
