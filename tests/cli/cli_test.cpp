// The program as its users see it: what it prints and how it ends.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

struct Ran {
  int exit_code = -1;
  std::string printed;  // both streams
};

Ran run(const std::string& arguments) {
  const std::string command = std::string(LOCKSTEP_PROGRAM) + " " + arguments + " 2>&1";
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  Ran ran;
  char buffer[4096];
  for (std::size_t got = 0; (got = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) ran.printed.append(buffer, got);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ran.exit_code = WEXITSTATUS(status);
  return ran;
}

constexpr const char* kAgreeing =
    "memtable v1\n"
    "model agg\n"
    "key k int32\n"
    "value v int64 sum\n"
    "insert\n"
    "  2 20\n"
    "  1 10\n"
    "  1 1\n"
    "flush\n"
    "expect\n"
    "  1 11\n"
    "  2 20\n";

constexpr const char* kSort =
    "sort v1\n"
    "column k int32\n"
    "by k asc nulls_first\n"
    "rows\n"
    "  2\n"
    "  1\n"
    "expect 1 0\n";

// A folder of its own for each test.
class Cli : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              (std::string("lockstep_cli_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& content) const {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    return path.string();
  }
  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // What a wrong expectation makes of the agreeing scenario.
  std::string write_differing(const std::string& name) const {
    std::string text = kAgreeing;
    text.replace(text.find("1 11"), 4, "1 12");
    return write(name, text);
  }
  [[nodiscard]] std::string folder() const { return folder_.string(); }

 private:
  fs::path folder_;
};

#define EXPECT_PRINTS(ran, text) EXPECT_NE((ran).printed.find(text), std::string::npos) << (ran).printed

TEST_F(Cli, ReplayAgrees) {
  const std::string path = write("sum.scenario", kAgreeing);
  const Ran ran = run("replay " + path);
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.printed, path + ": agree\n1 file on reference column legacy: 1 agree, 0 differ, 0 unusable\n");
}

TEST_F(Cli, ReplaySearchesFolders) {
  write("a/sum.scenario", kAgreeing);
  write("b/c/sort.scenario", kSort);
  write("b/raw", std::string("\x80\x01\x02\x03", 4));
  write("README.md", "not a scenario");
  write(".hidden", "not for us");
  write(".git/thing", "nor this");
  const Ran ran = run("replay " + folder());
  EXPECT_EQ(ran.exit_code, 0) << ran.printed;
  EXPECT_PRINTS(ran, "3 files on reference column legacy: 3 agree, 0 differ, 0 unusable\n");
}

TEST_F(Cli, ReplayShowsADifference) {
  const std::string path = write_differing("wrong.scenario");
  const Ran ran = run("replay " + path);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_PRINTS(ran, path + ": DIFFERENCE\n");
  EXPECT_PRINTS(ran,
                "column: against the scenario's expectations, operation 3 (expect), row 0, column 1 \"v\" (int64): "
                "another value\n"
                "  expected: 12\n"
                "  actual:   11\n"
                "  replay:   lockstep replay " +
                    path + " --subject column\n");
  EXPECT_PRINTS(ran, "0 agree, 1 differ, 0 unusable\n");
}

TEST_F(Cli, ThePrintedCommandReplaysTheSame) {
  const std::string path = write_differing("it's wrong.scenario");
  const Ran first = run("replay '" + folder() + "'");
  const std::size_t at = first.printed.rfind("lockstep replay ");
  ASSERT_NE(at, std::string::npos);
  const std::size_t begin = at + std::string("lockstep ").size();
  const Ran again = run(first.printed.substr(begin, first.printed.find('\n', at) - begin));
  EXPECT_EQ(again.exit_code, 1) << again.printed;
  EXPECT_PRINTS(again, "another value");
}

TEST_F(Cli, ReplayCanIgnoreExpectations) {
  EXPECT_EQ(run("replay --ignore-expectations " + write_differing("wrong.scenario")).exit_code, 0);
}

TEST_F(Cli, ReplayOnChosenSubjects) {
  const std::string path = write("sum.scenario", kAgreeing);
  const Ran one = run("replay " + path + " --subject legacy");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_PRINTS(one, "1 file on reference legacy: 1 agree");
  EXPECT_PRINTS(run("replay --subject column --subject legacy " + path), "on reference column legacy:");
}

