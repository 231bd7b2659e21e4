// A MemTable scenario on reference, column and legacy: the same answers, statistics and blocks, no leak, and after
// failing allocations what the contract says.
#include "check_or_abort.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto body = lockstep::fuzz::body_of_kind(lockstep::scenario::KindByte::memtable, data, size);
  if (!body) return -1;
  lockstep::fuzz::check_or_abort(lockstep::scenario::decode_memtable(*body), *body);
  return 0;
}
