#include "lockstep/scenario/load.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "lockstep/base/bytes.h"
#include "lockstep/scenario/bytes.h"
#include "lockstep/scenario/text.h"

namespace lockstep::scenario {

namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// `KIND vN`, with a comment behind it if need be.
bool names_a_kind(std::string_view line) {
  const auto kind_end = std::ranges::find_if_not(line, is_lower);
  std::string_view rest = line.substr(static_cast<std::size_t>(kind_end - line.begin()));
  if (kind_end == line.begin() || !rest.starts_with(" v")) return false;
  rest.remove_prefix(2);
  const auto version_end = std::ranges::find_if_not(rest, is_digit);
  if (version_end == rest.begin()) return false;
  return version_end == rest.end() || *version_end == ' ' || *version_end == '\r';
}

}  // namespace

bool looks_like_text(std::string_view content) {
  while (!content.empty()) {
    const std::size_t end = std::min(content.find('\n'), content.size());
    const std::string_view line = content.substr(0, end);
    const bool blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (!blank && !line.starts_with('#')) return names_a_kind(line);
    content.remove_prefix(std::min(end + 1, content.size()));
  }
  return false;
}

Result<std::string> read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return fail(ErrorCode::invalid_argument, path.string() + ": a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(ErrorCode::invalid_argument, path.string() + ": " + std::strerror(errno));
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<Scenario> load(const std::filesystem::path& path) {
  const Result<std::string> content = read_file(path);
  if (!content) return std::unexpected(content.error());
  const bool is_text = path.extension() == ".scenario" || (path.extension() != ".bytes" && looks_like_text(*content));
  if (is_text) return parse_text(*content, path.string());
  return decode_bytes(as_byte_span(*content));
}

}  // namespace lockstep::scenario
