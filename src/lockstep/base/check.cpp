#include "lockstep/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace lockstep {

void check_failed(const char* file, int line, const char* expression, const char* meaning) noexcept {
  std::fprintf(stderr, "%s:%d: check failed: %s (%s)\n", file, line, expression, meaning);
  std::fflush(stderr);
  std::abort();
}

}  // namespace lockstep
