#include "lockstep/sort/hash_grouping.h"

#include <algorithm>
#include <array>
#include <bit>

#include "lockstep/data/buffer.h"
#include "lockstep/sort/key_part.h"
#include "lockstep/sort/physical_dispatch.h"

namespace lockstep {
namespace {

constexpr std::size_t kBlockRows = 1024;   // keys are made into words this many at a time
constexpr std::size_t kPrefetchRows = 16;  // how far ahead table slots are fetched
constexpr std::size_t kMinRows = 32;       // fewer are sorted at once
constexpr std::size_t kSampleRows = 16'384;
constexpr std::size_t kMinRowsAKey = 4;  // estimated; below this sorting is as quick
constexpr std::size_t kFirstSlots = 256;

// Bits of the key in a word; nullopt for a key that does not fit 64.
std::optional<unsigned> key_bits(std::span<const Column> keys) {
  unsigned bits = 0;
  for (const Column& column : keys) {
    if (!column.is_fixed_width() || column.type().width() > sizeof(std::uint64_t)) return std::nullopt;
    bits += column.type().width() == sizeof(std::uint64_t) ? 64u : 32u;  // narrow values widen to 4 bytes
    bits += column.nullable() ? 1u : 0u;
  }
  return bits <= 64 ? std::optional(bits) : std::nullopt;
}

// The words of rows [first, first + words.size()). Equal keys, and only they, have equal words.
void make_words(std::span<const Column> keys, std::size_t first, std::span<std::uint64_t> words) {
  std::ranges::fill(words, 0);
  for (const Column& column : keys) {
    visit_fixed_width(column.type().physical(), [&]<class T>() {
      if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
        const auto values = column.values<T>().subspan(first, words.size());
        if constexpr (sizeof(T) == sizeof(std::uint64_t)) {
          for (std::size_t i = 0; i < words.size(); ++i) words[i] = key_word(values[i]);
        } else {
          for (std::size_t i = 0; i < words.size(); ++i) words[i] = words[i] << 32 | key_word(values[i]);
        }
      }
    });
    if (!column.nullable()) continue;
    // Narrow by key_bits. A null has no value bits.
    const auto nulls = column.nulls().subspan(first, words.size());
    constexpr std::uint64_t kValue = 0xffff'ffff;
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = nulls[i] != 0 ? (words[i] & ~kValue) << 1 | 1 : words[i] << 1;
    }
  }
}

// Fibonacci hashing after a mix of the high bits into the low ones.
std::uint64_t hash_of(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0x9e3779b97f4a7c15u;
  return word ^ word >> 29;
}

// From words to group numbers, which are given out as new words come. Open addressing, linear probing, half full at
// most.
class WordTable {
 public:
  explicit WordTable(std::pmr::memory_resource* resource) : resource_(resource), slots_(new_slots(kFirstSlots)) {}

  void prefetch(std::uint64_t word) const { __builtin_prefetch(&slots()[hash_of(word) & mask()]); }

  // The word's group; `is_new` if it is one that was not there.
  std::uint32_t find_or_add(std::uint64_t word, bool& is_new) {
    if (2 * std::size_t{count_} >= slot_count()) grow();
    Slot& slot = find(slots(), word);
    is_new = slot.group == kNone;
    if (is_new) slot = {word, count_++};
    return slot.group;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Slot {
    std::uint64_t word;
    std::uint32_t group;
  };

  Buffer new_slots(std::size_t count) const {
    Buffer slots(resource_);
    slots.resize_uninitialized(count * sizeof(Slot));
    std::ranges::fill(slots.as<Slot>(), Slot{0, kNone});
    return slots;
  }
  static Slot& find(std::span<Slot> slots, std::uint64_t word) {
    std::size_t at = hash_of(word) & (slots.size() - 1);
    while (slots[at].group != kNone && slots[at].word != word) at = (at + 1) & (slots.size() - 1);
    return slots[at];
  }
  void grow() {
    Buffer larger = new_slots(4 * slot_count());
    for (const Slot& slot : slots()) {
      if (slot.group != kNone) find(larger.as<Slot>(), slot.word) = slot;
    }
    slots_ = std::move(larger);
  }
  [[nodiscard]] std::span<Slot> slots() { return slots_.as<Slot>(); }
  [[nodiscard]] std::span<const Slot> slots() const { return slots_.as<Slot>(); }
  [[nodiscard]] std::size_t slot_count() const { return slots().size(); }
  [[nodiscard]] std::size_t mask() const { return slot_count() - 1; }

  std::pmr::memory_resource* resource_;
  Buffer slots_;
  std::uint32_t count_ = 0;
};

// Of many rows: do keys repeat so much that a table of the distinct ones pays? Looks at rows at even distances.
bool repeat_much(std::span<const Column> keys, std::size_t rows, std::pmr::memory_resource* resource) {
  WordTable seen(resource);
  std::size_t repeats = 0;
  for (std::size_t i = 0; i < kSampleRows; ++i) {
    std::uint64_t word = 0;
    make_words(keys, i * rows / kSampleRows, {&word, 1});
    bool is_new = false;
    seen.find_or_add(word, is_new);
    repeats += is_new ? 0 : 1;
  }
  // Of n rows over k keys that come equally often, n² / 2k repeat.
  return 2 * repeats * rows >= kMinRowsAKey * kSampleRows * kSampleRows;
}

HashedGroups group_all(std::span<const Column> keys, std::size_t rows, std::pmr::memory_resource* resource) {
  HashedGroups groups(resource);
  groups.group_of.resize(rows);
  WordTable table(resource);
  std::array<std::uint64_t, kBlockRows> words;
  for (std::size_t first = 0; first < rows; first += kBlockRows) {
    const auto block = std::span(words).first(std::min(kBlockRows, rows - first));
    make_words(keys, first, block);
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (i + kPrefetchRows < block.size()) table.prefetch(block[i + kPrefetchRows]);
      bool is_new = false;
      groups.group_of[first + i] = table.find_or_add(block[i], is_new);
      if (is_new) groups.first_rows.push_back(static_cast<std::uint32_t>(first + i));
    }
  }
  return groups;
}

}  // namespace

std::optional<HashedGroups> group_by_hash(std::span<const Column> keys, std::pmr::memory_resource* resource) {
  const std::size_t rows = keys.front().size();
  if (rows < kMinRows || !key_bits(keys)) return std::nullopt;
  if (rows > kSampleRows) {
    if (!repeat_much(keys, rows, resource)) return std::nullopt;
    return group_all(keys, rows, resource);
  }
  // So few that grouping them is as quick as a sample.
  HashedGroups groups = group_all(keys, rows, resource);
  if (2 * groups.first_rows.size() > rows) return std::nullopt;
  return groups;
}

}  // namespace lockstep
