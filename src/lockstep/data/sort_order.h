// How rows are to be ordered: the words that the reference and the fast side are both asked in.   (data.md, "Order")
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <vector>

#include "lockstep/data/block.h"

namespace lockstep {

enum class Direction : std::uint8_t { ascending, descending };
// Where nulls go, independent of the direction.
enum class NullPlacement : std::uint8_t { first, last };
// How rows that tie on every key column come out: by row position, ascending or descending.
enum class TieOrder : std::uint8_t { ascending, descending };

struct SortKey {
  std::uint32_t column = 0;  // index into the block
  Direction direction = Direction::ascending;
  NullPlacement nulls = NullPlacement::first;

  friend bool operator==(const SortKey&, const SortKey&) = default;
};

struct SortOrder {
  std::vector<SortKey> keys;  // most significant first
  TieOrder ties = TieOrder::ascending;

  friend bool operator==(const SortOrder&, const SortOrder&) = default;
};

// How rows are sorted: the row ids of `block` in the order asked for; with a limit only the first `limit` of them.
// Every key column must be orderable and inside the block, and the block rectangular with at most kMaxRows rows
// (checked: a programming error). Result and scratch come from `resource`; throws std::bad_alloc, having changed
// nothing.
using SortRows = std::pmr::vector<std::uint32_t> (*)(const Block& block, const SortOrder& order,
                                                     std::optional<std::uint64_t> limit,
                                                     std::pmr::memory_resource* resource);

}  // namespace lockstep
