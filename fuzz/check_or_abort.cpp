#include "check_or_abort.h"

#include <cstdlib>
#include <iostream>
#include <vector>

#include "lockstep/scenario/check.h"
#include "lockstep/scenario/text.h"

namespace lockstep::fuzz {

namespace {

// FNV-1a, so that the same input always does the same.
bool runs_twice(std::span<const std::byte> input) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::byte byte : input) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
  return (hash >> 32) % 8 == 0;
}

}  // namespace

std::optional<std::span<const std::byte>> body_of_kind(scenario::KindByte kind, const std::uint8_t* data,
                                                       std::size_t size) {
  const std::span<const std::byte> file(reinterpret_cast<const std::byte*>(data), size);
  if (file.empty() || file.front() != (scenario::kFirstByte | std::byte{static_cast<std::uint8_t>(kind)})) {
    return std::nullopt;
  }
  return file.subspan(1);
}

void check_or_abort(const scenario::Scenario& scenario, std::span<const std::byte> input) {
  const std::vector<scenario::Finding> findings =
      check(scenario, scenario::built_in_subjects(), {.expectations = false, .run_twice = runs_twice(input)});
  if (findings.empty()) return;
  for (const scenario::Finding& finding : findings) std::cerr << describe(scenario, finding);
  abort_with("the subjects do not agree", scenario);
}

void abort_with(const char* what, const scenario::Scenario& scenario) {
  std::cerr
      << "---- " << what << ":\n"
      << print_text(scenario) << "----\n"
      << "replay: lockstep replay --ignore-expectations FILE\n"
      << "  FILE is the input that is running now; libFuzzer names it below. `lockstep show FILE` prints the text\n";
  std::abort();
}

}  // namespace lockstep::fuzz
