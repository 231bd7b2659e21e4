// Which files a command line means.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "lockstep/base/error.h"

namespace lockstep::cli {

// The files themselves and, for folders, the scenario files in them at any depth, by name: `*.scenario`, `*.bytes` and
// what has no extension, which is how fuzzers name their inputs and crashes; nothing that is hidden. invalid_argument
// for a path that is not there or a folder that holds no scenario file.
Result<std::vector<std::filesystem::path>> find_input_files(std::span<const std::string> paths);

}  // namespace lockstep::cli
