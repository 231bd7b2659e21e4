// Programming errors: abort with a message, in every build.
#pragma once

namespace lockstep {

// Prints "FILE:LINE: check failed: EXPRESSION (MEANING)" to standard error and aborts.
[[noreturn]] void check_failed(const char* file, int line, const char* expression, const char* meaning) noexcept;

}  // namespace lockstep

// LOCKSTEP_CHECK(row < size(), "row inside the column");
#define LOCKSTEP_CHECK(expression, meaning)             \
  (static_cast<bool>(expression) ? static_cast<void>(0) \
                                 : ::lockstep::check_failed(__FILE__, __LINE__, #expression, (meaning)))
