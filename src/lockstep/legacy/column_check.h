// Is a value inside its column's type, and what is stored of it?   (data.md, "Types")
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/base/error.h"
#include "lockstep/base/int256.h"
#include "lockstep/data/column.h"
#include "lockstep/data/table.h"

namespace lockstep::legacy {

class ColumnCheck {
 public:
  // Borrows `column`.
  ColumnCheck(const ColumnSchema& column, const TableOptions& options);

  // The bytes to store for the value in `row` of `from`, a column of the checked column's type: the value itself, cut
  // for char, canonical for a set; nothing for a null. null_in_required_column, value_out_of_range, value_too_long
  // or malformed_value naming column and row. The bytes are borrowed from `from` or, sets, from `scratch`.
  [[nodiscard]] Result<std::span<const std::byte>> stored_bytes(const Column& from, std::size_t row,
                                                                Buffer& scratch) const;

 private:
  [[nodiscard]] std::unexpected<Error> wrong(ErrorCode code, std::size_t row, const std::string& what) const;
  [[nodiscard]] Result<std::span<const std::byte>> stored_text(std::span<const std::byte> value, std::size_t row) const;
  [[nodiscard]] Result<std::span<const std::byte>> stored_set(std::span<const std::byte> value, std::size_t row,
                                                              Buffer& scratch) const;

  const ColumnSchema& column_;
  // Bounds of booleans, decimals, dates and datetimes, both inclusive.
  bool bounded_ = false;
  int256_t lowest_ = 0;
  int256_t highest_ = 0;
  std::uint64_t max_bytes_ = 0;  // of char, varchar and string
};

}  // namespace lockstep::legacy
