// Blocks written down row by row, for hand-worked examples.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory_resource>
#include <string>
#include <variant>
#include <vector>

#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"

namespace lockstep::legacy {

struct Null {};
// An integer also stands for a decimal's unscaled value, a date's days and a boolean; a string for any bytes.
using Cell = std::variant<Null, std::int64_t, double, std::string>;

Block block_of(const Schema& schema, const std::vector<std::vector<Cell>>& rows,
               std::pmr::memory_resource* resource = std::pmr::get_default_resource());

// The canonical serialized form of a set.
std::string bitmap_bytes(std::initializer_list<std::uint16_t> values);

}  // namespace lockstep::legacy
