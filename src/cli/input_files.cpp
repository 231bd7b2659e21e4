#include "input_files.h"

#include <algorithm>
#include <system_error>

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

bool may_be_scenario(const fs::path& path) {
  const fs::path extension = path.extension();
  return extension == ".scenario" || extension == ".bytes" || extension.empty();
}

Result<std::vector<fs::path>> files_under(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failure;
  fs::recursive_directory_iterator entry(folder, failure);
  for (const fs::recursive_directory_iterator end; !failure && entry != end; entry.increment(failure)) {
    if (is_hidden(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file() && may_be_scenario(entry->path())) {
      files.push_back(entry->path());
    }
  }
  if (failure) return fail(ErrorCode::invalid_argument, folder.string() + ": " + failure.message());
  if (files.empty()) return fail(ErrorCode::invalid_argument, folder.string() + ": no scenario file in this folder");
  std::ranges::sort(files);
  return files;
}

}  // namespace

Result<std::vector<fs::path>> find_input_files(std::span<const std::string> paths) {
  std::vector<fs::path> files;
  for (const fs::path path : paths) {
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (!fs::exists(status)) return fail(ErrorCode::invalid_argument, path.string() + ": no such file or folder");
    if (!fs::is_directory(status)) {
      files.push_back(path);
      continue;
    }
    Result<std::vector<fs::path>> inside = files_under(path);
    if (!inside) return inside;
    files.insert(files.end(), inside->begin(), inside->end());
  }
  return files;
}

}  // namespace lockstep::cli
