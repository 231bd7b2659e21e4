// The deserialiser of quantiles.   (set_deserialiser.h)
#include <cmath>

#include "lockstep/aggregate/quantile.h"
#include "lockstep/base/check.h"
#include "lockstep/reference/quantile.h"
#include "set_deserialiser.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using Deserialiser =
      lockstep::fuzz::SetDeserialiser<lockstep::Quantile, lockstep::reference::Quantile,
                                      lockstep::reference::parse_quantile, lockstep::reference::serialize_quantile>;
  Deserialiser::check(std::as_bytes(std::span(data, size)), [](lockstep::Quantile& quantile) {
    double last = -std::numeric_limits<double>::infinity();
    for (const double fraction : {0.0, 0.25, 0.5, 0.99, 1.0}) {
      const auto value = quantile.quantile(fraction);
      LOCKSTEP_CHECK(value.has_value() == (quantile.count() != 0), "whatever has values has quantiles");
      if (!value) continue;
      LOCKSTEP_CHECK(std::isnan(*value) || *value >= last, "quantiles ascend, NaNs last");
      LOCKSTEP_CHECK(!std::isnan(last) || std::isnan(*value), "nothing comes after NaN");
      last = *value;
    }
  });
  return 0;
}
