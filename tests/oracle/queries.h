// What a table must flush and a sort must answer, as SQL over the table `input` of sql_values.h.   (data.md, "Order";
// memtable.md, "What flush returns")
//
// SQLite's own order does the work: REAL and INTEGER by number, TEXT and BLOB by memcmp, then by length. Its NULLs
// compare smallest, and are one group to GROUP BY; −0.0 equals 0.0 to both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/data/schema.h"
#include "lockstep/data/sort_order.h"

namespace lockstep::oracle {

// The flushed rows in their order: the schema's columns, then the LSN.
std::string flush_query(const Schema& schema);

// The positions in their order, one a row.
std::string sort_query(const SortOrder& order, std::optional<std::uint64_t> limit);

// How many rows share all of these columns with another row: one number.
std::string ties_query(const std::vector<std::uint32_t>& columns);

}  // namespace lockstep::oracle
