// Values and rows as the reference holds them: every value on its own, as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lockstep/base/bytes.h"
#include "lockstep/base/int256.h"
#include "lockstep/data/column.h"
#include "lockstep/data/type.h"

namespace lockstep::reference {

// A value to look at; the bytes are somebody else's. Under a null they mean nothing.
struct Value {
  bool null = false;
  std::span<const std::byte> bytes;
};

inline Value value_at(const Column& column, std::size_t row) { return {column.is_null(row), column.value(row)}; }

// A value to keep. Moved, never copied: a copy would silently leave the table's memory resource.
class Cell {
 public:
  Cell(bool null, std::pmr::string bytes) : null_(null), bytes_(std::move(bytes)), later_(bytes_.get_allocator()) {}
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;
  Cell(Cell&&) noexcept = default;
  // Cells of different resources would be copied.
  Cell& operator=(Cell&&) = default;  // NOLINT(performance-noexcept-move-constructor)
  ~Cell() = default;

  [[nodiscard]] bool is_null() const { return null_; }
  // Empty under a null, else the fixed-width value or the byte string.
  [[nodiscard]] const std::pmr::string& bytes() const { return bytes_; }
  [[nodiscard]] std::pmr::string& bytes() { return bytes_; }
  [[nodiscard]] Value value() const { return {null_, as_byte_span(bytes_)}; }
  // Cells of the same key inserted after this one, in order, whose fold waits until all are there (fold.h).
  [[nodiscard]] const std::pmr::vector<Cell>& later() const { return later_; }
  [[nodiscard]] std::pmr::vector<Cell>& later() { return later_; }

 private:
  bool null_;
  std::pmr::string bytes_;
  std::pmr::vector<Cell> later_;
};

struct Row {
  std::pmr::vector<Cell> cells;  // in schema order
  std::int64_t lsn = 0;          // means nothing in a table without LSNs
};
static_assert(std::is_nothrow_move_constructible_v<Row>, "rows move into a table without failing half-way");

using Rows = std::pmr::vector<Row>;

// Any integer value, decimals' unscaled integers and booleans included, widened. `bytes` is as wide as `physical`,
// which is not a float and not bytes (checked).
int256_t load_integer(PhysicalType physical, std::span<const std::byte> bytes);

}  // namespace lockstep::reference
