// Scenarios made from scenarios: the same rows in another way, of which a property knows what must come of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lockstep/scenario/scenario.h"
#include "random.h"

namespace lockstep::props {

// The rows that an insert inserts, its picks applied; picks that are not there are left out. A block of other types
// than the schema's is refused whole: no rows.
scenario::Rows picked_rows(const scenario::Insert& insert, const Schema& schema);
// All rows of all inserts, in insertion order. A column is nullable if the table's is or a null stands in it.
scenario::Rows inserted_rows(const scenario::MemTableScenario& scenario);

scenario::Rows take_rows(const scenario::Rows& rows, std::span<const std::uint32_t> picked);

// The scenario with other operations: the rows in batches of these sizes, which add up to them, each followed by so
// many shrinks (none where `shrinks` is shorter), then a flush.
scenario::MemTableScenario in_batches(const scenario::MemTableScenario& scenario, const scenario::Rows& rows,
                                      std::span<const std::size_t> sizes, std::span<const std::size_t> shrinks = {});
// All rows at once, then a flush.
scenario::MemTableScenario at_once(const scenario::MemTableScenario& scenario, const scenario::Rows& rows);

// The scenario with every null's payload replaced, by zeros or by random bytes.
scenario::MemTableScenario with_plain_payloads(scenario::MemTableScenario scenario);
scenario::MemTableScenario with_random_payloads(scenario::MemTableScenario scenario, Random& random);

}  // namespace lockstep::props
