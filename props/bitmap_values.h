// Bitmaps as bytes: every valid choice of containers, and bytes that are no bitmap.
#pragma once

#include <string>

#include "random.h"

namespace lockstep::props {

// Serialized bytes (the portable 64-bit Roaring format) of a small random set: values from few containers, so that
// unions meet; now and then a cardinality around the one from which a container is a bitset. Each container is written
// as a run container or not at random, whichever is smaller.
std::string random_bitmap(Random& random);

// random_bitmap with a byte changed, cut, or added: mostly no bitmap any more.
std::string damaged_bitmap(Random& random);

}  // namespace lockstep::props
