#include "lockstep/reference/bulkio/lists.h"

#include <utility>

#include "lockstep/base/bytes.h"

namespace lockstep::reference {
namespace {

// The count, and the certainty that the whole list fits.
Status write_count(PagedOutput& out, std::size_t count, std::uint64_t value_bytes) {
  if (count > INT32_MAX) return fail(ErrorCode::value_too_long, "list longer than an int32 can count");
  if (Status status = out.prepare(4 + value_bytes); !status) return status;
  return out.write_i32(static_cast<std::int32_t>(count));
}

}  // namespace

Status write_int_list(PagedOutput& out, std::span<const std::int32_t> values) {
  if (Status status = write_count(out, values.size(), values.size_bytes()); !status) return status;
  return out.write_ints(values);
}
Status write_long_list(PagedOutput& out, std::span<const std::int64_t> values) {
  if (Status status = write_count(out, values.size(), values.size_bytes()); !status) return status;
  return out.write_longs(values);
}
Status write_float_list(PagedOutput& out, std::span<const float> values) {
  if (Status status = write_count(out, values.size(), values.size_bytes()); !status) return status;
  return out.write_floats(values);
}
Status write_double_list(PagedOutput& out, std::span<const double> values) {
  if (Status status = write_count(out, values.size(), values.size_bytes()); !status) return status;
  return out.write_doubles(values);
}

Status write_string_list(PagedOutput& out, std::span<const std::string_view> values) {
  std::uint64_t bytes = 0;
  for (const std::string_view value : values) {
    if (value.size() > INT32_MAX) return fail(ErrorCode::value_too_long, "string longer than an int32 can count");
    bytes += 4 + value.size();
  }
  if (Status status = write_count(out, values.size(), bytes); !status) return status;
  for (const std::string_view value : values) {
    if (Status status = out.write_utf8(value); !status) return status;
  }
  return {};
}

Status write_bytes_list(PagedOutput& out, std::span<const std::span<const std::byte>> values) {
  std::uint64_t bytes = 0;
  for (const std::span<const std::byte> value : values) {
    if (value.size() > INT32_MAX) return fail(ErrorCode::value_too_long, "bytes longer than an int32 can count");
    bytes += 4 + value.size();
  }
  if (Status status = write_count(out, values.size(), bytes); !status) return status;
  for (const std::span<const std::byte> value : values) {
    if (Status status = out.write_i32(static_cast<std::int32_t>(value.size())); !status) return status;
    if (Status status = out.write_bytes(value); !status) return status;
  }
  return {};
}

// Every read looks ahead with a copy of the input, which is a span and a position, and takes it over when all went
// well.

Result<std::pmr::vector<std::int32_t>> read_int_list(PagedInput& in, std::pmr::memory_resource* resource) {
  PagedInput ahead = in;
  const Result<std::int32_t> count = ahead.read_i32();
  if (!count) return std::unexpected(count.error());
  auto values = ahead.read_ints(*count, resource);
  if (values) in = ahead;
  return values;
}
Result<std::pmr::vector<std::int64_t>> read_long_list(PagedInput& in, std::pmr::memory_resource* resource) {
  PagedInput ahead = in;
  const Result<std::int32_t> count = ahead.read_i32();
  if (!count) return std::unexpected(count.error());
  auto values = ahead.read_longs(*count, resource);
  if (values) in = ahead;
  return values;
}
Result<std::pmr::vector<float>> read_float_list(PagedInput& in, std::pmr::memory_resource* resource) {
  PagedInput ahead = in;
  const Result<std::int32_t> count = ahead.read_i32();
  if (!count) return std::unexpected(count.error());
  auto values = ahead.read_floats(*count, resource);
  if (values) in = ahead;
  return values;
}
Result<std::pmr::vector<double>> read_double_list(PagedInput& in, std::pmr::memory_resource* resource) {
  PagedInput ahead = in;
  const Result<std::int32_t> count = ahead.read_i32();
  if (!count) return std::unexpected(count.error());
  auto values = ahead.read_doubles(*count, resource);
  if (values) in = ahead;
  return values;
}

Result<std::pmr::vector<std::pmr::string>> read_string_list(PagedInput& in, std::pmr::memory_resource* resource) {
  PagedInput ahead = in;
  const Result<std::int32_t> count = ahead.read_i32();
  if (!count) return std::unexpected(count.error());
  if (Status status = ahead.check_count(*count, 4); !status) return std::unexpected(status.error());
  std::pmr::vector<std::pmr::string> values(resource);
  for (std::int32_t i = 0; i < *count; ++i) {
    Result<std::pmr::string> value = ahead.read_utf8(resource);
    if (!value) return std::unexpected(value.error());
    values.push_back(std::move(*value));
  }
  in = ahead;
  return values;
}

Result<std::pmr::vector<std::pmr::vector<std::byte>>> read_bytes_list(PagedInput& in,
                                                                      std::pmr::memory_resource* resource) {
  PagedInput ahead = in;
  const Result<std::int32_t> count = ahead.read_i32();
  if (!count) return std::unexpected(count.error());
  if (Status status = ahead.check_count(*count, 4); !status) return std::unexpected(status.error());
  std::pmr::vector<std::pmr::vector<std::byte>> values(resource);
  for (std::int32_t i = 0; i < *count; ++i) {
    const Result<std::int32_t> length = ahead.read_i32();
    if (!length) return std::unexpected(length.error());
    Result<std::pmr::vector<std::byte>> value = ahead.read_bytes(*length, resource);
    if (!value) return std::unexpected(value.error());
    values.push_back(std::move(*value));
  }
  in = ahead;
  return values;
}

}  // namespace lockstep::reference
