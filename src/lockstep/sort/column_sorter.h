// ColumnSorter: the permutation that puts rows in order, by packing keys into words and sorting words.   (README.md
// beside this file)
//
// From the left, the parts of the key columns (key_part.h) are compressed to the bits in which these rows differ and
// packed into a 64-bit word a row, until the bits left over just hold the row's position in tie order. Sorting the
// words sorts the rows by what fitted, ties and all; rows that agree in it although more key is left are a range to be
// refined by the same means, where the bits they share take no room any more.
//
// A template over the row-id type: production uses uint32_t; with uint8_t, 255 rows reach every limit.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

#include "lockstep/data/buffer.h"
#include "lockstep/sort/key_part.h"
#include "lockstep/sort/row_range.h"

namespace lockstep {

template <std::unsigned_integral RowId>
class ColumnSorter {
 public:
  using Range = RowRange<RowId>;
  static constexpr std::size_t kMaxRows = std::numeric_limits<RowId>::max();
  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  // The columns must outlive the sorter.
  ColumnSorter(std::span<const SortColumn> keys, TieOrder ties, std::pmr::memory_resource* resource)
      : keys_(keys.begin(), keys.end(), resource),
        dictionaries_(resource),
        tie_order_(ties),
        resource_(resource),
        permutation_(resource),
        equal_(resource),
        pending_(resource),
        small_(resource),
        small_words_(resource),
        words_(resource),
        scratch_(resource),
        ids_(resource) {}

  // Sorts rows 0 … rows − 1 of the key columns, at most kMaxRows. With a limit only the first `limit` positions are
  // promised. Result and scratch, at most 16 bytes a row and 8 more for ranges to refine, come from the resource; valid
  // until the next sort. O(n × key bits). May throw std::bad_alloc.
  std::span<const RowId> sort(std::size_t rows, std::size_t limit = kNoLimit);

  // After an unlimited sort: the ranges of two and more rows that tie on every key, ascending and disjoint.
  [[nodiscard]] std::span<const Range> equal_ranges() const { return equal_; }
  // The permutation, taken out of the sorter.
  [[nodiscard]] std::pmr::vector<RowId> take_permutation() { return std::move(permutation_); }

 private:
  // A range of the permutation whose rows tie on all parts before `part`.
  struct Pending {
    Range range;
    KeyPart part;
  };
  // What lies in a word: the key's bits from key_shift up, zeros, the position in tie order in the lowest bits.
  struct Packed {
    bool is_complete;  // every part is in the words
    KeyPart next;      // else the first that is not, or not wholly
    unsigned position_bits;
    unsigned key_shift;

    [[nodiscard]] std::size_t position(std::uint64_t word) const {
      return word & ((std::uint64_t{1} << position_bits) - 1);
    }
    [[nodiscard]] std::uint64_t key(std::uint64_t word) const { return key_shift < 64 ? word >> key_shift : 0; }
  };

  [[nodiscard]] KeyPart first_part_of(std::uint32_t column) const;
  // The part behind `part`; false if there is none. `goes_on`: some string has bytes behind the part.
  [[nodiscard]] bool advance(KeyPart& part, bool goes_on) const;
  // Packs the rows row_at(0) … row_at(words.size() − 1), which stand in tie order, from `part` on.
  template <class RowAt>
  Packed pack(std::span<std::uint64_t> words, KeyPart part, RowAt row_at) const;
  void sort_all(std::size_t rows);
  void number_few_strings();
  void forget_strings();
  void refine(Pending pending);
  void sort_words(std::span<std::uint64_t> words, const Packed& packed, Buffer& scratch) const;
  // Appends the ranges that tie, of words that stand at `begin`: to equal_ if nothing is left to compare, else the
  // large ones to pending_, the last one first, and the small ones to small_.
  void collect_ties(std::span<const std::uint64_t> words, std::size_t begin, const Packed& packed);

  // Sorts the ranges in small_ to the end of their keys.
  void refine_small();
  // Of ranges of one and the same string part: those whose rows hold one string are done with this column, the others
  // are `differing`.
  void settle_same_strings(std::span<const Pending> ranges, std::pmr::vector<Pending>& differing,
                           std::pmr::vector<Pending>& next);
  // Sorts ranges of one and the same part by that part; those that still tie go to equal_ or to `next`.
  void refine_part(std::span<const Pending> ranges, std::pmr::vector<Pending>& next);

  std::pmr::vector<SortColumn> keys_;
  std::pmr::vector<Buffer> dictionaries_;  // of key columns of few strings
  TieOrder tie_order_;
  std::pmr::memory_resource* resource_;
  std::pmr::vector<RowId> permutation_;
  std::pmr::vector<Range> equal_;
  std::pmr::vector<Pending> pending_;  // a stack: the leftmost range on top
  std::pmr::vector<Pending> small_;    // ranges to be refined together, in any order
  std::size_t small_rows_ = 0;         // in them
  bool is_limited_ = false;            // then ranges are refined from the left, one by one, as far as is needed
  Buffer small_words_;
  Buffer words_;  // of the range being refined
  Buffer scratch_;
  Buffer ids_;
};

extern template class ColumnSorter<std::uint8_t>;
extern template class ColumnSorter<std::uint32_t>;

}  // namespace lockstep
