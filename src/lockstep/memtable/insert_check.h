// Everything an insert checks before it stores anything.   (memtable.md, "insert"; data.md, "Types" and "Errors")
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/data/table.h"
#include "lockstep/memtable/picked_rows.h"

namespace lockstep {

// Is every bit pattern of a type's width a value of it?
bool takes_every_pattern(TypeKind kind);

// The call's arguments, then the block's shape and types.
Status check_arguments(const Schema& schema, const Block& block, const InsertArguments& arguments);

// Every picked value against its column: the lowest pick that is wrong, and of it the lowest column. Column by column,
// so one type is looked at a column.
Status check_values(const Schema& schema, const TableOptions& options, const Block& block, const PickedRows& picks,
                    std::pmr::memory_resource* scratch);

// The value as it is stored: a char loses its trailing NUL bytes, everything else is itself.
inline std::span<const std::byte> stored_bytes(Type type, std::span<const std::byte> value) {
  if (type.kind != TypeKind::character) return value;
  while (!value.empty() && value.back() == std::byte{0}) value = value.first(value.size() - 1);
  return value;
}

}  // namespace lockstep
