#include "lockstep/legacy/sort.h"

#include <algorithm>

#include "lockstep/legacy/rows.h"

namespace lockstep::legacy {

std::pmr::vector<std::uint32_t> sort_rows(const Block& block, const SortOrder& order,
                                          std::optional<std::uint64_t> limit, std::pmr::memory_resource* resource) {
  LOCKSTEP_CHECK(block.is_rectangular() && block.row_count() <= kMaxRows, "a rectangular block of addressable rows");
  const RowOrder row_order(block, order, resource);
  Rows rows(resource);
  rows.append(block.row_count());
  rows.sort(row_order);
  const std::uint64_t wanted = std::min<std::uint64_t>(rows.size(), limit.value_or(rows.size()));
  std::pmr::vector<std::uint32_t> ids(resource);
  ids.reserve(wanted);
  for (std::uint64_t i = 0; i < wanted; ++i) ids.push_back(rows[i].position);
  return ids;
}

}  // namespace lockstep::legacy
