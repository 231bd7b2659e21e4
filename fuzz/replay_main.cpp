// The main() of a fuzz target that is built without libFuzzer: runs it once on every file named, and on every file in
// every folder named, as libFuzzer does when it is given inputs. Exit status 0 if all pass, 2 if there was no input
// that the target takes. A failure aborts.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> input_files(std::span<char*> arguments) {
  std::vector<fs::path> files;
  for (const fs::path path : arguments) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::vector<fs::path> inside;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) inside.push_back(entry.path());
    }
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t taken = 0;
  std::size_t rejected = 0;
  for (const fs::path& path : input_files(std::span(argv, static_cast<std::size_t>(argc)).subspan(1))) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
      std::cerr << path.string() << ": cannot be read\n";
      return 2;
    }
    const std::string content(std::istreambuf_iterator<char>(file), {});
    std::cerr << "running " << path.string() << std::endl;
    const int result = LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
    ++(result == 0 ? taken : rejected);
  }
  std::cout << taken << " inputs passed, " << rejected << " are not of this target's kind\n";
  if (taken != 0) return 0;
  std::cerr << "no input: name files or folders\n";
  return 2;
}
