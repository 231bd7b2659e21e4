// The counts that `stats` can name, for everybody who goes through them one by one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario {

struct ExpectedStatistic {
  std::string_view name;
  std::optional<std::uint64_t> ExpectStatistics::* count;
};

inline constexpr std::array<ExpectedStatistic, 5> kExpectedStatistics{{
    {"raw_rows", &ExpectStatistics::raw_rows},
    {"merged_rows", &ExpectStatistics::merged_rows},
    {"sorts", &ExpectStatistics::sorts},
    {"shrinks", &ExpectStatistics::shrinks},
    {"sum_overflows", &ExpectStatistics::sum_overflows},
}};

}  // namespace lockstep::scenario
