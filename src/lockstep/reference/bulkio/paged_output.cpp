#include "lockstep/reference/bulkio/paged_output.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>

#include "lockstep/base/bytes.h"
#include "lockstep/base/check.h"

namespace lockstep::reference {

PagedOutput::PagedOutput(std::size_t page_size, std::pmr::memory_resource* resource, std::uint64_t max_bytes)
    : page_size_(page_size), max_bytes_(std::min(max_bytes, kNoLimit)), bytes_(resource) {
  LOCKSTEP_CHECK(page_size >= 1, "a page holds at least one byte");
}

Status PagedOutput::write_u8(std::uint8_t value) { return write_big_endian(value, 1); }
Status PagedOutput::write_i16(std::int16_t value) { return write_big_endian(static_cast<std::uint16_t>(value), 2); }
Status PagedOutput::write_i32(std::int32_t value) { return write_big_endian(static_cast<std::uint32_t>(value), 4); }
Status PagedOutput::write_i64(std::int64_t value) { return write_big_endian(static_cast<std::uint64_t>(value), 8); }

Status PagedOutput::write_f32(float value) {
  return write_f32_bits(std::isnan(value) ? 0x7fc00000U : std::bit_cast<std::uint32_t>(value));
}
Status PagedOutput::write_f64(double value) {
  return write_f64_bits(std::isnan(value) ? 0x7ff8000000000000U : std::bit_cast<std::uint64_t>(value));
}
Status PagedOutput::write_f32_bits(std::uint32_t bits) { return write_big_endian(bits, 4); }
Status PagedOutput::write_f64_bits(std::uint64_t bits) { return write_big_endian(bits, 8); }

Status PagedOutput::write_bytes(std::span<const std::byte> bytes) {
  if (Status status = prepare(bytes.size()); !status) return status;
  for (const std::byte byte : bytes) put_byte(byte);
  return {};
}

Status PagedOutput::write_utf8(std::string_view text) {
  if (text.size() > INT32_MAX) return fail(ErrorCode::value_too_long, "string longer than an int32 can count");
  if (Status status = prepare(4 + text.size()); !status) return status;
  if (Status status = write_i32(static_cast<std::int32_t>(text.size())); !status) return status;
  return write_bytes(as_byte_span(text));
}

Status PagedOutput::write_ints(std::span<const std::int32_t> values) {
  if (Status status = prepare(values.size_bytes()); !status) return status;
  for (const std::int32_t value : values) {
    if (Status status = write_i32(value); !status) return status;
  }
  return {};
}

Status PagedOutput::write_longs(std::span<const std::int64_t> values) {
  if (Status status = prepare(values.size_bytes()); !status) return status;
  for (const std::int64_t value : values) {
    if (Status status = write_i64(value); !status) return status;
  }
  return {};
}

Status PagedOutput::write_floats(std::span<const float> values) {
  if (Status status = prepare(values.size_bytes()); !status) return status;
  for (const float& value : values) {
    if (Status status = write_f32_bits(load_unaligned<std::uint32_t>(&value)); !status) return status;
  }
  return {};
}

Status PagedOutput::write_doubles(std::span<const double> values) {
  if (Status status = prepare(values.size_bytes()); !status) return status;
  for (const double& value : values) {
    if (Status status = write_f64_bits(load_unaligned<std::uint64_t>(&value)); !status) return status;
  }
  return {};
}

Status PagedOutput::seek(std::int64_t position) {
  if (position < 0) return fail(ErrorCode::invalid_argument, "negative position");
  const auto target = static_cast<std::uint64_t>(position);
  if (target > max_bytes_) return fail(ErrorCode::limit_exceeded, "position past the limit");
  if (target > bytes_.max_size()) throw std::bad_alloc();
  if (target > bytes_.size()) bytes_.resize(target);
  position_ = target;
  return {};
}

Status PagedOutput::prepare(std::uint64_t bytes) {
  if (bytes > max_bytes_ - position_) return fail(ErrorCode::limit_exceeded, "write past the limit");
  const std::uint64_t end = position_ + bytes;
  if (end > bytes_.max_size()) throw std::bad_alloc();
  if (end > bytes_.size()) bytes_.resize(end);
  return {};
}

std::pmr::vector<std::span<const std::byte>> PagedOutput::pages() const {
  std::pmr::vector<std::span<const std::byte>> pages(bytes_.get_allocator());
  std::span<const std::byte> rest = bytes_;
  while (!rest.empty()) {
    const std::size_t size = std::min(page_size_, rest.size());
    pages.push_back(rest.first(size));
    rest = rest.subspan(size);
  }
  return pages;
}

Status PagedOutput::write_big_endian(std::uint64_t bits, unsigned width) {
  if (Status status = prepare(width); !status) return status;
  for (unsigned i = width; i > 0; --i) put_byte(static_cast<std::byte>((bits >> (8 * (i - 1))) & 0xff));
  return {};
}

void PagedOutput::put_byte(std::byte byte) {
  bytes_[position_] = byte;
  ++position_;
}

}  // namespace lockstep::reference
