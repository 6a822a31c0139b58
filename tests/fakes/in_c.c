/* A whole plugin in C99, built by the C compiler: what an author without C++ would write.
 * Its language "words" names one kernel on each line: `count` or `twice`. Its one device runs them on host memory. */
#include <quovis/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TEXT(words) \
    { (words), sizeof(words) - 1 }

struct quovis_rt_device {
    int unused;
};
struct quovis_plugin_instance {
    struct quovis_rt_device device;
    struct quovis_rt_device* handles[1];
};
struct quovis_rt_stream {
    int unused;
};
struct quovis_rt_event {
    time_t when;
    int recorded;
};
struct quovis_rt_buffer {
    unsigned char* data;
    size_t size;
};
struct quovis_rt_module {
    int has[2]; /* by the numbers of the kernels */
    quovis_plugin_text names[2];
    size_t count;
};
struct quovis_rt_kernel {
    int number;
};

/* ---- Structs by their size, errors ---- */

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Copies the members that both know and leaves the target's struct_size, which is the first member of every struct. */
static void give(void* to, const void* from, size_t from_size) {
    size_t known;
    memcpy(&known, to, sizeof known);
    known = smaller(known, from_size);
    if (known > sizeof(size_t)) {
        memcpy((char*)to + sizeof(size_t), (const char*)from + sizeof(size_t), known - sizeof(size_t));
    }
}

static quovis_plugin_status fail(quovis_plugin_error* error, quovis_plugin_status code, int32_t phase,
                                 const char* message) {
    quovis_plugin_error all;
    if (error == NULL) {
        return code;
    }
    memset(&all, 0, sizeof all);
    all.code = code;
    all.phase = phase;
    memcpy(all.message, message, smaller(strlen(message), sizeof all.message - 1));
    give(error, &all, sizeof all);
    return code;
}

static quovis_plugin_status no_memory(quovis_plugin_error* error, int32_t phase) {
    return fail(error, QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY, phase, "malloc failed");
}

static int same(quovis_plugin_text text, const char* words) {
    return text.size == strlen(words) && memcmp(text.data, words, text.size) == 0;
}

/* ---- Kernels ---- */

/* void count(uint* out): each thread writes its number. void twice(uint n, uint* data): doubles the first n. */
static const quovis_rt_parameter count_parameters[] = {
    {sizeof(quovis_rt_parameter), QUOVIS_RT_PARAMETER_POINTER, 8, 8, SIZE_MAX, TEXT("out"), TEXT("uint*")}};
static const quovis_rt_parameter twice_parameters[] = {
    {sizeof(quovis_rt_parameter), QUOVIS_RT_PARAMETER_VALUE, 4, 4, SIZE_MAX, TEXT("n"), TEXT("uint")},
    {sizeof(quovis_rt_parameter), QUOVIS_RT_PARAMETER_POINTER, 8, 8, SIZE_MAX, TEXT("data"), TEXT("uint*")}};

static const struct {
    const char* name;
    const quovis_rt_parameter* parameters;
    size_t count;
} kernels[2] = {{"count", count_parameters, 1}, {"twice", twice_parameters, 2}};

static int kernel_number(quovis_plugin_text name) {
    return same(name, kernels[0].name) ? 0 : (same(name, kernels[1].name) ? 1 : -1);
}

/* ---- The compiler ---- */

struct result {
    char* image;
    quovis_cc_diagnostic diagnostic;
};

static const char image_mark[8] = {'C', '-', 'I', 'M', 'A', 'G', 'E', '\n'};

