// The encoders of the kinds, behind encode_bytes: what follows the first byte. The scenario is well formed.
#pragma once

#include "lockstep/scenario/bytes_stream.h"
#include "lockstep/scenario/scenario.h"

namespace lockstep::scenario {

void encode_body(ByteSink& sink, const MemTableScenario& scenario);
void encode_body(ByteSink& sink, const SortScenario& scenario);

}  // namespace lockstep::scenario
