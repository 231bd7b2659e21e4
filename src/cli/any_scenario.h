// Scenario files of every kind.
#pragma once

#include <filesystem>
#include <variant>

#include "lockstep/base/error.h"
#include "lockstep/scenario/bulkio/bulkio_scenario.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::cli {

// Tables and sorts, which share their subjects; and streams.
using AnyScenario = std::variant<scenario::Scenario, scenario::BulkioScenario>;

// Reads a scenario file, text or bytes as scenario::load tells them apart. invalid_argument if the file cannot be read,
// parse_error with file, line and column for text that is no scenario.
Result<AnyScenario> load_any(const std::filesystem::path& path);

}  // namespace lockstep::cli
