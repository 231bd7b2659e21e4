#include "lockstep/aggregate/bitmap_container.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "lockstep/base/bytes.h"

extern "C" {
#include <roaring/array_util.h>
#include <roaring/bitset_util.h>
}

namespace lockstep {
namespace {

// CRoaring's vectorised union may store whole 16-byte registers behind the last value.
constexpr std::size_t kUnionSlackBytes = 16;

std::uint64_t count_bits(std::span<const std::uint64_t> words) {
  std::uint64_t bits = 0;
  for (const std::uint64_t word : words) bits += static_cast<std::uint64_t>(std::popcount(word));
  return bits;
}

void store_run(std::byte*& to, std::uint32_t first, std::uint32_t last) {
  store_unaligned(to, static_cast<std::uint16_t>(first));
  store_unaligned(to + 2, static_cast<std::uint16_t>(last - first));
  to += kRunBytes;
}

}  // namespace

void BitmapContainer::assign_array(std::span<const std::byte> values, std::uint32_t cardinality) {
  values_.truncate(0);
  values_.append(values.data(), values.size());
  cardinality_ = cardinality;
}

void BitmapContainer::assign_bitset(std::span<const std::byte> words, std::uint32_t cardinality) {
  values_.truncate(0);
  if (cardinality != kMaxContainerValues) values_.append(words.data(), words.size());
  cardinality_ = cardinality;
}

void BitmapContainer::assign_runs(std::span<const std::byte> runs, std::uint32_t cardinality) {
  values_.truncate(0);
  const bool as_array = cardinality <= kMaxArrayValues;
  if (as_array) {
    values_.reserve_more(cardinality * sizeof(std::uint16_t));
  } else if (cardinality != kMaxContainerValues) {
    values_.append_zeros(kBitsetBytes);
  }
  for (std::size_t at = 0; at < runs.size() && cardinality != kMaxContainerValues; at += kRunBytes) {
    const std::uint32_t first = load_unaligned<std::uint16_t>(runs.data() + at);
    const std::uint32_t last = first + load_unaligned<std::uint16_t>(runs.data() + at + 2);
    if (as_array) {
      for (std::uint32_t value = first; value <= last; ++value) values_.append_value(static_cast<std::uint16_t>(value));
    } else {
      bitset_set_lenrange(values_.as<std::uint64_t>().data(), first, last - first);
    }
  }
  cardinality_ = cardinality;
}

void BitmapContainer::merge(const BitmapContainer& other) {
  if (is_full()) return;
  if (other.is_full()) {
    cardinality_ = kMaxContainerValues;
    values_.release();
    return;
  }
  if (is_array() && other.is_array() && cardinality_ + other.cardinality_ <= kMaxArrayValues) {
    merge_arrays(other);
    return;
  }
  Buffer bitset = is_array() ? to_bitset() : std::move(values_);
  const auto ours = bitset.as<std::uint64_t>();
  std::uint64_t cardinality = cardinality_;
  if (other.is_array()) {
    cardinality = bitset_set_list_withcard(ours.data(), cardinality, other.array().data(), other.array().size());
  } else {
    for (std::size_t i = 0; i < ours.size(); ++i) ours[i] |= other.words()[i];
    cardinality = count_bits(ours);
  }
  take_bitset(std::move(bitset), cardinality);
}

void BitmapContainer::merge_arrays(const BitmapContainer& other) {
  if (cardinality_ == 0 || array().back() < other.array().front()) {
    values_.append(other.values_.data(), other.values_.size());
    cardinality_ += other.cardinality_;
    return;
  }
  Buffer merged(values_.resource());
  merged.reserve_more(values_.size() + other.values_.size() + kUnionSlackBytes);
  merged.resize_uninitialized(values_.size() + other.values_.size());
  const std::size_t count = fast_union_uint16(array().data(), array().size(), other.array().data(),
                                              other.array().size(), merged.as<std::uint16_t>().data());
  merged.truncate(count * sizeof(std::uint16_t));
  values_ = std::move(merged);
  cardinality_ = static_cast<std::uint32_t>(count);
}

Buffer BitmapContainer::to_bitset() const {
  Buffer bitset(values_.resource());
  bitset.append_zeros(kBitsetBytes);
  bitset_set_list(bitset.data(), array().data(), array().size());
  return bitset;
}

// Two arrays of together more than kMaxArrayValues may still share so many values that the union is an array.
void BitmapContainer::take_bitset(Buffer bitset, std::uint64_t cardinality) {
  if (cardinality == kMaxContainerValues) {
    bitset.release();
  } else if (cardinality <= kMaxArrayValues) {
    Buffer array(bitset.resource());
    array.reserve_more(cardinality * sizeof(std::uint16_t) + kUnionSlackBytes);
    array.resize_uninitialized(cardinality * sizeof(std::uint16_t));
    bitset_extract_setbits_uint16(bitset.as<std::uint64_t>().data(), kBitsetBytes / sizeof(std::uint64_t),
                                  array.as<std::uint16_t>().data(), 0);
    bitset = std::move(array);
  }
  values_ = std::move(bitset);
  cardinality_ = static_cast<std::uint32_t>(cardinality);
}

template <class Take>
void BitmapContainer::for_each_run(Take take) const {
  if (is_full()) {
    take(0u, kMaxContainerValues - 1);
    return;
  }
  if (is_array()) {
    const auto values = array();
    for (std::size_t i = 0; i < values.size();) {
      std::size_t end = i + 1;
      while (end < values.size() && values[end] == values[end - 1] + 1) ++end;
      take(std::uint32_t{values[i]}, std::uint32_t{values[end - 1]});
      i = end;
    }
    return;
  }
  // The next position at or behind `from` whose bit equals `set`; kMaxContainerValues if there is none.
  const auto next = [bits = words()](std::uint32_t from, bool set) {
    while (from < kMaxContainerValues) {
      const std::uint64_t word = (set ? bits[from / 64] : ~bits[from / 64]) >> (from % 64);
      if (word != 0) return from + static_cast<std::uint32_t>(std::countr_zero(word));
      from = (from / 64 + 1) * 64;
    }
    return kMaxContainerValues;
  };
  for (std::uint32_t first = next(0, true); first < kMaxContainerValues;) {
    const std::uint32_t end = next(first, false);
    take(first, end - 1);
    first = next(end, true);
  }
}

std::uint32_t BitmapContainer::count_runs() const {
  std::uint32_t runs = 0;
  if (is_full() || is_array()) {
    for_each_run([&](std::uint32_t, std::uint32_t) { ++runs; });
    return runs;
  }
  // A run starts at every set bit whose lower neighbour is clear.
  std::uint64_t carry = 0;
  for (const std::uint64_t word : words()) {
    runs += static_cast<std::uint32_t>(std::popcount(word & ~(word << 1 | carry)));
    carry = word >> 63;
  }
  return runs;
}

BitmapContainer::Encoding BitmapContainer::encoding() const {
  const std::size_t plain = is_array() ? cardinality_ * sizeof(std::uint16_t) : kBitsetBytes;
  const std::size_t run = kRunCountBytes + kRunBytes * count_runs();
  return run < plain ? Encoding{true, run} : Encoding{false, plain};
}

void BitmapContainer::serialize(std::byte* to) const {
  if (!encoding().is_run) {
    std::memcpy(to, values_.data(), values_.size());
    return;
  }
  store_unaligned(to, static_cast<std::uint16_t>(count_runs()));
  to += kRunCountBytes;
  for_each_run([&](std::uint32_t first, std::uint32_t last) { store_run(to, first, last); });
}

}  // namespace lockstep
