// The tables that loads are measured on.
#pragma once

#include <cstdint>
#include <memory>

#include "lockstep/data/block.h"
#include "lockstep/data/schema.h"

namespace lockstep::bench {

// Ten columns, about 119 bytes a row: an int64 key, then integers, a float, a decimal, a date and two strings.
std::shared_ptr<const Schema> wide_schema();
Block wide_rows(std::uint32_t rows);

// An int64 key and four int64 sums.
std::shared_ptr<const Schema> sums_schema();
// Keys uniform over `groups` values spread over the whole range; 0: all 64 bits, so hardly any two alike.
Block sums_rows(std::uint32_t rows, std::uint64_t groups);

// The same random bits in every run: splitmix64 of a number.
std::uint64_t scrambled(std::uint64_t number);

}  // namespace lockstep::bench
