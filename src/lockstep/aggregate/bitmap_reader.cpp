// The strict reader of the portable Roaring format: Bitmap::parse.

#include <bit>
#include <string>

#include "lockstep/aggregate/bitmap.h"
#include "lockstep/aggregate/bitmap_format.h"
#include "lockstep/base/bytes.h"

namespace lockstep {

class BitmapReader {
 public:
  BitmapReader(std::span<const std::byte> bytes, std::pmr::memory_resource* resource)
      : bytes_(bytes), resource_(resource), bitmap_(resource) {}

  Result<Bitmap> read() {
    if (!has(sizeof(std::uint64_t))) return malformed("the count of high words is cut off");
    const auto high_words = take<std::uint64_t>();
    std::uint64_t previous = 0;
    for (std::uint64_t i = 0; i < high_words; ++i) {
      if (!has(sizeof(std::uint32_t))) return malformed("a high word is cut off");
      const std::uint64_t high_word = take<std::uint32_t>();
      if (i > 0 && high_word <= previous) return malformed("high words do not ascend");
      previous = high_word;
      if (Status status = read_high_word(high_word << 16); !status) return std::unexpected(std::move(status.error()));
    }
    if (at_ != bytes_.size()) return malformed("bytes follow the end");
    return std::move(bitmap_);
  }

 private:
  struct Header {
    std::size_t start = 0;  // of the cookie
    std::size_t containers = 0;
    std::size_t flags = 0;    // position of the run flags; 0: there are none
    std::size_t keys = 0;     // position of the keys and cardinalities
    std::size_t offsets = 0;  // position of the offsets; 0: there are none
  };

  [[nodiscard]] bool has(std::size_t count) const { return bytes_.size() - at_ >= count; }
  template <class T>
  T take() {
    const T value = load_unaligned<T>(bytes_.data() + at_);
    at_ += sizeof(T);
    return value;
  }
  std::span<const std::byte> take_bytes(std::size_t count) {
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }
  [[nodiscard]] std::unexpected<Error> malformed(const char* what) const {
    return fail(ErrorCode::malformed_value, "bitmap: " + std::string(what) + ", at byte " + std::to_string(at_));
  }

  Status read_header(Header& header) {
    header.start = at_;
    if (!has(sizeof(std::uint32_t))) return malformed("the cookie is cut off");
    const auto cookie = take<std::uint32_t>();
    if ((cookie & 0xffff) == kCookieWithRuns) {
      header.containers = (cookie >> 16) + 1;
      const std::size_t flag_bytes = (header.containers + 7) / 8;
      if (!has(flag_bytes)) return malformed("the run flags are cut off");
      header.flags = at_;
      at_ += flag_bytes;  // bits behind the last container's mean nothing
    } else if (cookie == kCookieWithoutRuns) {
      if (!has(sizeof(std::uint32_t))) return malformed("the count of containers is cut off");
      header.containers = take<std::uint32_t>();
      if (header.containers == 0) return malformed("a high word without containers");
      if (header.containers > kMaxContainers) return malformed("more than 65,536 containers");
    } else {
      return malformed("no Roaring cookie");
    }
    if (!has(header.containers * kKeyCardinalityBytes)) return malformed("keys and cardinalities are cut off");
    header.keys = at_;
    at_ += header.containers * kKeyCardinalityBytes;
    if (header.flags == 0 || header.containers >= kMinRunContainersWithOffsets) {
      if (!has(header.containers * kOffsetBytes)) return malformed("offsets are cut off");
      header.offsets = at_;
      at_ += header.containers * kOffsetBytes;
    }
    return {};
  }

  Status read_high_word(std::uint64_t high) {
    Header header;
    if (Status status = read_header(header); !status) return status;
    std::uint32_t previous = 0;
    for (std::size_t i = 0; i < header.containers; ++i) {
      const std::byte* const entry = bytes_.data() + header.keys + i * kKeyCardinalityBytes;
      const std::uint32_t key = load_unaligned<std::uint16_t>(entry);
      const std::uint32_t cardinality = load_unaligned<std::uint16_t>(entry + 2) + 1u;
      if (i > 0 && key <= previous) return malformed("container keys do not ascend");
      previous = key;
      if (header.offsets != 0 &&
          load_unaligned<std::uint32_t>(bytes_.data() + header.offsets + i * kOffsetBytes) != at_ - header.start) {
        return malformed("an offset does not point at its container");
      }
      const bool is_run =
          header.flags != 0 && (std::to_integer<unsigned>(bytes_[header.flags + i / 8]) >> (i % 8) & 1) != 0;
      BitmapContainer container(resource_);
      Status status = is_run                           ? read_runs(container, cardinality)
                      : cardinality <= kMaxArrayValues ? read_array(container, cardinality)
                                                       : read_bitset(container, cardinality);
      if (!status) return status;
      bitmap_.containers_.emplace_hint(bitmap_.containers_.end(), high | key, std::move(container));
    }
    return {};
  }

  Status read_array(BitmapContainer& container, std::uint32_t cardinality) {
    if (!has(cardinality * sizeof(std::uint16_t))) return malformed("an array container is cut off");
    const auto values = bytes_.subspan(at_, cardinality * sizeof(std::uint16_t));
    for (std::size_t i = 2; i < values.size(); i += 2) {
      if (load_unaligned<std::uint16_t>(values.data() + i) <= load_unaligned<std::uint16_t>(values.data() + i - 2)) {
        return malformed("values of an array container do not ascend");
      }
    }
    container.assign_array(take_bytes(values.size()), cardinality);
    return {};
  }

  Status read_bitset(BitmapContainer& container, std::uint32_t cardinality) {
    if (!has(kBitsetBytes)) return malformed("a bitset container is cut off");
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < kBitsetBytes; i += 8) {
      bits += static_cast<std::uint32_t>(std::popcount(load_unaligned<std::uint64_t>(bytes_.data() + at_ + i)));
    }
    if (bits != cardinality) return malformed("a bitset container's cardinality is wrong");
    container.assign_bitset(take_bytes(kBitsetBytes), cardinality);
    return {};
  }

  Status read_runs(BitmapContainer& container, std::uint32_t cardinality) {
    if (!has(kRunCountBytes)) return malformed("the count of runs is cut off");
    const std::size_t count = take<std::uint16_t>();
    if (!has(count * kRunBytes)) return malformed("a run container is cut off");
    std::uint32_t values = 0;
    std::uint32_t next = 0;  // the lowest value that the next run may start at
    for (std::size_t i = 0; i < count; ++i) {
      const std::byte* const run = bytes_.data() + at_ + i * kRunBytes;
      const std::uint32_t first = load_unaligned<std::uint16_t>(run);
      const std::uint32_t last = first + load_unaligned<std::uint16_t>(run + 2);
      if (first < next) return malformed("runs overlap or do not ascend");
      if (last >= kMaxContainerValues) return malformed("a run passes the end of its container");
      values += last - first + 1;
      next = last + 1;
    }
    if (values != cardinality) return malformed("a run container's cardinality is wrong");
    container.assign_runs(take_bytes(count * kRunBytes), cardinality);
    return {};
  }

  std::span<const std::byte> bytes_;
  std::pmr::memory_resource* resource_;
  Bitmap bitmap_;
  std::size_t at_ = 0;
};

Result<Bitmap> Bitmap::parse(std::span<const std::byte> bytes, std::pmr::memory_resource* resource) {
  return BitmapReader(bytes, resource).read();
}

}  // namespace lockstep
