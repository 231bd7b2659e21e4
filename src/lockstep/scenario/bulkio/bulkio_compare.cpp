#include <algorithm>
#include <string>

#include "lockstep/base/check.h"
#include "lockstep/scenario/bulkio/bulkio_check.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"
#include "lockstep/scenario/text_cursor.h"

namespace lockstep::scenario {
namespace {

std::string result_text(const std::optional<ErrorCode>& error) {
  return error ? std::string(error_code_name(*error)) : "ok";
}

Difference difference(std::size_t operation, std::string description, std::string expected, std::string actual) {
  return {operation, {}, {}, std::move(expected), std::move(actual), std::move(description)};
}

std::optional<Difference> compare_numbers(std::size_t operation, std::string_view what, std::uint64_t expected,
                                          std::uint64_t actual) {
  if (expected == actual) return std::nullopt;
  return difference(operation, "another " + std::string(what), std::to_string(expected), std::to_string(actual));
}

std::optional<Difference> compare_results(std::size_t operation, const std::optional<ErrorCode>& expected,
                                          const BulkioStep& actual) {
  if (expected == actual.error) return std::nullopt;
  std::string text = result_text(actual.error);
  if (!actual.message.empty()) text += " (" + actual.message + ")";
  return difference(operation, "another answer", result_text(expected), text);
}

// A few values around the first one that differs.
std::optional<Difference> compare_items(std::size_t operation, const BulkioItem& expected, const BulkioItem& actual) {
  if (expected == actual) return std::nullopt;
  constexpr std::size_t kShown = 4;
  const auto first = static_cast<std::size_t>(
      is_textual(expected.type) ? std::ranges::mismatch(expected.strings, actual.strings).in1 - expected.strings.begin()
                                : std::ranges::mismatch(expected.words, actual.words).in1 - expected.words.begin());
  const auto shown = [&](const BulkioItem& item) {
    // bytes have one string, whole; of everything else the values from the first difference on.
    BulkioItem part = item;
    const auto cut = [&](auto& values) {
      values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(std::min(first, values.size())));
      if (values.size() > kShown) values.resize(kShown);
    };
    cut(part.words);
    if (part.type != BulkioType::bytes) cut(part.strings);
    return part.words.empty() && part.strings.empty() ? std::string("no value") : print_bulkio_values(part);
  };
  return difference(operation, "other values read, from value " + std::to_string(first), shown(expected),
                    shown(actual));
}

std::string quote_around(std::string_view bytes, std::size_t at) {
  constexpr std::size_t kShown = 8;  // bytes
  return quote(bytes.substr(std::min(at, bytes.size()), kShown));
}

std::optional<Difference> compare_bytes(std::size_t operation, std::string_view what, std::string_view expected,
                                        std::string_view actual) {
  if (expected == actual) return std::nullopt;
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(expected, actual).in1 - expected.begin());
  return difference(operation, "other bytes " + std::string(what) + ", from byte " + std::to_string(at),
                    quote_around(expected, at) + " of " + std::to_string(expected.size()) + " bytes",
                    quote_around(actual, at) + " of " + std::to_string(actual.size()) + " bytes");
}

std::optional<Difference> compare_pages(std::size_t operation, const BulkioPages& expected, const BulkioPages& actual) {
  if (expected == actual) return std::nullopt;
  if (auto found = compare_bytes(operation, "in the stream", expected.bytes, actual.bytes)) return found;
  if (auto found = compare_numbers(operation, "number of pages", expected.sizes.size(), actual.sizes.size()))
    return found;
  const auto page = std::ranges::mismatch(expected.sizes, actual.sizes);
  return compare_numbers(operation, "size of page " + std::to_string(page.in1 - expected.sizes.begin()), *page.in1,
                         *page.in2);
}

std::optional<Difference> compare_steps(std::size_t i, const BulkioStep& expected, const BulkioStep& actual) {
  const bool ran_out_of_memory = actual.error == ErrorCode::bad_alloc;
  if (!ran_out_of_memory) {
    if (auto found = compare_results(i, expected.error, actual)) return found;
    if (expected.read && actual.read) {
      if (auto found = compare_items(i, *expected.read, *actual.read)) return found;
    }
    if (auto found = compare_numbers(i, "position of the input", expected.read_position, actual.read_position)) {
      return found;
    }
  }
  if (auto found = compare_numbers(i, "position", expected.position, actual.position)) return found;
  if (auto found = compare_numbers(i, "size", expected.size, actual.size)) return found;
  return compare_pages(i, expected.pages, actual.pages);
}

std::optional<Difference> check_expected(std::size_t i, const BulkioOperation& operation, const BulkioStep& step) {
  if (const auto* state = std::get_if<BulkioExpectState>(&operation.action)) {
    const auto check = [i](std::string_view what, const std::optional<std::uint64_t>& expected, std::uint64_t actual) {
      return expected ? compare_numbers(i, what, *expected, actual) : std::nullopt;
    };
    if (auto found = check("position", state->position, step.position)) return found;
    if (auto found = check("size", state->size, step.size)) return found;
    return check("number of pages", state->pages, step.pages.sizes.size());
  }
  if (const auto* bytes = std::get_if<BulkioExpectBytes>(&operation.action)) {
    return compare_bytes(i, "in the stream", bytes->bytes, step.pages.bytes);
  }
  if (operation.expected_error) return compare_results(i, operation.expected_error, step);
  const auto* read = std::get_if<BulkioRead>(&operation.action);
  if (read == nullptr || !read->expected) return std::nullopt;
  if (step.error) return compare_results(i, std::nullopt, step);
  return compare_items(i, *read->expected, *step.read);
}

}  // namespace

std::optional<Difference> compare(const BulkioScenario& scenario, const BulkioOutcome& expected,
                                  const BulkioOutcome& actual) {
  LOCKSTEP_CHECK(expected.steps.size() == scenario.operations.size() && actual.steps.size() == expected.steps.size(),
                 "both outcomes are from this scenario");
  for (std::size_t i = 0; i < expected.steps.size(); ++i) {
    if (auto found = compare_steps(i, expected.steps[i], actual.steps[i])) return found;
  }
  return compare_pages(scenario.operations.size(), expected.pages, actual.pages);
}

std::optional<Difference> compare_with_expectations(const BulkioScenario& scenario, const BulkioOutcome& actual) {
  for (std::size_t i = 0; i < scenario.operations.size(); ++i) {
    const BulkioOperation& operation = scenario.operations[i];
    const bool failed = actual.steps[i].error == ErrorCode::bad_alloc;
    if (operation.fail_alloc != 0 && failed != (operation.expected_error == ErrorCode::bad_alloc)) break;
    if (auto found = check_expected(i, operation, actual.steps[i])) return found;
  }
  return std::nullopt;
}

}  // namespace lockstep::scenario
