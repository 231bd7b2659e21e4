// Grouping rows by hashing their keys, for keys that fit into a 64-bit word and repeat much.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "lockstep/data/column.h"

namespace lockstep {

// Groups in the order in which their first rows come.
struct HashedGroups {
  explicit HashedGroups(std::pmr::memory_resource* resource) : group_of(resource), first_rows(resource) {}

  std::pmr::vector<std::uint32_t> group_of;    // of each row
  std::pmr::vector<std::uint32_t> first_rows;  // of each group
};

// The groups of equal keys; nullopt where the keys are too long for a word, or a sample finds too few that are equal:
// then sorting is the better way. O(rows) expected; memory 4 bytes a row and at most 64 a group. Deterministic. May
// throw std::bad_alloc.
std::optional<HashedGroups> group_by_hash(std::span<const Column> keys, std::pmr::memory_resource* resource);

}  // namespace lockstep
