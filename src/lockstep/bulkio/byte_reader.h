// Big-endian values, strings and primitive arrays out of one buffer or out of pages.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/bulkio/bulk_policy.h"
#include "lockstep/bulkio/byte_swap.h"
#include "lockstep/bulkio/page_view.h"

namespace lockstep {

// Reads at a position, from 0 to size(): the bytes it was given are all it sees, whatever lies behind them in memory.
// Over a contiguous buffer it owns nothing; over pages it holds them.
//
//   ByteReader in(buffer);
//   Result<std::pmr::vector<std::int32_t>> values = in.read_ints(3);
//
// All or nothing: a call that answers an error, or throws std::bad_alloc, consumes nothing. A call that succeeds moves
// the position by exactly the bytes of what it read.
// Errors: end_of_data where more is asked for than remains, invalid_argument for a negative count; both are found
// before anything is allocated. Complexity: O(bytes read). Not thread-safe. A copy reads on independently.
class ByteReader {
 public:
  // `buffer` must outlive the reader.
  explicit ByteReader(std::span<const std::byte> buffer, BulkPolicy policy = BulkPolicy::native());
  // All pages but the last have one size; none is empty.
  explicit ByteReader(std::pmr::vector<PageView> pages, BulkPolicy policy = BulkPolicy::native());
  // Copies only: the position points into what is held.
  ByteReader(const ByteReader&) = default;
  ByteReader& operator=(const ByteReader&) = default;

  Result<std::uint8_t> read_u8() { return read_word<std::uint8_t, std::uint8_t>(); }
  Result<std::int16_t> read_i16() { return read_word<std::int16_t, std::uint16_t>(); }
  Result<std::int32_t> read_i32() { return read_word<std::int32_t, std::uint32_t>(); }
  Result<std::int64_t> read_i64() { return read_word<std::int64_t, std::uint64_t>(); }
  // Bits as they stand, NaNs included.
  Result<float> read_f32() { return read_word<float, std::uint32_t>(); }
  Result<double> read_f64() { return read_word<double, std::uint64_t>(); }

  Status read_bytes(std::span<std::byte> into);
  Result<std::pmr::vector<std::byte>> read_bytes(
      std::int64_t count, std::pmr::memory_resource* resource = std::pmr::get_default_resource());
  // [int32 byte count][bytes]; the bytes are not inspected.
  Result<std::pmr::string> read_utf8(std::pmr::memory_resource* resource = std::pmr::get_default_resource());

  // As many values as `into` holds. On an error `into` is untouched.
  Status read_ints(std::span<std::int32_t> into) {
    return read_array<std::uint32_t>(std::as_writable_bytes(into), ArrayType::int_array);
  }
  Status read_longs(std::span<std::int64_t> into) {
    return read_array<std::uint64_t>(std::as_writable_bytes(into), ArrayType::long_array);
  }
  Status read_floats(std::span<float> into) {
    return read_array<std::uint32_t>(std::as_writable_bytes(into), ArrayType::float_array);
  }
  Status read_doubles(std::span<double> into) {
    return read_array<std::uint64_t>(std::as_writable_bytes(into), ArrayType::double_array);
  }
  // `count` values into a new vector.
  Result<std::pmr::vector<std::int32_t>> read_ints(
      std::int64_t count, std::pmr::memory_resource* resource = std::pmr::get_default_resource());
  Result<std::pmr::vector<std::int64_t>> read_longs(
      std::int64_t count, std::pmr::memory_resource* resource = std::pmr::get_default_resource());
  Result<std::pmr::vector<float>> read_floats(std::int64_t count,
                                              std::pmr::memory_resource* resource = std::pmr::get_default_resource());
  Result<std::pmr::vector<double>> read_doubles(std::int64_t count,
                                                std::pmr::memory_resource* resource = std::pmr::get_default_resource());

  // invalid_argument: a negative position; end_of_data: one behind the end.
  Status seek(std::int64_t position);
  // Whether `count` values of `width` bytes are there to be read: invalid_argument or end_of_data if not.
  [[nodiscard]] Status check_count(std::int64_t count, std::size_t width) const;

  [[nodiscard]] std::uint64_t position() const {
    return run_position_ + static_cast<std::uint64_t>(cursor_ - run_begin_);
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t remaining() const { return size_ - position(); }

 private:
  friend class ReadTransaction;

  [[nodiscard]] std::uint64_t room() const { return static_cast<std::uint64_t>(run_end_ - cursor_); }

  template <class Value, class Word>
  Result<Value> read_word() {
    if (room() < sizeof(Word)) [[unlikely]] {
      return read_word_across_pages<Value, Word>();
    }
    const Word word = load_unaligned<Word>(cursor_);
    cursor_ += sizeof(Word);
    return std::bit_cast<Value>(std::byteswap(word));
  }

  template <SwappedWord Word>
  Status read_array(std::span<std::byte> words, ArrayType type) {
    const std::uint64_t count = words.size() / sizeof(Word);
    if (words.size() > room() || count < policy_.min_read(type)) [[unlikely]] {
      return read_array_slow<Word>(words, type);
    }
    copy_byte_swapped<Word>(words.data(), cursor_, count);
    cursor_ += words.size();
    return {};
  }

  // These leave the straight path: a page ends, or the policy wants one value at a time.
  template <class Value, class Word>
  Result<Value> read_word_across_pages();
  template <SwappedWord Word>
  Status read_array_slow(std::span<std::byte> words, ArrayType type);
  template <class Value>
  Result<std::pmr::vector<Value>> read_vector(std::int64_t count, Status (ByteReader::*read)(std::span<Value>),
                                              std::pmr::memory_resource* resource);
  // Takes bytes that are known to be there.
  void take_bytes(std::byte* into, std::size_t count);
  // Points the cursor at a position from 0 to size().
  void place(std::uint64_t position);

  // The run of bytes that is being read: the buffer, or the written part of a page.
  const std::byte* cursor_ = nullptr;
  const std::byte* run_end_ = nullptr;
  const std::byte* run_begin_ = nullptr;
  std::uint64_t run_position_ = 0;  // of run_begin_ in the stream
  std::uint64_t size_ = 0;
  BulkPolicy policy_;
  std::pmr::vector<PageView> pages_;  // empty over a contiguous buffer
};

// The name for it over pages.
using PagedInput = ByteReader;

// Takes a reader back to where it stood, on an error as on an exception, unless the whole of a read went well.
class ReadTransaction {
 public:
  explicit ReadTransaction(ByteReader& in) : in_(in), position_(in.position()) {}
  ReadTransaction(const ReadTransaction&) = delete;
  ReadTransaction& operator=(const ReadTransaction&) = delete;
  ~ReadTransaction() {
    if (!committed_) in_.place(position_);
  }
  void commit() { committed_ = true; }

 private:
  ByteReader& in_;
  std::uint64_t position_;
  bool committed_ = false;
};

}  // namespace lockstep
