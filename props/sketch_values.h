// Hlls and quantiles as bytes: every form, values in unusual but valid bits, and bytes that are none.
#pragma once

#include <string>

#include "random.h"

namespace lockstep::props {

// Mostly of a few values from a small alphabet, so that unions meet; now and then around the size at which the exact
// set gives way to registers or points.
std::string random_hll(Random& random);
std::string random_quantile(Random& random);

// The same with a byte changed, cut, or added: mostly none any more.
std::string damaged_hll(Random& random);
std::string damaged_quantile(Random& random);

}  // namespace lockstep::props
