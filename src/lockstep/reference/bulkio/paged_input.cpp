#include "lockstep/reference/bulkio/paged_input.h"

#include <bit>

namespace lockstep::reference {
namespace {

// `read` and then as many values as `count` says; the caller has made sure that they are there.
template <class Value>
Result<std::pmr::vector<Value>> read_values(PagedInput& in, std::int64_t count, Result<Value> (PagedInput::*read)(),
                                            std::pmr::memory_resource* resource) {
  if (Status status = in.check_count(count, sizeof(Value)); !status) return std::unexpected(status.error());
  std::pmr::vector<Value> values(static_cast<std::size_t>(count), resource);
  for (Value& value : values) {
    const Result<Value> next = (in.*read)();
    if (!next) return std::unexpected(next.error());
    value = *next;
  }
  return values;
}

}  // namespace

Result<std::uint64_t> PagedInput::read_big_endian(unsigned width) {
  if (width > remaining()) return fail(ErrorCode::end_of_data, "value cut short");
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < width; ++i) bits = (bits << 8) | static_cast<std::uint64_t>(bytes_[position_ + i]);
  position_ += width;
  return bits;
}

Result<std::uint8_t> PagedInput::read_u8() {
  const Result<std::uint64_t> bits = read_big_endian(1);
  if (!bits) return std::unexpected(bits.error());
  return static_cast<std::uint8_t>(*bits);
}
Result<std::int16_t> PagedInput::read_i16() {
  const Result<std::uint64_t> bits = read_big_endian(2);
  if (!bits) return std::unexpected(bits.error());
  return static_cast<std::int16_t>(*bits);
}
Result<std::int32_t> PagedInput::read_i32() {
  const Result<std::uint64_t> bits = read_big_endian(4);
  if (!bits) return std::unexpected(bits.error());
  return static_cast<std::int32_t>(*bits);
}
Result<std::int64_t> PagedInput::read_i64() {
  const Result<std::uint64_t> bits = read_big_endian(8);
  if (!bits) return std::unexpected(bits.error());
  return static_cast<std::int64_t>(*bits);
}
Result<float> PagedInput::read_f32() {
  const Result<std::uint64_t> bits = read_big_endian(4);
  if (!bits) return std::unexpected(bits.error());
  return std::bit_cast<float>(static_cast<std::uint32_t>(*bits));
}
Result<double> PagedInput::read_f64() {
  const Result<std::uint64_t> bits = read_big_endian(8);
  if (!bits) return std::unexpected(bits.error());
  return std::bit_cast<double>(*bits);
}

Result<std::pmr::vector<std::byte>> PagedInput::read_bytes(std::int64_t count, std::pmr::memory_resource* resource) {
  if (Status status = check_count(count, 1); !status) return std::unexpected(status.error());
  std::pmr::vector<std::byte> bytes(static_cast<std::size_t>(count), resource);
  for (std::byte& byte : bytes) byte = bytes_[position_++];
  return bytes;
}

Result<std::pmr::string> PagedInput::read_utf8(std::pmr::memory_resource* resource) {
  PagedInput ahead = *this;
  const Result<std::int32_t> count = ahead.read_i32();
  if (!count) return std::unexpected(count.error());
  if (Status status = ahead.check_count(*count, 1); !status) return std::unexpected(status.error());
  std::pmr::string text(resource);
  text.reserve(static_cast<std::size_t>(*count));
  for (std::int32_t i = 0; i < *count; ++i) text.push_back(static_cast<char>(ahead.bytes_[ahead.position_++]));
  position_ = ahead.position_;
  return text;
}

Result<std::pmr::vector<std::int32_t>> PagedInput::read_ints(std::int64_t count, std::pmr::memory_resource* resource) {
  return read_values(*this, count, &PagedInput::read_i32, resource);
}
Result<std::pmr::vector<std::int64_t>> PagedInput::read_longs(std::int64_t count, std::pmr::memory_resource* resource) {
  return read_values(*this, count, &PagedInput::read_i64, resource);
}
Result<std::pmr::vector<float>> PagedInput::read_floats(std::int64_t count, std::pmr::memory_resource* resource) {
  return read_values(*this, count, &PagedInput::read_f32, resource);
}
Result<std::pmr::vector<double>> PagedInput::read_doubles(std::int64_t count, std::pmr::memory_resource* resource) {
  return read_values(*this, count, &PagedInput::read_f64, resource);
}

Status PagedInput::seek(std::int64_t position) {
  if (position < 0) return fail(ErrorCode::invalid_argument, "negative position");
  if (static_cast<std::uint64_t>(position) > size()) return fail(ErrorCode::end_of_data, "position behind the end");
  position_ = static_cast<std::uint64_t>(position);
  return {};
}

Status PagedInput::check_count(std::int64_t count, std::uint64_t width) const {
  if (count < 0) return fail(ErrorCode::invalid_argument, "negative count");
  if (static_cast<std::uint64_t>(count) > remaining() / width) {
    return fail(ErrorCode::end_of_data, "fewer values remain");
  }
  return {};
}

}  // namespace lockstep::reference
