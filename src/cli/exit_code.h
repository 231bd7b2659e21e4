// The program's exit codes.   (scenario.md, "Replay")
#pragma once

namespace lockstep::cli {

inline constexpr int kAgree = 0;
inline constexpr int kDifference = 1;
inline constexpr int kUnusableInput = 2;

}  // namespace lockstep::cli