TEST_F(Cli, UnusableInput) {
  const Ran nonsense = run("replay " + write("nonsense.scenario", "memtable v1\nmodel dup\nkey k int33\n"));
  EXPECT_EQ(nonsense.exit_code, 2);
  EXPECT_PRINTS(nonsense, "nonsense.scenario:3:");
  EXPECT_PRINTS(nonsense, "0 agree, 0 differ, 1 unusable\n");

  EXPECT_EQ(run("replay " + folder() + "/absent").exit_code, 2);
  EXPECT_EQ(run("show " + folder() + "/absent").exit_code, 2);
  EXPECT_EQ(run("show " + folder()).exit_code, 2);
}

TEST_F(Cli, AFolderWithoutScenariosIsUnusable) {
  write("README.md", "nothing here");
  const Ran ran = run("replay " + folder());
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_PRINTS(ran, "no scenario file");
}

TEST_F(Cli, AnUnknownSubjectIsUnusable) {
  const Ran ran = run("replay --subject rows " + write("sum.scenario", kAgreeing));
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_PRINTS(ran, "no subject is called \"rows\"; there are: reference column legacy");
}

TEST_F(Cli, ADifferenceOutweighsUnusableInput) {
  write("nonsense.scenario", "memtable v9\n");
  write_differing("wrong.scenario");
  EXPECT_EQ(run("replay " + folder()).exit_code, 1);
}

TEST_F(Cli, WrongCommandLinesAreUnusable) {
  EXPECT_EQ(run("").exit_code, 2);
  EXPECT_EQ(run("replay").exit_code, 2);
  EXPECT_EQ(run("reply x").exit_code, 2);
  EXPECT_EQ(run("encode x").exit_code, 2);
}

TEST_F(Cli, ShowAndEncodeConvertIntoEachOther) {
  for (const char* const text : {kAgreeing, kSort}) {
    const std::string path = write("in.scenario", text);
    const std::string bytes = folder() + "/out.bytes";
    ASSERT_EQ(run("encode " + path + " -o " + bytes).exit_code, 0);
    const Ran from_text = run("show " + path);
    EXPECT_EQ(from_text.exit_code, 0);
    EXPECT_EQ(run("show " + bytes).printed, from_text.printed);
    EXPECT_EQ(run("replay " + bytes).exit_code, 0);

    // The name does not matter where the first line tells.
    EXPECT_EQ(run("show " + write("text", read(path))).printed, from_text.printed);
    EXPECT_EQ(run("show " + write("crash-0f1e", read(bytes))).printed, from_text.printed);
  }
}

TEST_F(Cli, CommentsMayStandAboveTheFirstLine) {
  EXPECT_EQ(run("show " + write("text", std::string("# why\n\n") + kSort)).printed.substr(0, 8), "sort v1\n");
}

TEST_F(Cli, EncodeSaysWhyItCannot) {
  const std::string path = write("in.scenario", kSort);
  EXPECT_EQ(run("encode " + path + " -o " + folder() + "/no/such/folder").exit_code, 2);
  std::string name(100, 'n');
  const Ran beyond = run("encode " + write("long.scenario", "memtable v1\nmodel dup\nkey " + name + " int32\nflush\n") +
                         " -o " + folder() + "/out");
  EXPECT_EQ(beyond.exit_code, 2);
  EXPECT_PRINTS(beyond, "name");
}

TEST_F(Cli, HelpAndVersion) {
  const Ran version = run("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.printed, "lockstep " LOCKSTEP_VERSION "\n");
  const Ran help = run("--help");
  EXPECT_EQ(help.exit_code, 0);
  for (const char* const word : {"replay", "show", "encode", "Exit codes"}) EXPECT_PRINTS(help, word);
  for (const char* const command : {"replay", "show", "encode"}) {
    const Ran own = run(std::string(command) + " --help");
    EXPECT_EQ(own.exit_code, 0);
    EXPECT_PRINTS(own, "Example: lockstep ");
  }
}

}  // namespace
}  // namespace lockstep::cli
