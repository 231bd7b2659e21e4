// A set of uint64: the value and the aggregate state of the type `bitmap`.   (data.md, "Types")
//
// Serialized, it is the portable 64-bit Roaring format, all numbers little-endian:
//
//   uint64                    count of high words
//   per high word, ascending  uint32 high word, then a 32-bit bitmap:
//     uint32 cookie           12346, then uint32 count of containers; or, if any container is a run container,
//                             12347 | (count - 1) << 16, then one bit a container (1 = run), padded to bytes; written
//                             with zeros
//     per container           uint16 key (ascending), uint16 cardinality - 1
//     per container           uint32 offset of its bytes from the cookie; with runs only from 4 containers up
//     per container           run: uint16 count, then per run uint16 first, uint16 length - 1
//                             array (cardinality ≤ 4,096): that many uint16, ascending
//                             bitset: 1,024 uint64
//
// The canonical form of a set is the one with no empty container or high word, a run container exactly where it is
// strictly smaller, and the runless cookie where no container is a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <span>

#include "lockstep/aggregate/bitmap_container.h"
#include "lockstep/base/error.h"

namespace lockstep {

// All memory comes from the resource. Moves keep the resource.
class Bitmap {
 public:
  explicit Bitmap(std::pmr::memory_resource* resource) : containers_(resource) {}
  Bitmap(Bitmap&&) noexcept = default;
  Bitmap(const Bitmap&) = delete;
  Bitmap& operator=(const Bitmap&) = delete;
  Bitmap& operator=(Bitmap&&) = delete;
  ~Bitmap() = default;

  // Reads any valid choice of containers. malformed_value, naming what is wrong at which byte, for anything else: every
  // count, order, cardinality, run and offset is checked before a byte behind it is trusted, and nothing may follow the
  // end. O(bytes), and no allocation is larger than the input accounts for.
  static Result<Bitmap> parse(std::span<const std::byte> bytes, std::pmr::memory_resource* resource);

  // Set union. After a bad_alloc the set is valid and holds some of `other`. The second form may take over containers
  // and leaves `other` unspecified but valid; both bitmaps must use the same resource.
  void merge(const Bitmap& other);
  void merge(Bitmap&& other);

  // Size and bytes of the canonical form. O(containers and their values)
  [[nodiscard]] std::size_t serialized_bytes() const;
  void serialize(std::byte* to) const;

  [[nodiscard]] std::uint64_t cardinality() const;
  [[nodiscard]] bool empty() const { return containers_.empty(); }

 private:
  friend class BitmapReader;
  // The values' upper 48 bits, and the container of the lower 16. Ascending, so high words come out in order.
  using Containers = std::pmr::map<std::uint64_t, BitmapContainer>;

  Containers containers_;
};

}  // namespace lockstep
