// Keys copied beside row ids, and how two of them compare: what SimpleColumnSorter sorts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "lockstep/base/bytes.h"
#include "lockstep/data/column.h"
#include "lockstep/sort/key_word.h"

namespace lockstep {

// A fixed-width column as words; descending order inverts them, so one comparison serves both.
template <class T, class RowId>
class FixedWidthKeys {
 public:
  struct Entry {
    KeyWord<T> word;
    RowId row;
  };
  static constexpr bool kBranchless = true;  // comparing words costs less than a mispredicted branch

  FixedWidthKeys(const Column& column, bool descending) : values_(column.values<T>()), descending_(descending) {}

  [[nodiscard]] Entry entry(RowId row) const {
    const auto word = key_word(values_[row]);
    return {descending_ ? reversed(word) : word, row};
  }
  [[nodiscard]] bool operator()(const Entry& a, const Entry& b) const { return a.word < b.word; }
  [[nodiscard]] bool equal(const Entry& a, const Entry& b) const { return a.word == b.word; }

 private:
  std::span<const T> values_;
  bool descending_;
};

// A byte-string column: the first 8 bytes, padded with zeros, as a big-endian word. Where two words tie, the strings
// agree as far as both reach into those 8 bytes, so what is left to compare are the bytes behind, then the lengths.
template <class RowId, bool descending>
class StringKeys {
 public:
  struct Entry {
    std::uint64_t prefix;
    std::uint32_t length;
    RowId row;
  };
  static constexpr bool kBranchless = false;
  static constexpr std::uint32_t kPrefixBytes = sizeof(std::uint64_t);

  explicit StringKeys(const Column& column) : offsets_(column.offsets()), bytes_(column.bytes()) {}

  [[nodiscard]] Entry entry(RowId row) const {
    const std::uint32_t start = offsets_[row];
    const std::uint32_t length = offsets_[std::size_t{row} + 1] - start;
    std::uint64_t prefix = 0;
    if (bytes_.size() - start >= kPrefixBytes) {
      // A load may reach into the next string; its bytes are shifted out again.
      prefix = std::byteswap(load_unaligned<std::uint64_t>(bytes_.data() + start));
      if (length < kPrefixBytes) prefix &= ~(~std::uint64_t{0} >> (8 * length));
    } else if (length > 0) {
      std::memcpy(&prefix, bytes_.data() + start, std::min(length, kPrefixBytes));
      prefix = std::byteswap(prefix);
    }
    return {prefix, length, row};
  }

  [[nodiscard]] bool operator()(const Entry& a, const Entry& b) const { return descending ? less(b, a) : less(a, b); }
  [[nodiscard]] bool equal(const Entry& a, const Entry& b) const {
    return a.prefix == b.prefix && a.length == b.length && compare_tails(a, b) == 0;
  }

 private:
  [[nodiscard]] bool less(const Entry& a, const Entry& b) const {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    const int tails = compare_tails(a, b);
    return tails != 0 ? tails < 0 : a.length < b.length;
  }
  [[nodiscard]] int compare_tails(const Entry& a, const Entry& b) const {
    const std::uint32_t shared = std::min(a.length, b.length);
    if (shared <= kPrefixBytes) return 0;
    return std::memcmp(bytes_.data() + offsets_[a.row] + kPrefixBytes, bytes_.data() + offsets_[b.row] + kPrefixBytes,
                       shared - kPrefixBytes);
  }

  std::span<const std::uint32_t> offsets_;
  std::span<const std::byte> bytes_;
};

}  // namespace lockstep
