// The 64-bit Roaring deserialiser.   (set_deserialiser.h)
#include "lockstep/aggregate/bitmap.h"
#include "lockstep/reference/roaring_format.h"
#include "set_deserialiser.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using Deserialiser =
      lockstep::fuzz::SetDeserialiser<lockstep::Bitmap, lockstep::reference::Bitmap, lockstep::reference::parse_roaring,
                                      lockstep::reference::serialize_roaring>;
  Deserialiser::check(std::as_bytes(std::span(data, size)), [](const lockstep::Bitmap& bitmap) {
    LOCKSTEP_CHECK(bitmap.empty() == (bitmap.cardinality() == 0), "only the empty set has no values");
  });
  return 0;
}
