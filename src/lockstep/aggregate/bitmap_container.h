// One Roaring container: a non-empty set of 16-bit values.
//
// In memory it is an array of ascending values up to kMaxArrayValues, a bitset beyond, or "full", all 65,536 values,
// which needs no bytes at all. Runs exist on the wire only. Set algebra on the values is CRoaring's; the memory is
// ours, because CRoaring 0.2.66 takes its own from malloc, where no table could count it or survive its failing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "lockstep/data/buffer.h"

namespace lockstep {

inline constexpr std::uint32_t kMaxArrayValues = 4096;
inline constexpr std::uint32_t kMaxContainerValues = 65536;
inline constexpr std::size_t kBitsetBytes = kMaxContainerValues / 8;
// A run on the wire: the first value and the count of those that follow it, both uint16; a uint16 count of runs before.
inline constexpr std::size_t kRunBytes = 4;
inline constexpr std::size_t kRunCountBytes = 2;

class BitmapContainer {
 public:
  explicit BitmapContainer(std::pmr::memory_resource* resource) : values_(resource) {}

  [[nodiscard]] std::uint32_t cardinality() const { return cardinality_; }
  [[nodiscard]] bool is_full() const { return cardinality_ == kMaxContainerValues; }

  // Replaces the contents; the bytes were validated by the caller. Each may throw std::bad_alloc.
  void assign_array(std::span<const std::byte> values, std::uint32_t cardinality);
  void assign_bitset(std::span<const std::byte> words, std::uint32_t cardinality);
  void assign_runs(std::span<const std::byte> runs, std::uint32_t cardinality);

  // Set union. After a bad_alloc the container is as it was. Amortised O(values of `other`) where they lie behind ours,
  // else O(values of both), at most O(kBitsetBytes).
  void merge(const BitmapContainer& other);

  // How the canonical form of the container lies on the wire.   (data.md, "Types")
  struct Encoding {
    bool is_run;
    std::size_t bytes;
  };
  [[nodiscard]] Encoding encoding() const;
  // Writes encoding().bytes bytes.
  void serialize(std::byte* to) const;

 private:
  [[nodiscard]] bool is_array() const { return cardinality_ <= kMaxArrayValues; }
  [[nodiscard]] std::span<const std::uint16_t> array() const { return values_.as<std::uint16_t>(); }
  [[nodiscard]] std::span<const std::uint64_t> words() const { return values_.as<std::uint64_t>(); }
  [[nodiscard]] std::uint32_t count_runs() const;
  // Calls take(first, last) for each maximal run, ascending.
  template <class Take>
  void for_each_run(Take take) const;
  void merge_arrays(const BitmapContainer& other);
  // The set as a bitset with room for every value; not for a full container.
  [[nodiscard]] Buffer to_bitset() const;
  void take_bitset(Buffer bitset, std::uint64_t cardinality);

  std::uint32_t cardinality_ = 0;
  Buffer values_;  // array: cardinality_ uint16, ascending; bitset: 1,024 words; full: nothing
};

}  // namespace lockstep
