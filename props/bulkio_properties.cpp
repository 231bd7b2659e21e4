// Properties of bulk I/O: 14 and 15, running out of memory, and the forms of a scenario.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "bulkio_generator.h"
#include "lockstep/scenario/bulkio/bulkio_bytes.h"
#include "lockstep/scenario/bulkio/bulkio_check.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"
#include "property.h"

namespace lockstep::props {
namespace {

using namespace scenario;

Verdict first_of(const BulkioScenario& scenario, const std::vector<Finding>& findings) {
  if (findings.empty()) return std::nullopt;
  return describe(scenario, findings.front());
}

// Property 14: bulk = one at a time, for every policy.
TEST(BulkioProperties, BulkEqualsOneAtATime) {
  check_property(Property<BulkioScenario>{.generate = &generate_bulkio_arrays,
                                          .judge =
                                              [](const BulkioScenario& scenario) {
                                                return first_of(scenario, check(scenario, built_in_bulkio_subjects()));
                                              },
                                          .floors = bulkio_array_floors()});
}

// Property 15: write, seek, overwrite, read against a flat byte vector, which is all the reference is.
TEST(BulkioProperties, AStreamIsAFlatByteVector) {
  check_property(Property<BulkioScenario>{.generate = &generate_bulkio,
                                          .judge =
                                              [](const BulkioScenario& scenario) {
                                                return first_of(scenario, check(scenario, built_in_bulkio_subjects(),
                                                                                {.run_twice = true}));
                                              },
                                          .floors = bulkio_floors()});
}

// An array in two calls is the array in one.
TEST(BulkioProperties, AnArrayMayBeSplitAnywhere) {
  check_property(Property<BulkioScenario>{
      .generate = &generate_bulkio_arrays,
      .judge = [](const BulkioScenario& scenario) -> Verdict {
        for (const BulkioSubject& subject : built_in_bulkio_subjects()) {
          const BulkioOutcome whole = run(scenario, subject);
          for (std::size_t i = 0; i < scenario.operations.size(); ++i) {
            const auto* write = std::get_if<BulkioWrite>(&scenario.operations[i].action);
            if (write == nullptr) continue;
            for (const std::size_t at : {std::size_t{1}, write->item.words.size() / 2}) {
              BulkioScenario split = scenario;
              BulkioItem first = write->item;
              BulkioItem second = write->item;
              first.words.resize(std::min(at, first.words.size()));
              second.words.erase(second.words.begin(),
                                 second.words.begin() + static_cast<std::ptrdiff_t>(first.words.size()));
              split.operations[i].action = BulkioWrite{first};
              split.operations.insert(split.operations.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                      BulkioOperation{BulkioWrite{second}});
              if (run(split, subject).pages != whole.pages) return subject.name + " writes other bytes in two calls";
            }
          }
        }
        return std::nullopt;
      },
      .floors = bulkio_array_floors()});
}

// Property 13 for streams: every allocation of every call failing in turn, until none fails.
TEST(BulkioProperties, RunningOutOfMemoryLeavesNoTrace) {
  check_property(Property<BulkioScenario>{.generate =
                                              [](Random& random) {
                                                BulkioScenario scenario = generate_bulkio(random);
                                                // Every page is two allocations: with the smallest pages this would
                                                // take all day.
                                                scenario.page_size = std::max<std::uint64_t>(scenario.page_size, 100);
                                                return scenario;
                                              },
                                          .judge = [](const BulkioScenario& scenario) -> Verdict {
                                            for (std::size_t i = 0; i < scenario.operations.size(); ++i) {
                                              if (scenario.operations[i].action.index() > 2) continue;
                                              for (std::uint64_t n = 1;; ++n) {
                                                BulkioScenario failing = scenario;
                                                failing.operations[i].fail_alloc = n;
                                                const auto findings = check(failing, built_in_bulkio_subjects());
                                                if (!findings.empty())
                                                  return "allocation " + std::to_string(n) + ": " +
                                                         describe(failing, findings.front());
                                                const auto still_fails = [&](const BulkioSubject& subject) {
                                                  return run(failing, subject).steps[i].error == ErrorCode::bad_alloc;
                                                };
                                                if (std::ranges::none_of(built_in_bulkio_subjects(), still_fails))
                                                  break;
                                              }
                                            }
                                            return std::nullopt;
                                          },
                                          .cases = 100});
}

// Property 16: the three forms convert into each other.
TEST(BulkioProperties, TextAndBytesAreTheScenario) {
  check_property(Property<BulkioScenario>{
      .generate =
          [](Random& random) {
            BulkioScenario scenario = generate_bulkio(random);
            for (BulkioOperation& operation : scenario.operations) {
              if (operation.action.index() > 2) continue;
              if (random.chance(20)) operation.fail_alloc = random.below(400);
              if (random.chance(20)) operation.expected_error = static_cast<ErrorCode>(random.below(kErrorCodeCount));
            }
            scenario.operations.push_back({BulkioExpectState{random.below(500), std::nullopt, random.bits()}});
            scenario.operations.push_back({BulkioExpectBytes{std::string("\x00\xff", 2)}});
            return scenario;
          },
      .judge = [](const BulkioScenario& scenario) -> Verdict {
        const auto parsed = parse_bulkio_text(print_bulkio_text(scenario), "printed");
        if (!parsed) return parsed.error().message;
        if (*parsed != scenario) return "parse(print(s)) is another scenario";
        const auto encoded = encode_bulkio(scenario);
        if (!encoded) return encoded.error().message;
        if (decode_bulkio(std::span(*encoded).subspan(1)) != scenario) return "decode(encode(s)) is another scenario";
        return std::nullopt;
      },
      .floors = bulkio_floors()});
}

// Every byte string is a scenario, and one that has text and bytes.
TEST(BulkioProperties, AnyBytesAreAScenario) {
  Random random(20240229);
  constexpr int kCases = 2'000;
  for (int i = 0; i < kCases; ++i) {
    std::vector<std::byte> body(random.below(120));
    for (std::byte& byte : body)
      byte = static_cast<std::byte>(random.chance(50) ? random.below(40) : random.below(256));
    const BulkioScenario scenario = decode_bulkio(body);
    ASSERT_TRUE(check_well_formed(scenario));
    const auto parsed = parse_bulkio_text(print_bulkio_text(scenario), "printed");
    ASSERT_TRUE(parsed) << parsed.error().message;
    ASSERT_EQ(*parsed, scenario);
    const auto encoded = encode_bulkio(scenario);
    ASSERT_TRUE(encoded) << encoded.error().message;
    ASSERT_EQ(decode_bulkio(std::span(*encoded).subspan(1)), scenario);
  }
}

}  // namespace
}  // namespace lockstep::props
