#include "lockstep/data/table.h"

namespace lockstep {
namespace {

Status at_most(const char* name, std::uint64_t value, std::uint64_t most) {
  if (value <= most) return {};
  return fail(ErrorCode::invalid_argument,
              std::string(name) + " is " + std::to_string(value) + ", more than " + std::to_string(most));
}

}  // namespace

Status validate_options(const TableOptions& options) {
  if (Status status = at_most("max_rows", options.max_rows, kMaxRows); !status) return status;
  if (Status status = at_most("max_column_bytes", options.max_column_bytes, kMaxColumnBytes); !status) return status;
  return at_most("max_string_bytes", options.max_string_bytes, kMaxColumnBytes);
}

}  // namespace lockstep
