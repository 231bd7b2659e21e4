// Integers in byte buffers: any alignment, stated byte order.
//
// The library keeps columns in the machine's order and calls that order little-endian; a big-endian machine is refused
// here, at compile time, rather than given other fingerprints.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace lockstep {

static_assert(std::endian::native == std::endian::little,
              "columns, fingerprints and Roaring bytes assume a little-endian machine");

// Reads a T from `from`, which need not be aligned. The caller vouches that sizeof(T) bytes are there.
template <class T>
[[nodiscard]] inline T load_unaligned(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
inline void store_unaligned(void* to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

// Byte strings are std::span<const std::byte> inside the library and std::string_view at its edges.
[[nodiscard]] inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
[[nodiscard]] inline std::span<const std::byte> as_byte_span(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

}  // namespace lockstep
