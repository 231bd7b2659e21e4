// The stream of bytes behind bytes.h: numbers and counts, read from any input and written within the caps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/base/bytes.h"
#include "lockstep/scenario/bytes.h"

namespace lockstep::scenario {

inline constexpr std::uint8_t kFirstLongNumber = 248;  // this byte and up: 1 … 8 bytes follow
inline constexpr std::uint8_t kRareCount = 240;        // this byte and up: the count is a number behind it
inline constexpr std::uint8_t kFarRow = 255;           // 4 bytes with a row number follow

// Reads; where nothing is left it reads zeros.
class ByteSource {
 public:
  explicit ByteSource(std::span<const std::byte> bytes) : rest_(bytes) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] std::size_t remaining() const { return rest_.size(); }

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto value = std::to_integer<std::uint8_t>(rest_.front());
    rest_ = rest_.subspan(1);
    return value;
  }

  // sizeof(T) bytes, little-endian.
  template <class T>
  T fixed() {
    T value{};
    const std::size_t count = std::min(sizeof(T), rest_.size());
    if (count != 0) std::memcpy(&value, rest_.data(), count);
    rest_ = rest_.subspan(count);
    return value;
  }

  std::uint64_t number() {
    const std::uint8_t first = byte();
    if (first < kFirstLongNumber) return first;
    std::uint64_t value = 0;
    for (unsigned i = 0; i <= unsigned{first} - kFirstLongNumber; ++i) value |= std::uint64_t{byte()} << (8 * i);
    return value;
  }

  // 0 … maximum, mostly at most common_maximum.
  std::uint32_t count(std::uint32_t common_maximum, std::uint32_t maximum) {
    const std::uint8_t first = byte();
    if (first < kRareCount) return first % (common_maximum + 1);
    return static_cast<std::uint32_t>(number() % (std::uint64_t{maximum} + 1));
  }

  // A row of a block of `rows` rows; rarely one that is not there.
  std::uint32_t row(std::uint64_t rows) {
    const std::uint8_t first = byte();
    if (first == kFarRow) return fixed<std::uint32_t>();
    return rows == 0 ? first : static_cast<std::uint32_t>(first % rows);
  }

  // The next `count` bytes, or all that are left.
  std::span<const std::byte> bytes(std::uint64_t count) {
    const auto taken = rest_.first(static_cast<std::size_t>(std::min<std::uint64_t>(count, rest_.size())));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }

 private:
  std::span<const std::byte> rest_;
};

// Writes what ByteSource reads back, and keeps the first cap that was exceeded.
class ByteSink {
 public:
  void byte(std::uint64_t value) { bytes_.push_back(static_cast<std::byte>(value)); }

  template <class T>
  void fixed(T value) {
    bytes(std::as_bytes(std::span(&value, 1)));
  }

  void number(std::uint64_t value) {
    if (value < kFirstLongNumber) return byte(value);
    const std::size_t tag_at = bytes_.size();
    byte(0);
    for (std::uint64_t rest = value; rest != 0; rest >>= 8) byte(rest & 0xff);
    bytes_[tag_at] = static_cast<std::byte>(kFirstLongNumber - 1 + (bytes_.size() - tag_at - 1));
  }

  // `what` must be at most `maximum`.
  void count(std::string_view what, std::uint64_t value, std::uint32_t common_maximum, std::uint32_t maximum) {
    require_at_most(what, value, maximum);
    if (value <= common_maximum) return byte(value);
    byte(kRareCount);
    number(value);
  }

  void row(std::uint32_t value, std::uint64_t rows) {
    if (value < kFarRow && (rows == 0 || value < rows)) return byte(value);
    byte(kFarRow);
    fixed(value);
  }

  void bytes(std::span<const std::byte> from) { bytes_.insert(bytes_.end(), from.begin(), from.end()); }

  // Notes that `what` may come to `most`, and is more.
  void require_at_most(std::string_view what, std::uint64_t value, std::uint64_t most) {
    if (value <= most || !exceeded_.empty()) return;
    exceeded_ = std::string(what) + " is " + std::to_string(value) + ", more than " + std::to_string(most);
  }
  // Empty: everything fits.
  [[nodiscard]] const std::string& exceeded() const { return exceeded_; }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
  std::string exceeded_;
};

}  // namespace lockstep::scenario
