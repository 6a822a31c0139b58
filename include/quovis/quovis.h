/* The host API of Quovis in C: compile, load and launch GPU kernels through the backend that a configuration names.
 * C99. C++ programs may prefer quovis.hpp. The first program is in tests/examples/saxpy.c. */
#ifndef QUOVIS_QUOVIS_H
#define QUOVIS_QUOVIS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define QUOVIS_API __attribute__((visibility("default")))
#else
#define QUOVIS_API
#endif

#define QUOVIS_VERSION_MAJOR 0
#define QUOVIS_VERSION_MINOR 1
#define QUOVIS_VERSION_PATCH 0

/* Conventions.
 *
 * Errors: a function that can fail returns a quovis_status. On failure quovis_last_error() of the same thread tells the
 * rest, and out parameters are untouched. No function throws, aborts or prints.
 * Lifetimes: each handle that a function gives is released once. It keeps alive what it depends on (a kernel its module,
 * a buffer its route, a program its instance), so the order of releases does not matter. Releasing null does nothing.
 * Texts: zero-terminated. One that a function returns lives as long as the handle it came from, unless said otherwise.
 * Structs begin with struct_size; set it with the QUOVIS_INIT macro, which zeroes the rest: zero is each member's default.
 * Threads: every function may be called from any thread; one handle may be used by many threads at once.
 */
#ifdef __cplusplus
#define QUOVIS_INIT(type)                                                                                              \
    ([] {                                                                                                              \
        type zeroed{};                                                                                                 \
        zeroed.struct_size = sizeof(type);                                                                             \
        return zeroed;                                                                                                 \
    }())
#else
#define QUOVIS_INIT(type) {.struct_size = sizeof(type)}
#endif

/* The hundreds are the class: 100 the source is wrong, 200 the route cannot, 300 the device failed, 400 out of memory,
 * 500 invalid use, 600 stopped, 700 the configuration is wrong, 900 a fault of Quovis or of a plugin. */
typedef enum quovis_status {
    QUOVIS_OK = 0,
    QUOVIS_NOT_READY = 1, /* from quovis_stream_query and quovis_event_query: not finished, no error */

    QUOVIS_ERROR_SOURCE_INVALID = 100,

    QUOVIS_ERROR_UNAVAILABLE = 200, /* a plugin, a library or a tool is missing */
    QUOVIS_ERROR_NO_DEVICE = 201,   /* no device matches */
    QUOVIS_ERROR_TARGET_UNKNOWN = 202,
    QUOVIS_ERROR_LANGUAGE_UNKNOWN = 203,
    QUOVIS_ERROR_HOST_COMPILER_REFUSED = 204,
    QUOVIS_ERROR_IMAGE_REJECTED = 205,
    QUOVIS_ERROR_DRIVER_TOO_OLD = 206,
    QUOVIS_ERROR_COMPILER_CRASHED = 207,
    QUOVIS_ERROR_NOT_SUPPORTED = 208,

    QUOVIS_ERROR_DEVICE_FAILED = 300,
    QUOVIS_ERROR_DEVICE_LOST = 301,
    QUOVIS_ERROR_KERNEL_FAULT = 302,

    QUOVIS_ERROR_OUT_OF_DEVICE_MEMORY = 400,
    QUOVIS_ERROR_OUT_OF_HOST_MEMORY = 401,

    QUOVIS_ERROR_INVALID_ARGUMENT = 500,
    QUOVIS_ERROR_NOT_FOUND = 501, /* no kernel, global, plugin or file of that name */
    QUOVIS_ERROR_INVALID_LAUNCH = 502,
    QUOVIS_ERROR_INVALID_SELECTOR = 503,
    QUOVIS_ERROR_FILE = 504, /* a file cannot be read or written */

    QUOVIS_ERROR_CANCELLED = 600,
    QUOVIS_ERROR_TIMED_OUT = 601,

    QUOVIS_ERROR_CONFIGURATION = 700,

    QUOVIS_ERROR_INTERNAL = 900
} quovis_status;

typedef enum quovis_severity {
    QUOVIS_NOTE = 0,
    QUOVIS_WARNING = 1,
    QUOVIS_ERROR = 2
} quovis_severity;

/* One message of a compiler, mapped to the user's file. */
typedef struct quovis_diagnostic {
    size_t struct_size;
    const char* file; /* empty when the compiler names none */
    uint32_t line;    /* from 1; 0 unknown */
    uint32_t column;  /* from 1, in bytes; 0 unknown */
    quovis_severity severity;
    const char* message;
} quovis_diagnostic;

/* A backend that was tried or passed over, and why; see quovis_error and quovis_module_info. */
typedef struct quovis_attempt {
    size_t struct_size;
    const char* backend;  /* as the configuration names it */
    const char* selector; /* of the route; empty when it came to none */
    quovis_status status; /* QUOVIS_OK for the one that was taken */
    const char* reason;
} quovis_attempt;

typedef struct quovis_error {
    size_t struct_size;
    quovis_status status;
    const char* phase;       /* "configuration", "load", "compile", "launch", … */
    const char* plugin;      /* its name; empty when none was involved */
    int64_t native_code;     /* the vendor's number; 0 when there is none */
    const char* native_name; /* the vendor's own name, as "CUDA_ERROR_NO_DEVICE"; may be empty */
    const char* message;     /* complete: what was tried, on what, what the vendor said */
    const char* hint;        /* what to do; may be empty */
    const char* log;         /* of the compiler, bytes as they came; may be empty */
    const quovis_diagnostic* diagnostics;
    size_t diagnostic_count;
    const quovis_attempt* attempts; /* the trail, when a route was looked for */
    size_t attempt_count;
} quovis_error;

/* The last failure of this thread. Valid until the next failure on the same thread; never null. */
QUOVIS_API const quovis_error* quovis_last_error(void);
/* The name of a status as it stands above without the prefix, in lower case: "source_invalid". Static. */
QUOVIS_API const char* quovis_status_name(quovis_status status);

QUOVIS_API const char* quovis_version(void);     /* "0.1.0" */
QUOVIS_API const char* quovis_abi_version(void); /* of the plugin ABI: "1.0" */

/* ---- Instance: the configuration, the plugins, the devices ------------------------------------------------------- */

typedef struct quovis_instance quovis_instance;

typedef enum quovis_log_level {
    QUOVIS_LOG_DEFAULT = 0, /* what the configuration says */
    QUOVIS_LOG_ERROR = 1,
    QUOVIS_LOG_WARNING = 2,
    QUOVIS_LOG_INFO = 3,
    QUOVIS_LOG_DEBUG = 4,
    QUOVIS_LOG_TRACE = 5,
    QUOVIS_LOG_OFF = 6
} quovis_log_level;

