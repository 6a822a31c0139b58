// Stands for a vendor's library that a plugin links, which rule 8 forbids.
extern "C" __attribute__((visibility("default"))) int vendor_function();

int vendor_function() {
    return 1;
}
