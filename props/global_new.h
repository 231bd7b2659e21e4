// Counts what the program asks of the global operator new, and gives a memory resource that does not use it.
// Linking this replaces the operators of the whole program.
#pragma once

#include <cstdint>
#include <memory_resource>

namespace lockstep::props {

// Calls of any operator new so far.
std::uint64_t global_new_calls();

// malloc and free.
std::pmr::memory_resource* malloc_resource();

}  // namespace lockstep::props
