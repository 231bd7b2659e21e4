#include "lockstep/scenario/bulkio/bulkio_scenario.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lockstep::scenario {
namespace {

struct TypeFacts {
  std::string_view name;
  std::uint8_t width;
};
constexpr std::array<TypeFacts, kBulkioTypeCount> kTypes = {{
    {"u8", 1},          {"i16", 2},   {"int", 4},    {"long", 8},    {"float", 4},   {"double", 8}, {"float_bits", 4},
    {"double_bits", 8}, {"bytes", 1}, {"utf8", 1},   {"ints", 4},    {"longs", 8},   {"floats", 4}, {"doubles", 8},
    {"ints", 4},        {"longs", 8}, {"floats", 4}, {"doubles", 8}, {"strings", 1}, {"bytes", 1},
}};

// What is wrong with an item, empty if nothing.
std::string_view fault(const BulkioItem& item) {
  if (static_cast<std::uint8_t>(item.type) >= kBulkioTypeCount) return "an unknown type";
  if (is_textual(item.type) ? !item.words.empty() : !item.strings.empty()) return "values of another type";
  if (is_single_number(item.type) && item.words.size() != 1) return "a single number that is not one number";
  const bool one_string = item.type == BulkioType::bytes || item.type == BulkioType::utf8;
  if (one_string && item.strings.size() != 1) return "one run of bytes that is not one run";
  const std::size_t width = bulkio_width(item.type);
  const std::uint64_t most =
      width == 8 ? std::numeric_limits<std::uint64_t>::max() : (std::uint64_t{1} << (8 * width)) - 1;
  if (std::ranges::any_of(item.words, [&](std::uint64_t word) { return word > most; }))
    return "a word beyond its width";
  return {};
}

bool reads_raw_bits(BulkioType type) { return type == BulkioType::f32_bits || type == BulkioType::f64_bits; }

std::string_view fault(const BulkioOperation& operation) {
  const bool called = operation.action.index() <= 2;  // write, seek, read
  if (!called && (operation.fail_alloc != 0 || operation.expected_error)) return "an expectation that is to fail";
  if (const auto* write = std::get_if<BulkioWrite>(&operation.action)) return fault(write->item);
  const auto* read = std::get_if<BulkioRead>(&operation.action);
  if (read == nullptr) return {};
  if (static_cast<std::uint8_t>(read->type) >= kBulkioTypeCount) return "an unknown type";
  if (reads_raw_bits(read->type)) return "a read of raw bits, which every read of a float is";
  if (!takes_count(read->type) && read->count != 0) return "a count where none belongs";
  if (!read->expected) return {};
  if (operation.expected_error) return "both values and an error expected";
  if (read->expected->type != read->type) return "values of another type expected";
  return fault(*read->expected);
}

}  // namespace

std::string_view bulkio_type_name(BulkioType type) { return kTypes[static_cast<std::uint8_t>(type)].name; }
std::size_t bulkio_width(BulkioType type) { return kTypes[static_cast<std::uint8_t>(type)].width; }

std::uint64_t effective_max_bytes(const BulkioScenario& scenario) {
  // No overflow: a well-formed page is small.
  return std::min({scenario.max_bytes.value_or(kMaxBulkioStreamBytes), kMaxBulkioStreamBytes,
                   scenario.page_size * kMaxBulkioPages});
}

Status check_well_formed(const BulkioScenario& scenario) {
  if (scenario.page_size < 1 || scenario.page_size > kMaxBulkioPageSize) {
    return fail(ErrorCode::invalid_argument, "a page size outside 1 … " + std::to_string(kMaxBulkioPageSize));
  }
  for (std::size_t i = 0; i < scenario.operations.size(); ++i) {
    const std::string_view what = fault(scenario.operations[i]);
    if (!what.empty()) {
      return fail(ErrorCode::invalid_argument, "operation " + std::to_string(i + 1) + ": " + std::string(what));
    }
  }
  return {};
}

}  // namespace lockstep::scenario
