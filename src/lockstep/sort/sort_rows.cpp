#include "lockstep/sort/sort_rows.h"

#include <algorithm>

#include "lockstep/sort/column_sorter.h"

namespace lockstep {

std::pmr::vector<std::uint32_t> sort_rows(const Block& block, const SortOrder& order,
                                          std::optional<std::uint64_t> limit, std::pmr::memory_resource* resource) {
  LOCKSTEP_CHECK(block.is_rectangular() && block.row_count() <= kMaxRows,
                 "equally long columns that row ids can count");
  std::pmr::vector<SortColumn> keys(resource);
  keys.reserve(order.keys.size());
  for (const SortKey& key : order.keys) {
    LOCKSTEP_CHECK(key.column < block.column_count(), "a sort key names a column of the block");
    const Column& column = block.column(key.column);
    LOCKSTEP_CHECK(column.type().is_orderable(), "a sort key's type has an order");
    keys.push_back({&column, key.direction, key.nulls});
  }
  const std::size_t count = limit ? std::min<std::uint64_t>(*limit, block.row_count()) : block.row_count();
  if (count == 0) return std::pmr::vector<std::uint32_t>(resource);
  ColumnSorter<std::uint32_t> sorter(keys, order.ties, resource);
  sorter.sort(block.row_count(), count);
  auto permutation = sorter.take_permutation();
  permutation.resize(count);
  return permutation;
}

}  // namespace lockstep
