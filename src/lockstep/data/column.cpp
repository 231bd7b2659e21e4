#include "lockstep/data/column.h"

#include <algorithm>

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

void Column::reserve_more(std::size_t rows, std::size_t bytes) {
  if (rows == 0) return;
  if (width_ != 0) {
    data_.reserve_more(rows * width_);
  } else {
    data_.reserve_more(bytes);
    offsets_.reserve_more((rows + (rows_ == 0 ? 1 : 0)) * sizeof(std::uint32_t));
  }
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
