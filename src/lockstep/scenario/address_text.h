// IP addresses as text, in the usual forms: 10.0.0.1 and 2001:db8::1.
#pragma once

#include <cstdint>
#include <string>

#include "lockstep/base/int128.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {

// The address as a number, its first byte the most significant; zero after a failure.
std::uint32_t parse_ipv4(LineCursor& cursor);
uint128_t parse_ipv6(LineCursor& cursor);

std::string print_ipv4(std::uint32_t address);
std::string print_ipv6(uint128_t address);

}  // namespace lockstep::scenario
