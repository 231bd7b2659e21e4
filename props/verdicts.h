// What properties have in common: run on every subject, want success, want equal blocks.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "lockstep/scenario/runner.h"
#include "lockstep/scenario/subject.h"
#include "property.h"

namespace lockstep::props {

// What a scenario in which nothing fails came to.
struct Finished {
  FlushedBlock flushed;
  TableStatistics statistics;  // after the flush
};
// Runs it; what went wrong, if anything did: a call that failed, a breach of the contract, no flush.
std::expected<Finished, std::string> finish(const scenario::MemTableScenario& scenario,
                                            const scenario::Subject& subject);

// The same blocks, byte for byte, and LSNs? `what` says what they are of.
Verdict same_blocks(const FlushedBlock& expected, const FlushedBlock& actual, std::string_view what);
// The same counts of merged rows and overflows? (Sorts and shrinks are those of the operations.)
Verdict same_folds(const TableStatistics& expected, const TableStatistics& actual, std::string_view what);

// A property of one subject, held against all of them; the verdict names the subject.
using SubjectJudge = std::function<Verdict(const scenario::MemTableScenario&, const scenario::Subject&)>;
std::function<Verdict(const scenario::MemTableScenario&)> on_every_subject(SubjectJudge judge);
using SortJudge = std::function<Verdict(const scenario::SortScenario&, const scenario::Subject&)>;
std::function<Verdict(const scenario::SortScenario&)> sort_on_every_subject(SortJudge judge);

// The row order that a subject finds, or what went wrong.
std::expected<std::vector<std::uint32_t>, std::string> sorted(const scenario::SortScenario& scenario,
                                                              const scenario::Subject& subject);

std::string text_of(const scenario::Difference& difference);

}  // namespace lockstep::props
