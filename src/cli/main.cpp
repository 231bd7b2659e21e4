// The program `lockstep`: replays scenarios on what they test, converts their forms, and tunes bulk I/O.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "convert.h"
#include "exit_code.h"
#include "replay.h"
#include "tune.h"

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

constexpr const char* kTuneAbout =
    "Measures where bulk conversion of arrays starts to pay on this machine: for ints, longs, floats and doubles, "
    "reads\n"
    "and writes, arrays that start 0, 1 and 4 bytes into a page, and lengths from 1 to 4096. Takes about ten seconds.";

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

  TuneOptions tuning;
  CLI::App* const tune = app.add_subcommand("tune", kTuneAbout);
  tune->add_option("--json", tuning.json, "Write all numbers to this file");
  tune->add_option("--svg", tuning.svg, "Draw them into this file");
  tune->add_option("--length", tuning.lengths, "Measure this array length; may be given several times")
      ->check(CLI::Range(std::size_t{1}, kMaxTuneLength))
      ->allow_extra_args(false);
  tune->add_option("--rounds", tuning.timing.rounds, "How often each length is timed; the median counts")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  tune->footer(std::string("Example: lockstep tune --svg tune.svg\n") + kExitCodes);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kAgree : kUnusableInput;
  }
  if (*replaying) return replay(arguments);
  if (*showing) return show(path);
  if (*tune) return run_tune(tuning, std::cout, std::cerr);
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
