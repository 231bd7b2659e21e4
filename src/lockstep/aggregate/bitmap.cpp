#include "lockstep/aggregate/bitmap.h"

#include <cstring>
#include <tuple>

#include "lockstep/aggregate/bitmap_format.h"
#include "lockstep/base/bytes.h"

namespace lockstep {

void Bitmap::merge(const Bitmap& other) {
  for (const auto& [key, theirs] : other.containers_) {
    if (const auto ours = containers_.find(key); ours != containers_.end()) {
      ours->second.merge(theirs);
    } else {
      BitmapContainer copy(containers_.get_allocator().resource());
      copy.merge(theirs);
      containers_.emplace(key, std::move(copy));
    }
  }
}

void Bitmap::merge(Bitmap&& other) {
  while (!other.containers_.empty()) {
    const auto theirs = other.containers_.begin();
    const auto ours = containers_.find(theirs->first);
    if (ours == containers_.end()) {
      containers_.insert(other.containers_.extract(theirs));
    } else {
      ours->second.merge(theirs->second);
      other.containers_.erase(theirs);
    }
  }
}

std::uint64_t Bitmap::cardinality() const {
  std::uint64_t values = 0;
  for (const auto& [key, container] : containers_) values += container.cardinality();
  return values;
}

namespace {

// What of one high word's bitmap must be known before its first byte can be written.
struct Layout {
  std::size_t containers = 0;
  std::size_t payload_bytes = 0;
  bool any_run = false;

  [[nodiscard]] std::size_t header_bytes() const {
    const std::size_t cookie = any_run ? 4 + (containers + 7) / 8 : 8;
    return cookie + containers * (kKeyCardinalityBytes + (has_offsets() ? kOffsetBytes : 0));
  }
  [[nodiscard]] bool has_offsets() const { return !any_run || containers >= kMinRunContainersWithOffsets; }
};

template <class Iterator>
Layout lay_out(Iterator first, Iterator last) {
  Layout layout;
  for (; first != last; ++first) {
    const auto encoding = first->second.encoding();
    ++layout.containers;
    layout.payload_bytes += encoding.bytes;
    layout.any_run |= encoding.is_run;
  }
  return layout;
}

// Writes the 32-bit bitmap of one high word; returns where it ends.
template <class Iterator>
std::byte* serialize_high_word(Iterator first, Iterator last, std::byte* const to) {
  const Layout layout = lay_out(first, last);
  const std::size_t n = layout.containers;
  std::byte* flags = to + 4;
  std::byte* keys = to + (layout.any_run ? 4 + (n + 7) / 8 : 8);
  if (layout.any_run) {
    store_unaligned(to, static_cast<std::uint32_t>(kCookieWithRuns | (n - 1) << 16));
    std::memset(flags, 0, (n + 7) / 8);
  } else {
    store_unaligned(to, kCookieWithoutRuns);
    store_unaligned(to + 4, static_cast<std::uint32_t>(n));
  }
  std::byte* offsets = keys + n * kKeyCardinalityBytes;
  std::byte* payload = to + layout.header_bytes();
  for (std::size_t i = 0; first != last; ++first, ++i) {
    const BitmapContainer& container = first->second;
    const auto encoding = container.encoding();
    if (encoding.is_run) flags[i / 8] |= std::byte{1} << (i % 8);
    store_unaligned(keys + i * kKeyCardinalityBytes, static_cast<std::uint16_t>(first->first));
    store_unaligned(keys + i * kKeyCardinalityBytes + 2, static_cast<std::uint16_t>(container.cardinality() - 1));
    if (layout.has_offsets()) store_unaligned(offsets + i * kOffsetBytes, static_cast<std::uint32_t>(payload - to));
    container.serialize(payload);
    payload += encoding.bytes;
  }
  return payload;
}

// Calls take(first, last) for the containers of each high word, ascending.
template <class Containers, class Take>
void for_each_high_word(const Containers& containers, Take take) {
  for (auto first = containers.begin(); first != containers.end();) {
    auto last = first;
    while (last != containers.end() && last->first >> 16 == first->first >> 16) ++last;
    take(first, last);
    first = last;
  }
}

}  // namespace

std::size_t Bitmap::serialized_bytes() const {
  std::size_t bytes = sizeof(std::uint64_t);
  for_each_high_word(containers_, [&](auto first, auto last) {
    const Layout layout = lay_out(first, last);
    bytes += sizeof(std::uint32_t) + layout.header_bytes() + layout.payload_bytes;
  });
  return bytes;
}

void Bitmap::serialize(std::byte* to) const {
  std::byte* const count_at = to;
  std::uint64_t high_words = 0;
  to += sizeof(std::uint64_t);
  for_each_high_word(containers_, [&](auto first, auto last) {
    store_unaligned(to, static_cast<std::uint32_t>(first->first >> 16));
    to = serialize_high_word(first, last, to + sizeof(std::uint32_t));
    ++high_words;
  });
  store_unaligned(count_at, high_words);
}

}  // namespace lockstep
