// What the generated cases were like: a run in which something came up too rarely proves nothing about it.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lockstep::oracle {

class Classes {
 public:
  // One case, which is of this class or not. Every case says so of every class. `floor_percent` of the cases must be.
  void note(std::string_view name, bool is_member, unsigned floor_percent);

  // Prints the counts, and fails the current test for each class below its floor.
  void check_floors() const;

 private:
  struct Count {
    unsigned cases = 0;
    unsigned members = 0;
    unsigned floor_percent = 0;
  };
  std::map<std::string, Count, std::less<>> counts_;
};

}  // namespace lockstep::oracle
