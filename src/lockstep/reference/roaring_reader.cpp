#include <cstdint>
#include <optional>

#include "lockstep/reference/byte_format.h"
#include "lockstep/reference/roaring_format.h"

namespace lockstep::reference {
namespace {

std::unexpected<Error> malformed(const char* what) {
  return fail(ErrorCode::malformed_value, std::string("bitmap: ") + what);
}

// The containers append to `bitmap`; `base` is the value whose low 16 bits are zero.

Status read_runs(Cursor& cursor, std::uint64_t base, std::uint32_t cardinality, Bitmap& bitmap) {
  const auto run_count = cursor.take_number<std::uint16_t>();
  if (!run_count) return malformed("ends inside a run container");
  const auto runs = cursor.take(std::size_t{*run_count} * 4);
  if (!runs) return malformed("ends inside a run container");
  std::uint32_t found = 0;
  std::uint32_t next = 0;  // the smallest value that the next run may start with
  for (std::size_t i = 0; i < *run_count; ++i) {
    const std::uint32_t first = number_at<std::uint16_t>(*runs, 2 * i);
    const std::uint32_t last = first + number_at<std::uint16_t>(*runs, 2 * i + 1);
    if (first < next) return malformed("runs overlap or do not ascend");
    if (last >= kContainerValues) return malformed("a run leaves its container");
    bitmap.append({base + first, base + last});
    found += last - first + 1;
    next = last + 1;
  }
  if (found != cardinality) return malformed("a run container's cardinality is wrong");
  return {};
}

Status read_array(Cursor& cursor, std::uint64_t base, std::uint32_t cardinality, Bitmap& bitmap) {
  const auto values = cursor.take(std::size_t{cardinality} * 2);
  if (!values) return malformed("ends inside an array container");
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < cardinality; ++i) {
    const std::uint32_t value = number_at<std::uint16_t>(*values, i);
    if (value < next) return malformed("an array container's values do not ascend");
    bitmap.append({base + value, base + value});
    next = value + 1;
  }
  return {};
}

Status read_bitset(Cursor& cursor, std::uint64_t base, std::uint32_t cardinality, Bitmap& bitmap) {
  const auto bits = cursor.take(kBitsetBytes);
  if (!bits) return malformed("ends inside a bitset container");
  std::uint32_t found = 0;
  for (std::uint32_t value = 0; value < kContainerValues; ++value) {
    const auto byte = std::to_integer<std::uint32_t>((*bits)[value / 8]);
    if ((byte >> (value % 8) & 1) == 0) continue;
    bitmap.append({base + value, base + value});
    ++found;
  }
  if (found != cardinality) return malformed("a bitset container's cardinality is wrong");
  return {};
}

// What stands before the containers.
struct Header {
  std::uint32_t container_count = 0;
  std::span<const std::byte> run_flags;               // empty: no run containers
  std::span<const std::byte> descriptions;            // per container: key, cardinality − 1
  std::optional<std::span<const std::byte>> offsets;  // per container: where it starts

  [[nodiscard]] bool is_run(std::size_t container) const {
    if (run_flags.empty()) return false;
    return (std::to_integer<unsigned>(run_flags[container / 8]) >> (container % 8) & 1) != 0;
  }
  [[nodiscard]] std::uint16_t key(std::size_t container) const {
    return number_at<std::uint16_t>(descriptions, 2 * container);
  }
  [[nodiscard]] std::uint32_t cardinality(std::size_t container) const {
    return std::uint32_t{number_at<std::uint16_t>(descriptions, 2 * container + 1)} + 1;
  }
};

Result<Header> read_header(Cursor& cursor) {
  Header header;
  const auto cookie = cursor.take_number<std::uint32_t>();
  if (!cookie) return malformed("ends inside a cookie");
  if (*cookie == kCookieNoRuns) {
    const auto count = cursor.take_number<std::uint32_t>();
    if (!count) return malformed("ends inside the number of containers");
    if (*count == 0) return malformed("a high word without containers");
    if (*count > kMaxContainers) return malformed("more containers than there can be");
    header.container_count = *count;
  } else if ((*cookie & 0xffff) == kCookieRuns) {
    header.container_count = (*cookie >> 16) + 1;
    const auto flags = cursor.take((header.container_count + 7) / 8);
    if (!flags) return malformed("ends inside the run flags");
    header.run_flags = *flags;
  } else {
    return malformed("unknown cookie");
  }
  const auto descriptions = cursor.take(std::size_t{header.container_count} * 4);
  if (!descriptions) return malformed("ends inside the descriptive header");
  header.descriptions = *descriptions;
  if (*cookie == kCookieNoRuns || header.container_count >= kMinContainersForOffsets) {
    header.offsets = cursor.take(std::size_t{header.container_count} * 4);
    if (!header.offsets) return malformed("ends inside the offset header");
  }
  return header;
}

// The bitmap of one high word; `base` is that word as the high half of a value.
Status read_bitmap(Cursor& cursor, std::uint64_t base, Bitmap& bitmap) {
  const std::size_t start = cursor.position();
  const Result<Header> header = read_header(cursor);
  if (!header) return std::unexpected(header.error());
  std::uint32_t next_key = 0;
  for (std::size_t i = 0; i < header->container_count; ++i) {
    const std::uint32_t key = header->key(i);
    if (key < next_key) return malformed("container keys do not ascend");
    next_key = key + 1;
    if (header->offsets && number_at<std::uint32_t>(*header->offsets, i) != cursor.position() - start) {
      return malformed("an offset does not point at its container");
    }
    const std::uint64_t container_base = base | std::uint64_t{key} << 16;
    const std::uint32_t cardinality = header->cardinality(i);
    const auto read = header->is_run(i) ? read_runs : cardinality <= kMaxArrayCardinality ? read_array : read_bitset;
    if (Status status = read(cursor, container_base, cardinality, bitmap); !status) return status;
  }
  return {};
}

}  // namespace

Result<Bitmap> parse_roaring(std::span<const std::byte> bytes, std::pmr::memory_resource* resource) {
  Bitmap bitmap(resource);
  Cursor cursor(bytes);
  const auto word_count = cursor.take_number<std::uint64_t>();
  if (!word_count) return malformed("ends inside the number of high words");
  std::uint64_t next_word = 0;
  for (std::uint64_t i = 0; i < *word_count; ++i) {
    const auto word = cursor.take_number<std::uint32_t>();
    if (!word) return malformed("ends before the last high word");
    if (*word < next_word) return malformed("high words do not ascend");
    next_word = std::uint64_t{*word} + 1;
    if (Status status = read_bitmap(cursor, std::uint64_t{*word} << 32, bitmap); !status) {
      return std::unexpected(std::move(status.error()));
    }
  }
  if (!cursor.at_end()) return malformed("bytes follow the end");
  return bitmap;
}

}  // namespace lockstep::reference
