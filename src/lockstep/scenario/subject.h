// An implementation that scenarios are run on.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lockstep/data/sort_order.h"
#include "lockstep/data/table.h"

namespace lockstep::scenario {

// To have an implementation of your own checked, fill one in and hand it to check():
//
//   const Subject mine{"mine", &create_my_table, &sort_my_rows};
//   const std::vector<Finding> findings = check(scenario, std::array{reference_subject(), mine});
struct Subject {
  std::string name;
  CreateTable create_table;
  SortRows sort_rows;
};

// `reference`, `column` and `legacy`, in this order.
std::span<const Subject> built_in_subjects();
inline const Subject& reference_subject() { return built_in_subjects().front(); }
// The built-in of this name; null if there is none.
const Subject* find_subject(std::string_view name);

}  // namespace lockstep::scenario