typedef struct quovis_instance_info {
    size_t struct_size;
    const char* config;      /* a file to read instead of the user's and the system's; null: the usual places */
    const char* config_text; /* YAML that lies over all files; null: none */
    const char* const* plugin_directories; /* searched before all others */
    size_t plugin_directory_count;
    quovis_log_level log_level;
    /* Where log lines go; null: to stderr. May be called from any thread, also while a Quovis call is running. */
    void (*log)(void* context, quovis_log_level level, const char* line);
    void* log_context;
} quovis_instance_info;

/* Reads the configuration and nothing else: plugins are opened when they are first needed. `info` may be null. */
QUOVIS_API quovis_status quovis_instance_create(const quovis_instance_info* info, quovis_instance** instance);
QUOVIS_API void quovis_instance_release(quovis_instance* instance);

typedef enum quovis_plugin_state {
    QUOVIS_STATE_READY = 0,
    QUOVIS_STATE_NO_DEVICE = 1, /* its compiler works, its runtime found no device */
    QUOVIS_STATE_UNAVAILABLE = 2, /* a library or tool is missing */
    QUOVIS_STATE_REJECTED = 3,        /* not a plugin, wrong ABI, unsafe file */
    QUOVIS_STATE_FAILED = 4,          /* crashed, hung or errored */
    QUOVIS_STATE_DISABLED = 5,        /* by configuration */
    QUOVIS_STATE_SHADOWED = 6         /* another file of the same name came first */
} quovis_plugin_state;

/* One entry of the ledger. Names of states and stages are those of `quovis plugins --json`. */
typedef struct quovis_plugin_info {
    size_t struct_size;
    const char* name; /* the plugin's own, or the file's while it did not get to tell */
    const char* path;
    quovis_plugin_state state;
    const char* state_name;
    const char* stage; /* "found", "filtered", "opened", "negotiated", "initialised", "devices" */
    const char* reason; /* why it got no further; empty when ready and nothing is to be said */
    const char* hint;
    const char* version;
    const char* description;
    const char* abi;      /* "1.0"; empty when unknown */
    const char* runtime;  /* the runtime it offers; empty when none */
    int serves_runtime;   /* 0 when another plugin serves that runtime */
    const char* compiler; /* identity; empty when it has no compiler or the compiler is not there */
    const char* compiler_path;
    const char* const* languages;
    size_t language_count;
    const char* const* formats;
    size_t format_count;
} quovis_plugin_info;

/* The ledger: every candidate that was considered, in the order of the search. Opens the plugins. The texts live as
 * long as the instance. */
QUOVIS_API quovis_status quovis_plugin_count(quovis_instance* instance, size_t* count);
QUOVIS_API quovis_status quovis_plugin_get(quovis_instance* instance, size_t index, quovis_plugin_info* info);
/* The targets that a plugin's compiler knows, asked from the compiler. */
QUOVIS_API quovis_status quovis_plugin_targets(quovis_instance* instance, const char* plugin,
                                               const char* const** targets, size_t* count);

/* ---- Devices and routes ------------------------------------------------------------------------------------------ */

typedef struct quovis_route quovis_route;

typedef enum quovis_device_type {
    QUOVIS_DEVICE_OTHER = 0,
    QUOVIS_DEVICE_CPU = 1,
    QUOVIS_DEVICE_GPU = 2,
    QUOVIS_DEVICE_ACCELERATOR = 3
} quovis_device_type;

typedef struct quovis_device_info {
    size_t struct_size;
    size_t index;
    const char* name;
    const char* vendor;
    quovis_device_type type;
    const char* uuid; /* "8-4-4-4-12" hexadecimal; empty when unknown */
    const char* pci;  /* "0000:41:00.0"; empty when unknown */
    uint64_t memory_bytes;
    size_t route_count;
} quovis_device_info;

/* Physical devices; one that several runtimes drive is one device with several routes. Creates no context. */
QUOVIS_API quovis_status quovis_device_count(quovis_instance* instance, size_t* count);
QUOVIS_API quovis_status quovis_device_get(quovis_instance* instance, size_t index, quovis_device_info* info);
QUOVIS_API quovis_status quovis_device_route(quovis_instance* instance, size_t device, size_t index, quovis_route** route);

/* The best route for a selector: "cuda", "cuda:1", "opencl:cpu", "opencl:gpu:0", "gpu", "cpu", "any", "uuid=…",
 * "pci=…"; commas separate alternatives in order of preference, a leading '!' excludes. Null: `devices.default` of the
 * configuration. QUOVIS_ERROR_INVALID_SELECTOR, or QUOVIS_ERROR_NO_DEVICE when nothing matches. */
QUOVIS_API quovis_status quovis_route_find(quovis_instance* instance, const char* selector, quovis_route** route);
/* All routes that match, best first. The array is the caller's, to be given to quovis_routes_release. */
QUOVIS_API quovis_status quovis_route_find_all(quovis_instance* instance, const char* selector, quovis_route*** routes,
                                               size_t* count);
QUOVIS_API void quovis_routes_release(quovis_route** routes, size_t count);
QUOVIS_API void quovis_route_release(quovis_route* route);

typedef struct quovis_route_info {
    size_t struct_size;
    size_t device;        /* index of the physical device */
    const char* selector; /* can be typed back: "cuda:0", "opencl:cpu:0" */
    const char* runtime;  /* "cuda", "hip", "opencl" */
    const char* plugin;   /* that serves it */
    const char* name;     /* the device's name as this runtime tells it */
    const char* platform; /* an OpenCL platform's name; else empty */
    const char* driver;   /* version */
    const char* target;
    const char* const* compilers; /* plugins whose images it loads */
    size_t compiler_count;
    const char* const* languages; /* that those compilers take */
    size_t language_count;
    uint32_t max_block[3]; /* threads; 0 where the runtime does not tell, so for all below */
    uint32_t max_threads_per_block;
    uint64_t max_grid[3]; /* blocks */
    uint64_t shared_memory_per_block; /* bytes */
    uint64_t shared_memory_opt_in;    /* bytes */
    uint32_t warp_size;
    uint32_t multiprocessors;
} quovis_route_info;
QUOVIS_API quovis_status quovis_route_get(quovis_route* route, quovis_route_info* info);

typedef enum quovis_capability_type {
    QUOVIS_CAPABILITY_BOOLEAN = 0,
    QUOVIS_CAPABILITY_INTEGER = 1,
    QUOVIS_CAPABILITY_TEXT = 2
} quovis_capability_type;

