// The numbers of the portable Roaring format, drawn in bitmap.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep {

inline constexpr std::uint32_t kCookieWithoutRuns = 12346;
inline constexpr std::uint32_t kCookieWithRuns = 12347;
inline constexpr std::size_t kMaxContainers = 65536;
inline constexpr std::size_t kKeyCardinalityBytes = 4;
inline constexpr std::size_t kOffsetBytes = 4;
// Below this many containers a bitmap with runs carries no offsets.
inline constexpr std::size_t kMinRunContainersWithOffsets = 4;

}  // namespace lockstep
