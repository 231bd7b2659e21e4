#include "property.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <utility>

#include "bulkio_generator.h"
#include "failure_file.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"
#include "lockstep/scenario/load.h"
#include "lockstep/scenario/text.h"
#include "shrink.h"

namespace lockstep::props {
namespace {

// A constant, so that a failure in continuous integration is one at home.
constexpr std::uint64_t kDefaultSeed = 20240229;
constexpr std::size_t kMaxShownBytes = 4000;

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// The scenarios that come out of one by each of its edits, made one at a time when asked for.
template <class Scenario>
class SmallerScenarios {
 public:
  explicit SmallerScenarios(const Scenario& from) : from_(std::make_shared<Scenario>(from)), edits_(smaller(from)) {}

  rc::Maybe<Scenario> operator()() {
    if (next_ == edits_.size()) return rc::Nothing;
    Scenario made = *from_;
    edits_[next_++](made);
    return made;
  }

 private:
  std::shared_ptr<const Scenario> from_;
  std::vector<Edit<Scenario>> edits_;
  std::size_t next_ = 0;
};

template <class Scenario>
rc::Gen<Scenario> generator(const std::function<Scenario(Random&)>& generate) {
  return rc::Gen<Scenario>([generate](rc::Random source, int) {
    Random random(source.next());
    return rc::shrinkable::shrinkRecur(generate(random), [](const Scenario& scenario) {
      return rc::Seq<Scenario>(SmallerScenarios<Scenario>(scenario));
    });
  });
}

// Counts the classes of a run's scenarios and holds them against their floors.
class ClassShares {
 public:
  void count(const std::vector<std::string_view>& classes) {
    ++scenarios_;
    for (const std::string_view name : classes) ++counts_[name];
  }

  void check(const std::vector<ClassFloor>& floors) const {
    std::ostringstream shares;
    for (const auto& [name, count] : counts_) shares << "  " << 100 * count / scenarios_ << "% " << name << "\n";
    std::cout << scenarios_ << " scenarios, of them\n" << shares.str();
    for (const ClassFloor& floor : floors) {
      const auto found = counts_.find(floor.name);
      const std::size_t count = found == counts_.end() ? 0 : found->second;
      EXPECT_GE(100 * count, floor.percent * scenarios_)
          << "the generator reaches the class \"" << floor.name << "\" in " << count << " of " << scenarios_
          << " scenarios; the floor is " << floor.percent << "%";
    }
  }

 private:
  std::size_t scenarios_ = 0;
  std::map<std::string_view, std::size_t> counts_;
};

std::string text_of(const scenario::Scenario& scenario) { return print_text(scenario); }
std::string text_of(const scenario::BulkioScenario& scenario) { return print_bulkio_text(scenario); }

std::string start_of(const std::string& text) {
  return text.size() <= kMaxShownBytes ? text : text.substr(0, kMaxShownBytes) + "…\n";
}

template <class Kind>
Result<Kind> load_kind(const char* path) {
  Result<scenario::Scenario> loaded = scenario::load(path);
  if (!loaded) return std::unexpected(loaded.error());
  if (!std::holds_alternative<Kind>(*loaded)) {
    return fail(ErrorCode::invalid_argument, std::string(path) + ": a scenario of another kind");
  }
  return std::get<Kind>(std::move(*loaded));
}
template <>
Result<scenario::BulkioScenario> load_kind(const char* path) {
  const Result<std::string> text = scenario::read_file(path);
  if (!text) return std::unexpected(text.error());
  return scenario::parse_bulkio_text(*text, path);
}

template <class Scenario>
void check_file(const Property<Scenario>& property, const char* path) {
  const Result<Scenario> scenario = load_kind<Scenario>(path);
  ASSERT_TRUE(scenario) << scenario.error().message;
  if (const Verdict verdict = property.judge(*scenario)) FAIL() << *verdict;
}

template <class Scenario>
class PropertyRun {
 public:
  explicit PropertyRun(const Property<Scenario>& property) : property_(property) {
    parameters_.seed = number_from_environment("LOCKSTEP_PROPS_SEED", kDefaultSeed);
    parameters_.maxSuccess =
        static_cast<int>(number_from_environment("LOCKSTEP_PROPS_CASES", static_cast<std::uint64_t>(property.cases)));
  }

  void check() {
    std::cout << "seed " << parameters_.seed << ", " << parameters_.maxSuccess << " scenarios" << std::endl;
    // RapidCheck prints its own configuration on the way; let it be the one that is used.
    ::setenv("RC_PARAMS", ("seed=" + std::to_string(parameters_.seed)).c_str(), 1);
    const rc::Gen<Scenario> scenarios = generator<Scenario>(property_.generate);
    const rc::detail::TestResult result = rc::detail::checkProperty(rc::detail::toProperty([&] { judge(*scenarios); }),
                                                                    rc::detail::TestMetadata(), parameters_);
    if (failure_) {
      const std::string text = text_of(smallest_.front());
      FAIL() << failure_.value() << "\nshrunk to " << save_failure(text, "shrunk") << ":\n" << start_of(text);
    }
    if (!result.template is<rc::detail::SuccessResult>()) {
      std::ostringstream message;
      rc::detail::printResultMessage(result, message);
      FAIL() << message.str();
    }
    if (parameters_.maxSuccess >= kMinGatedCases) shares_.check(property_.floors);
  }

 private:
  void judge(const Scenario& scenario) {
    if (!failure_) shares_.count(classes_of(scenario));
    const OnAbort save_on_abort([&] { return text_of(scenario); });
    const Verdict verdict = property_.judge(scenario);
    if (!verdict) return;
    if (!failure_) {
      const std::string path = save_failure(text_of(scenario), "unshrunk");
      std::cout << *verdict << "\n" << replay_commands(path) << "shrinking …" << std::endl;
    }
    // RapidCheck tries only scenarios smaller than the last one that failed, so the last to fail is the smallest.
    failure_ = verdict;
    smallest_.assign(1, scenario);
    RC_FAIL(*verdict);
  }

  const Property<Scenario>& property_;
  rc::detail::TestParams parameters_;
  ClassShares shares_;
  Verdict failure_;
  std::vector<Scenario> smallest_;  // one, once there is a failure
};

template <class Scenario>
void check(const Property<Scenario>& property) {
  if (const char* const path = std::getenv("LOCKSTEP_PROPS_SCENARIO")) {
    check_file(property, path);
  } else {
    PropertyRun<Scenario>(property).check();
  }
}

}  // namespace

void check_property(const Property<scenario::MemTableScenario>& property) { check(property); }
void check_property(const Property<scenario::SortScenario>& property) { check(property); }
void check_property(const Property<scenario::BulkioScenario>& property) { check(property); }

}  // namespace lockstep::props
