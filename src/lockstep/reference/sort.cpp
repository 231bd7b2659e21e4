#include "lockstep/reference/sort.h"

#include "lockstep/reference/order.h"

namespace lockstep::reference {

std::pmr::vector<std::uint32_t> sort_rows(const Block& block, const SortOrder& order,
                                          std::optional<std::uint64_t> limit, std::pmr::memory_resource* resource) {
  LOCKSTEP_CHECK(block.is_rectangular(), "all columns have the same number of rows");
  for (const SortKey& key : order.keys) {
    LOCKSTEP_CHECK(key.column < block.column_count(), "the key column exists");
    LOCKSTEP_CHECK(block.column(key.column).type().is_orderable(), "the key column's type has an order");
  }
  auto rows = sorted_positions(
      block.row_count(), [&](std::uint32_t a, std::uint32_t b) { return compare_rows(block, order.keys, a, b); },
      order.ties, resource);
  if (limit && *limit < rows.size()) rows.resize(static_cast<std::size_t>(*limit));
  return rows;
}

}  // namespace lockstep::reference
