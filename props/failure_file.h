// Where failing scenarios are kept, and how they are replayed.
#pragma once

#include <functional>
#include <string>

namespace lockstep::props {

// Writes a scenario's text for the current test; `what` is a part of the name. The path.
std::string save_failure(const std::string& text, const std::string& what);

// The commands that run this scenario again, one a line.
std::string replay_commands(const std::string& path);

// While it lives: if the program aborts (a failed check, a sanitizer's finding, an exception nobody caught), the
// scenario's text is saved and the commands printed first. One at a time.
class OnAbort {
 public:
  explicit OnAbort(std::function<std::string()> text);
  OnAbort(const OnAbort&) = delete;
  OnAbort& operator=(const OnAbort&) = delete;
  ~OnAbort();
};

}  // namespace lockstep::props
