// Some bits of each word, moved together.
#pragma once

#include <cstdint>
#include <span>

namespace lockstep {

// Replaces each word by its bits under `mask`, in the same order, in the lowest positions. One instruction a word where
// the processor has a fast one, else some for every run of neighbouring bits in `mask`.
void extract_bits(std::span<std::uint64_t> words, std::uint64_t mask);

// The second of these ways, on any processor.
void extract_bits_by_runs(std::span<std::uint64_t> words, std::uint64_t mask);

}  // namespace lockstep
