// What AddressSanitizer keeps beside each block and frame costs a fuzzer half its speed: no stack of the allocation, no
// stack frames on the heap. A crash replayed by `lockstep replay` from a sanitizer build has both. The quarantine holds
// what one execution frees, many times over: LOCKSTEP_QUARANTINE is its options, by target.
extern "C" const char* __asan_default_options();  // NOLINT: the sanitizer's name

extern "C" const char* __asan_default_options() {
  return "malloc_context_size=0:detect_stack_use_after_return=0:" LOCKSTEP_QUARANTINE;
}
