#include "classes.h"

#include <gtest/gtest.h>

#include <iostream>

namespace lockstep::oracle {

void Classes::note(std::string_view name, bool is_member, unsigned floor_percent) {
  Count& count = counts_[std::string(name)];
  ++count.cases;
  count.floor_percent = floor_percent;
  if (is_member) ++count.members;
}

void Classes::check_floors() const {
  EXPECT_FALSE(counts_.empty());
  for (const auto& [name, count] : counts_) {
    std::cout << "  " << name << ": " << count.members << " of " << count.cases << "\n";
    EXPECT_GE(count.members * 100, count.cases * count.floor_percent)
        << name << ": fewer than " << count.floor_percent << " % of the cases";
  }
}

}  // namespace lockstep::oracle
