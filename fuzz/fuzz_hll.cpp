// The HyperLogLog deserialiser.   (set_deserialiser.h)
#include <cmath>

#include "lockstep/aggregate/hll.h"
#include "lockstep/base/check.h"
#include "lockstep/reference/hll.h"
#include "set_deserialiser.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using Deserialiser =
      lockstep::fuzz::SetDeserialiser<lockstep::Hll, lockstep::reference::Hll, lockstep::reference::parse_hll,
                                      lockstep::reference::serialize_hll>;
  Deserialiser::check(std::as_bytes(std::span(data, size)), [](const lockstep::Hll& hll) {
    const double estimate = hll.estimate();
    LOCKSTEP_CHECK(std::isfinite(estimate) && estimate >= 0, "every sketch has an estimate");
  });
  return 0;
}
