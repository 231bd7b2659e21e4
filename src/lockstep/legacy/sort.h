// Sorting the row-wise way: an object a row, one sort through a std::function and virtual comparisons.
#pragma once

#include "lockstep/data/sort_order.h"

namespace lockstep::legacy {

// See SortRows. A limit cuts the sorted list; it saves no work.
std::pmr::vector<std::uint32_t> sort_rows(const Block& block, const SortOrder& order,
                                          std::optional<std::uint64_t> limit, std::pmr::memory_resource* resource);

}  // namespace lockstep::legacy
