#include "lockstep/memtable/insert_append.h"

#include <optional>
#include <string>

#include "lockstep/aggregate/set_types.h"
#include "lockstep/memtable/insert_check.h"

namespace lockstep {
namespace {

std::uint64_t stored_byte_count(const Column& column, const PickedRows& picks) {
  std::uint64_t bytes = 0;
  if (!column.nullable() && column.type().kind != TypeKind::character) {
    const auto offsets = column.offsets();
    picks.for_each_run([&](std::size_t first, std::size_t count) { bytes += offsets[first + count] - offsets[first]; });
    return bytes;
  }
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
void append_strings(const Column& from, const PickedRows& picks, Column& to) {
  if (from.type().kind != TypeKind::character) {
    return picks.for_each_run([&](std::size_t first, std::size_t count) { to.append_rows(from, first, count); });
  }
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
  // What there is to know of a variable-width column; tables without one, which may come row by row, pay nothing.
  struct Source {
    std::optional<Column> canonical;
    std::uint64_t bytes = 0;
  };
  std::pmr::vector<Source> sources(scratch);
  const std::span<const Column> from = block.columns();
  const std::span<Column> to = rows.columns();
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].is_fixed_width()) continue;
    if (sources.empty()) sources.resize(from.size());
    if (schema.columns[i].type.is_set()) {
      auto sets = canonical_sets(from[i], picks, max_column_bytes, scratch);
      sources[i] = {std::move(sets.column), sets.bytes};
    } else {
      sources[i].bytes = stored_byte_count(from[i], picks);
    }
    const std::uint64_t wanted = to[i].bytes().size() + sources[i].bytes;
    if (wanted > max_column_bytes) {
      return fail(ErrorCode::limit_exceeded,
                  "insert: column \"" + schema.columns[i].name + "\" would hold " + std::to_string(wanted) +
                      " bytes since the last shrink, more than max_column_bytes = " + std::to_string(max_column_bytes));
    }
  }
  for (std::size_t i = 0; i < to.size(); ++i) to[i].reserve_more(picks.count(), sources.empty() ? 0 : sources[i].bytes);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (from[i].is_fixed_width()) {
      picks.for_each_run([&](std::size_t first, std::size_t count) { to[i].append_rows(from[i], first, count); });
    } else if (sources[i].canonical) {
      append_strings(*sources[i].canonical, PickedRows(picks.count(), std::nullopt), to[i]);
    } else {
      append_strings(from[i], picks, to[i]);
    }
  }
  return {};
}

}  // namespace lockstep
