#include "lockstep/sort/column_sorter.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "lockstep/base/check.h"
#include "lockstep/sort/radix_sort.h"

namespace lockstep {
namespace {

constexpr unsigned kWordBits = 64;

// How the words of one part vary over the rows that have one.
struct PartStatistics {
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  bool goes_on = false;  // some string has bytes behind this part

  [[nodiscard]] unsigned bits() const { return most > least ? static_cast<unsigned>(std::bit_width(most - least)) : 0; }
};

// Calls visit(read, has_word): has_word(row) is false under a null, whose payload means nothing.
template <class Visit>
void visit_words(const SortColumn& key, const KeyPart& part, Visit visit) {
  visit_part(key, part, [&](auto read) {
    if (part.is_null_part || !key.column->nullable()) {
      visit(read, [](std::size_t) { return true; });
    } else {
      visit(read, [nulls = key.column->nulls()](std::size_t row) { return nulls[row] == 0; });
    }
  });
}

template <class RowAt>
PartStatistics look(const SortColumn& key, const KeyPart& part, std::size_t rows, RowAt row_at) {
  PartStatistics statistics;
  const bool is_string = !part.is_null_part && !key.column->is_fixed_width();
  const std::uint64_t turn = key.direction == Direction::descending ? kStringGoesOn ^ 0xff : kStringGoesOn;
  visit_words(key, part, [&](auto read, auto has_word) {
    std::uint64_t least = statistics.least;
    std::uint64_t most = statistics.most;
    bool goes_on = false;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t row = row_at(i);
      if (!has_word(row)) continue;
      const std::uint64_t word = read(row);
      least = std::min(least, word);
      most = std::max(most, word);
      goes_on |= (word & 0xff) == turn;
    }
    statistics = {least, most, is_string && goes_on};
  });
  return statistics;
}

// Puts the part's words, less `least` and without their lowest `dropped` bits, at bit `shift` of `words`. The first
// part also writes the positions.
template <class RowAt>
void append(const SortColumn& key, const KeyPart& part, std::span<std::uint64_t> words, RowAt row_at,
            std::uint64_t least, unsigned dropped, unsigned shift, bool is_first) {
  visit_words(key, part, [&](auto read, auto has_word) {
    const auto bits_of = [&](std::size_t row) { return has_word(row) ? (read(row) - least) >> dropped << shift : 0; };
    if (is_first) {
      for (std::size_t i = 0; i < words.size(); ++i) words[i] = bits_of(row_at(i)) | i;
    } else {
      for (std::size_t i = 0; i < words.size(); ++i) words[i] |= bits_of(row_at(i));
    }
  });
}

// Room for `count` values, with whatever is in it.
template <class T>
std::span<T> sized(Buffer& buffer, std::size_t count) {
  if (buffer.capacity() < count * sizeof(T)) buffer.release();
  buffer.resize_uninitialized(count * sizeof(T));
  return buffer.as<T>();
}

bool descends(std::span<const std::uint64_t> words, unsigned key_shift) {
  return std::ranges::adjacent_find(
             words, [&](std::uint64_t a, std::uint64_t b) { return a >> key_shift <= b >> key_shift; }) == words.end();
}

}  // namespace

template <std::unsigned_integral RowId>
KeyPart ColumnSorter<RowId>::first_part_of(std::uint32_t column) const {
  return {column, 0, column < keys_.size() && keys_[column].column->nullable()};
}

template <std::unsigned_integral RowId>
bool ColumnSorter<RowId>::advance(KeyPart& part, bool goes_on) const {
  const Column& column = *keys_[part.column].column;
  if (part.is_null_part) {
    part.is_null_part = false;
    return true;
  }
  const bool has_next =
      column.is_fixed_width() ? (part.value_part + 1) * sizeof(std::uint64_t) < column.type().width() : goes_on;
  if (has_next) {
    ++part.value_part;
    return true;
  }
  part = first_part_of(part.column + 1);
  return part.column < keys_.size();
}

