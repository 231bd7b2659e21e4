// Values of every type, where faults are likely: small alphabets, bounds, special bit patterns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/data/column.h"
#include "random.h"

namespace lockstep::props {

// How the values of one column are chosen; drawn anew for each column of each scenario, so that some columns hold
// nothing but nulls, some one value, some none of either.
struct ColumnHabit {
  std::vector<std::string> alphabet;    // each value as its bytes; empty: a fresh one for each row
  std::uint64_t null_percent = 0;       // of a nullable column
  bool nulls_in_runs = false;           // else each row by itself
  std::uint64_t payload_percent = 100;  // of the nulls that have a random payload under them
  std::uint64_t invalid_percent = 0;    // values outside their type's range, where it has one
};

// One value of this type, as bytes; inside the type's range, strings at most max_string_bytes.
std::string random_value(Type type, std::uint64_t max_string_bytes, Random& random);
// One outside of it; for a type that has no such value, as random_value.
std::string invalid_value(Type type, std::uint64_t max_string_bytes, Random& random);
// What may lie under a null: any bytes of the type's width.
std::string random_payload(Type type, Random& random);

// A habit with an alphabet of one to four distinct values; `spread` instead: values as they come.
ColumnHabit random_habit(Type type, bool nullable, bool spread, std::uint64_t max_string_bytes, Random& random);

// Appends `rows` values. A null is made only where `column` is nullable.
void append_values(Column& column, const ColumnHabit& habit, std::size_t rows, std::uint64_t max_string_bytes,
                   Random& random);

}  // namespace lockstep::props