typedef struct quovis_capability {
    size_t struct_size;
    const char* name;
    quovis_capability_type type;
    uint64_t number; /* boolean: 0 or 1 */
    const char* text;
} quovis_capability;
QUOVIS_API quovis_status quovis_route_capability_count(quovis_route* route, size_t* count);
QUOVIS_API quovis_status quovis_route_capability(quovis_route* route, size_t index, quovis_capability* capability);
/* Bytes of the device's memory; free_bytes 0 where the runtime does not tell. May create the device's context. */
QUOVIS_API quovis_status quovis_route_memory(quovis_route* route, uint64_t* free_bytes, uint64_t* total_bytes);
/* Waits for everything that was given to the device by this instance. */
QUOVIS_API quovis_status quovis_route_synchronize(quovis_route* route);

/* ---- Configuration ----------------------------------------------------------------------------------------------- */

typedef struct quovis_config_value {
    size_t struct_size;
    const char* path;   /* "cache.max_size", "routes[0].backend[1]" */
    const char* value;  /* as YAML would write it */
    const char* origin; /* "FILE:LINE", the variable's name, "built in" or "program" */
} quovis_config_value;
QUOVIS_API quovis_status quovis_config_count(quovis_instance* instance, size_t* count);
QUOVIS_API quovis_status quovis_config_get(quovis_instance* instance, size_t index, quovis_config_value* value);
/* Reads one file and reports each of its faults as a diagnostic of the error. */
QUOVIS_API quovis_status quovis_config_check(const char* path);

/* ---- Program: a source plus options ------------------------------------------------------------------------------ */

typedef struct quovis_program quovis_program;
typedef struct quovis_image quovis_image;

typedef struct quovis_source {
    size_t struct_size;
    const char* path;     /* a file to read; its ending gives the language: .cu cuda, .hip hip, .cl opencl */
    const char* text;     /* or the text itself */
    size_t text_size;     /* bytes; 0: up to the zero byte */
    const char* name;     /* the program's name for routes and diagnostics; null: the file's name, or "program" */
    const char* language; /* "cuda", "hip", "opencl"; null: by the ending of path or name */
} quovis_source;

typedef struct quovis_define {
    const char* name;
    const char* value; /* null: defined without a value */
} quovis_define;

typedef struct quovis_header {
    const char* name; /* as an #include names it */
    const char* text;
    size_t text_size; /* bytes; 0: up to the zero byte */
} quovis_header;

typedef enum quovis_switch {
    QUOVIS_DEFAULT = 0,
    QUOVIS_OFF = 1,
    QUOVIS_ON = 2
} quovis_switch;

typedef enum quovis_optimize {
    QUOVIS_OPTIMIZE_DEFAULT = 0,
    QUOVIS_OPTIMIZE_0 = 1,
    QUOVIS_OPTIMIZE_1 = 2,
    QUOVIS_OPTIMIZE_2 = 3,
    QUOVIS_OPTIMIZE_3 = 4
} quovis_optimize;

/* Each compiler is given its own words for these. What one cannot do is an error that names the option; none is
 * dropped. A rule of the configuration overrides switches and appends to lists. */
typedef struct quovis_options {
    size_t struct_size;
    quovis_optimize optimize;
    quovis_switch debug;
    quovis_switch line_info;
    quovis_switch fast_math;
    quovis_switch warnings_as_errors;
    quovis_switch relocatable;
    uint32_t max_registers; /* of each thread; 0 default */
    const char* standard;   /* "c++17", "CL1.2" */
    const quovis_define* defines;
    size_t define_count;
    const char* const* include_directories;
    size_t include_directory_count;
    const quovis_header* headers; /* in memory, searched first */
    size_t header_count;
    const char* const* name_expressions; /* C++ templates to instantiate: "scale<float>" */
    size_t name_expression_count;
    const char* const* raw; /* given to the compiler as they are */
    size_t raw_count;
    uint32_t timeout_ms; /* after which a compile is stopped (QUOVIS_ERROR_TIMED_OUT), in milliseconds from its start;
                          * 0: what the configuration says */
} quovis_options;

/* Copies all that it is given. `options` may be null. */
QUOVIS_API quovis_status quovis_program_create(quovis_instance* instance, const quovis_source* source,
                                               const quovis_options* options, quovis_program** program);
QUOVIS_API void quovis_program_release(quovis_program* program);
/* Stops the compiles of the program that are running now, in other threads; each returns QUOVIS_ERROR_CANCELLED. Those
 * that begin later are not concerned. Returns at once. A compile that has a timeout, or whose compiler works in a child
 * process, stops at once; in this process it stops when the compiler next looks, at the latest when it is through. */
QUOVIS_API quovis_status quovis_program_cancel(quovis_program* program);

/* How a program is compiled without a device. Every member may be null: the route of the configuration decides. */
typedef struct quovis_compile_info {
    size_t struct_size;
    const char* backend;
    const char* target; /* "sm_90" */
    const char* format; /* "cubin", "ptx", … */
} quovis_compile_info;
QUOVIS_API quovis_status quovis_program_compile(quovis_program* program, const quovis_compile_info* info,
                                                quovis_image** image);

typedef struct quovis_symbol {
    const char* expression;
    const char* symbol;
} quovis_symbol;

typedef struct quovis_image_info {
    size_t struct_size;
    const void* data;
    size_t size;
    const char* format;
    const char* target;   /* empty when not known, as for a file */
    const char* compiler; /* the plugin; empty for a file */
    const char* log;      /* of the compiler; may be empty */
    const char* command;  /* the options the compiler was given, for people */
    const quovis_diagnostic* diagnostics; /* warnings and notes */
    size_t diagnostic_count;
    const quovis_symbol* symbols; /* of name expressions */
    size_t symbol_count;
    const char* origin; /* "compiled"; or from the program cache: "memory", "disk", "layer"; "bundle"; empty: a file */
    const char* origin_reason; /* of a compile: why the cache had no image, or was passed by; of a bundle: why this */
    const char* cache_key; /* 32 hexadecimal digits; empty without one */
} quovis_image_info;
QUOVIS_API quovis_status quovis_image_get(quovis_image* image, quovis_image_info* info);
/* From a file (.ptx .cubin .fatbin .hsaco .spv; `format` null: by the ending) or from memory. Copies. */
QUOVIS_API quovis_status quovis_image_from_file(quovis_instance* instance, const char* path, const char* format,
                                                quovis_image** image);
QUOVIS_API quovis_status quovis_image_from_memory(quovis_instance* instance, const void* data, size_t size,
                                                  const char* format, const char* name, quovis_image** image);
