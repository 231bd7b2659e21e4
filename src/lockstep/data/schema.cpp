#include "lockstep/data/schema.h"

#include <array>
#include <set>

#include "lockstep/data/aggregate.h"

namespace lockstep {
namespace {

constexpr std::array<std::string_view, kModelCount> kModelNames = {"dup", "unique", "agg"};
constexpr std::array<std::string_view, kAggregationCount> kAggregationNames = {
    "none",           "sum",   "min", "max", "replace", "replace_if_not_null", "bitmap_union", "hll_union",
    "quantile_union", "custom"};

template <class Enum, std::size_t n>
std::optional<Enum> find_name(const std::array<std::string_view, n>& names, std::string_view name) {
  for (std::size_t i = 0; i < n; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

std::unexpected<Error> broken(const std::string& what) { return fail(ErrorCode::invalid_argument, "schema: " + what); }

Status validate_column(const Schema& schema, std::uint32_t index) {
  const ColumnSchema& column = schema.columns[index];
  const std::string where = "column \"" + column.name + "\": ";
  if (column.name.empty()) return broken("column " + std::to_string(index) + " has no name");
  if (!column.type.is_valid()) return broken(where + "type parameters out of bounds");
  if (!column.custom.empty() && column.aggregation != Aggregation::custom) {
    return broken(where + "the name of a custom aggregation without one");
  }
  if (schema.is_key(index)) {
    if (!column.type.is_orderable()) return broken(where + column.type.name() + " cannot be a key");
    if (column.aggregation != Aggregation::none) return broken(where + "a key column has no aggregation");
    return {};
  }
  if (schema.model != Model::aggregate) {
    if (column.aggregation != Aggregation::none) return broken(where + "only the agg model has aggregations");
    return {};
  }
  if (column.aggregation == Aggregation::none)
    return broken(where + "a value column of the agg model needs an aggregation");
  if (!aggregation_accepts(column.aggregation, column.type)) {
    return broken(where + std::string(aggregation_name(column.aggregation)) + " cannot fold " + column.type.name());
  }
  if (column.aggregation == Aggregation::custom) {
    const Aggregate* const custom = find_aggregate(column.custom);
    if (custom == nullptr) return broken(where + "no aggregate is registered as \"" + column.custom + "\"");
    if (!custom->accepts(column.type)) return broken(where + column.custom + " cannot fold " + column.type.name());
  }
  return {};
}

}  // namespace

std::string_view model_name(Model model) { return kModelNames[static_cast<std::uint8_t>(model)]; }
std::optional<Model> parse_model(std::string_view name) { return find_name<Model>(kModelNames, name); }

std::string_view aggregation_name(Aggregation aggregation) {
  return kAggregationNames[static_cast<std::uint8_t>(aggregation)];
}
std::optional<Aggregation> parse_aggregation(std::string_view name) {
  const auto aggregation = find_name<Aggregation>(kAggregationNames, name);
  return aggregation == Aggregation::none || aggregation == Aggregation::custom ? std::nullopt : aggregation;
}

bool aggregation_accepts(Aggregation aggregation, Type type) {
  switch (aggregation) {
    case Aggregation::none:
      return false;
    case Aggregation::sum:
      return type.is_summable();
    case Aggregation::min:
    case Aggregation::max:
      return type.is_orderable();
    case Aggregation::replace:
    case Aggregation::replace_if_not_null:
      return true;
    case Aggregation::bitmap_union:
      return type.kind == TypeKind::bitmap;
    case Aggregation::hll_union:
      return type.kind == TypeKind::hll;
    case Aggregation::quantile_union:
      return type.kind == TypeKind::quantile;
    case Aggregation::custom:
      return true;
  }
  return false;
}

Status Schema::validate() const {
  if (columns.empty()) return broken("no columns");
  if (key_count > columns.size()) return broken("more key columns than columns");
  if (key_count == 0 && model != Model::duplicate) {
    return broken("the " + std::string(model_name(model)) + " model needs a key column");
  }
  std::set<std::string_view> names;
  for (std::uint32_t i = 0; i < columns.size(); ++i) {
    if (Status status = validate_column(*this, i); !status) return status;
    if (!names.insert(columns[i].name).second) return broken("two columns named \"" + columns[i].name + "\"");
  }
  if (model != Model::unique) {
    if (sequence) return broken("only the unique model has a sequence");
    if (delete_sign) return broken("only the unique model has a delete sign");
    if (!cluster.empty()) return broken("only the unique model has cluster columns");
  }
  if (sequence) {
    if (*sequence >= columns.size() || is_key(*sequence)) return broken("the sequence is not a value column");
    if (!columns[*sequence].type.is_orderable()) return broken("the sequence's type has no order");
  }
  if (delete_sign) {
    if (*delete_sign >= columns.size() || is_key(*delete_sign)) return broken("the delete sign is not a value column");
    if (columns[*delete_sign].type != Type::of(TypeKind::int8)) return broken("the delete sign is not an int8 column");
  }
  for (const std::uint32_t column : cluster) {
    if (column >= columns.size()) return broken("a cluster column does not exist");
    if (!columns[column].type.is_orderable()) return broken("a cluster column's type has no order");
  }
  return {};
}

}  // namespace lockstep
