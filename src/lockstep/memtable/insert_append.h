// Storing what an insert brought, all or nothing.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/data/table.h"
#include "lockstep/memtable/picked_rows.h"

namespace lockstep {

// Appends the picked rows of `block`, whose values were checked, to `rows` in their canonical form: zeros under nulls,
// chars cut, bitmaps canonical. First measures every column (limit_exceeded where one would hold more than
// `max_column_bytes`), then reserves, then writes: after an error or a bad_alloc `rows` holds what it held. Scratch
// comes from `scratch`.
Status append_rows(const Schema& schema, std::uint64_t max_column_bytes, const Block& block, const PickedRows& picks,
                   Block& rows, std::pmr::memory_resource* scratch);

}  // namespace lockstep
