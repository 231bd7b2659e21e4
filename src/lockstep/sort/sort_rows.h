// Sorting the rows of a block by a SortOrder: the ColumnSorter behind the interface that all subjects share.
#pragma once

#include "lockstep/data/sort_order.h"

namespace lockstep {

// See SortRows in data/sort_order.h for the contract. O(n log n) a key column.
//
//   SortOrder order{{{.column = 0}, {.column = 1, .direction = Direction::descending}}};
//   std::pmr::vector<std::uint32_t> ids = sort_rows(block, order, std::nullopt, resource);
std::pmr::vector<std::uint32_t> sort_rows(const Block& block, const SortOrder& order,
                                          std::optional<std::uint64_t> limit, std::pmr::memory_resource* resource);

}  // namespace lockstep