static quovis_plugin_status describe(quovis_plugin_instance* instance, quovis_cc_description* description,
                                     quovis_plugin_error* error) {
    static const quovis_plugin_text languages[] = {TEXT("words")};
    static const quovis_plugin_text formats[] = {TEXT("c-image")};
    const quovis_cc_description all = {
        0, TEXT("words 1.0"), TEXT("1.0"), TEXT("(inside the plugin)"), languages, 1, formats, 1, 0, 0};
    (void)instance;
    (void)error;
    give(description, &all, sizeof all);
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status targets(quovis_plugin_instance* instance, const quovis_plugin_text** known, size_t* count,
                                    quovis_plugin_error* error) {
    static const quovis_plugin_text all[] = {TEXT("c99")};
    (void)instance;
    (void)error;
    *known = all;
    *count = 1;
    return QUOVIS_PLUGIN_OK;
}

/* The line of the first word that is no kernel, from 1; 0 when there is none. */
static uint32_t first_unknown_line(quovis_plugin_text source) {
    uint32_t line = 1;
    size_t start = 0;
    size_t at;
    for (at = 0; at <= source.size; ++at) {
        if (at < source.size && source.data[at] != '\n') {
            continue;
        }
        if (at > start) {
            const quovis_plugin_text word = {source.data + start, at - start};
            if (kernel_number(word) < 0) {
                return line;
            }
        }
        start = at + 1;
        ++line;
    }
    return 0;
}

static quovis_plugin_status check_request(const quovis_cc_request* request, quovis_plugin_error* error) {
    const int32_t phase = QUOVIS_PLUGIN_PHASE_COMPILE;
    if (!same(request->language, "words")) {
        return fail(error, QUOVIS_PLUGIN_LANGUAGE_UNKNOWN, phase, "the language is not 'words'");
    }
    if (!same(request->target, "c99")) {
        return fail(error, QUOVIS_PLUGIN_TARGET_UNKNOWN, phase, "the target is not 'c99'");
    }
    if (request->format.size != 0 && !same(request->format, "c-image")) {
        return fail(error, QUOVIS_PLUGIN_NOT_SUPPORTED, phase, "the format is not 'c-image'");
    }
    if (request->name_expression_count != 0) {
        return fail(error, QUOVIS_PLUGIN_NOT_SUPPORTED, phase, "there are no name expressions in 'words'");
    }
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status compile(quovis_plugin_instance* instance, const quovis_cc_request* request,
                                    quovis_cc_result* result, quovis_plugin_error* error) {
    static const char message[] = "this word is no kernel";
    struct result* made;
    quovis_cc_result all;
    const quovis_plugin_status status = check_request(request, error);
    (void)instance;
    if (status != QUOVIS_PLUGIN_OK) {
        return status;
    }
    made = calloc(1, sizeof *made);
    if (made == NULL) {
        return no_memory(error, QUOVIS_PLUGIN_PHASE_COMPILE);
    }
    memset(&all, 0, sizeof all);
    all.owner = made;
    made->diagnostic.line = first_unknown_line(request->source);
    if (made->diagnostic.line != 0) {
        const quovis_plugin_text text = TEXT(message);
        made->diagnostic.struct_size = sizeof made->diagnostic;
        made->diagnostic.severity = QUOVIS_CC_ERROR;
        made->diagnostic.message = text;
        all.log = text;
        all.diagnostics = &made->diagnostic;
        all.diagnostic_count = 1;
        give(result, &all, sizeof all);
        return fail(error, QUOVIS_PLUGIN_SOURCE_INVALID, QUOVIS_PLUGIN_PHASE_COMPILE, message);
    }
    made->image = malloc(sizeof image_mark + request->source.size);
    if (made->image == NULL) {
        free(made);
        return no_memory(error, QUOVIS_PLUGIN_PHASE_COMPILE);
    }
    memcpy(made->image, image_mark, sizeof image_mark);
    if (request->source.size != 0) {
        memcpy(made->image + sizeof image_mark, request->source.data, request->source.size);
    }
    all.image = made->image;
    all.image_size = sizeof image_mark + request->source.size;
    all.format.data = "c-image";
    all.format.size = 7;
    all.target.data = "c99";
    all.target.size = 3;
    give(result, &all, sizeof all);
    return QUOVIS_PLUGIN_OK;
}

static void release_result(quovis_plugin_instance* instance, quovis_cc_result* result) {
    struct result* made = result->owner;
    (void)instance;
    if (made != NULL) {
        free(made->image);
        free(made);
    }
    result->owner = NULL;
}

static const quovis_cc_table compiler = {sizeof(quovis_cc_table), describe, targets, compile, NULL, release_result};

/* ---- Devices ---- */

static quovis_plugin_status devices(quovis_plugin_instance* instance, quovis_rt_device* const** all, size_t* count,
                                    quovis_plugin_error* error) {
    (void)error;
    *all = instance->handles;
    *count = 1;
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status device_info(quovis_rt_device* device, quovis_rt_device_info* info,
                                        quovis_plugin_error* error) {
    static const quovis_plugin_text name = TEXT("C device");
    static const quovis_plugin_text vendor = TEXT("Fakes");
    static const quovis_plugin_text target = TEXT("c99");
    quovis_rt_device_info all;
    (void)device;
    (void)error;
    memset(&all, 0, sizeof all);
    all.name = name;
    all.vendor = vendor;
    all.target = target;
    all.type = QUOVIS_RT_DEVICE_CPU;
    all.max_block[0] = all.max_block[1] = all.max_block[2] = 256;
    all.max_threads_per_block = 256;
    all.buffer_offset_alignment = 4;
    give(info, &all, sizeof all);
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status accepts(quovis_rt_device* device, const quovis_rt_image* image,
                                    quovis_plugin_error* error) {
    (void)device;
    if (!same(image->format, "c-image") || (image->target.size != 0 && !same(image->target, "c99"))) {
        char message[200];
        snprintf(message, sizeof message, "the C device loads 'c-image' for 'c99', not '%.*s' for '%.*s'",
                 (int)smaller(image->format.size, 60), image->format.data, (int)smaller(image->target.size, 60),
                 image->target.data != NULL ? image->target.data : "");
        return fail(error, QUOVIS_PLUGIN_IMAGE_REJECTED, QUOVIS_PLUGIN_PHASE_LOAD, message);
    }
    return QUOVIS_PLUGIN_OK;
}

/* ---- Memory ---- */

static quovis_plugin_status buffer_create(quovis_rt_device* device, quovis_rt_buffer_info* info,
                                          quovis_rt_buffer** buffer, quovis_plugin_error* error) {
    quovis_rt_buffer_info all = *info;
    quovis_rt_buffer* made;
    (void)device;
    if (all.size == 0 || all.kind != QUOVIS_RT_MEMORY_DEVICE) {
        return fail(error, all.size == 0 ? QUOVIS_PLUGIN_INVALID_ARGUMENT : QUOVIS_PLUGIN_NOT_SUPPORTED,
                    QUOVIS_PLUGIN_PHASE_MEMORY, "buffers are of device memory and have at least one byte");
    }
    made = malloc(sizeof *made);
    if (made == NULL) {
        return no_memory(error, QUOVIS_PLUGIN_PHASE_MEMORY);
    }
    made->size = all.size;
    made->data = all.size > SIZE_MAX / 4 ? NULL : calloc(1, all.size);
    if (made->data == NULL) {
        free(made);
        return fail(error, QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY, QUOVIS_PLUGIN_PHASE_MEMORY, "calloc failed");
    }
    all.address = 0;
    all.host = NULL;
    give(info, &all, sizeof all);
    *buffer = made;
    return QUOVIS_PLUGIN_OK;
}

static void buffer_release(quovis_rt_buffer* buffer, quovis_rt_stream* stream) {
    (void)stream;
    free(buffer->data);
    free(buffer);
}

static quovis_plugin_status copy(quovis_rt_stream* stream, const quovis_rt_copy* all, quovis_plugin_error* error) {
    const size_t to_pitch = all->destination_pitch != 0 ? all->destination_pitch : all->width;
    const size_t from_pitch = all->source_pitch != 0 ? all->source_pitch : all->width;
    unsigned char* to = all->destination != NULL ? all->destination->data : all->destination_host;
    const unsigned char* from = all->source != NULL ? all->source->data : all->source_host;
    size_t row;
    (void)stream;
    if (to == NULL || from == NULL) {
        return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_COPY, "one side of the copy is missing");
    }
    for (row = 0; row < all->height; ++row) {
        memmove(to + all->destination_offset + row * to_pitch, from + all->source_offset + row * from_pitch,
                all->width);
    }
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status fill(quovis_rt_stream* stream, quovis_rt_buffer* buffer, size_t offset, size_t size,
                                 const void* pattern, size_t pattern_size, quovis_plugin_error* error) {
    size_t at;
    (void)stream;
    if (pattern_size == 0 || offset > buffer->size || size > buffer->size - offset || size % pattern_size != 0) {
        return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_COPY, "the fill does not fit");
    }
    for (at = 0; at < size; at += pattern_size) {
        memcpy(buffer->data + offset + at, pattern, pattern_size);
    }
    return QUOVIS_PLUGIN_OK;
}

/* ---- Streams and events ---- */

static quovis_plugin_status stream_create(quovis_rt_device* device, const quovis_rt_stream_info* info,
                                          quovis_rt_stream** stream, quovis_plugin_error* error) {
    (void)device;
    if (info->priority != 0) {
        return fail(error, QUOVIS_PLUGIN_NOT_SUPPORTED, QUOVIS_PLUGIN_PHASE_STREAM, "the only priority is 0");
    }
    *stream = calloc(1, sizeof **stream);
    return *stream == NULL ? no_memory(error, QUOVIS_PLUGIN_PHASE_STREAM) : QUOVIS_PLUGIN_OK;
}

static void stream_release(quovis_rt_stream* stream) {
    free(stream);
}

static quovis_plugin_status stream_done(quovis_rt_stream* stream, quovis_plugin_error* error) {
    (void)stream;
    (void)error;
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status stream_wait_event(quovis_rt_stream* stream, quovis_rt_event* event,
                                              quovis_plugin_error* error) {
    (void)stream;
    (void)event;
    (void)error;
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status event_create(quovis_rt_device* device, quovis_rt_event** event,
                                         quovis_plugin_error* error) {
    (void)device;
    *event = calloc(1, sizeof **event);
    return *event == NULL ? no_memory(error, QUOVIS_PLUGIN_PHASE_EVENT) : QUOVIS_PLUGIN_OK;
}

static void event_release(quovis_rt_event* event) {
    free(event);
}

static quovis_plugin_status event_record(quovis_rt_event* event, quovis_rt_stream* stream, quovis_plugin_error* error) {
    (void)stream;
    (void)error;
    event->when = time(NULL);
    event->recorded = 1;
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status event_done(quovis_rt_event* event, quovis_plugin_error* error) {
    (void)event;
    (void)error;
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status event_elapsed(quovis_rt_event* start, quovis_rt_event* end, double* nanoseconds,
                                          quovis_plugin_error* error) {
    if (!start->recorded || !end->recorded) {
        return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_EVENT, "an event was never recorded");
    }
    *nanoseconds = 1e9 * difftime(end->when, start->when);
    return QUOVIS_PLUGIN_OK;
}

/* ---- Modules and kernels ---- */

static quovis_plugin_status module_load(quovis_rt_device* device, const quovis_rt_image* image,
                                        quovis_rt_module** module, quovis_plugin_error* error) {
    const char* bytes = image->data;
    const quovis_plugin_status status = accepts(device, image, error);
    size_t start = sizeof image_mark;
    size_t at;
    if (status != QUOVIS_PLUGIN_OK) {
        return status;
    }
    if (bytes == NULL || image->size < sizeof image_mark || memcmp(bytes, image_mark, sizeof image_mark) != 0) {
        return fail(error, QUOVIS_PLUGIN_IMAGE_REJECTED, QUOVIS_PLUGIN_PHASE_LOAD, "the image has another beginning");
    }
    *module = calloc(1, sizeof **module);
    if (*module == NULL) {
        return no_memory(error, QUOVIS_PLUGIN_PHASE_LOAD);
    }
    for (at = start; at <= image->size; ++at) {
        const quovis_plugin_text word = {bytes + start, at - start};
        if (at < image->size && bytes[at] != '\n') {
            continue;
        }
        if (word.size != 0 && kernel_number(word) < 0) {
            free(*module);
            return fail(error, QUOVIS_PLUGIN_IMAGE_REJECTED, QUOVIS_PLUGIN_PHASE_LOAD, "the image is damaged");
        }
        if (word.size != 0 && !(*module)->has[kernel_number(word)]) {
            const int number = kernel_number(word);
            (*module)->has[number] = 1;
            (*module)->names[(*module)->count].data = kernels[number].name;
            (*module)->names[(*module)->count].size = word.size;
            ++(*module)->count;
        }
        start = at + 1;
    }
    return QUOVIS_PLUGIN_OK;
}

static void module_release(quovis_rt_module* module) {
    free(module);
}

static quovis_plugin_status module_kernels(quovis_rt_module* module, const quovis_plugin_text** names, size_t* count,
                                           quovis_plugin_error* error) {
    (void)error;
    *names = module->names;
    *count = module->count;
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status kernel_create(quovis_rt_module* module, quovis_plugin_text name, quovis_rt_kernel** kernel,
                                          quovis_plugin_error* error) {
    const int number = kernel_number(name);
    if (number < 0 || !module->has[number]) {
        return fail(error, QUOVIS_PLUGIN_NOT_FOUND, QUOVIS_PLUGIN_PHASE_KERNEL, "the module has no such kernel");
    }
    *kernel = malloc(sizeof **kernel);
    if (*kernel == NULL) {
        return no_memory(error, QUOVIS_PLUGIN_PHASE_KERNEL);
    }
    (*kernel)->number = number;
    return QUOVIS_PLUGIN_OK;
}

static void kernel_release(quovis_rt_kernel* kernel) {
    free(kernel);
}

static quovis_plugin_status kernel_info(quovis_rt_kernel* kernel, quovis_rt_kernel_info* info,
                                        quovis_plugin_error* error) {
    quovis_rt_kernel_info all;
    (void)error;
    memset(&all, 0, sizeof all);
    all.name.data = kernels[kernel->number].name;
    all.name.size = strlen(all.name.data);
    all.has_parameters = 1;
    all.parameters = kernels[kernel->number].parameters;
    all.parameter_count = kernels[kernel->number].count;
    all.max_threads_per_block = 256;
    give(info, &all, sizeof all);
    return QUOVIS_PLUGIN_OK;
}

static quovis_plugin_status launch(quovis_rt_stream* stream, quovis_rt_kernel* kernel, const quovis_rt_launch* all,
                                   quovis_plugin_error* error) {
    const size_t wanted = kernels[kernel->number].count;
    const quovis_rt_argument* last;
    uint64_t threads = 1;
    uint32_t n;
    uint64_t i;
    (void)stream;
    for (i = 0; i < 3; ++i) {
        threads *= (uint64_t)all->grid[i] * all->block[i];
    }
    if (all->argument_count != wanted || threads == 0) {
        return fail(error, QUOVIS_PLUGIN_INVALID_LAUNCH, QUOVIS_PLUGIN_PHASE_LAUNCH,
                    "the arguments or the grid do not fit the kernel");
    }
    last = &all->arguments[wanted - 1];
    n = (uint32_t)threads;
    if (kernel->number == 1) {
        uint32_t asked = 0;
        memcpy(&asked, all->arguments[0].value, smaller(all->arguments[0].size, sizeof asked));
        n = asked < n ? asked : n;
    }
    if (last->buffer == NULL || last->offset > last->buffer->size || n > (last->buffer->size - last->offset) / 4) {
        return fail(error, QUOVIS_PLUGIN_KERNEL_FAULT, QUOVIS_PLUGIN_PHASE_LAUNCH, "the kernel needs a larger buffer");
    }
    for (i = 0; i < n; ++i) {
        unsigned char* at = last->buffer->data + last->offset + 4 * i;
        uint32_t value = (uint32_t)i;
        if (kernel->number == 1) {
            memcpy(&value, at, sizeof value);
            value *= 2;
        }
        memcpy(at, &value, sizeof value);
    }
    return QUOVIS_PLUGIN_OK;
}

static const quovis_rt_table runtime = {
    .struct_size = sizeof(quovis_rt_table),
    .name = TEXT("c"),
    .devices = devices,
    .device_info = device_info,
    .accepts = accepts,
    .buffer_create = buffer_create,
    .buffer_release = buffer_release,
    .copy = copy,
    .fill = fill,
    .stream_create = stream_create,
    .stream_release = stream_release,
    .stream_synchronize = stream_done,
    .stream_query = stream_done,
    .stream_wait_event = stream_wait_event,
    .event_create = event_create,
    .event_release = event_release,
    .event_record = event_record,
    .event_synchronize = event_done,
    .event_query = event_done,
    .event_elapsed = event_elapsed,
    .module_load = module_load,
    .module_release = module_release,
    .module_kernels = module_kernels,
    .kernel_create = kernel_create,
    .kernel_release = kernel_release,
    .kernel_info = kernel_info,
    .launch = launch,
};

/* ---- The plugin ---- */

static quovis_plugin_status initialize(const quovis_plugin_initialize_info* info, quovis_plugin_instance** instance,
                                       quovis_plugin_error* error) {
    quovis_plugin_instance* made = calloc(1, sizeof *made);
    (void)info;
    if (made == NULL) {
        return no_memory(error, QUOVIS_PLUGIN_PHASE_INITIALIZE);
    }
    made->handles[0] = &made->device;
    *instance = made;
    return QUOVIS_PLUGIN_OK;
}

static void shut_down(quovis_plugin_instance* instance) {
    free(instance);
}

static const quovis_plugin_table plugin = {
    .struct_size = sizeof(quovis_plugin_table),
    .abi_major = QUOVIS_PLUGIN_ABI_MAJOR,
    .abi_minor = QUOVIS_PLUGIN_ABI_MINOR,
    .name = TEXT("in-c"),
    .version = TEXT("1.0"),
    .description = TEXT("A plugin in C99."),
    .initialize = initialize,
    .shutdown = shut_down,
    .compiler = &compiler,
    .runtime = &runtime,
};

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return host->abi_major == QUOVIS_PLUGIN_ABI_MAJOR ? &plugin : NULL;
}
