#include "any_scenario.h"

#include <string>

#include "lockstep/base/bytes.h"
#include "lockstep/scenario/bulkio/bulkio_bytes.h"
#include "lockstep/scenario/bulkio/bulkio_text.h"
#include "lockstep/scenario/load.h"

namespace lockstep::cli {

Result<AnyScenario> load_any(const std::filesystem::path& path) {
  const Result<std::string> content = scenario::read_file(path);
  if (!content) return std::unexpected(content.error());
  if (path.extension() != ".bytes" && scenario::is_bulkio_text(*content)) {
    return scenario::parse_bulkio_text(*content, path.string());
  }
  const auto bytes = as_byte_span(*content);
  if (path.extension() != ".scenario" && !bytes.empty() && bytes.front() == scenario::kBulkioFirstByte) {
    return scenario::decode_bulkio(bytes.subspan(1));
  }
  return scenario::load(path);
}

}  // namespace lockstep::cli
