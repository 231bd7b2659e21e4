// The key columns that sorts are measured on.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lockstep/data/block.h"

namespace lockstep::bench {

struct KeyCase {
  std::string goal;  // its number in the table of goals
  std::string name;
  std::function<Block(std::uint32_t rows)> make;  // the same values in every run
  double over_simple = 0;                         // rows a second, × the column-by-column sorter
  double over_legacy = 0;                         // × legacy; 0: legacy, which takes ten seconds and more, is not run
};

std::vector<KeyCase> key_cases();

}  // namespace lockstep::bench
