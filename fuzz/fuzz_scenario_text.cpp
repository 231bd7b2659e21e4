// Any text: the parser refuses it or its scenario comes back from print and parse, and from encode and decode.
#include <string_view>

#include "check_or_abort.h"
#include "lockstep/scenario/text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<scenario::Scenario> parsed = scenario::parse_text(text, "input");
  if (!parsed) return 0;
  const Result<scenario::Scenario> again = scenario::parse_text(print_text(*parsed), "printed");
  if (!again || *again != *parsed) fuzz::abort_with("does not come back from its own text", *parsed);
  // What exceeds the caps has no bytes.
  const Result<std::vector<std::byte>> bytes = encode_bytes(*parsed);
  if (bytes && scenario::decode_bytes(*bytes) != *parsed) {
    fuzz::abort_with("does not come back from its bytes", *parsed);
  }
  return 0;
}
