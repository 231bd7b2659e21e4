#include "lockstep/bulkio/byte_reader.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "lockstep/base/check.h"

namespace lockstep {

ByteReader::ByteReader(std::span<const std::byte> buffer, BulkPolicy policy)
    : cursor_(buffer.data()),
      run_end_(buffer.data() + buffer.size()),
      run_begin_(buffer.data()),
      size_(buffer.size()),
      policy_(policy) {}

ByteReader::ByteReader(std::pmr::vector<PageView> pages, BulkPolicy policy)
    : policy_(policy), pages_(std::move(pages)) {
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const std::size_t size = pages_[i].bytes().size();
    LOCKSTEP_CHECK(size > 0, "no page is empty");
    LOCKSTEP_CHECK(i + 1 == pages_.size() ? size <= pages_[0].bytes().size() : size == pages_[0].bytes().size(),
                   "all pages but the last have one size, and the last is no larger");
    size_ += size;
  }
  place(0);
}

Status ByteReader::check_count(std::int64_t count, std::size_t width) const {
  if (count < 0) return fail(ErrorCode::invalid_argument, "a negative count");
  if (static_cast<std::uint64_t>(count) > remaining() / width) {
    return fail(ErrorCode::end_of_data, "more values than the remaining bytes hold");
  }
  return {};
}

Status ByteReader::seek(std::int64_t position) {
  if (position < 0) return fail(ErrorCode::invalid_argument, "seek to a negative position");
  if (static_cast<std::uint64_t>(position) > size_) return fail(ErrorCode::end_of_data, "seek behind the end");
  place(static_cast<std::uint64_t>(position));
  return {};
}

Status ByteReader::read_bytes(std::span<std::byte> into) {
  if (into.size() > remaining()) return fail(ErrorCode::end_of_data, "more bytes than remain");
  take_bytes(into.data(), into.size());
  return {};
}

Result<std::pmr::vector<std::byte>> ByteReader::read_bytes(std::int64_t count, std::pmr::memory_resource* resource) {
  return read_vector<std::byte>(count, &ByteReader::read_bytes, resource);
}

Result<std::pmr::string> ByteReader::read_utf8(std::pmr::memory_resource* resource) {
  ReadTransaction transaction(*this);
  const Result<std::int32_t> count = read_i32();
  if (!count) return std::unexpected(count.error());
  if (Status status = check_count(*count, 1); !status) return std::unexpected(std::move(status).error());
  std::pmr::string text(static_cast<std::size_t>(*count), '\0', resource);
  take_bytes(reinterpret_cast<std::byte*>(text.data()), text.size());
  transaction.commit();
  return text;
}

Result<std::pmr::vector<std::int32_t>> ByteReader::read_ints(std::int64_t count, std::pmr::memory_resource* resource) {
  return read_vector<std::int32_t>(count, &ByteReader::read_ints, resource);
}
Result<std::pmr::vector<std::int64_t>> ByteReader::read_longs(std::int64_t count, std::pmr::memory_resource* resource) {
  return read_vector<std::int64_t>(count, &ByteReader::read_longs, resource);
}
Result<std::pmr::vector<float>> ByteReader::read_floats(std::int64_t count, std::pmr::memory_resource* resource) {
  return read_vector<float>(count, &ByteReader::read_floats, resource);
}
Result<std::pmr::vector<double>> ByteReader::read_doubles(std::int64_t count, std::pmr::memory_resource* resource) {
  return read_vector<double>(count, &ByteReader::read_doubles, resource);
}

template <class Value>
Result<std::pmr::vector<Value>> ByteReader::read_vector(std::int64_t count,
                                                        Status (ByteReader::*read)(std::span<Value>),
                                                        std::pmr::memory_resource* resource) {
  if (Status status = check_count(count, sizeof(Value)); !status) return std::unexpected(std::move(status).error());
  std::pmr::vector<Value> values(static_cast<std::size_t>(count), resource);
  if (Status status = (this->*read)(values); !status) return std::unexpected(std::move(status).error());
  return values;
}

template <class Value, class Word>
Result<Value> ByteReader::read_word_across_pages() {
  std::array<std::byte, sizeof(Word)> bytes;
  if (Status status = read_bytes(bytes); !status) return std::unexpected(std::move(status).error());
  return std::bit_cast<Value>(std::byteswap(std::bit_cast<Word>(bytes)));
}
template Result<std::uint8_t> ByteReader::read_word_across_pages<std::uint8_t, std::uint8_t>();
template Result<std::int16_t> ByteReader::read_word_across_pages<std::int16_t, std::uint16_t>();
template Result<std::int32_t> ByteReader::read_word_across_pages<std::int32_t, std::uint32_t>();
template Result<std::int64_t> ByteReader::read_word_across_pages<std::int64_t, std::uint64_t>();
template Result<float> ByteReader::read_word_across_pages<float, std::uint32_t>();
template Result<double> ByteReader::read_word_across_pages<double, std::uint64_t>();

template <SwappedWord Word>
Status ByteReader::read_array_slow(std::span<std::byte> words, ArrayType type) {
  if (words.size() > remaining()) return fail(ErrorCode::end_of_data, "more values than the remaining bytes hold");
  const bool bulk = words.size() / sizeof(Word) >= policy_.min_read(type);
  std::byte* into = words.data();
  std::byte* const end = into + words.size();
  while (into != end) {
    const std::uint64_t run = std::min<std::uint64_t>(room(), static_cast<std::uint64_t>(end - into)) / sizeof(Word);
    if (bulk && run > 0) {
      copy_byte_swapped<Word>(into, cursor_, run);
      cursor_ += run * sizeof(Word);
      into += run * sizeof(Word);
    } else {
      // A value that straddles pages, or any value where the policy says one at a time.
      const Result<Word> word = read_word<Word, Word>();
      if (!word) return std::unexpected(word.error());
      store_unaligned(into, *word);
      into += sizeof(Word);
    }
  }
  return {};
}
template Status ByteReader::read_array_slow<std::uint32_t>(std::span<std::byte>, ArrayType);
template Status ByteReader::read_array_slow<std::uint64_t>(std::span<std::byte>, ArrayType);

void ByteReader::take_bytes(std::byte* into, std::size_t count) {
  while (count > 0) {
    if (room() == 0) place(position());
    const auto run = static_cast<std::size_t>(std::min<std::uint64_t>(room(), count));
    std::memcpy(into, cursor_, run);
    cursor_ += run;
    into += run;
    count -= run;
  }
}

void ByteReader::place(std::uint64_t position) {
  if (pages_.empty()) {
    cursor_ = run_begin_ + position;
    return;
  }
  // Behind the last page stands the end of the last page.
  const std::uint64_t page_size = pages_[0].bytes().size();
  const std::uint64_t index = std::min<std::uint64_t>(position / page_size, pages_.size() - 1);
  const std::span<const std::byte> run = pages_[static_cast<std::size_t>(index)].bytes();
  run_position_ = index * page_size;
  run_begin_ = run.data();
  run_end_ = run.data() + run.size();
  cursor_ = run_begin_ + (position - run_position_);
}

}  // namespace lockstep
