// What a call answers when its input was wrong.
//
// An input error is a value: a call that can fail on its input returns Result<T>, and its Error names what was wrong
// and where (column, row, limit). A programming error aborts (check.h). Out of memory is std::bad_alloc.
// The codes are part of the contract: every subject fails alike on the same input. The messages are for people and may
// differ.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

enum class ErrorCode : std::uint8_t {
  schema_mismatch,
  null_in_required_column,
  value_out_of_range,
  value_too_long,
  malformed_value,
  limit_exceeded,
  invalid_argument,
  out_of_range,
  end_of_data,
  unsupported,
  failed_state,
  closed,
  parse_error,
  // Not a value that any call returns: how scenarios name a std::bad_alloc that reached the caller.
  bad_alloc,
};
inline constexpr std::uint8_t kErrorCodeCount = 14;

// The name used in scenarios and messages, e.g. "limit_exceeded".
std::string_view error_code_name(ErrorCode code);
// The inverse; nullopt for an unknown name.
std::optional<ErrorCode> parse_error_code(std::string_view name);

struct Error {
  ErrorCode code;
  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;
using Status = Result<void>;

// `return fail(ErrorCode::closed, "insert after flush");`
[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected(Error{code, std::move(message)});
}

}  // namespace lockstep
