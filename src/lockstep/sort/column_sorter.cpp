#include "lockstep/sort/column_sorter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <tuple>

#include "lockstep/base/check.h"
#include "lockstep/sort/pack_part.h"
#include "lockstep/sort/radix_sort.h"
#include "lockstep/sort/same_value.h"
#include "lockstep/sort/string_dictionary.h"

namespace lockstep {
namespace {

constexpr unsigned kWordBits = 64;
constexpr std::size_t kSmallRows = 64;  // ranges up to this size are refined together
constexpr std::size_t kSmallRowsAtOnce = 4'096;

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
    const PartPacking packing(key, part, words.size(), row_at, key_shift - position_bits);
    const unsigned taken = std::min(packing.bits(), key_shift - position_bits);
    if (taken > 0) {
      packing.append(key, part, words, row_at, packing.bits() - taken, key_shift - taken, key_shift == kWordBits);
      key_shift -= taken;
    }
    if (taken < packing.bits()) break;
    more = advance(part, packing.goes_on());
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
  small_.clear();
  small_rows_ = 0;
  is_limited_ = limit < rows;
  if (rows > 0) sort_all(rows);
  while (!pending_.empty() && pending_.back().range.begin < limit) {
    const Pending pending = pending_.back();
    pending_.pop_back();
    refine(pending);
  }
  refine_small();
  forget_strings();
  const auto by_begin = [](const Range& a, const Range& b) { return a.begin < b.begin; };
  if (!std::ranges::is_sorted(equal_, by_begin)) std::ranges::sort(equal_, by_begin);
  return permutation_;
}

template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::sort_all(std::size_t rows) {
  const bool ascending = tie_order_ == TieOrder::ascending;
  const auto row_at = [=](std::size_t position) { return ascending ? position : rows - 1 - position; };
  forget_strings();  // an earlier call may have thrown
  number_few_strings();
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

// The last key column gains nothing: what its words leave are ranges of one string, mostly.
template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::number_few_strings() {
  for (std::size_t i = 0; i + 1 < keys_.size(); ++i) {
    if (keys_[i].column->is_fixed_width()) continue;
    auto numbers = number_strings(*keys_[i].column, resource_);
    if (!numbers) continue;
    dictionaries_.push_back(std::move(*numbers));
    keys_[i].ranks = dictionaries_.back().template as<std::uint16_t>().data();
  }
}

template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::forget_strings() {
  for (SortColumn& key : keys_) key.ranks = nullptr;
  dictionaries_.clear();
}

template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::refine(Pending pending) {
  const auto rows = std::span(permutation_).subspan(pending.range.begin, pending.range.size());
  while (hold_same_value<RowId>(*keys_[pending.part.column].column, rows)) {
    pending.part = first_part_of(pending.part.column + 1);
    if (pending.part.column == keys_.size()) {
      equal_.push_back(pending.range);
      return;
    }
  }
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
  const std::size_t pending_before = pending_.size();
  for (std::size_t first = 0, i = 1; i <= words.size(); ++i) {
    if (i < words.size() && tie(i)) continue;
    if (i - first > kSmallRows || (i - first > 1 && is_limited_)) {
      pending_.push_back({range(first, i), packed.next});
    } else if (i - first > 1) {
      small_.push_back({range(first, i), packed.next});
      small_rows_ += i - first;
      if (small_rows_ >= kSmallRowsAtOnce) refine_small();
    }
    first = i;
  }
  // The leftmost on top.
  std::reverse(pending_.begin() + static_cast<std::ptrdiff_t>(pending_before), pending_.end());
}

// Level by level: one part of all ranges is read at once, so that the cache misses overlap.
template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::refine_small() {
  std::pmr::vector<Pending> next(resource_);
  while (!small_.empty()) {
    const auto by_part = [](const Pending& a, const Pending& b) {
      return std::tie(a.part.column, b.part.is_null_part, a.part.value_part, a.range.begin) <
             std::tie(b.part.column, a.part.is_null_part, b.part.value_part, b.range.begin);
    };
    if (!std::ranges::is_sorted(small_, by_part)) std::ranges::sort(small_, by_part);
    next.clear();
    for (auto begin = small_.begin(); begin != small_.end();) {
      const auto end =
          std::find_if(begin, small_.end(), [&](const Pending& pending) { return pending.part != begin->part; });
      refine_part({begin, end}, next);
      begin = end;
    }
    small_.swap(next);
  }
  small_rows_ = 0;
}

template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::settle_same_strings(std::span<const Pending> ranges, std::pmr::vector<Pending>& differing,
                                              std::pmr::vector<Pending>& next) {
  const std::uint32_t index = ranges.front().part.column;
  const Column& column = *keys_[index].column;
  const auto for_each_row = [&](auto visit) {
    for (const Pending& pending : ranges) {
      for (std::size_t i = pending.range.begin; i < pending.range.end; ++i) visit(permutation_[i]);
    }
  };
  // So many rows are refined at once that what they ask for stays in the second-level cache.
  for_each_row([&](RowId row) { __builtin_prefetch(column.offsets().data() + row); });
  for_each_row([&](RowId row) { __builtin_prefetch(column.bytes().data() + column.offsets()[row]); });
  for (const Pending& pending : ranges) {
    const auto rows = std::span<const RowId>(permutation_).subspan(pending.range.begin, pending.range.size());
    if (!hold_same_value(column, rows)) {
      differing.push_back(pending);
    } else if (const KeyPart after = first_part_of(index + 1); after.column < keys_.size()) {
      next.push_back({pending.range, after});
    } else {
      equal_.push_back(pending.range);
    }
  }
}

template <std::unsigned_integral RowId>
void ColumnSorter<RowId>::refine_part(std::span<const Pending> ranges, std::pmr::vector<Pending>& next) {
  const KeyPart part = ranges.front().part;
  const SortColumn& key = keys_[part.column];
  const bool is_string = !part.is_null_part && key.is_string();
  std::pmr::vector<Pending> differing(resource_);
  if (is_string) {
    settle_same_strings(ranges, differing, next);
    ranges = differing;
  }
  const std::uint64_t mark = goes_on_mark(key);
  std::size_t rows = 0;
  for (const Pending& pending : ranges) rows += pending.range.size();
  const auto words = sized<std::uint64_t>(small_words_, rows);
  visit_words(key, part, [&](auto read, auto has_word) {
    std::uint64_t* to = words.data();
    for (const Pending& pending : ranges) {
      for (std::size_t i = pending.range.begin; i < pending.range.end; ++i) {
        const RowId row = permutation_[i];
        *to++ = has_word(row) ? read(row) : 0;
      }
    }
  });

  const std::uint64_t* from = words.data();
  for (const Pending& pending : ranges) {
    struct Entry {
      std::uint64_t word;
      RowId row;
    };
    std::array<Entry, kSmallRows> entries;
    const std::size_t count = pending.range.size();
    const auto ids = std::span(permutation_).subspan(pending.range.begin, count);
    // By insertion: stable, and nearly all ranges have a handful of rows.
    for (std::size_t i = 0; i < count; ++i) {
      const Entry entry{*from++, ids[i]};
      std::size_t at = i;
      for (; at > 0 && entry.word < entries[at - 1].word; --at) entries[at] = entries[at - 1];
      entries[at] = entry;
    }
    for (std::size_t i = 0; i < count; ++i) ids[i] = entries[i].row;
    for (std::size_t first = 0, i = 1; i <= count; ++i) {
      if (i < count && entries[i].word == entries[first].word) continue;
      if (i - first > 1) {
        const Range tied{static_cast<RowId>(pending.range.begin + first), static_cast<RowId>(pending.range.begin + i)};
        KeyPart after = part;
        if (advance(after, is_string && (entries[first].word & 0xff) == mark)) {
          next.push_back({tied, after});
        } else {
          equal_.push_back(tied);
        }
      }
      first = i;
    }
  }
}

template class ColumnSorter<std::uint8_t>;
template class ColumnSorter<std::uint32_t>;

}  // namespace lockstep
