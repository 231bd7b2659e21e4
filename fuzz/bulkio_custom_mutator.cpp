// libFuzzer's hook for fuzz_bulkio: mutates the decoded scenario half of the time, and the bytes otherwise.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "bulkio_mutator.h"
#include "lockstep/scenario/bulkio/bulkio_bytes.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace lockstep;

constexpr auto kFirstByte = std::to_integer<std::uint8_t>(scenario::kBulkioFirstByte);

// Where the changed scenario is inside the caps and fits: its size as bytes.
std::optional<std::size_t> mutate_scenario(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                           fuzz::Random& random) {
  scenario::BulkioScenario scenario = scenario::decode_bulkio(std::as_bytes(std::span(data, size)).subspan(1));
  fuzz::mutate(scenario, random);
  const Result<std::vector<std::byte>> bytes = encode_bulkio(scenario);
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
  // The first byte only says what kind the input is.
  data[0] = kFirstByte;
  if (max_size == 1) return 1;
  return 1 + LLVMFuzzerMutate(data + 1, size == 0 ? 0 : size - 1, max_size - 1);
}