/* How images are linked. Every text may be null. */
typedef struct quovis_link_info {
    size_t struct_size;
    const char* backend; /* the plugin that links; null: the one that compiled the images, else the first of the
                            configuration's rule that makes images of this format and links */
    const char* target;  /* null: that of the images, else of the device that the configuration leads to */
    const char* format;  /* null: what a device of the target loads */
    /* Null: none. The linker takes optimize, debug, line_info, max_registers, relocatable (what it makes can be
     * linked again), raw and timeout_ms; any other is of compiling and is refused by name. */
    const quovis_options* options;
} quovis_link_info;
/* Links images to one, which holds the kernels, variables and symbols of all. Each was compiled with `relocatable` on
 * or is LTO IR, which is optimised as a whole. QUOVIS_ERROR_SOURCE_INVALID with a diagnostic that names the symbol
 * where one is missing or there twice. The images may be released afterwards. */
QUOVIS_API quovis_status quovis_images_link(quovis_instance* instance, quovis_image* const* images, size_t count,
                                            const quovis_link_info* info, quovis_image** image);
QUOVIS_API void quovis_image_release(quovis_image* image);

/* ---- The program cache -------------------------------------------------------------------------------------------- */

/* Compiled images are kept, in memory and on disk, and handed out again where nothing that they depend on has changed:
 * source, options, headers, compiler. A cache that cannot be used is no failure of a compile. See core/README.md. */
typedef struct quovis_cache_info {
    size_t struct_size;
    const char* folder; /* empty when the cache is off or there is no place for it */
    const char* fault;  /* why the folder is not used; empty when it is */
    const char* mode;   /* "read-write", "read-only", "off" */
    uint64_t max_bytes; /* that the folder may hold */
    uint64_t memory_bytes; /* of images that this instance keeps in memory now, and the most of it */
    uint64_t memory_max_bytes;
    /* What follows is counted since the instance was made. */
    uint64_t memory_hits; /* waiting for another thread that compiles the same counts here */
    uint64_t disk_hits;
    uint64_t layer_hits;
    uint64_t misses_absent;
    uint64_t misses_damaged;
    uint64_t misses_unreadable;
    uint64_t refused;    /* images of the cache that a driver did not take, and that were made anew */
    uint64_t bypassed;   /* compiles that cannot be cached */
    uint64_t stored;
    uint64_t not_stored; /* the folder could not be written to, or a header was changed meanwhile */
    uint64_t read_bytes;    /* of images */
    uint64_t written_bytes; /* of images */
    uint64_t compile_ns;    /* spent on misses */
    uint64_t saved_ns;      /* that the images of hits took when they were compiled */
} quovis_cache_info;
/* The texts live as long as the instance. */
QUOVIS_API quovis_status quovis_cache_get(quovis_instance* instance, quovis_cache_info* info);

typedef struct quovis_cache_entry {
    size_t struct_size;
    const char* key;      /* 32 hexadecimal digits */
    const char* name;     /* of the program */
    const char* compiler; /* the plugin */
    const char* target;
    const char* format;
    const char* image;   /* the path of the image, a file that the vendor's tools open */
    uint64_t bytes;      /* on disk */
    uint64_t compile_ns; /* that the compile took */
    int64_t created;     /* seconds since 1970 */
    int64_t used;        /* likewise, to within a minute */
} quovis_cache_entry;

typedef struct quovis_cache_report {
    size_t struct_size;
    uint64_t entries; /* that are there now */
    uint64_t bytes;   /* of all files */
    uint64_t removed; /* entries */
    uint64_t removed_bytes;
    const char* const* damaged; /* files, by quovis_cache_verify */
    size_t damaged_count;
} quovis_cache_report;

/* The functions below work on the folder, whoever filled it; QUOVIS_ERROR_FILE where it is not used, and for those that
 * change it where the configuration forbids. What they give lives until this thread calls one of them again. */

/* The entries, the last used first. Without the layers. */
QUOVIS_API quovis_status quovis_cache_list(quovis_instance* instance, const quovis_cache_entry** entries, size_t* count);
QUOVIS_API quovis_status quovis_cache_count(quovis_instance* instance, quovis_cache_report* report);
/* Reads every entry and its image; with `repair` what is damaged is removed. */
QUOVIS_API quovis_status quovis_cache_verify(quovis_instance* instance, int repair, quovis_cache_report* report);
/* Removes what died processes have left for an hour, entries that were not used for `unused_seconds` (0: none), and
 * the least recently used until all has at most `max_bytes`. */
QUOVIS_API quovis_status quovis_cache_prune(quovis_instance* instance, uint64_t max_bytes, uint64_t unused_seconds,
                                            quovis_cache_report* report);
/* Removes all entries. Processes that use the folder go on. */
QUOVIS_API quovis_status quovis_cache_clear(quovis_instance* instance, quovis_cache_report* report);

/* What the way of a program would be: its route, and what its image depends on. Compiles and loads nothing. */
typedef struct quovis_explanation quovis_explanation;

typedef struct quovis_cache_part {
    size_t struct_size;
    const char* label;   /* "compiler", "option", "header 'a/v.h'" */
    const char* value;   /* empty when only the nearest entry has it */
    const char* nearest; /* in the nearest entry; empty when it does not have it */
    int differs;         /* from the nearest entry, where there is one */
} quovis_cache_part;

typedef struct quovis_explanation_info {
    size_t struct_size;
    const char* rule;     /* where the rule of the configuration stands */
    const char* backend;  /* that would compile */
    const char* selector; /* of the route; empty when no device is asked for */
    const char* target;
    const char* compiler; /* its identity */
    const quovis_attempt* attempts; /* the backends of the rule: passed over, taken, and those that would come next */
    size_t attempt_count;
    const char* key;    /* empty when the cache is passed by */
    const char* bypass; /* why it is; or empty */
    const char* found;  /* "disk", "layer"; empty for a miss */
    const char* image;  /* the path of the image that was found */
    const char* nearest_key; /* of the entry that differs least; empty when there is none of this program's name */
    const quovis_cache_part* parts; /* what the key is made of */
    size_t part_count;
} quovis_explanation_info;
/* With a target, a backend or a format in `info` as quovis_program_compile would do it; otherwise as
 * quovis_program_load with `selector`. Both may be null. */
QUOVIS_API quovis_status quovis_program_explain(quovis_program* program, const quovis_compile_info* info,
                                                const char* selector, quovis_explanation** explanation);
QUOVIS_API quovis_status quovis_explanation_get(quovis_explanation* explanation, quovis_explanation_info* info);
QUOVIS_API void quovis_explanation_release(quovis_explanation* explanation);

/* ---- Module and kernel ------------------------------------------------------------------------------------------- */

typedef struct quovis_module quovis_module;
typedef struct quovis_kernel quovis_kernel;
typedef struct quovis_buffer quovis_buffer;
typedef struct quovis_stream quovis_stream;
typedef struct quovis_event quovis_event;

