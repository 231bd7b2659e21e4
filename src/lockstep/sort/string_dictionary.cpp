#include "lockstep/sort/string_dictionary.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>
#include <vector>

#include "lockstep/base/bytes.h"

namespace lockstep {
namespace {

constexpr std::size_t kMinRows = 64;
constexpr std::size_t kSampleRows = 4'096;
constexpr std::size_t kMinRowsAString = 2;  // of the sample
constexpr std::size_t kSlots = 4 * kMaxDictionaryStrings;

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size() * 0x9e3779b97f4a7c15u;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  };
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    mix(load_unaligned<std::uint64_t>(as_byte_span(text).data() + at));
  }
  std::uint64_t last = 0;
  for (; at < text.size(); ++at) last = last << 8 | static_cast<unsigned char>(text[at]);
  mix(last);
  return hash;
}

// Different strings by the order in which they came. Open addressing, at most a quarter full.
class StringTable {
 public:
  explicit StringTable(std::pmr::memory_resource* resource) : slots_(kSlots, Slot{}, resource), strings_(resource) {}

  // The string's number, or nullopt if it is one too many.
  std::optional<std::uint16_t> number(std::string_view text) {
    const std::uint64_t hash = hash_of(text);
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = hash % kSlots;; at = (at + 1) % kSlots) {
      Slot& slot = slots_[at];
      if (slot.number == kNone) {
        if (strings_.size() == kMaxDictionaryStrings) return std::nullopt;
        slot = {tag, static_cast<std::uint16_t>(strings_.size())};
        strings_.push_back(text);
        return slot.number;
      }
      if (slot.tag == tag && strings_[slot.number] == text) return slot.number;
    }
  }
  // Borrowed from the column.
  [[nodiscard]] std::span<const std::string_view> strings() const { return strings_; }

 private:
  static constexpr std::uint16_t kNone = 0xffff;
  struct Slot {
    std::uint32_t tag = 0;
    std::uint16_t number = kNone;
  };

  std::pmr::vector<Slot> slots_;
  std::pmr::vector<std::string_view> strings_;
};

// Rows at even distances, all if there are few.
bool repeat_much(const Column& column, std::pmr::memory_resource* resource) {
  const std::size_t rows = column.size();
  const std::size_t sample = std::min(rows, kSampleRows);
  StringTable seen(resource);
  for (std::size_t i = 0; i < sample; ++i) {
    const std::size_t row = i * rows / sample;
    if (!column.is_null(row)) seen.number(column.text(row));
  }
  return seen.strings().size() * kMinRowsAString <= sample;
}

}  // namespace

std::optional<Buffer> number_strings(const Column& column, std::pmr::memory_resource* resource) {
  const std::size_t rows = column.size();
  if (rows < kMinRows || !repeat_much(column, resource)) return std::nullopt;
  Buffer numbers(resource);
  numbers.resize_uninitialized(rows * sizeof(std::uint16_t));
  const auto number_of = numbers.as<std::uint16_t>();
  StringTable table(resource);
  for (std::size_t row = 0; row < rows; ++row) {
    if (column.is_null(row)) continue;
    const auto number = table.number(column.text(row));
    if (!number) return std::nullopt;
    number_of[row] = *number;
  }
  const auto strings = table.strings();
  std::pmr::vector<std::uint16_t> order(strings.size(), resource);
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::ranges::sort(order, {}, [&](std::uint16_t number) { return strings[number]; });  // chars compare unsigned
  std::pmr::vector<std::uint16_t> ranks(strings.size(), resource);
  for (std::size_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = static_cast<std::uint16_t>(rank);
  for (std::size_t row = 0; row < rows; ++row) number_of[row] = column.is_null(row) ? 0 : ranks[number_of[row]];
  return numbers;
}

}  // namespace lockstep
