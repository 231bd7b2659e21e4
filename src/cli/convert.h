// `lockstep show` and `lockstep encode`
#pragma once

#include <string>

namespace lockstep::cli {

// Prints a scenario file of either form as text. Returns the exit code.
int show(const std::string& path);
// Writes a scenario file of either form as bytes. Returns the exit code: kUnusableInput too for a scenario that is
// beyond the caps of the byte form, or a file that cannot be written.
int encode(const std::string& path, const std::string& output);

}  // namespace lockstep::cli