/* Chooses the route as the configuration says, compiles, loads. `selector` narrows the choice; null: none. */
QUOVIS_API quovis_status quovis_program_load(quovis_program* program, const char* selector, quovis_module** module);
/* The same on one route: what compiles is still the configuration's choice. */
QUOVIS_API quovis_status quovis_program_load_on(quovis_program* program, quovis_route* route, quovis_module** module);
QUOVIS_API quovis_status quovis_image_load(quovis_image* image, quovis_route* route, quovis_module** module);
/* On the first route of a selector (null: the default) that accepts the image. */
QUOVIS_API quovis_status quovis_image_load_any(quovis_image* image, const char* selector, quovis_module** module);
QUOVIS_API void quovis_module_release(quovis_module* module);

typedef struct quovis_module_info {
    size_t struct_size;
    quovis_route* route; /* borrowed: valid as long as the module */
    quovis_image* image; /* borrowed */
    const char* compiler; /* the plugin that compiled it; empty for an image of a file */
    const quovis_attempt* attempts; /* the trail: what was passed over and what was taken */
    size_t attempt_count;
} quovis_module_info;
QUOVIS_API quovis_status quovis_module_get(quovis_module* module, quovis_module_info* info);
/* Names of its kernels; QUOVIS_ERROR_NOT_SUPPORTED where the driver cannot say. */
QUOVIS_API quovis_status quovis_module_kernels(quovis_module* module, const char* const** names, size_t* count);
/* A global variable as a buffer. */
QUOVIS_API quovis_status quovis_module_global(quovis_module* module, const char* name, quovis_buffer** buffer);
/* By name, or by a name expression that the program was compiled with. */
QUOVIS_API quovis_status quovis_module_kernel(quovis_module* module, const char* name, quovis_kernel** kernel);
QUOVIS_API void quovis_kernel_release(quovis_kernel* kernel);

typedef enum quovis_parameter_kind {
    QUOVIS_PARAMETER_UNKNOWN = 0,
    QUOVIS_PARAMETER_VALUE = 1,
    QUOVIS_PARAMETER_POINTER = 2,
    QUOVIS_PARAMETER_LOCAL = 3
} quovis_parameter_kind;

typedef struct quovis_parameter {
    size_t struct_size;
    quovis_parameter_kind kind;
    size_t bytes;     /* 0 unknown */
    size_t alignment; /* bytes; 0 unknown */
    const char* name; /* empty when the image does not keep it */
    const char* type; /* likewise */
} quovis_parameter;

typedef struct quovis_kernel_info {
    size_t struct_size;
    const char* name;
    quovis_module* module; /* borrowed */
    int has_parameters;    /* 0: the image does not tell them, and launches are checked by the driver only */
    const quovis_parameter* parameters;
    size_t parameter_count;
    uint32_t registers; /* of each thread; 0 where the runtime does not tell, so for all below */
    uint32_t max_threads_per_block;
    uint32_t required_block[3];
    uint32_t preferred_multiple;
    uint64_t static_shared_memory; /* bytes of each block */
    uint64_t local_memory;         /* bytes of each thread */
    uint64_t constant_memory;      /* bytes */
    uint64_t max_dynamic_shared_memory; /* bytes */
} quovis_kernel_info;
QUOVIS_API quovis_status quovis_kernel_get(quovis_kernel* kernel, quovis_kernel_info* info);
/* The kernels of an image as it tells them itself, without a device; `module` is null, and numbers that only a device
 * knows are 0. Valid as long as the image. QUOVIS_ERROR_NOT_SUPPORTED where no plugin reads such images. */
QUOVIS_API quovis_status quovis_image_kernels(quovis_image* image, const quovis_kernel_info** kernels, size_t* count);
/* Whether arguments of these kinds, sizes and types fit the kernel, as far as the image tells: of each parameter kind,
 * bytes (0: any) and type ("float", "unsigned int", "float4"; of a buffer that of its elements; null or empty: any) are
 * read. QUOVIS_ERROR_INVALID_LAUNCH names the first that does not. Launches that it let pass may then be made with
 * QUOVIS_LAUNCH_FITS. */
QUOVIS_API quovis_status quovis_kernel_check(quovis_kernel* kernel, const quovis_parameter* parameters, size_t count);

typedef struct quovis_occupancy {
    size_t struct_size;
    uint32_t block_threads;     /* in: threads of a block; 0 asks for a suggestion */
    uint32_t suggested_threads; /* out: block_threads, or what keeps most of the device busy */
    size_t shared_memory;       /* in: dynamic, bytes */
    uint32_t blocks_per_multiprocessor; /* out: that run at once; 0 where the runtime does not tell */
    uint32_t max_cooperative_grid;      /* out: blocks; 0 where there are no cooperative launches */
} quovis_occupancy;
QUOVIS_API quovis_status quovis_kernel_occupancy(quovis_kernel* kernel, quovis_occupancy* occupancy);

/* ---- Bundles ----------------------------------------------------------------------------------------------------- */

/* One file with the images of programs for many targets and, unless they were left out, their sources with the headers
 * and options that they need. What a device has an image for is loaded without a compiler. The format is in
 * core/program/BUNDLE.md. */
typedef struct quovis_bundle quovis_bundle;

/* From a file or from memory, as of an array that was embedded; copies. Everything is checked here: QUOVIS_ERROR_FILE
 * for what is damaged, cut or no bundle, and for a bundle of a later version. `name` is for messages; may be null. */
QUOVIS_API quovis_status quovis_bundle_from_file(quovis_instance* instance, const char* path, quovis_bundle** bundle);
QUOVIS_API quovis_status quovis_bundle_from_memory(quovis_instance* instance, const void* data, size_t size,
                                                   const char* name, quovis_bundle** bundle);
QUOVIS_API void quovis_bundle_release(quovis_bundle* bundle);

typedef struct quovis_bundle_source {
    size_t struct_size;
    const char* name; /* the file's, without its folder */
    const char* language;
    const char* text; /* null when the source was left out, and there are no headers and options then */
    size_t text_size; /* bytes */
    const quovis_header* headers;
    size_t header_count;
    const char* const* options; /* for people: "-D N=4", "--fast-math" */
    size_t option_count;
} quovis_bundle_source;

typedef struct quovis_bundle_image {
    size_t struct_size;
    size_t source; /* index of the source that it was compiled from */
    const char* target;
    const char* format;
    const char* compiler; /* the plugin */
    const char* identity; /* of its compiler: name, version, build */
    const char* command;  /* the options that the compiler was given, for people */
    size_t size;          /* bytes */
    int has_kernels;      /* 0: no plugin could read them where the bundle was packed */
    const quovis_kernel_info* kernels;
    size_t kernel_count;
} quovis_bundle_image;

