// A sort on reference, column and legacy: the same order of row ids.
#include "check_or_abort.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto body = lockstep::fuzz::body_of_kind(lockstep::scenario::KindByte::sort, data, size);
  if (!body) return -1;
  lockstep::fuzz::check_or_abort(lockstep::scenario::decode_sort(*body), *body);
  return 0;
}
