// Bulk I/O on the reference and on the bulk side under its policies: the same bytes, positions, sizes, pages and
// errors.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <span>
#include <vector>

#include "lockstep/bulkio/bulk_policy.h"
#include "lockstep/scenario/bulkio/bulkio_bytes.h"
#include "lockstep/scenario/bulkio/bulkio_check.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"

namespace {

// The reference and one other, which the input chooses: half the time a run takes with all of them. bulk-threshold-1 is
// bulk-native under another name as long as that has no threshold.
std::array<lockstep::scenario::BulkioSubject, 2> subjects_for(std::span<const std::byte> file) {
  const auto all = lockstep::scenario::built_in_bulkio_subjects();
  const bool two_are_one = lockstep::BulkPolicy::native() == lockstep::BulkPolicy::from(1);
  const std::size_t others = all.size() - (two_are_one ? 2 : 1);
  std::size_t sum = 0;
  for (const std::byte byte : file) sum += std::to_integer<std::size_t>(byte);
  return {all.front(), all[1 + sum % others]};
}

// Many small scenarios find more than a few large ones; tests/bulkio has the lengths and page counts beyond these.
constexpr std::uint64_t kMaxBytes = 2'200;
constexpr std::uint64_t kMaxPages = 24;
constexpr std::uint64_t kMaxPageSize = 1'024;  // fresh pages are zeroed, and fresh memory faulted in
constexpr std::size_t kMaxOperations = 12;

// Whether it may take more than that. An upper bound: calls that fail count as well.
bool is_large(const lockstep::scenario::BulkioScenario& scenario) {
  using namespace lockstep::scenario;
  std::uint64_t position = 0;
  std::uint64_t size = 0;
  std::uint64_t read = 0;
  for (const BulkioOperation& operation : scenario.operations) {
    if (const auto* write = std::get_if<BulkioWrite>(&operation.action)) {
      position += 4 + write->item.words.size() * bulkio_width(write->item.type);
      for (const std::string& text : write->item.strings) position += 4 + text.size();
    } else if (const auto* seek = std::get_if<BulkioSeek>(&operation.action)) {
      const auto target = static_cast<std::uint64_t>(std::max<std::int64_t>(seek->position, 0));
      if (target <= effective_max_bytes(scenario)) position = target;
    }
    if (std::holds_alternative<BulkioRead>(operation.action)) read += size;
    size = std::max(size, position);
  }
  return scenario.page_size > kMaxPageSize || size > std::min(kMaxBytes, kMaxPages * scenario.page_size) ||
         read > 2 * kMaxBytes || scenario.operations.size() > kMaxOperations;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep::scenario;
  const auto file = std::as_bytes(std::span(data, size));
  // `lockstep replay` takes anything else for another kind.
  if (file.empty() || file.front() != kBulkioFirstByte) return -1;
  const BulkioScenario scenario = decode_bulkio(file.subspan(1));
  if (is_large(scenario)) return -1;
  const std::vector<Finding> findings =
      check(scenario, subjects_for(file), {.expectations = false, .run_twice = false});
  if (findings.empty()) return 0;
  for (const Finding& finding : findings) std::cerr << describe(scenario, finding);
  std::cerr
      << "---- the subjects do not agree:\n"
      << print_bulkio_text(scenario)
      << "----\nreplay: lockstep replay --ignore-expectations FILE\n"
         "  FILE is the input that is running now; libFuzzer names it below. `lockstep show FILE` prints the text\n";
  std::abort();
}
