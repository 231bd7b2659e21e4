// Lists with their length in front.
//
// Primitive lists: [int32 count][values]. String and bytes lists: [int32 count]([int32 length][bytes])*.
// Floats and doubles keep their bits. All or nothing like every call of PagedOutput and ByteReader: a list is written
// whole or not at all, and a list that is cut short is not consumed.
// Errors: value_too_long where a count or a length does not fit into an int32; limit_exceeded as PagedOutput;
// invalid_argument for a negative count or length and end_of_data for one that the remaining bytes cannot hold, found
// before anything is allocated for it. Complexity: O(bytes).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/bulkio/byte_reader.h"
#include "lockstep/bulkio/paged_output.h"

namespace lockstep {

Status write_int_list(PagedOutput& out, std::span<const std::int32_t> values);
Status write_long_list(PagedOutput& out, std::span<const std::int64_t> values);
Status write_float_list(PagedOutput& out, std::span<const float> values);
Status write_double_list(PagedOutput& out, std::span<const double> values);
Status write_string_list(PagedOutput& out, std::span<const std::string_view> values);
Status write_bytes_list(PagedOutput& out, std::span<const std::span<const std::byte>> values);

Result<std::pmr::vector<std::int32_t>> read_int_list(
    ByteReader& in, std::pmr::memory_resource* resource = std::pmr::get_default_resource());
Result<std::pmr::vector<std::int64_t>> read_long_list(
    ByteReader& in, std::pmr::memory_resource* resource = std::pmr::get_default_resource());
Result<std::pmr::vector<float>> read_float_list(ByteReader& in,
                                                std::pmr::memory_resource* resource = std::pmr::get_default_resource());
Result<std::pmr::vector<double>> read_double_list(
    ByteReader& in, std::pmr::memory_resource* resource = std::pmr::get_default_resource());
Result<std::pmr::vector<std::pmr::string>> read_string_list(
    ByteReader& in, std::pmr::memory_resource* resource = std::pmr::get_default_resource());
Result<std::pmr::vector<std::pmr::vector<std::byte>>> read_bytes_list(
    ByteReader& in, std::pmr::memory_resource* resource = std::pmr::get_default_resource());

}  // namespace lockstep
