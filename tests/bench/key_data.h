// The key columns that sorts are measured on.
#pragma once

#include <cstdint>
#include <span>

#include "lockstep/data/block.h"

namespace lockstep {

struct KeyCase {
  const char* name;
  Type type;
  bool nullable = false;
  std::uint32_t min_length = 0;  // of strings, bytes
  std::uint32_t max_length = 0;
  double goal = 0;  // rows a second, × legacy; 0: none is set
};

std::span<const KeyCase> key_cases();

// One column of random values, the same in every run. Numbers are uniform over the type's whole range; strings have a
// uniform length and uniform letters and digits. One value in ten of a nullable column is null, over such a value.
Block make_key_block(const KeyCase& key, std::uint32_t rows);

}  // namespace lockstep
