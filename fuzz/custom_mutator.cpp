// libFuzzer's hook for the targets whose inputs are scenarios as bytes: mutates the decoded scenario half of the time,
// and the bytes otherwise.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "lockstep/scenario/bytes.h"
#include "scenario_mutator.h"

// The kind that every input of this target has; set by the build (fuzz/CMakeLists.txt).
static constexpr auto kKind = lockstep::scenario::KindByte::LOCKSTEP_FUZZ_KIND;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace lockstep;

constexpr auto kFirstByte =
    static_cast<std::uint8_t>(std::to_integer<unsigned>(scenario::kFirstByte) | static_cast<unsigned>(kKind));

// Keeps the first byte, which only says what kind the input is. There is room for it.
std::size_t mutate_bytes(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  data[0] = kFirstByte;
  if (max_size == 1) return 1;
  return 1 + LLVMFuzzerMutate(data + 1, size == 0 ? 0 : size - 1, max_size - 1);
}

// Where the changed scenario is inside the caps and fits: its size as bytes.
std::optional<std::size_t> mutate_scenario(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                           fuzz::Random& random) {
  scenario::Scenario scenario = scenario::decode_bytes(std::as_bytes(std::span(data, size)));
  fuzz::mutate(scenario, random);
  const Result<std::vector<std::byte>> bytes = encode_bytes(scenario);
  if (!bytes || bytes->size() > max_size) return std::nullopt;
  std::memcpy(data, bytes->data(), bytes->size());
  return bytes->size();
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  fuzz::Random random(seed);
  const bool is_ours = size != 0 && data[0] == kFirstByte;
  if (is_ours && random.one_in(2)) {
    if (const auto mutated = mutate_scenario(data, size, max_size, random)) return *mutated;
  }
  return mutate_bytes(data, size, max_size);
}
