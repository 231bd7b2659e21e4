// Few values a type, chosen so that keys tie and edges are met: what one byte of a scenario can name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lockstep/data/type.h"

namespace lockstep::scenario {

inline constexpr std::size_t kTinyPool = 4;  // this many values stand first in every pool, for ties
inline constexpr std::size_t kStringPool = 32;

// The bytes of a fixed-width value; those behind the type's width are zero.
using FixedValue = std::array<std::byte, 32>;

// Values of a fixed-width type, all inside its range. `index` counts modulo the pool's size.
FixedValue pool_value(Type type, std::size_t index);
// `number` as a value of the type, brought inside its range.
FixedValue small_value(Type type, int number);
// Any bits of the type's width, brought inside its range.
FixedValue value_in_range(Type type, FixedValue bits);

// Byte strings: empty, embedded NUL, bytes from 0x80, and prefixes of one another of 4, 8, 12 and 16 bytes, one less
// and one more.
const std::array<std::string_view, kStringPool>& string_pool();

}  // namespace lockstep::scenario
