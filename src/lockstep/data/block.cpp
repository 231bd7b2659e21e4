#include "lockstep/data/block.h"

#include <algorithm>
#include <memory>

#include "lockstep/base/bytes.h"

namespace lockstep {

Block::Block(const Schema& schema, std::pmr::memory_resource* resource) : columns_(resource) {
  columns_.reserve(schema.columns.size());
  for (const ColumnSchema& column : schema.columns) columns_.emplace_back(column.type, column.nullable, resource);
}

Block::Block(const Block& other, std::pmr::memory_resource* resource) : columns_(resource) {
  columns_.reserve(other.columns_.size());
  for (const Column& column : other.columns_) columns_.emplace_back(column, resource);
}

Block& Block::operator=(Block&& other) noexcept {
  if (this != &other) {
    std::destroy_at(this);
    std::construct_at(this, std::move(other));
  }
  return *this;
}

bool Block::is_rectangular() const {
  return std::ranges::all_of(columns_, [&](const Column& column) { return column.size() == row_count(); });
}

bool operator==(const Block& a, const Block& b) { return std::ranges::equal(a.columns_, b.columns_); }

namespace {

// Multiply and fold, one 64-bit word at a time. The multiplier is 2^64 divided by the golden ratio, made odd.
class Fingerprint {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u;
    state_ ^= state_ >> 29;
  }

  // Length first, so that bytes cannot move between neighbouring runs unseen; the last word is padded with zeros.
  void add_run(std::span<const std::byte> bytes) {
    add(bytes.size());
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) add(load_unaligned<std::uint64_t>(bytes.data() + at));
    if (at == bytes.size()) return;
    std::uint64_t last = 0;
    std::memcpy(&last, bytes.data() + at, bytes.size() - at);
    add(last);
  }

  void add_column(const Column& column) {
    const Type type = column.type();
    add(static_cast<std::uint64_t>(type.kind) | std::uint64_t{type.precision} << 8 | std::uint64_t{type.scale} << 16 |
        std::uint64_t{column.nullable()} << 24 | std::uint64_t{type.max_length} << 32);
    add(column.size());
    add_run(std::as_bytes(column.nulls()));
    if (!column.is_fixed_width()) add_run(std::as_bytes(column.offsets()));
    add_run(column.bytes());
  }

  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x6c6f636b73746570u;  // "lockstep"
};

}  // namespace

std::uint64_t fingerprint(const Block& block) { return fingerprint(block, {}); }

std::uint64_t fingerprint(const Block& block, std::span<const std::int64_t> lsns) {
  Fingerprint hash;
  hash.add(block.column_count());
  for (const Column& column : block.columns()) hash.add_column(column);
  if (!lsns.empty()) hash.add_run(std::as_bytes(lsns));
  return hash.value();
}

}  // namespace lockstep
