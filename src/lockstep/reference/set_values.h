// Bitmaps, hlls and quantiles as cells hold them: canonical bytes, and what unites them.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <span>
#include <string>

#include "lockstep/base/error.h"
#include "lockstep/data/type.h"
#include "lockstep/reference/value.h"

namespace lockstep::reference {

// The canonical bytes of a value of a set type (checked), or malformed_value.
Result<std::pmr::string> canonical_set(TypeKind kind, std::span<const std::byte> bytes,
                                       std::pmr::memory_resource* resource);

// `into` = the union of `into` and every one of `others`, written once. None of them is null. Needs a set type whose
// stored bytes are valid (checked).
void unite_cells(TypeKind kind, Cell& into, std::span<const Cell> others);

}  // namespace lockstep::reference
