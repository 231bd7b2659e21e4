// A scenario's three forms convert into each other without loss.   (quality.md, 16)
#include <gtest/gtest.h>

#include <vector>

#include "lockstep/scenario/bytes.h"
#include "lockstep/scenario/text.h"
#include "scenario_generator.h"
#include "verdicts.h"

namespace lockstep::props {
namespace {

using scenario::MemTableScenario;
using scenario::SortScenario;

template <class Scenario>
Verdict text_round_trips(const Scenario& scenario) {
  const scenario::Scenario any(scenario);
  const std::string text = scenario::print_text(any);
  const Result<scenario::Scenario> parsed = scenario::parse_text(text, "printed");
  if (!parsed) return "what was printed does not parse: " + parsed.error().message;
  if (*parsed != any) return "parse(print(s)) is another scenario:\n" + scenario::print_text(*parsed);
  return std::nullopt;
}

template <class Scenario>
Verdict bytes_round_trip(const Scenario& scenario) {
  const scenario::Scenario any(scenario);
  const Result<std::vector<std::byte>> bytes = scenario::encode_bytes(any);
  if (!bytes) return "cannot be encoded: " + bytes.error().message;
  const scenario::Scenario decoded = scenario::decode_bytes(*bytes);
  if (decoded != any) return "decode(encode(s)) is another scenario:\n" + scenario::print_text(decoded);
  return std::nullopt;
}

template <class Scenario>
Verdict both_round_trip(const Scenario& scenario) {
  if (const Verdict verdict = text_round_trips(scenario)) return verdict;
  return bytes_round_trip(scenario);
}

MemTableScenario random_table(Random& random) {
  return random_mem_table_scenario({.schema = {.odd_names = true},
                                    .max_rows = 65,
                                    .refusals = random.chance(60),
                                    .failing_allocations = random.chance(40),
                                    .expectations = random.chance(60)},
                                   random);
}
SortScenario random_sort(Random& random) {
  return random_sort_scenario({.max_rows = 65, .failing_allocations = true, .expectations = true}, random);
}

TEST(Format, TablesSurviveText) {
  check_property(
      {.generate = random_table, .judge = text_round_trips<MemTableScenario>, .floors = {{"nulls", 40}, {"NaNs", 15}}});
}
TEST(Format, TablesSurviveBytes) {
  check_property(
      {.generate = random_table, .judge = bytes_round_trip<MemTableScenario>, .floors = {{"nulls", 40}, {"NaNs", 15}}});
}
TEST(Format, SortsSurviveText) {
  check_property({.generate = random_sort, .judge = text_round_trips<SortScenario>, .floors = sort_floors()});
}
TEST(Format, SortsSurviveBytes) {
  check_property({.generate = random_sort, .judge = bytes_round_trip<SortScenario>, .floors = sort_floors()});
}

// Bytes from a generator that favours the small numbers of which most of the format consists.
std::vector<std::byte> random_bytes(Random& random) {
  std::vector<std::byte> bytes(random.below(random.pick<std::uint64_t>({8, 40, 400})));
  const std::uint64_t small = random.pick<std::uint64_t>({0, 50, 90});
  for (std::byte& byte : bytes)
    byte = std::byte(static_cast<unsigned char>(random.chance(small) ? random.below(16) : random.below(256)));
  return bytes;
}

// Whatever bytes decode to is a scenario like any other.
TEST(Format, DecodedTablesSurviveBoth) {
  check_property({.generate = [](Random& random) { return scenario::decode_memtable(random_bytes(random)); },
                  .judge = both_round_trip<MemTableScenario>,
                  .floors = {},
                  .cases = 1500});
}
TEST(Format, DecodedSortsSurviveBoth) {
  check_property({.generate = [](Random& random) { return scenario::decode_sort(random_bytes(random)); },
                  .judge = both_round_trip<SortScenario>,
                  .floors = {},
                  .cases = 1500});
}

}  // namespace
}  // namespace lockstep::props
