// Schemas, row counts and row blocks for the scenario generators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"
#include "random.h"
#include "values.h"

namespace lockstep::props {

// How many rows a scenario has, chosen before anything else: mostly a few, often one of the numbers at which some
// algorithm changes its ways, or a neighbour of it; at most `most`.
std::size_t random_row_count(std::size_t most, Random& random);
// Is it one of those numbers or a neighbour?
bool is_near_row_threshold(std::size_t rows);

// Any type with valid parameters, at the thresholds of its width where it has some.
Type random_type(Random& random);
Type random_orderable_type(Random& random);

struct SchemaDemands {
  std::optional<Model> model;              // else any
  bool replace_only = false;               // agg with no other aggregation
  bool odd_names = false;                  // any bytes as names, for the formats
  std::optional<ColumnSchema> key = {};    // a key column to be among the others
  std::optional<ColumnSchema> value = {};  // a value column, likewise
};
// A schema that validates.
Schema random_schema(const SchemaDemands& demands, Random& random);

// One habit a column. Key, sequence and cluster columns have alphabets, but for some scenarios.
std::vector<ColumnHabit> random_habits(const Schema& schema, std::uint64_t max_string_bytes, Random& random);

// Rows to insert. A column's nullability may be other than the table's: `loose` says how often, in percent.
Block random_rows(const Schema& schema, const std::vector<ColumnHabit>& habits, std::size_t rows,
                  std::uint64_t max_string_bytes, std::uint64_t loose_percent, Random& random);

// Random, small, repeating, with the extremes among them.
std::int64_t random_lsn(Random& random);

// The numbers 0 … rows - 1 in an order that is one single cycle (Sattolo): what an in-place permutation must follow
// from end to end.
std::vector<std::uint32_t> random_single_cycle(std::size_t rows, Random& random);

}  // namespace lockstep::props
