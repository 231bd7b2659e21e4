// Reading and writing the byte formats of bitmaps, hlls and quantiles: little-endian numbers, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>

#include "lockstep/base/bytes.h"

namespace lockstep::reference {

// Where reading stands. Nothing is read that is not there.
class Cursor {
 public:
  explicit Cursor(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] bool at_end() const { return position_ == bytes_.size(); }

  // The next `count` bytes, or nullopt if there are fewer.
  std::optional<std::span<const std::byte>> take(std::size_t count) {
    if (bytes_.size() - position_ < count) return std::nullopt;
    const auto taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
  }
  template <class T>
  std::optional<T> take_number() {
    const auto bytes = take(sizeof(T));
    return bytes ? std::optional<T>(load_unaligned<T>(bytes->data())) : std::nullopt;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
};

// Number `index` of a run of numbers.
template <class T>
[[nodiscard]] T number_at(std::span<const std::byte> bytes, std::size_t index) {
  return load_unaligned<T>(bytes.data() + index * sizeof(T));
}

// Appends a number as T.
template <class T>
void put(std::pmr::string& out, std::uint64_t value) {
  const T number = static_cast<T>(value);  // keeps the low bits, which is what the formats want of a whole value
  out.append(reinterpret_cast<const char*>(&number), sizeof(T));
}

}  // namespace lockstep::reference
