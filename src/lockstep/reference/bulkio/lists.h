// The reference for lists: [int32 count][values], and [int32 count]([int32 length][bytes])* for strings and bytes.
// Contract and errors as PagedOutput and PagedInput; value_too_long where a count does not fit into an int32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/reference/bulkio/paged_input.h"
#include "lockstep/reference/bulkio/paged_output.h"

namespace lockstep::reference {

Status write_int_list(PagedOutput& out, std::span<const std::int32_t> values);
Status write_long_list(PagedOutput& out, std::span<const std::int64_t> values);
Status write_float_list(PagedOutput& out, std::span<const float> values);
Status write_double_list(PagedOutput& out, std::span<const double> values);
Status write_string_list(PagedOutput& out, std::span<const std::string_view> values);
Status write_bytes_list(PagedOutput& out, std::span<const std::span<const std::byte>> values);

Result<std::pmr::vector<std::int32_t>> read_int_list(PagedInput& in, std::pmr::memory_resource* resource);
Result<std::pmr::vector<std::int64_t>> read_long_list(PagedInput& in, std::pmr::memory_resource* resource);
Result<std::pmr::vector<float>> read_float_list(PagedInput& in, std::pmr::memory_resource* resource);
Result<std::pmr::vector<double>> read_double_list(PagedInput& in, std::pmr::memory_resource* resource);
Result<std::pmr::vector<std::pmr::string>> read_string_list(PagedInput& in, std::pmr::memory_resource* resource);
Result<std::pmr::vector<std::pmr::vector<std::byte>>> read_bytes_list(PagedInput& in,
                                                                      std::pmr::memory_resource* resource);

}  // namespace lockstep::reference
