#include "convert.h"

#include <cstddef>
#include <fstream>
#include <iostream>
#include <vector>

#include "any_scenario.h"
#include "exit_code.h"
#include "lockstep/base/bytes.h"
#include "lockstep/scenario/bulkio/bulkio_bytes.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"
#include "lockstep/scenario/bytes.h"
#include "lockstep/scenario/text.h"

namespace lockstep::cli {

namespace {

int unusable(const std::string& message) {
  std::cerr << "lockstep: " << message << "\n";
  return kUnusableInput;
}

std::string text_of(const scenario::Scenario& scenario) { return print_text(scenario); }
std::string text_of(const scenario::BulkioScenario& scenario) { return print_bulkio_text(scenario); }
Result<std::vector<std::byte>> bytes_of(const scenario::Scenario& scenario) { return encode_bytes(scenario); }
Result<std::vector<std::byte>> bytes_of(const scenario::BulkioScenario& scenario) { return encode_bulkio(scenario); }

}  // namespace

int show(const std::string& path) {
  const Result<AnyScenario> scenario = load_any(path);
  if (!scenario) return unusable(scenario.error().message);
  std::cout << std::visit([](const auto& kind) { return text_of(kind); }, *scenario);
  return kAgree;
}

int encode(const std::string& path, const std::string& output) {
  const Result<AnyScenario> scenario = load_any(path);
  if (!scenario) return unusable(scenario.error().message);
  const Result<std::vector<std::byte>> bytes = std::visit([](const auto& kind) { return bytes_of(kind); }, *scenario);
  if (!bytes) return unusable(path + ": " + bytes.error().message);
  std::ofstream file(output, std::ios::binary);
  file << as_text(*bytes) << std::flush;
  if (!file) return unusable(output + ": cannot be written");
  return kAgree;
}

}  // namespace lockstep::cli
