// Some bits of each word, moved together.
#pragma once

#include <cstdint>
#include <span>

namespace lockstep {

// Replaces each word by its bits under `mask`, in the same order, in the lowest positions. One instruction a word where
// the processor has it.
void extract_bits(std::span<std::uint64_t> words, std::uint64_t mask);

}  // namespace lockstep
