// The reference for bulk I/O, input: every value byte by byte, with plain shifts, out of one run of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "lockstep/base/error.h"

namespace lockstep::reference {

// Reads at a position, from 0. `bytes` must outlive it and stay where they are. A call that answers an error, or throws
// std::bad_alloc, consumes nothing. Errors: end_of_data where more is asked for than remains, invalid_argument for a
// negative count, both found before anything is allocated.
class PagedInput {
 public:
  explicit PagedInput(std::span<const std::byte> bytes) : bytes_(bytes) {}

  Result<std::uint8_t> read_u8();
  Result<std::int16_t> read_i16();
  Result<std::int32_t> read_i32();
  Result<std::int64_t> read_i64();
  // Bits as they stand.
  Result<float> read_f32();
  Result<double> read_f64();

  Result<std::pmr::vector<std::byte>> read_bytes(std::int64_t count, std::pmr::memory_resource* resource);
  Result<std::pmr::string> read_utf8(std::pmr::memory_resource* resource);
  Result<std::pmr::vector<std::int32_t>> read_ints(std::int64_t count, std::pmr::memory_resource* resource);
  Result<std::pmr::vector<std::int64_t>> read_longs(std::int64_t count, std::pmr::memory_resource* resource);
  Result<std::pmr::vector<float>> read_floats(std::int64_t count, std::pmr::memory_resource* resource);
  Result<std::pmr::vector<double>> read_doubles(std::int64_t count, std::pmr::memory_resource* resource);

  // invalid_argument: a negative position; end_of_data: one behind the end.
  Status seek(std::int64_t position);
  // Whether `count` values of `width` bytes remain.
  [[nodiscard]] Status check_count(std::int64_t count, std::uint64_t width) const;

  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] std::uint64_t remaining() const { return bytes_.size() - position_; }

 private:
  Result<std::uint64_t> read_big_endian(unsigned width);

  std::span<const std::byte> bytes_;
  std::uint64_t position_ = 0;
};

}  // namespace lockstep::reference