typedef struct quovis_bundle_info {
    size_t struct_size;
    const char* name;   /* the path or the name that it was opened with; else empty */
    const char* packer; /* "quovis 0.1.0" */
    uint32_t version;   /* of the format */
    uint64_t size;      /* bytes of the whole */
    const quovis_bundle_source* sources;
    size_t source_count;
    const quovis_bundle_image* images;
    size_t image_count;
    const char* const* headers; /* paths of the headers that were read for it, as far as #include lines tell, after */
    size_t header_count;        /* quovis_bundle_pack; none for a bundle that was opened */
} quovis_bundle_info;
/* What it points to lives as long as the bundle. */
QUOVIS_API quovis_status quovis_bundle_get(quovis_bundle* bundle, quovis_bundle_info* info);
/* An image of it, bit for bit as the compiler made it. Its origin is "bundle". */
QUOVIS_API quovis_status quovis_bundle_extract(quovis_bundle* bundle, size_t index, quovis_image** image);
/* A source with its headers and options, to be compiled as any program. `source` is its name; null: the only one.
 * QUOVIS_ERROR_NOT_SUPPORTED where it was left out. */
QUOVIS_API quovis_status quovis_bundle_program(quovis_bundle* bundle, const char* source, quovis_program** program);

/* Loads a source's code on the device that the configuration chooses; `selector` narrows the choice as for a program.
 * Of the images that the runtime accepts the best is taken: one for the device's own target, then other machine code,
 * then what the driver compiles. Where none is accepted, or the driver refuses all, the packed source is compiled as
 * the configuration says, through the cache; where that cannot be done, the next device is tried. The module's image
 * has the origin "bundle" when it was packed, and the trail says of each image why it was taken or not. */
QUOVIS_API quovis_status quovis_bundle_load(quovis_bundle* bundle, const char* source, const char* selector,
                                            quovis_module** module);
QUOVIS_API quovis_status quovis_bundle_load_on(quovis_bundle* bundle, const char* source, quovis_route* route,
                                               quovis_module** module);
/* What quovis_bundle_load would do, without loading or compiling. `bypass` is "packed" where an image would be taken. */
QUOVIS_API quovis_status quovis_bundle_explain(quovis_bundle* bundle, const char* source, const char* selector,
                                               quovis_explanation** explanation);
/* As quovis_program_cancel, for the compiles that loading has begun. */
QUOVIS_API quovis_status quovis_bundle_cancel(quovis_bundle* bundle);

/* A step of packing: one program for one target. */
typedef struct quovis_pack_step {
    size_t struct_size;
    size_t done; /* steps that are through */
    size_t count;
    const char* program;
    const char* target;
    quovis_image* image; /* borrowed, for the call: what was made; null when the step begins, and for a mere source */
} quovis_pack_step;

typedef struct quovis_pack_info {
    size_t struct_size;
    quovis_program* const* programs; /* each with a name of its own, folders not counted */
    size_t program_count;
    /* What a compiler calls a target ("sm_90", "compute_80", "gfx90a"); "opencl": the source itself, for any OpenCL
     * device; a device that is here ("opencl:cpu", "cuda:0"): whatever its own target is. */
    const char* const* targets;
    size_t target_count;
    const char* backend; /* the plugin that compiles; null: those of the configuration's rule, the first that can */
    int without_sources;
    void (*step)(void* context, const quovis_pack_step* step); /* at the beginning and the end of each step; or null */
    void* step_context;
} quovis_pack_info;
/* Compiles every program for every target, through the cache, and packs what was made. QUOVIS_ERROR_TARGET_UNKNOWN or
 * another error of the route's class that names the compilers that were asked, where one cannot be made. Cancelled by
 * quovis_program_cancel on any of the programs. */
QUOVIS_API quovis_status quovis_bundle_pack(quovis_instance* instance, const quovis_pack_info* info,
                                            quovis_bundle** bundle);
/* Writes the file as a whole or not at all. */
QUOVIS_API quovis_status quovis_bundle_write(quovis_bundle* bundle, const char* path);

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

typedef enum quovis_memory_kind {
    QUOVIS_MEMORY_DEVICE = 0,
    QUOVIS_MEMORY_PINNED = 1, /* page-locked memory of the host */
    QUOVIS_MEMORY_MANAGED = 2 /* one address for host and device */
} quovis_memory_kind;

QUOVIS_API quovis_status quovis_buffer_create(quovis_route* route, size_t size, quovis_memory_kind kind,
                                              quovis_buffer** buffer);
/* Memory of the device in the order of a stream: for work that is given to the stream from now on, or that waits for it.
 * It is freed in the same order: when what the stream was given before the release has passed, without a wait. Where the
 * runtime has no such allocation the memory is there at once. */
QUOVIS_API quovis_status quovis_buffer_create_in_order(quovis_stream* stream, size_t size, quovis_buffer** buffer);
/* A part of a buffer, `offset` and `size` in bytes, without a copy: it shares the memory and keeps it. */
QUOVIS_API quovis_status quovis_buffer_slice(quovis_buffer* buffer, size_t offset, size_t size, quovis_buffer** slice);
/* The memory is freed when the work that uses it has passed; a runtime may have to wait for that here. */
QUOVIS_API void quovis_buffer_release(quovis_buffer* buffer);

typedef struct quovis_buffer_info {
    size_t struct_size;
    size_t size; /* bytes */
    quovis_memory_kind kind;
    uint64_t address;    /* the device's; 0 where the runtime has none */
    void* host;          /* the host's, of pinned and managed memory; else null */
    quovis_route* route; /* borrowed */
} quovis_buffer_info;
QUOVIS_API quovis_status quovis_buffer_get(quovis_buffer* buffer, quovis_buffer_info* info);

/* Memory that is kept for the next buffer instead of being freed: an allocation then asks the driver for nothing. */
typedef struct quovis_pool quovis_pool;

typedef struct quovis_pool_info {
    size_t struct_size;
    quovis_memory_kind kind;
    uint64_t max_held_bytes; /* free memory that is kept at most; 0: no bound. The oldest goes first */
    /* What follows is told by quovis_pool_get. */
    uint64_t used_bytes; /* of buffers that are out, as they were rounded */
    uint64_t held_bytes; /* free, kept for the next */
    uint64_t allocations; /* that were asked for */
    uint64_t reused;      /* of these, without the driver */
} quovis_pool_info;
QUOVIS_API quovis_status quovis_pool_create(quovis_route* route, const quovis_pool_info* info, quovis_pool** pool);
/* As quovis_buffer_create_in_order, from the pool; sizes are rounded up to at most an eighth more. When the buffer and
 * its slices are released the memory goes back, for the work that the stream is given from then on, and for other streams
 * once what the stream had been given by then has passed. Work on other streams that uses the buffer must have been
 * waited for before the release, by the stream or by the host. */
