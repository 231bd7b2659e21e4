// The program `lockstep`: replays scenarios on the MemTables and sorters, and converts their forms.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "convert.h"
#include "exit_code.h"
#include "replay.h"

namespace lockstep::cli {
namespace {

constexpr const char* kAbout =
    "Holds fast implementations of a MemTable and of its sort in lockstep with a plain reference.\n"
    "A scenario is one test case: a schema, some operations and, optionally, what must come out. It is written as "
    "text\n"
    "(*.scenario) or kept as bytes (*.bytes, and whatever a fuzzer saves); every command takes both.";

constexpr const char* kExitCodes = "Exit codes: 0 all agree (or done), 1 a difference, 2 unusable input.";

constexpr const char* kReplayAbout =
    "Runs scenarios on the subjects of their kind, each twice, and compares everything that comes back\n"
    "with what the reference gives and with what the scenario expects. Prints one line a file and a line of totals; "
    "for\n"
    "a difference also the operation, row and column, both values, and the command that replays exactly this.\n"
    "Operations count from 1, rows and columns from 0.";

constexpr const char* kReplayPaths =
    "Files, or folders that are searched at any depth for *.scenario, *.bytes and files without extension";

constexpr const char* kEncodeAbout =
    "Writes a scenario as bytes, to seed a fuzzer with it. `lockstep show OUT` prints the text again.";

int run(int argc, char** argv) {
  CLI::App app{kAbout, "lockstep"};
  app.footer(std::string("Example: lockstep replay corpus/memtable\n") + kExitCodes);
  app.set_version_flag("--version", "lockstep " LOCKSTEP_VERSION);
  app.require_subcommand(1);

  ReplayArguments arguments;
  CLI::App* const replaying = app.add_subcommand("replay", kReplayAbout);
  replaying->add_option("PATH", arguments.paths, kReplayPaths)->required();
  replaying
      ->add_option("--subject", arguments.subjects,
                   "Only this subject, held against the reference; may be given several times. Default: all. Tables "
                   "and sorts have\n"
                   "column and legacy; streams have bulk-pinot, bulk-native and bulk-threshold-1")
      ->allow_extra_args(false);
  replaying->add_flag("--ignore-expectations", arguments.ignore_expectations,
                      "Compare the subjects only: what a scenario that a fuzzer made up expects is noise");
  replaying->footer(std::string("Example: lockstep replay crash-1f2e --subject column\n") + kExitCodes);

  std::string path;
  CLI::App* const showing = app.add_subcommand("show", "Prints a scenario, text or bytes, as text.");
  showing->add_option("FILE", path, "A scenario, or any fuzzer input")->required();
  showing->footer(std::string("Example: lockstep show crash-1f2e > found.scenario\n") + kExitCodes);

  std::string output;
  CLI::App* const encoding = app.add_subcommand("encode", kEncodeAbout);
  encoding->add_option("FILE", path, "A scenario")->required();
  encoding->add_option("-o,--output", output, "The file to write")->required();
  encoding->footer(std::string("Example: lockstep encode found.scenario -o found.bytes\n") + kExitCodes);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kAgree : kUnusableInput;
  }
  if (*replaying) return replay(arguments);
  if (*showing) return show(path);
  return encode(path, output);
}

}  // namespace
}  // namespace lockstep::cli

int main(int argc, char** argv) {
  try {
    return lockstep::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "lockstep: " << error.what() << "\n";
    return lockstep::cli::kUnusableInput;
  }
}
