#include "lockstep/bulkio/paged_output.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "lockstep/base/check.h"

namespace lockstep {
namespace {

// A page's share count lives in the same resource as the page.
struct ReleasePage {
  std::pmr::memory_resource* resource;
  std::size_t page_size;

  void operator()(std::byte* page) const { resource->deallocate(page, page_size, PagedOutput::kPageAlignment); }
};

}  // namespace

PagedOutput::PagedOutput(std::size_t page_size, std::pmr::memory_resource* resource, std::uint64_t max_bytes,
                         BulkPolicy policy)
    : page_size_(page_size), max_bytes_(std::min(max_bytes, kNoLimit)), policy_(policy), pages_(resource) {
  LOCKSTEP_CHECK(page_size >= 1, "a page holds at least one byte");
}

Status PagedOutput::write_bytes(std::span<const std::byte> bytes) {
  if (Status status = prepare(bytes.size()); !status) return status;
  put_bytes(bytes.data(), bytes.size());
  return {};
}

Status PagedOutput::write_utf8(std::string_view text) {
  if (text.size() > INT32_MAX) return fail(ErrorCode::value_too_long, "the byte count of a string is an int32");
  if (Status status = prepare(sizeof(std::int32_t) + text.size()); !status) return status;
  if (Status status = write_i32(static_cast<std::int32_t>(text.size())); !status) return status;
  return write_bytes(as_byte_span(text));
}

Status PagedOutput::seek(std::int64_t position) {
  if (position < 0) return fail(ErrorCode::invalid_argument, "seek to a negative position");
  const auto target = static_cast<std::uint64_t>(position);
  if (target > max_bytes_) return fail(ErrorCode::limit_exceeded, "seek past the limit of the stream");
  acquire_pages(target);
  size_ = std::max(size(), target);
  place(target);
  return {};
}

std::pmr::vector<PageView> PagedOutput::pages() const {
  std::pmr::vector<PageView> views(pages_.get_allocator());
  const std::uint64_t end = size();
  views.reserve(static_cast<std::size_t>(end / page_size_ + 1));
  for (std::uint64_t begin = 0; begin < end; begin += page_size_) {
    views.emplace_back(pages_[views.size()],
                       static_cast<std::size_t>(std::min<std::uint64_t>(page_size_, end - begin)));
  }
  return views;
}

ByteReader PagedOutput::read_view() const { return ByteReader(pages(), policy_); }

template <class Word>
Status PagedOutput::write_word_across_pages(Word word) {
  const auto bytes = std::bit_cast<std::array<std::byte, sizeof(Word)>>(std::byteswap(word));
  return write_bytes(bytes);
}
template Status PagedOutput::write_word_across_pages(std::uint8_t);
template Status PagedOutput::write_word_across_pages(std::uint16_t);
template Status PagedOutput::write_word_across_pages(std::uint32_t);
template Status PagedOutput::write_word_across_pages(std::uint64_t);

template <SwappedWord Word>
Status PagedOutput::write_array_slow(std::span<const std::byte> words, ArrayType type) {
  if (Status status = prepare(words.size()); !status) return status;
  const bool bulk = words.size() / sizeof(Word) >= policy_.min_write(type);
  const std::byte* from = words.data();
  const std::byte* const end = from + words.size();
  while (from != end) {
    const std::uint64_t run = std::min<std::uint64_t>(room(), static_cast<std::uint64_t>(end - from)) / sizeof(Word);
    if (bulk && run > 0) {
      copy_byte_swapped<Word>(cursor_, from, run);
      cursor_ += run * sizeof(Word);
      from += run * sizeof(Word);
    } else {
      // A value that straddles pages, or any value where the policy says one at a time.
      if (Status status = write_word(load_unaligned<Word>(from)); !status) return status;
      from += sizeof(Word);
    }
  }
  return {};
}
template Status PagedOutput::write_array_slow<std::uint32_t>(std::span<const std::byte>, ArrayType);
template Status PagedOutput::write_array_slow<std::uint64_t>(std::span<const std::byte>, ArrayType);

Status PagedOutput::prepare_pages(std::uint64_t bytes) {
  if (bytes > max_bytes_ - position()) return fail(ErrorCode::limit_exceeded, "write past the limit of the stream");
  acquire_pages(position() + bytes);
  return {};
}

void PagedOutput::put_bytes(const std::byte* from, std::size_t count) {
  while (count > 0) {
    if (room() == 0) {
      size_ = size();
      place(position());
    }
    const std::size_t run = static_cast<std::size_t>(std::min<std::uint64_t>(room(), count));
    std::memcpy(cursor_, from, run);
    cursor_ += run;
    from += run;
    count -= run;
  }
}

void PagedOutput::acquire_pages(std::uint64_t end) {
  const std::uint64_t needed = end / page_size_ + (end % page_size_ != 0 ? 1 : 0);
  const std::size_t held = pages_.size();
  if (needed <= held) return;
  if (needed > pages_.max_size()) throw std::bad_alloc();
  try {
    while (pages_.size() < needed) pages_.push_back(new_page());
  } catch (...) {
    pages_.resize(held);
    throw;
  }
}

std::shared_ptr<std::byte> PagedOutput::new_page() {
  std::pmr::memory_resource* const resource = pages_.get_allocator().resource();
  auto* const page = static_cast<std::byte*>(resource->allocate(page_size_, kPageAlignment));
  std::memset(page, 0, page_size_);
  // Should the count not fit into memory, the constructor releases the page.
  return {page, ReleasePage{resource, page_size_}, std::pmr::polymorphic_allocator<std::byte>(resource)};
}

void PagedOutput::place(std::uint64_t position) {
  if (pages_.empty()) return;
  // Behind the last page stands the end of the last page.
  const std::uint64_t index = std::min<std::uint64_t>(position / page_size_, pages_.size() - 1);
  page_position_ = index * page_size_;
  page_begin_ = pages_[static_cast<std::size_t>(index)].get();
  cursor_ = page_begin_ + (position - page_position_);
  room_end_ = page_begin_ + std::min<std::uint64_t>(page_size_, max_bytes_ - page_position_);
}

}  // namespace lockstep
