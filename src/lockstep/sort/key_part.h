// Keys as sequences of parts: each part is an order-preserving 64-bit word a row, and comparing parts from the left
// compares the keys.
//
// A nullable column begins with a part that tells nulls from values. A fixed-width value is one part, 128 and 256 bits
// two and four. A string is a part for every 7 bytes: those bytes, big-endian, zero-padded, and in the lowest byte how
// many bytes are left, at most 8: so "a" comes before "a\0", and two strings that tie on a part either both end in it
// or both go on. In descending order value words are turned round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "lockstep/base/bytes.h"
#include "lockstep/data/column.h"
#include "lockstep/data/sort_order.h"
#include "lockstep/sort/key_word.h"
#include "lockstep/sort/physical_dispatch.h"

namespace lockstep {

struct SortColumn {
  const Column* column;
  Direction direction = Direction::ascending;
  NullPlacement nulls = NullPlacement::first;
  const std::uint16_t* ranks = nullptr;  // of a column of few strings: each row's (string_dictionary.h)

  // Is the key read 7 bytes at a time?
  [[nodiscard]] bool is_string() const { return !column->is_fixed_width() && ranks == nullptr; }
};

inline constexpr std::uint32_t kStringPartBytes = 7;
inline constexpr std::uint64_t kStringGoesOn = kStringPartBytes + 1;

// Which part of which key column. The null part of a nullable column is `is_null_part`; value parts count from 0.
struct KeyPart {
  std::uint32_t column = 0;
  std::uint32_t value_part = 0;
  bool is_null_part = false;

  friend bool operator==(const KeyPart&, const KeyPart&) = default;
};

// The part of the string in [start, end) of `bytes` that begins `skip` bytes into it.
inline std::uint64_t string_word(std::span<const std::byte> bytes, std::uint32_t start, std::uint32_t end,
                                 std::uint64_t skip) {
  const std::uint64_t length = end - start;
  if (skip >= length) return 0;
  const std::byte* const from = bytes.data() + start + skip;
  const std::uint64_t left = length - skip;
  std::uint64_t word = 0;
  if (bytes.size() - (start + skip) >= sizeof(word)) {
    word = std::byteswap(load_unaligned<std::uint64_t>(from));  // may read into the next string: masked out below
  } else {
    std::memcpy(&word, from, std::min<std::uint64_t>(left, kStringPartBytes));
    word = std::byteswap(word);
  }
  const std::uint64_t kept = std::min<std::uint64_t>(left, kStringPartBytes);
  word &= ~(~std::uint64_t{0} >> (8 * kept));
  return word | std::min(left, kStringGoesOn);
}

// Value part `part` of a fixed-width value.
template <class T>
std::uint64_t fixed_width_word(const T& value, std::uint32_t part) {
  const auto word = key_word(value);
  if constexpr (sizeof(word) <= sizeof(std::uint64_t)) {
    return word;
  } else if constexpr (sizeof(word) == sizeof(uint128_t)) {
    return static_cast<std::uint64_t>(part == 0 ? word >> 64 : word);
  } else {
    return word.limbs[part];
  }
}

// Calls visit(read) with read(row) → the part's word; under a null anything. Typed, so that visit's loops are.
template <class Visit>
void visit_part(const SortColumn& key, const KeyPart& part, Visit visit) {
  const Column& column = *key.column;
  if (part.is_null_part) {
    const auto nulls = column.nulls();
    const std::uint64_t null_word = key.nulls == NullPlacement::first ? 0 : 1;
    visit([=](std::size_t row) { return nulls[row] != 0 ? null_word : 1 - null_word; });
    return;
  }
  const std::uint64_t turn = key.direction == Direction::descending ? ~std::uint64_t{0} : 0;
  if (key.ranks != nullptr) {
    visit([ranks = key.ranks, turn](std::size_t row) { return ranks[row] ^ turn; });
    return;
  }
  if (!column.is_fixed_width()) {
    const auto offsets = column.offsets();
    const auto bytes = column.bytes();
    const std::uint64_t skip = std::uint64_t{part.value_part} * kStringPartBytes;
    visit([=](std::size_t row) { return string_word(bytes, offsets[row], offsets[row + 1], skip) ^ turn; });
    return;
  }
  visit_fixed_width(column.type().physical(), [&]<class T>() {
    const auto values = column.values<T>();
    visit([=, index = part.value_part](std::size_t row) { return fixed_width_word(values[row], index) ^ turn; });
  });
}

}  // namespace lockstep
