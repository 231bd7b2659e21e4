// A HyperLogLog, kept as what it is: a small set of hashes, or registers.   (data/hll_format.h: bytes, union, form)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "lockstep/base/error.h"
#include "lockstep/data/hll_format.h"

namespace lockstep::reference {

// All memory comes from the resource. Moved, never copied.
class Hll {
 public:
  // Empty, which is an exact set.
  explicit Hll(std::pmr::memory_resource* resource) : hashes_(resource), ranks_(resource) {}
  Hll(const Hll&) = delete;
  Hll& operator=(const Hll&) = delete;
  Hll(Hll&&) noexcept = default;
  Hll& operator=(Hll&&) = delete;
  ~Hll() = default;

  [[nodiscard]] bool is_exact() const { return ranks_.empty(); }
  // At most kHllMaxHashes, strictly ascending; none where there are registers.
  [[nodiscard]] std::span<const std::uint64_t> hashes() const { return hashes_; }
  // The kHllRegisters registers, not all of them 0; none while the set is exact.
  [[nodiscard]] std::span<const std::uint8_t> ranks() const { return ranks_; }

  // After a bad_alloc the sketch is as it was. O(kHllRegisters).
  void unite(const Hll& other);

 private:
  friend Result<Hll> parse_hll(std::span<const std::byte> bytes, std::pmr::memory_resource* resource);

  std::pmr::vector<std::uint64_t> hashes_;
  std::pmr::vector<std::uint8_t> ranks_;
};

// malformed_value, saying what is wrong, for bytes that are not a valid sketch.
Result<Hll> parse_hll(std::span<const std::byte> bytes, std::pmr::memory_resource* resource);

// The canonical bytes.
std::pmr::string serialize_hll(const Hll& hll, std::pmr::memory_resource* resource);

}  // namespace lockstep::reference
