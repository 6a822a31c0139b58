// What the sanitizers have to overlook, compiled into every program of a sanitized build.
// Only libraries of others are named: vendor runtimes keep memory to the end and synchronise in ways that
// ThreadSanitizer cannot see, since they are not built with it.

#define QUOVIS_EXPORTED extern "C" __attribute__((visibility("default"), used))

#if defined(QUOVIS_SANITIZE_ADDRESS)
QUOVIS_EXPORTED const char* __asan_default_options();
QUOVIS_EXPORTED const char* __lsan_default_suppressions();
QUOVIS_EXPORTED const char* __ubsan_default_options();

const char* __asan_default_options() {
    return "detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1:print_suppressions=0:"
           // Without it the leak check was seen to read at an address near 0 and to end the process, in 3 of 2586
           // tests. Inferred, not proved: what it remembers of libraries' per-thread variables outlives the threads.
           "intercept_tls_get_addr=0:"
           "protect_shadow_gap=0";  // the CUDA driver maps memory where the gap would be
}
const char* __lsan_default_suppressions() {
    return "leak:libpocl\nleak:libLLVM\nleak:libOpenCL\nleak:libclang-cpp\nleak:libcuda\nleak:libnvrtc\n"
           "leak:libnvidia\nleak:libnvJitLink\nleak:libfontconfig\n";
}
const char* __ubsan_default_options() {
    return "print_stacktrace=1";
}
#endif

#if defined(QUOVIS_SANITIZE_THREAD)
QUOVIS_EXPORTED const char* __tsan_default_options();
QUOVIS_EXPORTED const char* __tsan_default_suppressions();

const char* __tsan_default_options() {
    return "halt_on_error=0:second_deadlock_stack=1";
}
const char* __tsan_default_suppressions() {
    // Vendors' libraries are not instrumented: how they synchronise is not seen.
    return "race:libpocl\nrace:libLLVM\nrace:libclang-cpp\nrace:libcuda\nrace:libnvrtc\n"
           "mutex:libpocl\nmutex:libclang-cpp\ndeadlock:libpocl\n";
}
#endif
