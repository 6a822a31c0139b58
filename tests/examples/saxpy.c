/* A first host program in C. The configuration says which compiler builds the kernel and which device runs it.
 * Build: cc saxpy.c -Iinclude -Llib -lquovis -o saxpy    Run: ./saxpy kernels/saxpy.cl (or .cu) */
#include <quovis/quovis.h>
#include <stdio.h>
#include <stdlib.h>

static void check(quovis_status status) {
    if (status != QUOVIS_OK) {
        fprintf(stderr, "saxpy: %s\n", quovis_last_error()->message);
        exit(1);
    }
}

int main(int argc, char** argv) {
    enum { n = 1000 };
    float a = 2, x[n], y[n];
    int count = n;
    for (int i = 0; i < n; ++i) {
        x[i] = (float)i;
        y[i] = 1;
    }
    quovis_instance* instance;
    quovis_program* program;
    quovis_module* module;
    quovis_kernel* kernel;
    quovis_buffer *device_x, *device_y;
    quovis_source source = QUOVIS_INIT(quovis_source);
    quovis_module_info loaded = QUOVIS_INIT(quovis_module_info);
    source.path = argc > 1 ? argv[1] : "saxpy.cl";

    check(quovis_instance_create(NULL, &instance));
    check(quovis_program_create(instance, &source, NULL, &program));
    check(quovis_program_load(program, NULL, &module));
    check(quovis_module_kernel(module, "saxpy", &kernel));
    check(quovis_module_get(module, &loaded));
    check(quovis_buffer_create(loaded.route, sizeof x, QUOVIS_MEMORY_DEVICE, &device_x));
    check(quovis_buffer_create(loaded.route, sizeof y, QUOVIS_MEMORY_DEVICE, &device_y));
    check(quovis_buffer_write(device_x, 0, x, sizeof x, NULL));
    check(quovis_buffer_write(device_y, 0, y, sizeof y, NULL));

    quovis_argument arguments[] = {quovis_value(&count, sizeof count), quovis_value(&a, sizeof a),
                                   quovis_pointer(device_x, 0), quovis_pointer(device_y, 0)};
    quovis_launch_info launch = QUOVIS_INIT(quovis_launch_info);
    launch.grid[0] = (n + 63) / 64;
    launch.block[0] = 64;
    launch.arguments = arguments;
    launch.argument_count = 4;
    check(quovis_launch(kernel, NULL, &launch));
    check(quovis_buffer_read(device_y, 0, y, sizeof y, NULL));

    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        wrong += y[i] != a * x[i] + 1;
    }
    printf("saxpy: %d of %d elements are right\n", n - wrong, n);
    quovis_buffer_release(device_x);
    quovis_buffer_release(device_y);
    quovis_kernel_release(kernel);
    quovis_module_release(module);
    quovis_program_release(program);
    quovis_instance_release(instance);
    return wrong != 0;
}