QUOVIS_API quovis_status quovis_pool_allocate(quovis_pool* pool, quovis_stream* stream, size_t size,
                                              quovis_buffer** buffer);
/* Frees memory that is kept, until at most `keep_bytes` are. */
QUOVIS_API quovis_status quovis_pool_trim(quovis_pool* pool, uint64_t keep_bytes);
QUOVIS_API quovis_status quovis_pool_get(quovis_pool* pool, quovis_pool_info* info);
/* Buffers that are out stay valid. */
QUOVIS_API void quovis_pool_release(quovis_pool* pool);

/* Offsets and sizes in bytes. `stream` null: the route's default stream, and the call returns when the copy is done.
 * With a stream it returns at once, and the host memory must stay as it is until the stream has passed. */
QUOVIS_API quovis_status quovis_buffer_write(quovis_buffer* buffer, size_t offset, const void* data, size_t size,
                                             quovis_stream* stream);
QUOVIS_API quovis_status quovis_buffer_read(quovis_buffer* buffer, size_t offset, void* data, size_t size,
                                            quovis_stream* stream);
QUOVIS_API quovis_status quovis_buffer_copy(quovis_buffer* destination, size_t destination_offset, quovis_buffer* source,
                                            size_t source_offset, size_t size, quovis_stream* stream);
/* Repeats a pattern of 1, 2, 4, 8 or 16 bytes; offset and size are multiples of it. */
QUOVIS_API quovis_status quovis_buffer_fill(quovis_buffer* buffer, size_t offset, size_t size, const void* pattern,
                                            size_t pattern_size, quovis_stream* stream);
/* `height` rows of `width` bytes. Of each side either the buffer or the host's memory is given; a row starts at offset +
 * row * pitch, and a pitch of 0 means `width`. */
typedef struct quovis_copy_info {
    size_t struct_size;
    quovis_buffer* destination;
    void* destination_host;
    size_t destination_offset;
    size_t destination_pitch;
    quovis_buffer* source;
    const void* source_host;
    size_t source_offset;
    size_t source_pitch;
    size_t width;
    size_t height;
} quovis_copy_info;
QUOVIS_API quovis_status quovis_copy(const quovis_copy_info* copy, quovis_stream* stream);
/* 1 into `possible` when buffers of the two routes are copied without a way through the host's memory. Of two routes of
 * one runtime; any other two are 0, and quovis_buffer_copy refuses them. */
QUOVIS_API quovis_status quovis_route_peer_access(quovis_route* route, quovis_route* other, int* possible);

/* ---- Streams and events ------------------------------------------------------------------------------------------ */

/* `priority`: 0 normal, lower is more urgent; a runtime without priorities takes only 0. */
QUOVIS_API quovis_status quovis_stream_create(quovis_route* route, int priority, quovis_stream** stream);
QUOVIS_API void quovis_stream_release(quovis_stream* stream);
QUOVIS_API quovis_status quovis_stream_synchronize(quovis_stream* stream);
QUOVIS_API quovis_status quovis_stream_query(quovis_stream* stream);
QUOVIS_API quovis_status quovis_stream_wait(quovis_stream* stream, quovis_event* event);
/* Calls `function(data)` on a thread of the runtime's when the stream gets there; the stream waits for it. It must not
 * throw, and must call nothing of Quovis or of the vendor. `release(data)`, which may be null, is called once, when the
 * function will not be called any more: after the call, or when the last graph that recorded it is gone. */
QUOVIS_API quovis_status quovis_stream_host_function(quovis_stream* stream, void (*function)(void* data),
                                                     void (*release)(void* data), void* data);

QUOVIS_API quovis_status quovis_event_create(quovis_route* route, quovis_event** event);
QUOVIS_API void quovis_event_release(quovis_event* event);
QUOVIS_API quovis_status quovis_event_record(quovis_event* event, quovis_stream* stream);
QUOVIS_API quovis_status quovis_event_synchronize(quovis_event* event);
QUOVIS_API quovis_status quovis_event_query(quovis_event* event);
/* Nanoseconds between two events that have passed. */
QUOVIS_API quovis_status quovis_event_elapsed(quovis_event* start, quovis_event* end, double* nanoseconds);

/* ---- Launch ------------------------------------------------------------------------------------------------------ */

typedef enum quovis_argument_kind {
    QUOVIS_ARGUMENT_VALUE = 0,
    QUOVIS_ARGUMENT_BUFFER = 1,
    QUOVIS_ARGUMENT_LOCAL = 2
} quovis_argument_kind;

/* Made by quovis_value, quovis_pointer and quovis_local below. */
typedef struct quovis_argument {
    quovis_argument_kind kind;
    size_t size;           /* bytes of the value or of the local memory */
    const void* value;     /* its bytes, copied by the launch */
    quovis_buffer* buffer; /* null passes a null pointer */
    size_t offset;         /* bytes into the buffer */
} quovis_argument;

static inline quovis_argument quovis_value(const void* value, size_t size) {
    quovis_argument argument = {QUOVIS_ARGUMENT_VALUE, size, value, NULL, 0};
    return argument;
}
static inline quovis_argument quovis_pointer(quovis_buffer* buffer, size_t offset) {
    quovis_argument argument = {QUOVIS_ARGUMENT_BUFFER, 0, NULL, buffer, offset};
    return argument;
}
static inline quovis_argument quovis_local(size_t bytes) {
    quovis_argument argument = {QUOVIS_ARGUMENT_LOCAL, bytes, NULL, NULL, 0};
    return argument;
}

enum {
    QUOVIS_LAUNCH_COOPERATIVE = 1u << 0, /* all blocks run at once and may wait for each other */
    QUOVIS_LAUNCH_PRIORITY = 1u << 1,    /* `priority` counts instead of the stream's */
    QUOVIS_LAUNCH_FITS = 1u << 2 /* quovis_kernel_check let arguments of these kinds and sizes pass: they are not compared
                                  * with the parameters again. A wrong claim is undefined behaviour */
};

