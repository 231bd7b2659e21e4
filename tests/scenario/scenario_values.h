// Small scenarios as values, for the tests of the runner and the comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario::testing {

// A column of nullable int32: k, beside a second one: v.
inline Schema two_integers(Model model = Model::duplicate) {
  const Type type = Type::of(TypeKind::int32);
  Schema schema;
  schema.model = model;
  schema.columns = {{"k", type, true, Aggregation::none}, {"v", type, true, Aggregation::none}};
  if (model != Model::duplicate) schema.key_count = 1;
  if (model == Model::aggregate) schema.columns[1].aggregation = Aggregation::sum;
  return schema;
}

inline Rows rows_of(const Schema& schema, std::vector<std::optional<std::int32_t>> first_column,
                    std::vector<std::int64_t> lsns = {}) {
  Rows rows{Block(schema, std::pmr::get_default_resource()), std::move(lsns)};
  for (const std::optional<std::int32_t>& value : first_column) {
    for (std::size_t c = 0; c < 2; ++c) {
      if (value) {
        rows.block.column(c).append_value(*value);
      } else {
        rows.block.column(c).append_null();
      }
    }
  }
  return rows;
}

inline Operation insert(Rows rows) { return {Insert{std::move(rows), std::nullopt}, 0, std::nullopt}; }
inline Operation shrink() { return {Shrink{}, 0, std::nullopt}; }
inline Operation flush() { return {Flush{}, 0, std::nullopt}; }
inline Operation drop() { return {Drop{}, 0, std::nullopt}; }

inline Operation failing(Operation operation, std::uint64_t allocation) {
  operation.fail_alloc = allocation;
  return operation;
}
inline Operation expecting(Operation operation, ErrorCode code) {
  operation.expected_error = code;
  return operation;
}

}  // namespace lockstep::scenario::testing
