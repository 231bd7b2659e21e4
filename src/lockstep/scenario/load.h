// Scenario files, text or bytes.
#pragma once

#include <filesystem>
#include <string>

#include "lockstep/base/error.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario {

// Whether a file with this content is a scenario in text: its first line that is neither blank nor a comment looks
// like `KIND vN`. Anything else is bytes, which are a scenario whatever they are.
bool looks_like_text(std::string_view content);

// Reads a whole file. invalid_argument with the system's reason if that does not work.
Result<std::string> read_file(const std::filesystem::path& path);

// Reads a scenario file. `*.scenario` is always text, so that a slip in its first line is an error and not noise
// decoded as bytes; `*.bytes` always bytes; any other name, such as a fuzzer's `crash-…`, is told by its first line.
// invalid_argument if the file cannot be read, parse_error with file, line and column for text that is no scenario.
Result<Scenario> load(const std::filesystem::path& path);

}  // namespace lockstep::scenario
