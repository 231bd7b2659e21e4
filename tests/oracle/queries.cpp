#include "queries.h"

#include <numeric>
#include <string_view>

namespace lockstep::oracle {
namespace {

std::string name(std::uint32_t column) { return "c" + std::to_string(column); }

// "a, b, c" of the items' texts.
template <class Items, class ToText>
std::string list(const Items& items, ToText to_text, std::string_view separator = ", ") {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += separator;
    text += to_text(item);
  }
  return text;
}

std::vector<std::uint32_t> key_columns(const Schema& schema) {
  std::vector<std::uint32_t> keys(schema.key_count);
  std::iota(keys.begin(), keys.end(), 0u);
  return keys;
}

std::string ascending(const std::string& table, const std::vector<std::uint32_t>& columns) {
  return list(columns, [&](std::uint32_t column) { return table + "." + name(column) + " ASC NULLS FIRST"; });
}

std::string duplicate_query(const Schema& schema) {
  std::vector<std::uint32_t> columns(schema.columns.size());
  std::iota(columns.begin(), columns.end(), 0u);
  const std::string select = "SELECT " + list(columns, name) + ", lsn FROM input ORDER BY ";
  if (schema.key_count == 0) return select + "position";
  return select + ascending("input", key_columns(schema)) + ", position DESC";
}

// One value of the group's rows `x`: of those that pass the filter, the first in that order.
std::string pick(const Schema& schema, const std::string& value, const std::string& filter, const std::string& order) {
  const auto same = [](std::uint32_t key) { return "x." + name(key) + " IS oldest." + name(key); };
  return "(SELECT x." + value + " FROM input AS x WHERE " + list(key_columns(schema), same, " AND ") +
         (filter.empty() ? "" : " AND " + filter) + " ORDER BY " + order + " LIMIT 1)";
}

// `key_group` has a row for each key: the positions of its first and last row, its LSN, and the `folds`. Joined
// with the rows of those positions.
std::string grouped_query(const Schema& schema, const std::string& folds, const std::string& select,
                          const std::string& joins, const std::string& order) {
  return "WITH key_group AS (SELECT min(position) AS first_position, max(position) AS last_position, max(lsn) AS lsn" +
         folds + " FROM input GROUP BY " + list(key_columns(schema), name) + ") SELECT " + select +
         ", key_group.lsn FROM key_group JOIN input AS oldest ON oldest.position = key_group.first_position " + joins +
         " ORDER BY " + order;
}

std::string unique_query(const Schema& schema) {
  const std::string winner = schema.sequence ? pick(schema, "position", "",
                                                    "x." + name(*schema.sequence) + " DESC NULLS LAST, x.position DESC")
                                             : "key_group.last_position";
  std::string select;
  for (std::uint32_t i = 0; i < schema.columns.size(); ++i) {
    const bool from_first = schema.is_key(i) && !schema.sequence;
    select += (i == 0 ? "" : ", ") + std::string(from_first ? "oldest." : "winner.") + name(i);
  }
  const std::string by_key = ascending("oldest", key_columns(schema));
  return grouped_query(schema, "", select, "JOIN input AS winner ON winner.position = " + winner,
                       schema.cluster.empty() ? by_key : ascending("winner", schema.cluster) + ", " + by_key);
}

// The value of an aggregated column.
std::string folded(const Schema& schema, std::uint32_t column) {
  switch (schema.columns[column].aggregation) {
    case Aggregation::sum:
      return "key_group." + name(column);
    case Aggregation::min:
    case Aggregation::max:  // the earliest value that equals the extreme: 0.0 and −0.0 do
      return pick(schema, name(column), "x." + name(column) + " = key_group." + name(column), "x.position");
    case Aggregation::replace:
      return "newest." + name(column);
    default:
      return pick(schema, name(column), "x." + name(column) + " IS NOT NULL", "x.position DESC");
  }
}

std::string aggregate_query(const Schema& schema) {
  std::string folds;
  std::string select;
  for (std::uint32_t i = 0; i < schema.columns.size(); ++i) {
    const Aggregation aggregation = schema.columns[i].aggregation;
    if (aggregation == Aggregation::sum || aggregation == Aggregation::min || aggregation == Aggregation::max) {
      folds += ", " + std::string(aggregation_name(aggregation)) + "(" + name(i) + ") AS " + name(i);
    }
    select += (i == 0 ? "" : ", ") + (schema.is_key(i) ? "oldest." + name(i) : folded(schema, i));
  }
  return grouped_query(schema, folds, select, "JOIN input AS newest ON newest.position = key_group.last_position",
                       ascending("oldest", key_columns(schema)));
}

}  // namespace

std::string flush_query(const Schema& schema) {
  switch (schema.model) {
    case Model::duplicate:
      return duplicate_query(schema);
    case Model::unique:
      return unique_query(schema);
    case Model::aggregate:
      break;
  }
  return aggregate_query(schema);
}

std::string sort_query(const SortOrder& order, std::optional<std::uint64_t> limit) {
  std::string text = "SELECT position FROM input ORDER BY ";
  for (const SortKey& key : order.keys) {
    text += name(key.column) + (key.direction == Direction::ascending ? " ASC" : " DESC") +
            (key.nulls == NullPlacement::first ? " NULLS FIRST, " : " NULLS LAST, ");
  }
  text += order.ties == TieOrder::ascending ? "position ASC" : "position DESC";
  if (limit) text += " LIMIT " + std::to_string(*limit);
  return text;
}

std::string ties_query(const std::vector<std::uint32_t>& columns) {
  const std::string group = columns.empty() ? "" : " GROUP BY " + list(columns, name);
  return "SELECT coalesce(sum(rows), 0) FROM (SELECT count(*) AS rows FROM input" + group + ") WHERE rows > 1";
}

}  // namespace lockstep::oracle
