// The reference for bulk I/O, output: every value byte by byte, with plain shifts, into one flat byte vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

#include "lockstep/base/error.h"

namespace lockstep::reference {

// A stream that is written at a position, from 0. Its state is the bytes so far and the position; a page is a piece of
// them that is cut out when somebody asks.
//
// A call that answers an error, or throws std::bad_alloc, changes nothing. Errors: limit_exceeded where the position
// would pass `max_bytes`; others stand at their call. Not thread-safe. `resource` must outlive the stream.
class PagedOutput {
 public:
  static constexpr std::uint64_t kNoLimit = INT64_MAX;

  PagedOutput(std::size_t page_size, std::pmr::memory_resource* resource, std::uint64_t max_bytes = kNoLimit);

  Status write_u8(std::uint8_t value);
  Status write_i16(std::int16_t value);
  Status write_i32(std::int32_t value);
  Status write_i64(std::int64_t value);
  // Every NaN becomes 7fc00000 or 7ff8000000000000, as in Java's DataOutput.
  Status write_f32(float value);
  Status write_f64(double value);
  Status write_f32_bits(std::uint32_t bits);
  Status write_f64_bits(std::uint64_t bits);

  Status write_bytes(std::span<const std::byte> bytes);
  // [int32 byte count][bytes]; value_too_long where the count does not fit.
  Status write_utf8(std::string_view text);

  // Raw bits, NaNs included.
  Status write_ints(std::span<const std::int32_t> values);
  Status write_longs(std::span<const std::int64_t> values);
  Status write_floats(std::span<const float> values);
  Status write_doubles(std::span<const double> values);

  // A gap reads as zeros; the size becomes max(size, position). invalid_argument: a negative position.
  Status seek(std::int64_t position);

  // Gives the stream the size that `bytes` more bytes at the position need; they can then be written without fail.
  Status prepare(std::uint64_t bytes);

  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  // Valid until the next change.
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
  // The bytes cut into pages; the last one ends at size(). Valid until the next change.
  [[nodiscard]] std::pmr::vector<std::span<const std::byte>> pages() const;

 private:
  Status write_big_endian(std::uint64_t bits, unsigned width);
  void put_byte(std::byte byte);

  std::size_t page_size_;
  std::uint64_t max_bytes_;
  std::uint64_t position_ = 0;
  std::pmr::vector<std::byte> bytes_;
};

}  // namespace lockstep::reference
