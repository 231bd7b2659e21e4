// `lockstep replay`
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

struct ReplayArguments {
  std::vector<std::string> paths;
  std::vector<std::string> subjects;  // empty: all
  bool ignore_expectations = false;
};

// Runs the scenarios of the files and folders on the subjects, each held against the reference, and prints one line a
// file and a last line with totals. Returns the exit code.
int replay(const ReplayArguments& arguments);

}  // namespace lockstep::cli
