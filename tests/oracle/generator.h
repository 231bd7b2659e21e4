// Random tables and sorts of what SQLite can express: keys of a few letters, so that rows tie; values that a sum cannot
// overflow with and that add up exactly in any order; any payload under nulls.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"
#include "lockstep/data/sort_order.h"

namespace lockstep::oracle {

// The same numbers everywhere, which std's distributions are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  std::uint64_t below(std::uint64_t count) { return engine_() % count; }
  bool chance(std::uint64_t percent) { return below(100) < percent; }
  // first … last, at most 2^63 of them apart.
  std::int64_t between(std::int64_t first, std::int64_t last);

 private:
  std::mt19937_64 engine_;
};

// The types that SQLite can express.
inline constexpr std::array kKinds = {TypeKind::boolean, TypeKind::int8,   TypeKind::int16,    TypeKind::int32,
                                      TypeKind::int64,   TypeKind::int128, TypeKind::float32,  TypeKind::float64,
                                      TypeKind::decimal, TypeKind::date,   TypeKind::datetime, TypeKind::character,
                                      TypeKind::varchar, TypeKind::string};

// Rows of every column; for each column whether SQLite gets it as TEXT (then it holds no NUL byte) or as BLOB.
struct Input {
  Schema schema;
  Block rows;
  std::vector<bool> as_text;
};

struct Batch {
  std::uint32_t rows;
  bool shrink;  // behind it
};

struct TableCase {
  Input input;
  std::vector<std::int64_t> lsns;  // one a row, or none
  std::vector<Batch> batches;      // all rows, in order
};

struct SortCase {
  Input input;
  SortOrder order;
  std::optional<std::uint64_t> limit;
};

TableCase random_table(Random& random);
SortCase random_sort(Random& random);

}  // namespace lockstep::oracle
