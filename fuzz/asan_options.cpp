// What AddressSanitizer keeps beside each block and frame costs a fuzzer half its speed: no stack of the allocation, no
// stack frames on the heap. A crash replayed by `lockstep replay` from a sanitizer build has both.
extern "C" const char* __asan_default_options();  // NOLINT: the sanitizer's name

extern "C" const char* __asan_default_options() {
  return "malloc_context_size=0:detect_stack_use_after_return=0:quarantine_size_mb=16";
}