typedef struct quovis_launch_info {
    size_t struct_size;
    uint32_t grid[3];  /* blocks; 0 counts as 1 in the second and third axis only */
    uint32_t block[3]; /* threads; likewise */
    size_t shared_memory; /* dynamic, bytes */
    const quovis_argument* arguments;
    size_t argument_count;
    uint32_t flags;      /* QUOVIS_LAUNCH_… */
    int32_t priority;    /* as a stream's */
    uint32_t cluster[3]; /* blocks of a cluster, each a divisor of the grid's axis; zeros: none */
    /* Instead of `arguments`, for a kernel whose parameters the image tells; pointers are addresses, where the runtime
     * has them. Either the bytes of all parameters, each at its offset (aligned as in a struct of C): */
    const void* packed;
    size_t packed_size; /* with or without the last parameter's padding */
    /* or one pointer to the bytes of each, as many as the kernel has: */
    const void* const* pointers;
    size_t offset[3]; /* work-items that are added to the global id along each axis, OpenCL's global_work_offset; zeros:
                       * none. On CUDA and HIP for the kernels of a program in OpenCL C in which get_global_offset
                       * stands; any other kernel with an offset is QUOVIS_ERROR_INVALID_LAUNCH */
} quovis_launch_info;

/* Checks the launch against the kernel and the device, then puts it into the stream (null: the route's default stream)
 * and returns. What does not fit is QUOVIS_ERROR_INVALID_LAUNCH and nothing is launched. Arguments are copied. */
QUOVIS_API quovis_status quovis_launch(quovis_kernel* kernel, quovis_stream* stream, const quovis_launch_info* launch);

/* ---- Graphs ------------------------------------------------------------------------------------------------------ */

/* Work that is recorded once and launched often. Between begin and end, what is given to the stream is recorded and not
 * run; one thread records. A graph keeps the modules and the memory that it uses; host memory of a recorded copy must
 * stay. What the drivers do: plugins/README.md. QUOVIS_ERROR_NOT_SUPPORTED where a runtime has no graphs. */
typedef struct quovis_graph quovis_graph;
typedef struct quovis_graph_exec quovis_graph_exec;

QUOVIS_API quovis_status quovis_stream_begin_capture(quovis_stream* stream);
QUOVIS_API quovis_status quovis_stream_end_capture(quovis_stream* stream, quovis_graph** graph);
QUOVIS_API void quovis_graph_release(quovis_graph* graph);
/* The graph, ready to be launched; it does not need the graph any more. */
QUOVIS_API quovis_status quovis_graph_instantiate(quovis_graph* graph, quovis_graph_exec** exec);
/* Gives it the arguments of another graph of the same shape, for launches from now on. */
QUOVIS_API quovis_status quovis_graph_exec_update(quovis_graph_exec* exec, quovis_graph* graph);
/* In the order of the stream, of the device that it was recorded on. Launches of one do not overlap. */
QUOVIS_API quovis_status quovis_graph_exec_launch(quovis_graph_exec* exec, quovis_stream* stream);
QUOVIS_API void quovis_graph_exec_release(quovis_graph_exec* exec);

/* ---- Native handles ---------------------------------------------------------------------------------------------- */

/* The vendor's handle, pointers widened: CUcontext, CUstream, CUdeviceptr, cl_command_queue, cl_mem, … It stays owned
 * by Quovis and is valid as long as the object. */
QUOVIS_API quovis_status quovis_route_native_device(quovis_route* route, uint64_t* handle);
QUOVIS_API quovis_status quovis_route_native_context(quovis_route* route, uint64_t* handle);
QUOVIS_API quovis_status quovis_stream_native(quovis_stream* stream, uint64_t* handle);
QUOVIS_API quovis_status quovis_event_native(quovis_event* event, uint64_t* handle);
QUOVIS_API quovis_status quovis_module_native(quovis_module* module, uint64_t* handle);
QUOVIS_API quovis_status quovis_kernel_native(quovis_kernel* kernel, uint64_t* handle);
QUOVIS_API quovis_status quovis_buffer_native(quovis_buffer* buffer, uint64_t* handle);
/* An object around a handle of the host's, which stays the host's and must outlive it. */
QUOVIS_API quovis_status quovis_stream_wrap(quovis_route* route, uint64_t handle, quovis_stream** stream);
QUOVIS_API quovis_status quovis_event_wrap(quovis_route* route, uint64_t handle, quovis_event** event);
QUOVIS_API quovis_status quovis_buffer_wrap(quovis_route* route, uint64_t handle, size_t size, quovis_buffer** buffer);
/* The same, and `release(data)` is called when the buffer and all that uses it are gone. Not on failure. */
QUOVIS_API quovis_status quovis_buffer_wrap_with(quovis_route* route, uint64_t handle, size_t size,
                                                 void (*release)(void* data), void* data, quovis_buffer** buffer);
QUOVIS_API quovis_status quovis_module_wrap(quovis_route* route, uint64_t handle, quovis_module** module);
/* Makes the route use a context of the host's (CUcontext, hipCtx_t, cl_context) for all that is made on it, instead of
 * one of its own. It must come before anything that needs a context; QUOVIS_ERROR_INVALID_ARGUMENT afterwards, and for a
 * context of another device. */
QUOVIS_API quovis_status quovis_route_use_context(quovis_route* route, uint64_t handle);

/* ---- Comparison with the vendor ---------------------------------------------------------------------------------- */

/* Loops of the vendor's own calls, inside the plugin, on the objects given: what `quovis bench` compares with. */
typedef enum quovis_loop_kind {
    QUOVIS_LOOP_LAUNCH = 0,          /* `count` launches of `kernel` with `launch`, the arguments given anew to each */
    QUOVIS_LOOP_LAUNCH_AND_WAIT = 1, /* and a wait after each */
    QUOVIS_LOOP_GRAPH = 2,           /* launches of `graph` */
    QUOVIS_LOOP_COPY = 3,            /* `copy`, with a wait after each */
    QUOVIS_LOOP_ALLOCATE = 4,        /* allocates and frees `size` bytes of the device */
    QUOVIS_LOOP_ALLOCATE_IN_ORDER = 5, /* in the order of the stream */
    QUOVIS_LOOP_KERNEL = 6           /* looks `name` up in `module` */
} quovis_loop_kind;

typedef struct quovis_loop_info {
    size_t struct_size;
    quovis_loop_kind kind;
    uint64_t count;
    quovis_stream* stream; /* null: the route's default stream */
    quovis_kernel* kernel;
    const quovis_launch_info* launch;
    quovis_graph_exec* graph;
    const quovis_copy_info* copy;
    size_t size;
    quovis_module* module;
    const char* name;
} quovis_loop_info;
/* Nanoseconds that the loop took, without a wait for the device but those it has of its kind.
 * QUOVIS_ERROR_NOT_SUPPORTED where the plugin has no such loop. */
QUOVIS_API quovis_status quovis_vendor_loop(quovis_route* route, const quovis_loop_info* loop, uint64_t* nanoseconds);

#ifdef __cplusplus
}
#endif

#endif
