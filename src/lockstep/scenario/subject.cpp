#include "lockstep/scenario/subject.h"

#include <algorithm>
#include <array>

#include "lockstep/legacy/mem_table.h"
#include "lockstep/legacy/sort.h"
#include "lockstep/memtable/mem_table.h"
#include "lockstep/reference/mem_table.h"
#include "lockstep/reference/sort.h"
#include "lockstep/sort/sort_rows.h"

namespace lockstep::scenario {

std::span<const Subject> built_in_subjects() {
  static const std::array<Subject, 3> subjects{{
      {"reference", &reference::create_mem_table, &reference::sort_rows},
      {"column", &create_mem_table, &sort_rows},
      {"legacy", &legacy::create_mem_table, &legacy::sort_rows},
  }};
  return subjects;
}

const Subject* find_subject(std::string_view name) {
  const std::span<const Subject> subjects = built_in_subjects();
  const auto found = std::ranges::find(subjects, name, &Subject::name);
  return found == subjects.end() ? nullptr : &*found;
}

}  // namespace lockstep::scenario
