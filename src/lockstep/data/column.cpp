#include "lockstep/data/column.h"

#include <algorithm>
#include <cstring>

#include "lockstep/base/int256.h"

namespace lockstep {

Column::Column(Type type, bool nullable, std::size_t rows, Buffer data, Buffer offsets, Buffer nulls)
    : type_(type),
      width_(type.width()),
      nullable_(nullable),
      rows_(rows),
      data_(std::move(data)),
      offsets_(std::move(offsets)),
      nulls_(std::move(nulls)) {
  LOCKSTEP_CHECK(nulls_.size() == (nullable ? rows : 0), "a null map is one byte a row");
  if (width_ != 0) {
    LOCKSTEP_CHECK(data_.size() == rows * width_ && offsets_.empty(), "fixed-width values fill the data exactly");
  } else if (rows == 0) {
    LOCKSTEP_CHECK(data_.empty() && offsets_.empty(), "an empty column holds no bytes");
  } else {
    const auto ends = offsets_.as<std::uint32_t>();
    LOCKSTEP_CHECK(ends.size() == rows + 1 && ends.front() == 0 && ends.back() == data_.size(),
                   "offsets span the data");
  }
}

void Column::reserve_strings(std::size_t rows, std::size_t bytes) {
  if (rows == 0) return;
  data_.reserve_more(bytes);
  offsets_.reserve_more((rows + (rows_ == 0 ? 1 : 0)) * sizeof(std::uint32_t));
  if (nullable_) nulls_.reserve_more(rows);
}

void Column::append(std::span<const std::byte> value, bool null) {
  LOCKSTEP_CHECK(!null || nullable_, "a null needs a nullable column");
  LOCKSTEP_CHECK(width_ == 0 || value.size() == width_, "a fixed-width value has its type's width");
  LOCKSTEP_CHECK(width_ != 0 || data_.size() + value.size() <= kMaxColumnBytes, "offsets are 32-bit");
  reserve_more(1, value.size());
  data_.append(value.data(), value.size());
  if (width_ == 0) {
    if (rows_ == 0) offsets_.append_value(std::uint32_t{0});
    offsets_.append_value(static_cast<std::uint32_t>(data_.size()));
  }
  if (nullable_) nulls_.append_value(std::uint8_t{null});
  ++rows_;
}

void Column::append_null() {
  LOCKSTEP_CHECK(nullable_, "a null needs a nullable column");
  append_zeros(true);
}

void Column::append_zero() { append_zeros(false); }

void Column::append_zeros(bool null) {
  static constexpr std::byte kZeros[sizeof(int256_t)] = {};  // as wide as the widest fixed-width value
  append({kZeros, width_}, null);
}

void Column::append_any_rows(const Column& from, std::size_t first, std::size_t count) {
  LOCKSTEP_CHECK(type_ == from.type_ && first + count <= from.size(), "rows of a column of the same type");
  if (count == 0) return;
  const auto is_null = [](std::uint8_t null) { return null != 0; };
  const bool nulls = from.nullable_ && std::ranges::any_of(from.nulls().subspan(first, count), is_null);
  LOCKSTEP_CHECK(!nulls || nullable_, "a null needs a nullable column");
  if (width_ == 0 && nulls) {
    // Bytes under a null stay behind, so the values are not one run.
    for (std::size_t row = first; row < first + count; ++row) from.is_null(row) ? append_null() : append_row(from, row);
    return;
  }
  const std::size_t bytes = width_ != 0 ? 0 : from.offsets()[first + count] - from.offsets()[first];
  LOCKSTEP_CHECK(width_ != 0 || data_.size() + bytes <= kMaxColumnBytes, "offsets are 32-bit");
  reserve_more(count, bytes);
  append_bytes(from, first, count);
  append_nulls(from, first, count);
  rows_ += count;
}

void Column::append_bytes(const Column& from, std::size_t first, std::size_t count) {
  if (width_ != 0) return data_.append(from.data_.data() + first * width_, count * width_);
  if (rows_ == 0) offsets_.append_value(std::uint32_t{0});
  const auto source = from.offsets().subspan(first, count + 1);
  // Modulo 2^32, so it does not matter which of the two is larger.
  const std::uint32_t shift = static_cast<std::uint32_t>(data_.size()) - source.front();
  const std::size_t held = offsets_.size() / sizeof(std::uint32_t);
  offsets_.resize_uninitialized((held + count) * sizeof(std::uint32_t));
  std::uint32_t* const to = offsets_.as<std::uint32_t>().data() + held;
  for (std::size_t i = 0; i < count; ++i) to[i] = source[i + 1] + shift;
  data_.append(from.data_.data() + source.front(), source.back() - source.front());
}

void Column::append_nulls(const Column& from, std::size_t first, std::size_t count) {
  if (!nullable_) return;
  if (!from.nullable_) return nulls_.append_zeros(count);
  nulls_.append(from.nulls_.data() + first, count);
  if (width_ == 0) return;  // no row here is null
  std::byte* const values = data_.data() + data_.size() - count * width_;
  for (std::size_t i = 0; i < count; ++i) {
    if (from.is_null(first + i)) std::memset(values + i * width_, 0, width_);
  }
}

void Column::truncate(std::size_t rows) {
  LOCKSTEP_CHECK(rows <= rows_, "truncate only shortens");
  if (width_ != 0) {
    data_.truncate(rows * width_);
  } else {
    data_.truncate(offsets()[rows]);
    offsets_.truncate(rows == 0 ? 0 : (rows + 1) * sizeof(std::uint32_t));
  }
  if (nullable_) nulls_.truncate(rows);
  rows_ = rows;
}

bool operator==(const Column& a, const Column& b) {
  return a.type_ == b.type_ && a.nullable_ == b.nullable_ && a.rows_ == b.rows_ && a.nulls_ == b.nulls_ &&
         a.offsets_ == b.offsets_ && a.data_ == b.data_;
}

}  // namespace lockstep
