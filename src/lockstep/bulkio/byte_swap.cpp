#include "lockstep/bulkio/byte_swap.h"

// Highway compiles this file once for each instruction set and picks one when the first call comes in.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lockstep/bulkio/byte_swap.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lockstep {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

// No vectors at all.
template <class Word>
void Swap(std::byte* to, const std::byte* from, std::size_t count) {
  for (std::size_t i = 0; i < count * sizeof(Word); i += sizeof(Word)) {
    store_unaligned(to + i, std::byteswap(load_unaligned<Word>(from + i)));
  }
}

#else

// Byte i of a 16-byte block comes from byte i ^ (sizeof(Word) - 1): the bytes of every word in reverse.
template <class Word>
struct alignas(16) ReversedBytes {
  std::uint8_t from[16];
  constexpr ReversedBytes() : from() {
    for (std::uint8_t i = 0; i < 16; ++i) from[i] = static_cast<std::uint8_t>(i ^ (sizeof(Word) - 1));
  }
};

// From this many vectors on it pays to align the destination first.
constexpr std::size_t kAlignedVectors = 16;

// Whole vectors, then one more that ends where the run ends; it may overlap the one before it, word on word.
// `bytes` is at least one vector.
template <class Word, class D>
HWY_INLINE void SwapVectors(D d, std::uint8_t* HWY_RESTRICT to, const std::uint8_t* HWY_RESTRICT from,
                            std::size_t bytes) {
  static constexpr ReversedBytes<Word> kReversed;
  const auto order = hn::LoadDup128(d, kReversed.from);
  const std::size_t step = hn::Lanes(d);
  const auto swap_at = [&](std::size_t at)
                           HWY_ATTR { hn::StoreU(hn::TableLookupBytes(hn::LoadU(d, from + at), order), d, to + at); };
  std::size_t at = 0;
  // A store that splits cache lines costs two: one vector, and on from where the destination is aligned.
  const std::size_t head = (step - reinterpret_cast<std::uintptr_t>(to) % step) % step;
  if (head != 0 && head % sizeof(Word) == 0 && bytes >= kAlignedVectors * step) {
    swap_at(0);
    at = head;
  }
  for (; at + 4 * step <= bytes; at += 4 * step) {
    swap_at(at);
    swap_at(at + step);
    swap_at(at + 2 * step);
    swap_at(at + 3 * step);
  }
  for (; at + step <= bytes; at += step) swap_at(at);
  if (at < bytes) swap_at(bytes - step);
}

template <class Word>
void Swap(std::byte* to, const std::byte* from, std::size_t count) {
  static_assert(kInlineSwapValues * sizeof(Word) >= 16, "a run that comes here fills a 16-byte vector");
  auto* to_bytes = reinterpret_cast<std::uint8_t*>(to);
  const auto* from_bytes = reinterpret_cast<const std::uint8_t*>(from);
  const hn::ScalableTag<std::uint8_t> widest;
  if (count * sizeof(Word) >= hn::Lanes(widest)) {
    SwapVectors<Word>(widest, to_bytes, from_bytes, count * sizeof(Word));
  } else {
    SwapVectors<Word>(hn::FixedTag<std::uint8_t, 16>(), to_bytes, from_bytes, count * sizeof(Word));
  }
}

#endif

void Swap32(std::byte* to, const std::byte* from, std::size_t count) { Swap<std::uint32_t>(to, from, count); }
void Swap64(std::byte* to, const std::byte* from, std::size_t count) { Swap<std::uint64_t>(to, from, count); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace lockstep
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <atomic>

namespace lockstep {
namespace {

HWY_EXPORT(Swap32);
HWY_EXPORT(Swap64);

using SwapFunction = void (*)(std::byte*, const std::byte*, std::size_t);

// The first call asks Highway for the processor's best and remembers it: asking costs as much as a short run.
void choose_swap32(std::byte* to, const std::byte* from, std::size_t count);
void choose_swap64(std::byte* to, const std::byte* from, std::size_t count);
constinit std::atomic<SwapFunction> swap32{&choose_swap32};
constinit std::atomic<SwapFunction> swap64{&choose_swap64};

void choose_swap32(std::byte* to, const std::byte* from, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(Swap32)(to, from, count);  // Highway itself chooses here, once
  swap32.store(HWY_DYNAMIC_DISPATCH(Swap32), std::memory_order_relaxed);
}
void choose_swap64(std::byte* to, const std::byte* from, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(Swap64)(to, from, count);
  swap64.store(HWY_DYNAMIC_DISPATCH(Swap64), std::memory_order_relaxed);
}

}  // namespace

template <>
void copy_byte_swapped_vector<std::uint32_t>(std::byte* to, const std::byte* from, std::size_t count) {
  swap32.load(std::memory_order_relaxed)(to, from, count);
}
template <>
void copy_byte_swapped_vector<std::uint64_t>(std::byte* to, const std::byte* from, std::size_t count) {
  swap64.load(std::memory_order_relaxed)(to, from, count);
}

}  // namespace lockstep
#endif  // HWY_ONCE
