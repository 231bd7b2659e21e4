#include "replay.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <vector>

#include "exit_code.h"
#include "input_files.h"
#include "lockstep/scenario/check.h"
#include "lockstep/scenario/load.h"

namespace lockstep::cli {

namespace {

using scenario::Finding;
using scenario::Scenario;
using scenario::Subject;

struct Totals {
  std::uint64_t agree = 0;
  std::uint64_t differ = 0;
  std::uint64_t unusable = 0;
};

// The reference first, since everything is held against it.
Result<std::vector<Subject>> subjects_named(std::span<const std::string> names) {
  std::vector<Subject> subjects;
  if (names.empty()) {
    const std::span<const Subject> all = scenario::built_in_subjects();
    return std::vector<Subject>(all.begin(), all.end());
  }
  subjects.push_back(scenario::reference_subject());
  for (const std::string& name : names) {
    const Subject* const subject = scenario::find_subject(name);
    if (subject == nullptr) {
      std::string message = "no subject is called \"" + name + "\"; there are:";
      for (const Subject& known : scenario::built_in_subjects()) message += " " + known.name;
      return fail(ErrorCode::invalid_argument, message);
    }
    if (std::ranges::find(subjects, name, &Subject::name) == subjects.end()) subjects.push_back(*subject);
  }
  return subjects;
}

// As one word of a shell command.
std::string shell_word(std::string_view path) {
  static constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-=:@%,";
  if (!path.empty() && path.find_first_not_of(kPlain) == std::string_view::npos) return std::string(path);
  std::string word = "'";
  for (const char c : path) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// The commands that show exactly this again.
void print_commands(const Finding& finding, const std::string& path, bool ignore_expectations) {
  std::cout << "  replay:   lockstep replay " << shell_word(path) << " --subject " << finding.subject
            << (ignore_expectations ? " --ignore-expectations" : "") << "\n"
            << "  show:     lockstep show " << shell_word(path) << "\n";
}

void replay_file(const std::filesystem::path& path, std::span<const Subject> subjects, bool ignore_expectations,
                 Totals& totals) {
  // The name goes out before the run: should a subject crash, it is the last thing printed.
  std::cout << path.string() << ": " << std::flush;
  const Result<Scenario> scenario = scenario::load(path);
  if (!scenario) {
    ++totals.unusable;
    std::cout << "unusable: " << scenario.error().message << "\n";
    return;
  }
  const std::vector<Finding> findings =
      check(*scenario, subjects, {.expectations = !ignore_expectations, .run_twice = true});
  if (findings.empty()) {
    ++totals.agree;
    std::cout << "agree\n";
    return;
  }
  ++totals.differ;
  std::cout << "DIFFERENCE\n";
  for (const Finding& finding : findings) {
    std::cout << describe(*scenario, finding);
    print_commands(finding, path.string(), ignore_expectations);
  }
}

}  // namespace

int replay(const ReplayArguments& arguments) {
  const Result<std::vector<Subject>> subjects = subjects_named(arguments.subjects);
  const Result<std::vector<std::filesystem::path>> files = find_input_files(arguments.paths);
  if (!subjects || !files) {
    std::cerr << "lockstep: " << (subjects ? files.error().message : subjects.error().message) << "\n";
    return kUnusableInput;
  }
  Totals totals;
  for (const std::filesystem::path& file : *files) replay_file(file, *subjects, arguments.ignore_expectations, totals);

  std::cout << files->size() << (files->size() == 1 ? " file" : " files") << " on";
  for (const Subject& subject : *subjects) std::cout << " " << subject.name;
  std::cout << ": " << totals.agree << " agree, " << totals.differ << " differ, " << totals.unusable << " unusable\n";
  if (totals.differ != 0) return kDifference;
  return totals.unusable != 0 ? kUnusableInput : kAgree;
}

}  // namespace lockstep::cli
