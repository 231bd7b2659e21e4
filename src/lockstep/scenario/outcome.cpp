#include "lockstep/scenario/outcome.h"

#include <string_view>

namespace lockstep::scenario {

namespace {

// FNV-1a over 64-bit words; strings byte by byte.
class Digest {
 public:
  void add(std::uint64_t word) { state_ = (state_ ^ word) * 0x100000001b3u; }
  void add(std::string_view text) {
    add(text.size());
    for (const char byte : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(byte)));
  }
  void add(const std::optional<Difference>& violation) {
    add(std::uint64_t{violation.has_value()});
    if (violation) add(violation->description);
  }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

void add_step(Digest& hash, const Step& step) {
  hash.add(step.error ? std::uint64_t{1} + static_cast<std::uint64_t>(*step.error) : 0);
  hash.add(step.message);
  for (const CountedStatistic& statistic : kCountedStatistics) hash.add(step.statistics.*statistic.count);
  hash.add(step.memory_bytes);
  hash.add(static_cast<std::uint64_t>(step.unaccounted_bytes));
}

void add_outcome(Digest& hash, const MemTableOutcome& outcome) {
  hash.add(std::uint64_t{outcome.create_error.has_value()});
  if (outcome.create_error) hash.add(outcome.create_error->message);
  for (const Step& step : outcome.steps) add_step(hash, step);
  hash.add(std::uint64_t{outcome.flushed.has_value()});
  hash.add(outcome.fingerprint);
  hash.add(outcome.violation);
}

void add_outcome(Digest& hash, const SortOutcome& outcome) {
  hash.add(std::uint64_t{outcome.out_of_memory});
  for (const std::uint32_t row : outcome.order) hash.add(std::uint64_t{row});
  hash.add(outcome.violation);
}

}  // namespace

std::uint64_t digest(const Outcome& outcome) {
  Digest hash;
  hash.add(std::uint64_t{outcome.index()});
  std::visit([&](const auto& kind) { add_outcome(hash, kind); }, outcome);
  return hash.value();
}

}  // namespace lockstep::scenario
