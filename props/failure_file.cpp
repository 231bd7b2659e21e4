#include "failure_file.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

// The sanitizers' own hook, where they are linked in; they do not always end in abort().
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace lockstep::props {
namespace {

std::function<std::string()>& text_on_abort() {
  static std::function<std::string()> text;
  return text;
}

void save_aborting() {
  const auto text = std::exchange(text_on_abort(), nullptr);
  if (!text) return;
  std::cerr << replay_commands(save_failure(text(), "aborted")) << std::flush;
}

void handle_abort(int) {
  std::signal(SIGABRT, SIG_DFL);
  save_aborting();
  std::abort();
}

std::string test_name() {
  const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  return std::string(test->test_suite_name()) + "." + test->name();
}

}  // namespace

std::string save_failure(const std::string& text, const std::string& what) {
  const char* const chosen = std::getenv("LOCKSTEP_PROPS_FAILURES");
  const std::filesystem::path folder = chosen != nullptr ? chosen : "props-failures";
  std::filesystem::create_directories(folder);
  const std::filesystem::path path = std::filesystem::absolute(folder / (test_name() + "." + what + ".scenario"));
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

std::string replay_commands(const std::string& path) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  return "saved " + path + "\nreplay on every subject:\n  " LOCKSTEP_PROGRAM " replay " + path +
         "\nhold this property against it:\n  LOCKSTEP_PROPS_SCENARIO=" + path + " " + program +
         " --gtest_filter=" + test_name() + "\n";
}

OnAbort::OnAbort(std::function<std::string()> text) {
  static const bool installed = [] {
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(save_aborting);
    return true;
  }();
  static_cast<void>(installed);
  text_on_abort() = std::move(text);
  std::signal(SIGABRT, handle_abort);
}

OnAbort::~OnAbort() {
  std::signal(SIGABRT, SIG_DFL);
  text_on_abort() = nullptr;
}

}  // namespace lockstep::props
