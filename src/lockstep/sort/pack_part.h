// How the words of one part vary over some rows, and what differs in them put into a packed word.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "lockstep/sort/bit_extract.h"
#include "lockstep/sort/key_part.h"
#include "lockstep/sort/part_alphabet.h"

namespace lockstep {

inline constexpr std::size_t kPackRows = 1024;  // words are packed this many at a time

// What a string's lowest byte is where the string goes on behind the part, in the key's direction.
inline std::uint64_t goes_on_mark(const SortColumn& key) {
  return key.direction == Direction::descending ? kStringGoesOn ^ 0xff : kStringGoesOn;
}

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

// Ways to say what differs in a part's words, of which the shortest is taken: the distance from the least word; the
// bits that vary, for letters leave some bits of every byte as they are; and codes in the letters that come, which are
// tried where these bits do not fit and strings end here, so that with fewer all would be said.
class PartPacking {
 public:
  // Looks at the rows row_at(0) … row_at(rows − 1). There is room for `room` bits. O(rows)
  template <class RowAt>
  PartPacking(const SortColumn& key, const KeyPart& part, std::size_t rows, RowAt row_at, unsigned room)
      : turn_(key.direction == Direction::descending ? ~std::uint64_t{0} : 0) {
    const bool is_string = !part.is_null_part && key.is_string();
    visit_words(key, part, [&](auto read, auto has_word) {
      const auto for_each_word = [&](auto visit) {
        for (std::size_t i = 0; i < rows; ++i) {
          const std::size_t row = row_at(i);
          if (has_word(row)) visit(read(row));
        }
      };
      const std::uint64_t mark = goes_on_mark(key);
      std::uint64_t least = least_;
      std::uint64_t most = 0;
      std::uint64_t ones = 0;
      std::uint64_t zeros = 0;
      bool goes_on = false;
      for_each_word([&](std::uint64_t word) {
        least = std::min(least, word);
        most = std::max(most, word);
        ones |= word;
        zeros |= ~word;
        goes_on |= (word & 0xff) == mark;
      });
      least_ = least;
      varying_ = ones & zeros;
      goes_on_ = is_string && goes_on;
      if (most <= least) return;  // nothing differs
      const auto distance = static_cast<unsigned>(std::bit_width(most - least));
      const auto varying = static_cast<unsigned>(std::popcount(varying_));
      bits_ = std::min(distance, varying);
      way_ = varying < distance ? Way::varying_bits : Way::distance;
      if (!is_string || goes_on || bits_ <= room) return;
      for_each_word([&](std::uint64_t word) { alphabet_.see(word ^ turn_); });
      alphabet_.number();
      if (alphabet_.bits() >= bits_) return;
      bits_ = alphabet_.bits();
      way_ = Way::letters;
    });
  }

  // Bits that say all that differs; 0 if nothing does.
  [[nodiscard]] unsigned bits() const { return bits_; }
  // Some string has bytes behind this part.
  [[nodiscard]] bool goes_on() const { return goes_on_; }

  // Puts these bits, without the lowest `dropped`, at bit `shift` of `words`, for the rows that were looked at. With
  // `is_first` the words' other bits become the row's position.
  template <class RowAt>
  void append(const SortColumn& key, const KeyPart& part, std::span<std::uint64_t> words, RowAt row_at,
              unsigned dropped, unsigned shift, bool is_first) const {
    std::array<std::uint64_t, kPackRows> block;
    const std::uint64_t least = way_ == Way::distance ? least_ : 0;
    visit_words(key, part, [&](auto read, auto has_word) {
      for (std::size_t first = 0; first < words.size(); first += kPackRows) {
        const auto now = std::span(block).first(std::min(kPackRows, words.size() - first));
        for (std::size_t i = 0; i < now.size(); ++i) {
          const std::size_t row = row_at(first + i);
          now[i] = has_word(row) ? read(row) - least : 0;
        }
        if (way_ == Way::varying_bits) extract_bits(now, varying_);
        if (way_ == Way::letters) encode(now);
        std::uint64_t* const to = words.data() + first;
        for (std::size_t i = 0; i < now.size(); ++i) {
          const std::uint64_t others = is_first ? first + i : to[i];
          to[i] = now[i] >> dropped << shift | others;
        }
      }
    });
  }

 private:
  enum class Way : std::uint8_t { distance, varying_bits, letters };

  // Descending, the codes count down. Under a null any bits do that fit: all rows tie there.
  void encode(std::span<std::uint64_t> words) const {
    for (std::uint64_t& word : words) {
      const std::uint64_t code = alphabet_.code(word ^ turn_);
      word = turn_ == 0 ? code : alphabet_.greatest_code() - code;
    }
  }

  std::uint64_t turn_;
  std::uint64_t least_ = ~std::uint64_t{0};
  std::uint64_t varying_ = 0;
  unsigned bits_ = 0;
  Way way_ = Way::distance;
  bool goes_on_ = false;
  PartAlphabet alphabet_;
};

}  // namespace lockstep
