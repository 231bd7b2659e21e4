// The committed scenarios of the kinds that Scenario holds.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace lockstep::scenario::testing {

// Every `*.scenario` below corpus/memtable and corpus/sort.
inline std::vector<std::filesystem::path> corpus_texts() {
  std::vector<std::filesystem::path> paths;
  for (const char* const kind : {"memtable", "sort"}) {
    const auto folder = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "corpus" / kind;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".scenario") paths.push_back(entry.path());
    }
  }
  return paths;
}

inline std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace lockstep::scenario::testing
