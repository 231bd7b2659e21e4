// Numbers for the strings of a column that has few different ones, in the strings' order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>

#include "lockstep/data/buffer.h"
#include "lockstep/data/column.h"

namespace lockstep {

inline constexpr std::size_t kMaxDictionaryStrings = 8'192;

// One uint16 a row: the rank of its string among the different ones; 0 under a null. nullopt where a sample does not
// repeat much, or more than kMaxDictionaryStrings turn up. O(bytes); memory 2 bytes a row. May throw std::bad_alloc.
std::optional<Buffer> number_strings(const Column& column, std::pmr::memory_resource* resource);

}  // namespace lockstep
