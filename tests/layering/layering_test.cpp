// The includes of src/ and fuzz/ follow the layers. The one that matters most: the reference shares `base` and `data`
// with the rest and nothing else, so that a fault on one side cannot hide on the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

struct Layer {
  std::string module;
  std::set<std::string> may_include;  // beside its own headers
};

// From the bottom up: a layer names only layers that stand before it in this list. What is not here is not allowed.
const std::vector<Layer> kLayers = {
    {"base", {}},
    {"data", {"base"}},
    {"reference", {"base", "data"}},
    {"sort", {"base", "data"}},
    // Folds walk the groups that the sort found, and min and max ask its order.
    {"aggregate", {"base", "data", "sort"}},
    {"bulkio", {"base", "data"}},
    // Its bitmaps are those of the fast side; only the reference's are held against both.
    {"legacy", {"base", "data", "aggregate"}},
    {"memtable", {"base", "data", "sort", "aggregate"}},
    {"scenario", {"base", "data", "reference", "sort", "aggregate", "bulkio", "legacy", "memtable"}},
};

// Libraries from outside, by the first part of the include path → the modules that may include them.
const std::map<std::string, std::set<std::string>> kAllowedLibraries = {
    {"roaring", {"aggregate"}},  {"boost", {"sort", "legacy"}},
    {"hwy", {"sort", "bulkio"}}, {"arpa", {"scenario"}},  // addresses as text
    {"sys", {"base"}},                                    // large pages
};

// The path that a line includes; nullopt for any other line.
std::optional<std::string> included_path(std::string_view line) {
  const auto skip = [&](std::string_view expected) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(expected)) return false;
    line.remove_prefix(expected.size());
    return true;
  };
  if (!skip("#") || !skip("include") || (!skip("<") && !skip("\""))) return std::nullopt;
  return std::string(line.substr(0, line.find_first_of(">\"")));
}

struct Include {
  fs::path file;
  std::string target;
};

std::vector<Include> includes_under(const fs::path& folder) {
  std::vector<Include> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (const auto path = included_path(line)) found.push_back({entry.path(), *path});
    }
  }
  return found;
}

// The parts of an include path: "lockstep/data/block.h" → lockstep, data, block.h.
std::vector<std::string> parts(const fs::path& path) {
  std::vector<std::string> names;
  for (const fs::path& name : path) names.push_back(name.string());
  return names;
}

// Why `module` may not include `target`; nullopt if it may.
std::optional<std::string> objection(const std::string& module, const std::string& target) {
  const auto layer = std::ranges::find(kLayers, module, &Layer::module);
  if (layer == kLayers.end()) return "the module " + module + " is not in the table of layers";
  const std::vector<std::string> names = parts(target);
  if (names.size() == 1) {
    // The standard library; C headers of the system are not for the library to use.
    if (names[0].ends_with(".h")) return target + " is not a header of the C++ standard library";
    return std::nullopt;
  }
  if (names[0] == "lockstep") {
    if (names[1] == module || layer->may_include.contains(names[1])) return std::nullopt;
    return module + " may not include " + names[1];
  }
  const auto library = kAllowedLibraries.find(names[0]);
  if (library == kAllowedLibraries.end()) return names[0] + " is not in the table of libraries";
  if (!library->second.contains(module)) return module + " may not use " + names[0];
  return std::nullopt;
}

TEST(Layering, FindsTheIncludesOfALine) {
  EXPECT_EQ(included_path("#include <vector>"), "vector");
  EXPECT_EQ(included_path(" # include \"lockstep/data/block.h\"  // why"), "lockstep/data/block.h");
  EXPECT_EQ(included_path("// #include <vector>"), std::nullopt);
  EXPECT_EQ(included_path("#define X <vector>"), std::nullopt);
  EXPECT_EQ(included_path(""), std::nullopt);
}

TEST(Layering, ModulesIncludeOnlyLowerLayers) {
  const fs::path root = fs::path(LOCKSTEP_SOURCE_DIR) / "src" / "lockstep";
  const std::vector<Include> found = includes_under(root);
  ASSERT_FALSE(found.empty());
  for (const Include& include : found) {
    const std::string module = parts(fs::relative(include.file, root)).front();
    const auto why = objection(module, include.target);
    EXPECT_FALSE(why) << include.file.string() << " includes " << include.target << ": " << *why;
  }
}

// Fuzz builds elsewhere use another standard library and cannot link either.
TEST(Layering, NeitherLibraryNorFuzzTargetsKnowTheTestFrameworks) {
  for (const char* folder : {"src", "fuzz"}) {
    for (const Include& include : includes_under(fs::path(LOCKSTEP_SOURCE_DIR) / folder)) {
      EXPECT_FALSE(include.target.starts_with("gtest/") || include.target.starts_with("gmock/") ||
                   include.target.starts_with("rapidcheck"))
          << include.file.string() << " includes " << include.target;
    }
  }
}

TEST(Layering, TheTableItselfPointsDown) {
  std::set<std::string> below;
  for (const Layer& layer : kLayers) {
    for (const std::string& lower : layer.may_include)
      EXPECT_TRUE(below.contains(lower)) << layer.module << " → " << lower;
    below.insert(layer.module);
  }
  const auto reference = std::ranges::find(kLayers, "reference", &Layer::module);
  ASSERT_NE(reference, kLayers.end());
  EXPECT_EQ(reference->may_include, (std::set<std::string>{"base", "data"}));
}

TEST(Layering, ObjectsToWhatIsForbidden) {
  EXPECT_TRUE(objection("reference", "lockstep/sort/sort_rows.h"));
  EXPECT_TRUE(objection("reference", "lockstep/aggregate/state.h"));
  EXPECT_TRUE(objection("memtable", "lockstep/reference/order.h"));
  EXPECT_TRUE(objection("reference", "roaring/roaring64map.hh"));
  EXPECT_TRUE(objection("data", "lockstep/scenario/scenario.h"));
  EXPECT_TRUE(objection("base", "gtest/gtest.h"));
  EXPECT_TRUE(objection("newmodule", "lockstep/base/check.h"));
  EXPECT_FALSE(objection("reference", "lockstep/data/block.h"));
  EXPECT_FALSE(objection("reference", "set"));
}

}  // namespace
}  // namespace lockstep
