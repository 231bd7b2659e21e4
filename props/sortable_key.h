// The order of data.md once more, in a form that shares no line with any subject: a value becomes a byte string, and
// byte strings are compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lockstep/data/block.h"

namespace lockstep::props {

// Ascending, nulls first: sortable(a) < sortable(b) exactly if a comes before b; equal in the order, equal here.
std::string sortable(const Column& column, std::size_t row);

// One string a column, compared column by column.
using SortableKey = std::vector<std::string>;
// Of the first `key_count` columns, or of the named ones; one a row.
std::vector<SortableKey> sortable_keys(const Block& block, std::uint32_t key_count);
std::vector<SortableKey> sortable_keys(const Block& block, std::span<const std::uint32_t> columns);

}  // namespace lockstep::props
