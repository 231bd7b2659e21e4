// How `lockstep tune` shows what it measured.
#pragma once

#include <iosfwd>
#include <span>

#include "tune_measure.h"

namespace lockstep::cli {

// One line a series: the crossover, and the ratio of the times where the policies put their thresholds.
void print_tune_table(std::span<const TuneSeries> series, std::ostream& out);
// Everything, in nanoseconds a call; the field names say it.
void print_tune_json(std::span<const TuneSeries> series, std::ostream& out);
// One panel a type and direction: how many times faster bulk is, over the length, one line an offset; both axes
// logarithmic, parity and Pinot's threshold marked.
void print_tune_svg(std::span<const TuneSeries> series, std::ostream& out);

}  // namespace lockstep::cli
