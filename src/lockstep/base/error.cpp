#include "lockstep/base/error.h"

#include <array>

namespace lockstep {
namespace {

constexpr std::array<std::string_view, kErrorCodeCount> kNames = {
    "schema_mismatch",    "null_in_required_column",
    "value_out_of_range", "value_too_long",
    "malformed_value",    "limit_exceeded",
    "invalid_argument",   "out_of_range",
    "end_of_data",        "unsupported",
    "failed_state",       "closed",
    "parse_error",        "bad_alloc",
};

}  // namespace

std::string_view error_code_name(ErrorCode code) { return kNames[static_cast<std::uint8_t>(code)]; }

std::optional<ErrorCode> parse_error_code(std::string_view name) {
  for (std::uint8_t i = 0; i < kErrorCodeCount; ++i) {
    if (kNames[i] == name) return static_cast<ErrorCode>(i);
  }
  return std::nullopt;
}

}  // namespace lockstep