template <std::unsigned_integral RowId>
template <class RowAt>
auto ColumnSorter<RowId>::pack(std::span<std::uint64_t> words, KeyPart part, RowAt row_at) const -> Packed {
  const auto position_bits = static_cast<unsigned>(std::bit_width(words.size() - 1));
  unsigned key_shift = kWordBits;  // the key's bits lie from here up
  bool more = part.column < keys_.size();
  while (more && key_shift > position_bits) {
    const SortColumn& key = keys_[part.column];
    const PartStatistics statistics = look(key, part, words.size(), row_at);
    const unsigned wanted = statistics.bits();
    const unsigned taken = std::min(wanted, key_shift - position_bits);
    if (taken > 0) {
      append(key, part, words, row_at, statistics.least, wanted - taken, key_shift - taken, key_shift == kWordBits);
      key_shift -= taken;
    }
    if (taken < wanted) break;
    more = advance(part, statistics.goes_on);
  }
  if (key_shift == kWordBits) std::iota(words.begin(), words.end(), std::uint64_t{0});
  return {!more, part, position_bits, key_shift};
}

template <std::unsigned_integral RowId>
std::span<const RowId> ColumnSorter<RowId>::sort(std::size_t rows, std::size_t limit) {
  LOCKSTEP_CHECK(rows <= kMaxRows, "positions fit the row-id type");
  permutation_.clear();
  equal_.clear();
  pending_.clear();
  if (rows > 0) sort_all(rows);
  while (!pending_.empty() && pending_.back().range.begin < limit) {
    const Pending pending = pending_.back();
    pending_.pop_back();
    refine(pending);
  }
  return permutation_;
}

template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::sort_all(std::size_t rows) {
  const bool ascending = tie_order_ == TieOrder::ascending;
  const auto row_at = [=](std::size_t position) { return ascending ? position : rows - 1 - position; };
  Buffer packed_words(resource_);
  const auto words = sized<std::uint64_t>(packed_words, rows);
  const Packed packed = pack(words, first_part_of(0), row_at);
  {
    Buffer scratch(resource_);
    sort_words(words, packed, scratch);
  }
  // Only now, when the scratch is given back.
  permutation_.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) permutation_[i] = static_cast<RowId>(row_at(packed.position(words[i])));
  collect_ties(words, 0, packed);
}

template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::refine(const Pending& pending) {
  const auto rows = std::span(permutation_).subspan(pending.range.begin, pending.range.size());
  const auto words = sized<std::uint64_t>(words_, rows.size());
  const Packed packed = pack(words, pending.part, [&](std::size_t position) { return std::size_t{rows[position]}; });
  if (packed.key_shift < kWordBits) {
    sort_words(words, packed, scratch_);
    const auto ids = sized<RowId>(ids_, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) ids[i] = rows[packed.position(words[i])];
    std::ranges::copy(ids, rows.begin());
  }
  collect_ties(words, pending.range.begin, packed);
}

template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::sort_words(std::span<std::uint64_t> words, const Packed& packed, Buffer& scratch) const {
  if (std::ranges::is_sorted(words)) return;
  if (descends(words, packed.key_shift)) {
    std::ranges::reverse(words);
    return;
  }
  const std::size_t scratch_words = words.size() < kMinRadixSortWords ? 0 : words.size();
  radix_sort(words, sized<std::uint64_t>(scratch, scratch_words), {packed.key_shift, kWordBits});
}

template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::collect_ties(std::span<const std::uint64_t> words, std::size_t begin, const Packed& packed) {
  const auto range = [&](std::size_t first, std::size_t last) {
    return Range{static_cast<RowId>(begin + first), static_cast<RowId>(begin + last)};
  };
  const auto tie = [&](std::size_t i) { return packed.key(words[i - 1]) == packed.key(words[i]); };
  if (packed.is_complete) {
    for (std::size_t first = 0, i = 1; i <= words.size(); ++i) {
      if (i < words.size() && tie(i)) continue;
      if (i - first > 1) equal_.push_back(range(first, i));
      first = i;
    }
    return;
  }
  for (std::size_t last = words.size(), i = words.size(); i-- > 0;) {
    if (i > 0 && tie(i)) continue;
    if (last - i > 1) pending_.push_back({range(i, last), packed.next});
    last = i;
  }
}

template class ColumnSorter<std::uint8_t>;
template class ColumnSorter<std::uint32_t>;

}  // namespace lockstep
