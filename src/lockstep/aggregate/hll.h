// HyperLogLog: the value and the aggregate state of the type `hll`. The byte format and the union's rule are in
// data/hll_format.h.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string_view>

#include "lockstep/base/error.h"
#include "lockstep/data/buffer.h"
#include "lockstep/data/hll_format.h"

namespace lockstep {

// Counts distinct values: exactly up to kHllMaxHashes, then with a standard error of 1.04 / √16,384 = 0.8 %. At most 16
// KiB, from the resource.
class Hll {
 public:
  explicit Hll(std::pmr::memory_resource* resource) : hashes_(resource), registers_(resource) {}

  // malformed_value, naming what is wrong, for bytes that are no sketch. O(bytes)
  static Result<Hll> parse(std::span<const std::byte> bytes, std::pmr::memory_resource* resource);

  void add(std::string_view value);
  void add_hash(std::uint64_t hash);
  // After a bad_alloc the sketch is as it was. At most O(kHllRegisters).
  void merge(const Hll& other);

  // The canonical form.
  [[nodiscard]] std::size_t serialized_bytes() const;
  void serialize(std::byte* to) const;

  // How many distinct values were added. O(kHllRegisters)
  [[nodiscard]] double estimate() const;
  // Still the exact set of hashes?
  [[nodiscard]] bool is_exact() const { return registers_.empty(); }

 private:
  [[nodiscard]] std::span<const std::uint64_t> hashes() const { return hashes_.as<std::uint64_t>(); }
  [[nodiscard]] std::span<const std::uint8_t> registers() const { return registers_.as<std::uint8_t>(); }
  [[nodiscard]] std::size_t used_registers() const;
  [[nodiscard]] bool is_sparse() const;
  void to_registers();
  void enter(std::uint64_t hash);
  Status read_exact(std::span<const std::byte> bytes);
  Status read_sparse(std::span<const std::byte> bytes);
  Status read_dense(std::span<const std::byte> bytes);

  Buffer hashes_;     // ascending; empty once there are registers
  Buffer registers_;  // kHllRegisters bytes, or none while the set is exact
};

}  // namespace lockstep
