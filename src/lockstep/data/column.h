// One column of a block: values of one type, with a null map if it is nullable.   (data.md, "Blocks")
//
//   fixed width     data = rows × width bytes
//   variable width  offsets = rows + 1 uint32, offsets[0] = 0; value i is bytes [offsets[i], offsets[i + 1]) of data
//   nullable        nulls = rows bytes, 1 = null
//
// A column checks nothing about its values: a string may be longer than its type allows, a bitmap's bytes may be
// garbage, and any payload may lie under a null. Tables check what they are given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <string_view>

#include "lockstep/base/bytes.h"
#include "lockstep/base/check.h"
#include "lockstep/data/buffer.h"
#include "lockstep/data/type.h"

namespace lockstep {

// A column's bytes and its row count stay addressable by unsigned 32-bit numbers.
inline constexpr std::uint64_t kMaxColumnBytes = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t kMaxRows = std::numeric_limits<std::uint32_t>::max();

class Column {
 public:
  Column(Type type, bool nullable, std::pmr::memory_resource* resource)
      : type_(type), width_(type.width()), nullable_(nullable), data_(resource), offsets_(resource), nulls_(resource) {}
  // Takes buffers that already have the shape drawn above; offsets must be empty for fixed width or no rows, nulls
  // empty for a column that is not nullable.
  Column(Type type, bool nullable, std::size_t rows, Buffer data, Buffer offsets, Buffer nulls);
  Column(const Column& other, std::pmr::memory_resource* resource)
      : type_(other.type_),
        width_(other.width_),
        nullable_(other.nullable_),
        rows_(other.rows_),
        data_(other.data_, resource),
        offsets_(other.offsets_, resource),
        nulls_(other.nulls_, resource) {}
  Column(const Column&) = default;
  Column(Column&&) noexcept = default;
  Column& operator=(const Column&) = default;
  Column& operator=(Column&&) noexcept = default;

  [[nodiscard]] Type type() const { return type_; }
  [[nodiscard]] bool nullable() const { return nullable_; }
  [[nodiscard]] std::size_t size() const { return rows_; }
  [[nodiscard]] bool is_fixed_width() const { return width_ != 0; }
  [[nodiscard]] std::pmr::memory_resource* resource() const { return data_.resource(); }

  // Rows 0 … size(); empty for a column that is not nullable.
  [[nodiscard]] std::span<const std::uint8_t> nulls() const { return nulls_.as<std::uint8_t>(); }
  [[nodiscard]] bool is_null(std::size_t row) const { return nullable_ && nulls()[row] != 0; }
  // All values, of the type's physical C++ type; fixed width only.
  template <class T>
  [[nodiscard]] std::span<const T> values() const {
    return data_.as<T>();
  }
  // size() + 1 offsets; variable width only.
  [[nodiscard]] std::span<const std::uint32_t> offsets() const {
    static constexpr std::uint32_t kZero = 0;
    return rows_ == 0 ? std::span<const std::uint32_t>(&kZero, 1) : offsets_.as<std::uint32_t>();
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return data_.bytes(); }
  // The bytes of one value, under a null its payload. Valid until the column changes. O(1)
  [[nodiscard]] std::span<const std::byte> value(std::size_t row) const {
    if (width_ != 0) return {data_.data() + row * width_, width_};
    const auto* const offset = offsets_.as<std::uint32_t>().data() + row;
    return {data_.data() + offset[0], offset[1] - offset[0]};
  }
  [[nodiscard]] std::string_view text(std::size_t row) const { return as_text(value(row)); }

  // Makes room: that many appends of that many bytes in all cannot throw. `bytes` counts for variable width only.
  void reserve_more(std::size_t rows, std::size_t bytes) {
    if (width_ == 0) return reserve_strings(rows, bytes);
    data_.reserve_more(rows * width_);
    if (nullable_) nulls_.reserve_more(rows);
  }
  // Appends one value, exactly width() bytes for fixed width. `null` marks it as the payload under a null and needs a
  // nullable column. The column's bytes must stay ≤ kMaxColumnBytes: the caller checks first. After a bad_alloc the
  // column is as it was. Amortised O(bytes).
  void append(std::span<const std::byte> value, bool null = false);
  template <class T>
  void append_value(T value, bool null = false) {
    append({reinterpret_cast<const std::byte*>(&value), sizeof(T)}, null);
  }
  void append_text(std::string_view text, bool null = false) { append(as_byte_span(text), null); }
  // A null in its canonical form: zero bytes or the empty string under it.
  void append_null();
  // The number zero or the empty string, which may be no value of the type: a place to be filled from elsewhere.
  void append_zero();
  // Appends row `row` of `from`, payload included, as it is. Same type; a null needs a nullable column here.
  void append_row(const Column& from, std::size_t row) { append(from.value(row), from.is_null(row)); }
  // Appends rows first … first + count - 1 of `from`, each null in its canonical form. Same type; a null needs a
  // nullable column here. As append otherwise, but at the speed of memory where `from` has no nulls with a payload.
  void append_rows(const Column& from, std::size_t first, std::size_t count) {
    if (width_ == 0 || nullable_ || from.nullable_) return append_any_rows(from, first, count);
    LOCKSTEP_CHECK(width_ == from.width_ && first + count <= from.rows_, "rows of a column of the same type");
    data_.append(from.data_.data() + first * width_, count * width_);
    rows_ += count;
  }
  void truncate(std::size_t rows);

  // Byte for byte: type, nullability, rows, null map, offsets and bytes.
  friend bool operator==(const Column& a, const Column& b);

 private:
  void append_zeros(bool null);
  void reserve_strings(std::size_t rows, std::size_t bytes);
  void append_any_rows(const Column& from, std::size_t first, std::size_t count);
  // Of append_rows, for rows of which no null has a payload: values, offsets, nulls.
  void append_bytes(const Column& from, std::size_t first, std::size_t count);
  void append_nulls(const Column& from, std::size_t first, std::size_t count);

  Type type_;
  std::size_t width_;
  bool nullable_;
  std::size_t rows_ = 0;
  Buffer data_;
  Buffer offsets_;
  Buffer nulls_;
};

}  // namespace lockstep
