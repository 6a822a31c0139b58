// A shared object that is no plugin: it exports another function.
extern "C" __attribute__((visibility("default"))) int somebody_elses_function();

int somebody_elses_function() {
    return 7;
}
