// A list of equally long columns in schema order.   (data.md, "Blocks")
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "lockstep/data/column.h"
#include "lockstep/data/schema.h"

namespace lockstep {

// Names belong to the schema of a table; what a block knows of its schema is each column's type and nullability.
class Block {
 public:
  // Empty columns, all from `resource`.
  Block(const Schema& schema, std::pmr::memory_resource* resource);
  explicit Block(std::pmr::vector<Column> columns) : columns_(std::move(columns)) {}
  // A deep copy into `resource`; the plain copy lives in the default resource.
  Block(const Block& other, std::pmr::memory_resource* resource);
  Block(const Block&) = default;
  Block(Block&&) noexcept = default;
  Block& operator=(const Block&) = default;
  // Takes over the columns with their resources (a pmr vector's own assignment would copy across resources).
  Block& operator=(Block&& other) noexcept;

  [[nodiscard]] std::size_t column_count() const { return columns_.size(); }
  [[nodiscard]] std::size_t row_count() const { return columns_.empty() ? 0 : columns_.front().size(); }
  [[nodiscard]] const Column& column(std::size_t index) const { return columns_[index]; }
  [[nodiscard]] Column& column(std::size_t index) { return columns_[index]; }
  [[nodiscard]] std::span<const Column> columns() const { return columns_; }
  [[nodiscard]] std::span<Column> columns() { return columns_; }
  // True unless somebody appended to some columns and not to others.
  [[nodiscard]] bool is_rectangular() const;

  // Identical in the sense of data.md: byte for byte.
  friend bool operator==(const Block& a, const Block& b);

 private:
  std::pmr::vector<Column> columns_;
};

// A 64-bit hash over exactly what operator== compares, the same in every build and on every machine:
// per column kind, precision, scale, max_length, nullability, then rows, null map, offsets and bytes, all
// little-endian. O(bytes). Not for use against an adversary.
std::uint64_t fingerprint(const Block& block);
// The same over a block and the LSNs beside its rows.
std::uint64_t fingerprint(const Block& block, std::span<const std::int64_t> lsns);

}  // namespace lockstep
