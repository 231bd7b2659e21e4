// Nulls and what lies under them.
#pragma once

#include <algorithm>
#include <cstddef>

#include "lockstep/data/column.h"

namespace lockstep::scenario {

// Is the payload of this null the canonical one, zero bytes or the empty string?
[[nodiscard]] inline bool has_canonical_payload(const Column& column, std::size_t row) {
  const auto payload = column.value(row);
  if (!column.is_fixed_width()) return payload.empty();
  return std::ranges::all_of(payload, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace lockstep::scenario
