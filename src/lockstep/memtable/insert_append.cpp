#include "lockstep/memtable/insert_append.h"

#include <optional>
#include <string>

#include "lockstep/aggregate/set_types.h"
#include "lockstep/memtable/insert_check.h"

namespace lockstep {
namespace {

std::uint64_t stored_byte_count(const Column& column, const PickedRows& picks) {
  if (picks.is_whole_block() && !column.nullable() && column.type().kind != TypeKind::character)
    return column.bytes().size();
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < picks.count(); ++i) {
    const std::size_t row = picks[i];
    if (!column.is_null(row)) bytes += stored_bytes(column.type(), column.value(row)).size();
  }
  return bytes;
}

// The picked sets in canonical form, one row a pick, and their bytes. Where those pass `max_bytes` the column is cut
// short: only the count is of use then.
struct CanonicalSets {
  Column column;
  std::uint64_t bytes = 0;
};

CanonicalSets canonical_sets(const Column& column, const PickedRows& picks, std::uint64_t max_bytes,
                             std::pmr::memory_resource* scratch) {
  CanonicalSets canonical{Column(column.type(), column.nullable(), scratch)};
  Buffer bytes(scratch);
  for (std::size_t i = 0; i < picks.count(); ++i) {
    if (column.is_null(picks[i])) {
      canonical.column.append_null();
      continue;
    }
    visit_set_type(column.type().kind, [&]<class Set>() {
      auto set = Set::parse(column.value(picks[i]), scratch);
      LOCKSTEP_CHECK(set.has_value(), "the value was checked");
      bytes.resize_uninitialized(set->serialized_bytes());
      canonical.bytes += bytes.size();
      if (canonical.bytes > max_bytes) return;
      set->serialize(bytes.data());
      canonical.column.append(bytes.bytes());
    });
  }
  return canonical;
}

// Room was reserved: does not throw.
void append_column(const Column& from, const PickedRows& picks, Column& to) {
  for (std::size_t i = 0; i < picks.count(); ++i) {
    const std::size_t row = picks[i];
    if (from.is_null(row)) {
      to.append_null();
    } else {
      to.append(stored_bytes(from.type(), from.value(row)));
    }
  }
}

}  // namespace

Status append_rows(const Schema& schema, std::uint64_t max_column_bytes, const Block& block, const PickedRows& picks,
                   Block& rows, std::pmr::memory_resource* scratch) {
  std::pmr::vector<std::optional<Column>> canonical(schema.columns.size(), scratch);
  const auto source = [&](std::size_t i) -> const Column& { return canonical[i] ? *canonical[i] : block.column(i); };
  const auto source_picks = [&](std::size_t i) {
    return canonical[i] ? PickedRows(picks.count(), std::nullopt) : picks;
  };

  std::pmr::vector<std::uint64_t> bytes(schema.columns.size(), scratch);
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    if (schema.columns[i].type.is_fixed_width()) continue;
    if (schema.columns[i].type.is_set()) {
      auto sets = canonical_sets(block.column(i), picks, max_column_bytes, scratch);
      canonical[i] = std::move(sets.column);
      bytes[i] = sets.bytes;
    } else {
      bytes[i] = stored_byte_count(block.column(i), picks);
    }
    const std::uint64_t wanted = rows.column(i).bytes().size() + bytes[i];
    if (wanted > max_column_bytes) {
      return fail(ErrorCode::limit_exceeded,
                  "insert: column \"" + schema.columns[i].name + "\" would hold " + std::to_string(wanted) +
                      " bytes since the last shrink, more than max_column_bytes = " + std::to_string(max_column_bytes));
    }
  }
  for (std::size_t i = 0; i < schema.columns.size(); ++i) rows.column(i).reserve_more(picks.count(), bytes[i]);
  for (std::size_t i = 0; i < schema.columns.size(); ++i) append_column(source(i), source_picks(i), rows.column(i));
  return {};
}

}  // namespace lockstep
