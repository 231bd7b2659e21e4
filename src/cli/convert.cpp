#include "convert.h"

#include <cstddef>
#include <fstream>
#include <iostream>
#include <vector>

#include "exit_code.h"
#include "lockstep/base/bytes.h"
#include "lockstep/scenario/bytes.h"
#include "lockstep/scenario/load.h"
#include "lockstep/scenario/text.h"

namespace lockstep::cli {

namespace {

int unusable(const std::string& message) {
  std::cerr << "lockstep: " << message << "\n";
  return kUnusableInput;
}

}  // namespace

int show(const std::string& path) {
  const Result<scenario::Scenario> scenario = scenario::load(path);
  if (!scenario) return unusable(scenario.error().message);
  std::cout << print_text(*scenario);
  return kAgree;
}

int encode(const std::string& path, const std::string& output) {
  const Result<scenario::Scenario> scenario = scenario::load(path);
  if (!scenario) return unusable(scenario.error().message);
  const Result<std::vector<std::byte>> bytes = encode_bytes(*scenario);
  if (!bytes) return unusable(path + ": " + bytes.error().message);
  std::ofstream file(output, std::ios::binary);
  file << as_text(*bytes) << std::flush;
  if (!file) return unusable(output + ": cannot be written");
  return kAgree;
}

}  // namespace lockstep::cli
