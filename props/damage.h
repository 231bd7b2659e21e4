// Bytes made wrong.
#pragma once

#include <string>

#include "random.h"

namespace lockstep::props {

// `bytes` with one byte changed, the end cut off, or a byte added.
std::string damaged(std::string bytes, Random& random);

}  // namespace lockstep::props
