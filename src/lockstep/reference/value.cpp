#include "lockstep/reference/value.h"

#include "lockstep/base/check.h"

namespace lockstep::reference {

int256_t load_integer(PhysicalType physical, std::span<const std::byte> bytes) {
  switch (physical) {
    case PhysicalType::uint8:
      return load_unaligned<std::uint8_t>(bytes.data());
    case PhysicalType::int8:
      return load_unaligned<std::int8_t>(bytes.data());
    case PhysicalType::int16:
      return load_unaligned<std::int16_t>(bytes.data());
    case PhysicalType::int32:
      return load_unaligned<std::int32_t>(bytes.data());
    case PhysicalType::int64:
      return load_unaligned<std::int64_t>(bytes.data());
    case PhysicalType::int128:
      return load_unaligned<int128_t>(bytes.data());
    case PhysicalType::int256:
      return load_unaligned<int256_t>(bytes.data());
    case PhysicalType::uint32:
      return load_unaligned<std::uint32_t>(bytes.data());
    case PhysicalType::uint128:
      return int256_t::from_unsigned(load_unaligned<uint128_t>(bytes.data()));
    case PhysicalType::float32:
    case PhysicalType::float64:
    case PhysicalType::bytes:
      break;
  }
  LOCKSTEP_CHECK(false, "the type is an integer");
}

}  // namespace lockstep::reference
