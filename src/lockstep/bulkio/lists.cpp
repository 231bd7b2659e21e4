#include "lockstep/bulkio/lists.h"

#include <utility>

namespace lockstep {
namespace {

constexpr std::uint64_t kLengthBytes = sizeof(std::int32_t);

// [int32 count], and room for the `value_bytes` that follow it.
Status write_count(PagedOutput& out, std::size_t count, std::uint64_t value_bytes) {
  if (count > INT32_MAX) return fail(ErrorCode::value_too_long, "the count of a list is an int32");
  if (Status status = out.prepare(kLengthBytes + value_bytes); !status) return status;
  return out.write_i32(static_cast<std::int32_t>(count));
}

template <class Value>
Status write_list(PagedOutput& out, std::span<const Value> values,
                  Status (PagedOutput::*write)(std::span<const Value>)) {
  if (Status status = write_count(out, values.size(), values.size_bytes()); !status) return status;
  return (out.*write)(values);
}

std::string_view text_of(std::string_view text) { return text; }
std::string_view text_of(std::span<const std::byte> bytes) { return as_text(bytes); }

template <class Text>
Status write_text_list(PagedOutput& out, std::span<const Text> values) {
  std::uint64_t bytes = 0;
  for (const Text& value : values) {
    if (value.size() > INT32_MAX) return fail(ErrorCode::value_too_long, "the length of a string is an int32");
    bytes += kLengthBytes + value.size();
  }
  if (Status status = write_count(out, values.size(), bytes); !status) return status;
  for (const Text& value : values) {
    if (Status status = out.write_utf8(text_of(value)); !status) return status;
  }
  return {};
}

template <class Value>
Result<std::pmr::vector<Value>> read_list(
    ByteReader& in, std::pmr::memory_resource* resource,
    Result<std::pmr::vector<Value>> (ByteReader::*read)(std::int64_t, std::pmr::memory_resource*)) {
  ReadTransaction transaction(in);
  const Result<std::int32_t> count = in.read_i32();
  if (!count) return std::unexpected(count.error());
  Result<std::pmr::vector<Value>> values = (in.*read)(*count, resource);
  if (values) transaction.commit();
  return values;
}

Result<std::pmr::string> read_text(ByteReader& in, std::pmr::memory_resource* resource, std::pmr::string*) {
  return in.read_utf8(resource);
}
Result<std::pmr::vector<std::byte>> read_text(ByteReader& in, std::pmr::memory_resource* resource,
                                              std::pmr::vector<std::byte>*) {
  const Result<std::int32_t> length = in.read_i32();
  if (!length) return std::unexpected(length.error());
  return in.read_bytes(*length, resource);
}

template <class Text>
Result<std::pmr::vector<Text>> read_text_list(ByteReader& in, std::pmr::memory_resource* resource) {
  ReadTransaction transaction(in);
  const Result<std::int32_t> count = in.read_i32();
  if (!count) return std::unexpected(count.error());
  if (Status status = in.check_count(*count, kLengthBytes); !status) {
    return std::unexpected(std::move(status).error());
  }
  std::pmr::vector<Text> values(resource);
  values.reserve(static_cast<std::size_t>(*count));
  for (std::int32_t i = 0; i < *count; ++i) {
    Result<Text> value = read_text(in, resource, static_cast<Text*>(nullptr));
    if (!value) return std::unexpected(std::move(value).error());
    values.push_back(std::move(*value));
  }
  transaction.commit();
  return values;
}

}  // namespace

Status write_int_list(PagedOutput& out, std::span<const std::int32_t> values) {
  return write_list(out, values, &PagedOutput::write_ints);
}
Status write_long_list(PagedOutput& out, std::span<const std::int64_t> values) {
  return write_list(out, values, &PagedOutput::write_longs);
}
Status write_float_list(PagedOutput& out, std::span<const float> values) {
  return write_list(out, values, &PagedOutput::write_floats);
}
Status write_double_list(PagedOutput& out, std::span<const double> values) {
  return write_list(out, values, &PagedOutput::write_doubles);
}
Status write_string_list(PagedOutput& out, std::span<const std::string_view> values) {
  return write_text_list(out, values);
}
Status write_bytes_list(PagedOutput& out, std::span<const std::span<const std::byte>> values) {
  return write_text_list(out, values);
}

Result<std::pmr::vector<std::int32_t>> read_int_list(ByteReader& in, std::pmr::memory_resource* resource) {
  return read_list<std::int32_t>(in, resource, &ByteReader::read_ints);
}
Result<std::pmr::vector<std::int64_t>> read_long_list(ByteReader& in, std::pmr::memory_resource* resource) {
  return read_list<std::int64_t>(in, resource, &ByteReader::read_longs);
}
Result<std::pmr::vector<float>> read_float_list(ByteReader& in, std::pmr::memory_resource* resource) {
  return read_list<float>(in, resource, &ByteReader::read_floats);
}
Result<std::pmr::vector<double>> read_double_list(ByteReader& in, std::pmr::memory_resource* resource) {
  return read_list<double>(in, resource, &ByteReader::read_doubles);
}
Result<std::pmr::vector<std::pmr::string>> read_string_list(ByteReader& in, std::pmr::memory_resource* resource) {
  return read_text_list<std::pmr::string>(in, resource);
}
Result<std::pmr::vector<std::pmr::vector<std::byte>>> read_bytes_list(ByteReader& in,
                                                                      std::pmr::memory_resource* resource) {
  return read_text_list<std::pmr::vector<std::byte>>(in, resource);
}

}  // namespace lockstep
