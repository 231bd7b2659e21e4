// What a fuzz target does with a scenario: nothing, or print what is wrong and abort.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lockstep/scenario/bytes.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::fuzz {

// What follows the first byte, if that is exactly the one that encode_bytes() writes for this kind. Everything else is
// for the target to reject: `lockstep replay` would take it for something else.
std::optional<std::span<const std::byte>> body_of_kind(scenario::KindByte kind, const std::uint8_t* data,
                                                       std::size_t size);

// Runs the scenario on reference, column and legacy. If they do not agree: the findings and the scenario as text on
// standard error, and abort. One input in eight, by its bytes, runs twice on every subject and must give the same; all
// of them would halve the speed, and `lockstep replay` does that for each committed input.
void check_or_abort(const scenario::Scenario& scenario, std::span<const std::byte> input);

// Prints `what` and the scenario as text on standard error, and aborts.
[[noreturn]] void abort_with(const char* what, const scenario::Scenario& scenario);

}  // namespace lockstep::fuzz
