#include "replay.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <vector>

#include "any_scenario.h"
#include "exit_code.h"
#include "input_files.h"
#include "lockstep/scenario/bulkio/bulkio_check.h"
#include "lockstep/scenario/check.h"

namespace lockstep::cli {

namespace {

using scenario::Finding;
using scenario::Scenario;
using scenario::Subject;

struct Totals {
  std::uint64_t agree = 0;
  std::uint64_t differ = 0;
  std::uint64_t unusable = 0;
  std::vector<std::string> subjects;  // that ran, in their order
};

// Per kind of scenario; the reference first, since everything is held against it.
struct Subjects {
  std::vector<Subject> tables;
  std::vector<scenario::BulkioSubject> streams;

  [[nodiscard]] std::span<const Subject> of(const Scenario&) const { return tables; }
  [[nodiscard]] std::span<const scenario::BulkioSubject> of(const scenario::BulkioScenario&) const { return streams; }
};

// Appends the subject of that name, once; whether there is one.
template <class Kind>
bool add(std::vector<Kind>& subjects, const Kind* subject) {
  if (subject == nullptr) return false;
  if (std::ranges::find(subjects, subject->name, &Kind::name) == subjects.end()) subjects.push_back(*subject);
  return true;
}

// Appends the names that are not there yet.
template <class Kind>
void add_names(std::vector<std::string>& names, std::span<const Kind> subjects) {
  for (const Kind& subject : subjects) {
    if (std::ranges::find(names, subject.name) == names.end()) names.push_back(subject.name);
  }
}

// A scenario of a kind that has none of the named subjects runs on the reference alone.
Result<Subjects> subjects_named(std::span<const std::string> names) {
  const std::span<const Subject> tables = scenario::built_in_subjects();
  const std::span<const scenario::BulkioSubject> streams = scenario::built_in_bulkio_subjects();
  if (names.empty()) return Subjects{{tables.begin(), tables.end()}, {streams.begin(), streams.end()}};
  Subjects subjects{{tables.front()}, {streams.front()}};
  for (const std::string& name : names) {
    const bool is_table = add(subjects.tables, scenario::find_subject(name));
    const bool is_stream = add(subjects.streams, scenario::find_bulkio_subject(name));
    if (!is_table && !is_stream) {
      std::string message = "no subject is called \"" + name + "\"; there are:";
      std::vector<std::string> known;
      add_names(known, tables);
      add_names(known, streams);
      for (const std::string& each : known) message += " " + each;
      return fail(ErrorCode::invalid_argument, message);
    }
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

void replay_file(const std::filesystem::path& path, const Subjects& subjects, bool ignore_expectations,
                 Totals& totals) {
  // The name goes out before the run: should a subject crash, it is the last thing printed.
  std::cout << path.string() << ": " << std::flush;
  const Result<AnyScenario> scenario = load_any(path);
  if (!scenario) {
    ++totals.unusable;
    std::cout << "unusable: " << scenario.error().message << "\n";
    return;
  }
  std::visit(
      [&](const auto& kind) {
        add_names(totals.subjects, subjects.of(kind));
        const std::vector<Finding> findings =
            check(kind, subjects.of(kind), {.expectations = !ignore_expectations, .run_twice = true});
        ++(findings.empty() ? totals.agree : totals.differ);
        std::cout << (findings.empty() ? "agree\n" : "DIFFERENCE\n");
        for (const Finding& finding : findings) {
          std::cout << describe(kind, finding);
          print_commands(finding, path.string(), ignore_expectations);
        }
      },
      *scenario);
}

}  // namespace

int replay(const ReplayArguments& arguments) {
  const Result<Subjects> subjects = subjects_named(arguments.subjects);
  const Result<std::vector<std::filesystem::path>> files = find_input_files(arguments.paths);
  if (!subjects || !files) {
    std::cerr << "lockstep: " << (subjects ? files.error().message : subjects.error().message) << "\n";
    return kUnusableInput;
  }
  Totals totals;
  for (const std::filesystem::path& file : *files) replay_file(file, *subjects, arguments.ignore_expectations, totals);

  std::cout << files->size() << (files->size() == 1 ? " file" : " files");
  for (const std::string& name : totals.subjects) std::cout << (&name == totals.subjects.data() ? " on " : " ") << name;
  std::cout << ": " << totals.agree << " agree, " << totals.differ << " differ, " << totals.unusable << " unusable\n";
  if (totals.differ != 0) return kDifference;
  return totals.unusable != 0 ? kUnusableInput : kAgree;
}

}  // namespace lockstep::cli
