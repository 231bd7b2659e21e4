// A small agg table of every kind of fold, and blocks for it.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string>
#include <vector>

#include "lockstep/aggregate/bitmap.h"
#include "lockstep/memtable/mem_table.h"

namespace lockstep {

// The serialized set of one container of up to 4,096 ascending values, without runs.
inline std::string bitmap_bytes(const std::vector<std::uint16_t>& values) {
  std::string bytes(8, '\0');
  if (values.empty()) return bytes;
  bytes[0] = 1;
  const auto put = [&](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
  put(std::uint32_t{0});      // high word
  put(std::uint32_t{12346});  // cookie
  put(std::uint32_t{1});      // containers
  put(std::uint16_t{0});      // key
  put(static_cast<std::uint16_t>(values.size() - 1));
  put(std::uint32_t{16});  // offset
  for (const std::uint16_t value : values) put(value);
  return bytes;
}

inline std::shared_ptr<const Schema> agg_schema() {
  auto schema = std::make_shared<Schema>();
  schema->model = Model::aggregate;
  schema->key_count = 1;
  schema->columns = {{"k", Type::varchar(8), true},
                     {"sum", Type::of(TypeKind::int64), false, Aggregation::sum},
                     {"last", Type::of(TypeKind::string), true, Aggregation::replace},
                     {"a", Type::of(TypeKind::bitmap), true, Aggregation::bitmap_union},
                     {"b", Type::of(TypeKind::bitmap), false, Aggregation::bitmap_union}};
  schema->lsn = true;
  return schema;
}

struct AggRow {
  std::string key;
  std::int64_t sum;
  std::string last;
  std::vector<std::uint16_t> set;
};

inline Block agg_block(const std::vector<AggRow>& rows) {
  Block block(*agg_schema(), std::pmr::get_default_resource());
  for (const AggRow& row : rows) {
    block.column(0).append_text(row.key);
    block.column(1).append_value(row.sum);
    block.column(2).append_text(row.last);
    block.column(3).append_text(bitmap_bytes(row.set));
    block.column(4).append_text(bitmap_bytes(row.set));
  }
  return block;
}

// LSNs first, first + 1, …
inline std::vector<std::int64_t> lsns_from(std::int64_t first, std::size_t rows) {
  std::vector<std::int64_t> lsns(rows);
  for (std::size_t i = 0; i < rows; ++i) lsns[i] = first + static_cast<std::int64_t>(i);
  return lsns;
}

}  // namespace lockstep
