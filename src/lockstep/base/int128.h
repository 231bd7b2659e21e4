// 128-bit integers, under names that -Wpedantic accepts.
#pragma once

namespace lockstep {

__extension__ typedef __int128 int128_t;
__extension__ typedef unsigned __int128 uint128_t;

}  // namespace lockstep
