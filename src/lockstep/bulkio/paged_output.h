// Big-endian values, strings and primitive arrays into a stream of equal pages.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/bulkio/bulk_policy.h"
#include "lockstep/bulkio/byte_reader.h"
#include "lockstep/bulkio/byte_swap.h"
#include "lockstep/bulkio/page_view.h"

namespace lockstep {

inline constexpr std::size_t kSmallPage = 16 * 1024;    // bytes
inline constexpr std::size_t kLargePage = 1024 * 1024;  // bytes

// What a single write gives every NaN, as Java's DataOutput does.
inline constexpr std::uint32_t kCanonicalFloatNan = 0x7fc00000;
inline constexpr std::uint64_t kCanonicalDoubleNan = 0x7ff8000000000000;

// A stream that is written at a position, from 0. Values are big-endian, unaligned and unpadded; a value that does not
// fit into the rest of a page continues on the next one.
//
//   PagedOutput out(kSmallPage, std::pmr::get_default_resource());
//   if (Status status = out.write_i32(3); !status) return status;
//   if (Status status = out.write_longs(values); !status) return status;
//   ByteReader in = out.read_view();
//
// All or nothing: a call that answers an error, or throws std::bad_alloc because a page could not be had, leaves
// position, size and bytes as they were.
// Errors: limit_exceeded where the position would pass `max_bytes`; others stand at their call.
// Complexity: O(bytes written), and O(page_size) for every new page, which is zeroed.
// Sources must not overlap the pages of the stream. Not thread-safe. `resource` must outlive the stream and its views.
class PagedOutput {
 public:
  // Positions are 64-bit and signed, as in Java; the stream cannot be longer than this.
  static constexpr std::uint64_t kNoLimit = INT64_MAX;
  // Pages are aligned to this, a cache line and the widest vector.
  static constexpr std::size_t kPageAlignment = 64;

  // `page_size` is at least 1. `max_bytes` bounds position and size.
  PagedOutput(std::size_t page_size, std::pmr::memory_resource* resource, std::uint64_t max_bytes = kNoLimit,
              BulkPolicy policy = BulkPolicy::native());
  PagedOutput(const PagedOutput&) = delete;
  PagedOutput& operator=(const PagedOutput&) = delete;

  Status write_u8(std::uint8_t value) { return write_word(value); }
  Status write_i16(std::int16_t value) { return write_word(static_cast<std::uint16_t>(value)); }
  Status write_i32(std::int32_t value) { return write_word(static_cast<std::uint32_t>(value)); }
  Status write_i64(std::int64_t value) { return write_word(static_cast<std::uint64_t>(value)); }
  // Every NaN becomes the canonical one.
  Status write_f32(float value) {
    return write_word(value != value ? kCanonicalFloatNan : std::bit_cast<std::uint32_t>(value));
  }
  Status write_f64(double value) {
    return write_word(value != value ? kCanonicalDoubleNan : std::bit_cast<std::uint64_t>(value));
  }
  Status write_f32_bits(std::uint32_t bits) { return write_word(bits); }
  Status write_f64_bits(std::uint64_t bits) { return write_word(bits); }

  Status write_bytes(std::span<const std::byte> bytes);
  // [int32 byte count][bytes]. value_too_long where the count does not fit into an int32. The bytes are not inspected.
  Status write_utf8(std::string_view text);

  // The values one after the other, without a count. Floats and doubles keep their bits, NaNs included.
  Status write_ints(std::span<const std::int32_t> values) {
    return write_array<std::uint32_t>(std::as_bytes(values), ArrayType::int_array);
  }
  Status write_longs(std::span<const std::int64_t> values) {
    return write_array<std::uint64_t>(std::as_bytes(values), ArrayType::long_array);
  }
  Status write_floats(std::span<const float> values) {
    return write_array<std::uint32_t>(std::as_bytes(values), ArrayType::float_array);
  }
  Status write_doubles(std::span<const double> values) {
    return write_array<std::uint64_t>(std::as_bytes(values), ArrayType::double_array);
  }

  // Moves the position; behind the end, the gap reads as zeros and the size grows to `position`.
  // invalid_argument: a negative position.
  Status seek(std::int64_t position);

  // Makes sure of the next `bytes` bytes from the position: until it moves elsewhere, writes of so many bytes succeed.
  Status prepare(std::uint64_t bytes) { return bytes <= room() ? Status{} : prepare_pages(bytes); }

  [[nodiscard]] std::uint64_t position() const {
    return page_position_ + static_cast<std::uint64_t>(cursor_ - page_begin_);
  }
  // The furthest position so far.
  [[nodiscard]] std::uint64_t size() const { return size_ > position() ? size_ : position(); }
  // All pages up to size(); the last one ends there. None is empty. O(pages).
  [[nodiscard]] std::pmr::vector<PageView> pages() const;
  // Reads the stream as it stands, up to its present size; holds the pages as views do. O(pages).
  [[nodiscard]] ByteReader read_view() const;

 private:
  [[nodiscard]] std::uint64_t room() const { return static_cast<std::uint64_t>(room_end_ - cursor_); }

  template <class Word>
  Status write_word(Word word) {
    if (room() < sizeof(Word)) [[unlikely]] {
      return write_word_across_pages(word);
    }
    store_unaligned(cursor_, std::byteswap(word));
    cursor_ += sizeof(Word);
    return {};
  }

  template <SwappedWord Word>
  Status write_array(std::span<const std::byte> words, ArrayType type) {
    const std::uint64_t count = words.size() / sizeof(Word);
    if (words.size() > room() || count < policy_.min_write(type)) [[unlikely]] {
      return write_array_slow<Word>(words, type);
    }
    copy_byte_swapped<Word>(cursor_, words.data(), count);
    cursor_ += words.size();
    return {};
  }

  // These leave the straight path: a page ends, or the policy wants one value at a time.
  template <class Word>
  Status write_word_across_pages(Word word);
  template <SwappedWord Word>
  Status write_array_slow(std::span<const std::byte> words, ArrayType type);
  Status prepare_pages(std::uint64_t bytes);
  // Writes into pages that are there.
  void put_bytes(const std::byte* from, std::size_t count);

  // Appends pages until `end` bytes have room; without effect if one cannot be had.
  void acquire_pages(std::uint64_t end);
  std::shared_ptr<std::byte> new_page();
  // Points the cursor at `position`, for which there are pages.
  void place(std::uint64_t position);

  // The page that is being written and the end of what may be written to it: of the page, or the limit.
  std::byte* cursor_ = nullptr;
  std::byte* room_end_ = nullptr;
  std::byte* page_begin_ = nullptr;
  std::uint64_t page_position_ = 0;  // of page_begin_ in the stream
  std::uint64_t size_ = 0;           // without what was written since the cursor came to this page
  std::size_t page_size_;
  std::uint64_t max_bytes_;
  BulkPolicy policy_;
  std::pmr::vector<std::shared_ptr<std::byte>> pages_;
};

}  // namespace lockstep
