// Columns out of a permutation.
#pragma once

#include <cstdint>
#include <expected>
#include <memory_resource>
#include <span>

#include "lockstep/sort/split_column.h"

namespace lockstep {

// The rows `ids` of the source, in that order, as a new column from `resource`. Ids may repeat. Payloads are copied as
// they are. For a variable-width column whose bytes would pass `max_bytes` (at most kMaxColumnBytes): the number of
// bytes instead, and nothing was built. O(ids + bytes); may throw std::bad_alloc.
std::expected<Column, std::uint64_t> gather(const SplitColumn& source, std::span<const std::uint32_t> ids,
                                            std::uint64_t max_bytes, std::pmr::memory_resource* resource);

}  // namespace lockstep
