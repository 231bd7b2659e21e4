// 128-bit integers, under names that -Wpedantic accepts.
#pragma once

namespace lockstep {

__extension__ using int128_t = __int128;
__extension__ using uint128_t = unsigned __int128;

}  // namespace lockstep
