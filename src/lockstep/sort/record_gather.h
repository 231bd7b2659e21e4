// All columns of a block out of one permutation, at one cache miss a row instead of one a row and column.
//
// The fixed-width values of a row, its nulls, and where its strings lie are first packed into one record, in source
// order; then the records are read in the order asked for, and unpacked block by block into the columns. Strings are
// fetched ahead of their copying.
#pragma once

#include <cstdint>
#include <expected>
#include <memory_resource>
#include <span>

#include "lockstep/data/block.h"

namespace lockstep {

// What would not fit.
struct GatherOverflow {
  std::uint32_t column;
  std::uint64_t bytes;
};

// The rows `ids` of `source`, in that order, as a new block from `resource`; ids are distinct. Payloads are copied as
// they are. For the lowest variable-width column whose bytes would pass `max_bytes` (at most kMaxColumnBytes): that,
// and nothing was built. Columns of `source` are given back as soon as they were read: afterwards it is empty, or,
// after an error or an exception, unspecified but destroyable. Scratch, a record a row, comes from `scratch`. O(rows +
// bytes); may throw std::bad_alloc.
std::expected<Block, GatherOverflow> gather_records(Block& source, std::span<const std::uint32_t> ids,
                                                    std::uint64_t max_bytes, std::pmr::memory_resource* scratch,
                                                    std::pmr::memory_resource* resource);

}  // namespace lockstep
