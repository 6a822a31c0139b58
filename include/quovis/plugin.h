/* The plugin ABI of Quovis, major version 1: what a backend plugin offers the core, and what it finds there.
 * C99; a plugin needs this file and nothing else of Quovis. The guide for authors is plugins/README.md. */
#ifndef QUOVIS_PLUGIN_H
#define QUOVIS_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rules. Messages cite them by number, and each has a conformance test.
 *
 *  1  Every struct that crosses begins with `struct_size`, the writer's sizeof. A reader takes the members that both
 *     sides know: it compares with >=, never with ==. The elements of an array all have the struct_size of the first,
 *     and a reader steps by it. Two types are frozen instead: quovis_plugin_text, and quovis_rt_argument, whose
 *     struct_size is not repeated in each element because a launch must stay cheap.
 *  2  Tables and structs only grow at their end. A null entry means "not supported"; the host says so by name.
 *     Enumerations grow too: a value that a reader does not know is refused by number, never guessed.
 *  3  Nothing that is not C crosses: no exception, no C++ type, no memory freed by the side that did not allocate it.
 *     Texts are pointer and length. The lifetime of each is written beside it.
 *  4  `quovis_plugin_v1` touches nothing: it opens no library, starts no thread, reads no file. `initialize` may do all
 *     that, and may fail with a reason.
 *  5  A failure fills the caller's quovis_plugin_error: code, phase, native code and name, message, hint. Only codes of
 *     the class "the route cannot" (200 to 299) let a configured fallback go on.
 *  6  Every function may be called from any thread at any time between `initialize` and `shutdown`. A function that
 *     needs a current context sets it and leaves the host's as it was.
 *  7  A plugin leaves the host alone: locale, signal handlers, working directory, environment, stdout and stderr,
 *     current CUDA or HIP context, umask, and no descriptor left open after `shutdown`. What a vendor's library changes
 *     the plugin puts back. SIGFPE is excepted: a runtime on the host's own CPU needs it for a kernel's division by zero.
 *  8  Vendor libraries are opened by SONAME at run time with RTLD_LOCAL, never linked. A message about one names the
 *     path that was asked for and the path that was opened. A stub library is recognised and called one.
 *  9  Listing devices creates no context and allocates no device memory.
 * 10  A plugin that has been opened stays open until the process ends. It runs nothing in static destructors.
 */

#define QUOVIS_PLUGIN_ABI_MAJOR 1u
#define QUOVIS_PLUGIN_ABI_MINOR 0u

/* ---- Words that both roles use ---------------------------------------------------------------------------------- */

/* Bytes with a length; `data` may be null when `size` is 0, and no terminator may be relied on. UTF-8 unless the text
 * is a compiler's log or a path, which are bytes. Frozen (rule 1). */
typedef struct quovis_plugin_text {
    const char* data;
    size_t size;
} quovis_plugin_text;

/* The hundreds are the class (rule 5). */
typedef int32_t quovis_plugin_status;
enum {
    QUOVIS_PLUGIN_OK = 0,
    QUOVIS_PLUGIN_NOT_READY = 1, /* from `query` functions only: the work has not finished */

    QUOVIS_PLUGIN_SOURCE_INVALID = 100, /* the source does not compile or does not link */

    QUOVIS_PLUGIN_UNAVAILABLE = 200,           /* a library or a tool is missing */
    QUOVIS_PLUGIN_NO_DEVICE = 201,             /* the runtime works and has no device */
    QUOVIS_PLUGIN_TARGET_UNKNOWN = 202,        /* the compiler does not know the target */
    QUOVIS_PLUGIN_LANGUAGE_UNKNOWN = 203,      /* the compiler does not take the language */
    QUOVIS_PLUGIN_HOST_COMPILER_REFUSED = 204, /* missing, or refused by the vendor's compiler */
    QUOVIS_PLUGIN_IMAGE_REJECTED = 205,        /* the device cannot load an image of this format or target */
    QUOVIS_PLUGIN_DRIVER_TOO_OLD = 206,
    QUOVIS_PLUGIN_COMPILER_CRASHED = 207,
    QUOVIS_PLUGIN_NOT_SUPPORTED = 208, /* this backend or device lacks the feature */

    QUOVIS_PLUGIN_DEVICE_FAILED = 300,
    QUOVIS_PLUGIN_DEVICE_LOST = 301,
    QUOVIS_PLUGIN_KERNEL_FAULT = 302, /* a kernel that ran did something illegal */

    QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY = 400,
    QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY = 401,

    QUOVIS_PLUGIN_INVALID_ARGUMENT = 500,
    QUOVIS_PLUGIN_NOT_FOUND = 501,      /* no kernel, global or file of that name */
    QUOVIS_PLUGIN_INVALID_LAUNCH = 502, /* grid, block, memory or arguments do not fit the kernel or the device */

    QUOVIS_PLUGIN_CANCELLED = 600,
    QUOVIS_PLUGIN_TIMED_OUT = 601,

    QUOVIS_PLUGIN_INTERNAL = 900 /* a fault of the plugin itself */
};

/* What was being done when something failed. */
enum {
    QUOVIS_PLUGIN_PHASE_NONE = 0,
    QUOVIS_PLUGIN_PHASE_INITIALIZE = 1,
    QUOVIS_PLUGIN_PHASE_DEVICES = 2,
    QUOVIS_PLUGIN_PHASE_COMPILE = 3,
    QUOVIS_PLUGIN_PHASE_LINK = 4,
    QUOVIS_PLUGIN_PHASE_LOAD = 5,
    QUOVIS_PLUGIN_PHASE_KERNEL = 6,
    QUOVIS_PLUGIN_PHASE_MEMORY = 7,
    QUOVIS_PLUGIN_PHASE_COPY = 8,
    QUOVIS_PLUGIN_PHASE_STREAM = 9,
    QUOVIS_PLUGIN_PHASE_EVENT = 10,
    QUOVIS_PLUGIN_PHASE_LAUNCH = 11,
    QUOVIS_PLUGIN_PHASE_GRAPH = 12,
    QUOVIS_PLUGIN_PHASE_INTEROP = 13
};

/* The caller owns it and sets struct_size; it may be null where the caller wants no details. A plugin writes it only
 * on failure, all members, texts cut to fit and terminated by a zero byte. */
typedef struct quovis_plugin_error {
    size_t struct_size;
    quovis_plugin_status code;
    int32_t phase;
    int64_t native_code;    /* the vendor's number, 0 when there is none */
    char native_name[64];   /* the vendor's own name for it, as CUDA_ERROR_NO_DEVICE; empty when there is none */
    char message[2048];     /* what was tried, on what, what the vendor said */
    char hint[512];         /* what the user can do; may be empty */
} quovis_plugin_error;

enum {
    QUOVIS_PLUGIN_LOG_ERROR = 0,
    QUOVIS_PLUGIN_LOG_WARNING = 1,
    QUOVIS_PLUGIN_LOG_INFO = 2,
    QUOVIS_PLUGIN_LOG_DEBUG = 3,
    QUOVIS_PLUGIN_LOG_TRACE = 4
};

/* ---- What the host offers ---------------------------------------------------------------------------------------- */

/* Valid, with all that it points to, until the process ends. Its functions may be called from any thread. */
typedef struct quovis_plugin_host {
    size_t struct_size;
    uint32_t abi_major;
    uint32_t abi_minor;
    quovis_plugin_text version; /* of Quovis, as "0.1.0" */
    void* context;              /* passed back as the first argument of each function below */

    /* One line for the host's log, without a line end. A plugin writes nowhere else (rule 7). */
    void (*log)(void* context, int32_t level, quovis_plugin_text message);

    /* An environment variable: 1 and its value (valid until the process ends), or 0 when it is not set or when the
     * process is set-user-id. Plugins read the environment by this function only. */
    int32_t (*environment)(void* context, quovis_plugin_text name, quovis_plugin_text* value);
} quovis_plugin_host;

/* ---- The compiler role ------------------------------------------------------------------------------------------- */

/* One use of a plugin, with settings of its own: two hosts in one process do not see each other's. */
typedef struct quovis_plugin_instance quovis_plugin_instance;

/* Languages: "cuda" (CUDA C++), "hip", "opencl" (OpenCL C).
 * Image formats: "ptx", "cubin", "fatbin", "ltoir", "code-object", "spirv", "opencl-binary".
 * Targets are the vendor's own words: "sm_90", "gfx90a:sramecc+:xnack-", and for OpenCL the target that the runtime
 * reports for a device. */

/* Filled by `describe`; texts live until `shutdown`. */
typedef struct quovis_cc_description {
    size_t struct_size;
    quovis_plugin_text identity; /* everything of the compiler that an image depends on: name, version, build, headers */
    quovis_plugin_text version;  /* for people: "13.0" */
    quovis_plugin_text path;     /* the library or program that compiles, as it was opened */
    const quovis_plugin_text* languages;
    size_t language_count;
    const quovis_plugin_text* formats; /* that `compile` can be asked for */
    size_t format_count;
    uint32_t max_parallel_compiles; /* 0: no limit; 1: the compiler is not thread safe, and the host serialises */
    uint32_t flags;                 /* QUOVIS_CC_… below */
} quovis_cc_description;
enum {
    QUOVIS_CC_MEMORY_HEADERS = 1u << 0,  /* takes headers from memory */
    QUOVIS_CC_NAME_EXPRESSIONS = 1u << 1, /* returns the symbol of a C++ name expression */
    QUOVIS_CC_LINKS = 1u << 2,
    QUOVIS_CC_CANCELS = 1u << 3,          /* looks at `cancelled` while it works */
    QUOVIS_CC_MAY_CRASH = 1u << 4         /* known to end the process on bad input: isolate it */
};

typedef struct quovis_cc_define {
    size_t struct_size;
    quovis_plugin_text name;
    quovis_plugin_text value;
    int32_t has_value; /* 0: defined as by -DNAME */
} quovis_cc_define;

typedef struct quovis_cc_header {
    size_t struct_size;
    quovis_plugin_text name; /* as an #include names it */
    quovis_plugin_text content;
} quovis_cc_header;

/* Typed options. A plugin translates each or refuses it by name (QUOVIS_PLUGIN_NOT_SUPPORTED); it never drops one. -1,
 * 0 or an empty text, as stated, leaves the compiler's default. */
typedef struct quovis_cc_options {
    size_t struct_size;
    int32_t optimize;           /* 0 to 3; -1 default */
    int32_t debug;              /* device debug information; -1 default, 0 off, 1 on; so for the next three */
    int32_t line_info;
    int32_t fast_math;
    int32_t warnings_as_errors;
    int32_t relocatable;        /* relocatable device code */
    int32_t max_registers;      /* for each thread; 0 default */
    quovis_plugin_text standard; /* "c++17", "CL1.2"; empty default */
    const quovis_cc_define* defines;
    size_t define_count;
    const quovis_plugin_text* include_directories; /* in order of search */
    size_t include_directory_count;
    const quovis_plugin_text* raw; /* passed to the compiler as they are, after all others */
    size_t raw_count;
} quovis_cc_options;

/* All memory is the caller's and valid during the call. */
typedef struct quovis_cc_request {
    size_t struct_size;
    quovis_plugin_text name;     /* the file name that diagnostics show */
    quovis_plugin_text source;
    quovis_plugin_text language;
    quovis_plugin_text target;
    quovis_plugin_text format;   /* empty: the best that a device of this target loads */
    const quovis_cc_options* options;
    const quovis_cc_header* headers; /* searched before the include directories */
    size_t header_count;
    const quovis_plugin_text* name_expressions;
    size_t name_expression_count;
    uint64_t deadline_ns; /* on CLOCK_MONOTONIC; 0 none */
    int32_t (*cancelled)(void* context); /* may be null; non-zero asks the plugin to stop soon */
    void* cancel_context;
} quovis_cc_request;

/* Images to be linked to one. Memory as in quovis_cc_request. */
typedef struct quovis_cc_link_input {
    size_t struct_size;
    quovis_plugin_text name;
    quovis_plugin_text format;
    const void* data;
    size_t size;
} quovis_cc_link_input;

typedef struct quovis_cc_link_request {
    size_t struct_size;
    const quovis_cc_link_input* inputs;
    size_t input_count;
    quovis_plugin_text target;
    quovis_plugin_text format;
    const quovis_cc_options* options;
    uint64_t deadline_ns;
    int32_t (*cancelled)(void* context);
    void* cancel_context;
} quovis_cc_link_request;

enum {
    QUOVIS_CC_NOTE = 0,
    QUOVIS_CC_WARNING = 1,
    QUOVIS_CC_ERROR = 2
};

typedef struct quovis_cc_diagnostic {
    size_t struct_size;
    quovis_plugin_text file; /* empty when the compiler names none */
    quovis_plugin_text message;
    uint32_t line;   /* from 1; 0 unknown */
    uint32_t column; /* from 1, in bytes; 0 unknown */
    int32_t severity;
} quovis_cc_diagnostic;

typedef struct quovis_cc_symbol {
    size_t struct_size;
    quovis_plugin_text expression; /* the name expression that was asked for */
    quovis_plugin_text symbol;     /* its name in the image */
} quovis_cc_symbol;

/* Filled by `compile` and `link`, on failure too as far as it goes (the log above all). The caller sets struct_size and
 * zeroes the rest; when the call returns, whatever it returned, the caller hands the struct to `release_result` once.
 * All that it points to is the plugin's and lives until then. */
typedef struct quovis_cc_result {
    size_t struct_size;
    const void* image;
    size_t image_size;
    quovis_plugin_text format;  /* what the image is, which may be another than the request's empty format */
    quovis_plugin_text target;  /* what it was made for: a compiler older than the device answers with its newest */
    quovis_plugin_text log;     /* the compiler's own output, bytes as they came */
    quovis_plugin_text command; /* the options as they were given to the compiler, separated by blanks, for people */
    const quovis_cc_diagnostic* diagnostics;
    size_t diagnostic_count;
    const quovis_cc_symbol* symbols; /* one for each name expression, in their order */
    size_t symbol_count;
    const quovis_plugin_text* dependencies; /* files that the compiler says it read; may be empty */
    size_t dependency_count;
    void* owner; /* the plugin's own */
} quovis_cc_result;

/* An extension by whose presence a plugin asks the host to make all calls of its quovis_cc_table in a worker process,
 * which opens the same plugin: for a compiler that is known to end or to change the process it works in. What the
 * pointer leads to is not looked at. */
#define QUOVIS_EXTENSION_PREFERS_WORKER "quovis.prefers_worker.1"

typedef struct quovis_cc_table {
    size_t struct_size;

    /* Whether the compiler is there, and what it is. May open the vendor's library, once. */
    quovis_plugin_status (*describe)(quovis_plugin_instance*, quovis_cc_description* description, quovis_plugin_error*);

    /* The targets that it knows, asked from the compiler itself; oldest first. They live until `shutdown`. */
    quovis_plugin_status (*targets)(quovis_plugin_instance*, const quovis_plugin_text** targets, size_t* count,
                                    quovis_plugin_error*);

    quovis_plugin_status (*compile)(quovis_plugin_instance*, const quovis_cc_request*, quovis_cc_result*,
                                    quovis_plugin_error*);
    quovis_plugin_status (*link)(quovis_plugin_instance*, const quovis_cc_link_request*, quovis_cc_result*,
                                 quovis_plugin_error*);
    void (*release_result)(quovis_plugin_instance*, quovis_cc_result*);
} quovis_cc_table;

/* ---- The runtime role -------------------------------------------------------------------------------------------- */

/* Objects of a runtime. A device lives until `shutdown`; every other is released by the host, after all that it made
 * from it. The host keeps parents alive, and never passes an object to another runtime. */
typedef struct quovis_rt_device quovis_rt_device;
typedef struct quovis_rt_buffer quovis_rt_buffer;
typedef struct quovis_rt_stream quovis_rt_stream;
typedef struct quovis_rt_event quovis_rt_event;
typedef struct quovis_rt_module quovis_rt_module;
typedef struct quovis_rt_kernel quovis_rt_kernel;
typedef struct quovis_rt_graph quovis_rt_graph;
typedef struct quovis_rt_graph_exec quovis_rt_graph_exec;

enum {
    QUOVIS_RT_DEVICE_OTHER = 0,
    QUOVIS_RT_DEVICE_CPU = 1,
    QUOVIS_RT_DEVICE_GPU = 2,
    QUOVIS_RT_DEVICE_ACCELERATOR = 3
};

/* Filled by `device_info`, which asks nothing that needs a context (rule 9). Texts live until `shutdown`. A limit that
 * the runtime does not tell is 0, and is not checked. */
typedef struct quovis_rt_device_info {
    size_t struct_size;
    quovis_plugin_text name;     /* the vendor's name: "NVIDIA H200" */
    quovis_plugin_text vendor;   /* "NVIDIA" */
    quovis_plugin_text platform; /* what stands between, where there is one: an OpenCL platform's name */
    quovis_plugin_text driver;   /* version */
    quovis_plugin_text target;   /* what a compiler is asked for */
    int32_t type;                /* QUOVIS_RT_DEVICE_… */
    int32_t has_uuid;
    int32_t has_pci;
    uint8_t uuid[16];
    uint32_t pci_domain;
    uint32_t pci_bus;
    uint32_t pci_device;
    uint32_t pci_function;
    uint64_t memory_bytes;
    uint32_t max_block[3];             /* threads along each axis */
    uint32_t max_threads_per_block;
    uint64_t max_grid[3];              /* blocks along each axis */
    uint64_t shared_memory_per_block;  /* bytes without any request */
    uint64_t shared_memory_opt_in;     /* bytes that a kernel can be given on request; at least the former */
    uint32_t warp_size;                /* threads that run in step; 0 where a device has no such thing or its kernels differ */
    uint32_t multiprocessors;
    uint32_t buffer_offset_alignment;  /* bytes; an offset of a buffer argument must be a multiple; 1 where any will do */
} quovis_rt_device_info;

/* A named capability or number: "fp64", "managed_memory", "cooperative_launch", "max_clock_mhz". Names are the same for
 * the same thing on every runtime; plugins/README.md lists them. */
enum {
    QUOVIS_RT_BOOLEAN = 0,
    QUOVIS_RT_INTEGER = 1,
    QUOVIS_RT_TEXT = 2
};
typedef struct quovis_rt_capability {
    size_t struct_size;
    quovis_plugin_text name;
    int32_t type;
    uint64_t number; /* boolean: 0 or 1 */
    quovis_plugin_text text;
} quovis_rt_capability;

typedef struct quovis_rt_image {
    size_t struct_size;
    quovis_plugin_text format;
    quovis_plugin_text target; /* empty when not known, as for a file */
    const void* data;          /* null where only format and target are asked about */
    size_t size;
    quovis_plugin_text name;   /* for messages */
    const quovis_cc_options* options; /* for formats that are compiled on loading; may be null */
} quovis_rt_image;

enum {
    QUOVIS_RT_MEMORY_DEVICE = 0,
    QUOVIS_RT_MEMORY_PINNED = 1,  /* page-locked memory of the host, for fast copies */
    QUOVIS_RT_MEMORY_MANAGED = 2  /* one address for host and device */
};

typedef struct quovis_rt_buffer_info {
    size_t struct_size;
    size_t size; /* bytes, at least 1 */
    int32_t kind;
    quovis_rt_stream* stream; /* in: allocate in the order of this stream; null: at once */
    uint64_t address;         /* out: the device's address; 0 where the runtime has none */
    void* host;               /* out: the host's address of pinned and managed memory; else null */
} quovis_rt_buffer_info;

/* `height` rows of `width` bytes. Of each side either the buffer or the host pointer is given. A row's start is
 * offset + row * pitch; a pitch of 0 means `width`. Host memory must stay as it is until the stream has passed. */
typedef struct quovis_rt_copy {
    size_t struct_size;
    quovis_rt_buffer* destination;
    void* destination_host;
    size_t destination_offset;
    size_t destination_pitch;
    quovis_rt_buffer* source;
    const void* source_host;
    size_t source_offset;
    size_t source_pitch;
    size_t width;
    size_t height;
} quovis_rt_copy;

typedef struct quovis_rt_stream_info {
    size_t struct_size;
    int32_t priority; /* 0 normal; lower is more urgent, as in CUDA; a runtime without priorities takes only 0 */
} quovis_rt_stream_info;

enum {
    QUOVIS_RT_PARAMETER_UNKNOWN = 0,
    QUOVIS_RT_PARAMETER_VALUE = 1,
    QUOVIS_RT_PARAMETER_POINTER = 2, /* takes a buffer */
    QUOVIS_RT_PARAMETER_LOCAL = 3    /* takes local memory of a size */
};
typedef struct quovis_rt_parameter {
    size_t struct_size;
    int32_t kind;
    uint32_t alignment; /* bytes; 0 unknown */
    size_t size;        /* bytes of the value; of a pointer where an address may be passed as a value; 0 unknown or none */
    size_t offset;      /* in the packed argument buffer; SIZE_MAX where there is none */
    quovis_plugin_text name;
    quovis_plugin_text type; /* the source's type name where the image keeps it; else empty */
} quovis_rt_parameter;

/* Texts and parameters live until the kernel is released. A number that the runtime does not tell is 0. */
typedef struct quovis_rt_kernel_info {
    size_t struct_size;
    quovis_plugin_text name;
    int32_t has_parameters; /* 0: the image does not say; the host then cannot check a launch */
    const quovis_rt_parameter* parameters;
    size_t parameter_count;
    uint32_t registers;            /* of each thread */
    uint32_t max_threads_per_block; /* of this kernel on this device */
    uint32_t required_block[3];    /* zeros when the kernel does not fix it */
    uint32_t preferred_multiple;   /* of the block's size */
    uint64_t static_shared_memory; /* bytes of each block */
    uint64_t local_memory;         /* bytes of each thread, spills included */
    uint64_t constant_memory;      /* bytes */
    uint64_t max_dynamic_shared_memory; /* bytes that a launch may ask for */
} quovis_rt_kernel_info;

enum {
    QUOVIS_RT_ARGUMENT_VALUE = 0,
    QUOVIS_RT_ARGUMENT_BUFFER = 1,
    QUOVIS_RT_ARGUMENT_LOCAL = 2
};
/* Frozen (rule 1). */
typedef struct quovis_rt_argument {
    int32_t kind;
    uint32_t reserved; /* 0 */
    size_t size;              /* bytes of the value or of the local memory */
    const void* value;        /* the value's bytes; valid during the call */
    quovis_rt_buffer* buffer; /* null passes a null pointer */
    size_t offset;            /* bytes into the buffer */
} quovis_rt_argument;

enum {
    QUOVIS_RT_LAUNCH_COOPERATIVE = 1, /* value.number 1 */
    QUOVIS_RT_LAUNCH_CLUSTER = 2,     /* value.dimensions, in blocks */
    QUOVIS_RT_LAUNCH_PRIORITY = 3,    /* value.number, as a stream's */
    QUOVIS_RT_LAUNCH_OFFSET = 4       /* value.offset, in work-items: added to the global id along each axis */
};
typedef struct quovis_rt_launch_attribute {
    size_t struct_size;
    int32_t id;
    union {
        int64_t number;
        uint32_t dimensions[3];
        uint64_t offset[3];
    } value;
} quovis_rt_launch_attribute;

typedef struct quovis_rt_launch {
    size_t struct_size;
    uint32_t grid[3];  /* blocks, at least 1 each */
    uint32_t block[3]; /* threads, at least 1 each */
    size_t shared_memory; /* dynamic, bytes */
    const quovis_rt_argument* arguments;
    size_t argument_count;
    const quovis_rt_launch_attribute* attributes;
    size_t attribute_count;
} quovis_rt_launch;

typedef struct quovis_rt_occupancy {
    size_t struct_size;
    uint32_t block_threads;      /* in: threads of a block; 0 asks for a suggestion */
    uint32_t suggested_threads;  /* out */
    size_t shared_memory;        /* in: dynamic, bytes */
    uint32_t blocks_per_multiprocessor; /* out, for block_threads or the suggestion */
    uint32_t max_cooperative_grid;      /* out: blocks; 0 where there are no cooperative launches */
} quovis_rt_occupancy;

/* What a native handle is of. `native_get` gives the vendor's handle of an object, `native_wrap` makes an object of a
 * handle. CUDA: CUdevice, CUcontext, CUstream, CUevent, CUmodule, CUfunction, CUdeviceptr; HIP likewise; OpenCL:
 * cl_device_id, cl_context, cl_command_queue, cl_event, cl_program, cl_kernel, cl_mem. */
enum {
    QUOVIS_RT_NATIVE_DEVICE = 0,
    QUOVIS_RT_NATIVE_CONTEXT = 1,
    QUOVIS_RT_NATIVE_STREAM = 2,
    QUOVIS_RT_NATIVE_EVENT = 3,
    QUOVIS_RT_NATIVE_MODULE = 4,
    QUOVIS_RT_NATIVE_KERNEL = 5,
    QUOVIS_RT_NATIVE_BUFFER = 6
};
typedef struct quovis_rt_native {
    size_t struct_size;
    int32_t kind;
    int32_t owned;   /* wrapping: 1 hands the handle over, and release destroys it; 0 leaves it to the host */
    uint64_t handle; /* pointers widened */
    size_t size;     /* bytes, of a buffer */
    uint64_t address; /* out, of a buffer: the device's address; 0 where the runtime has none */
} quovis_rt_native;

/* Graphs, optional. Between begin and end, what is given to the stream is recorded, not run. */
typedef struct quovis_rt_graph_table {
    size_t struct_size;
    quovis_plugin_status (*begin_capture)(quovis_rt_stream*, quovis_plugin_error*);
    quovis_plugin_status (*end_capture)(quovis_rt_stream*, quovis_rt_graph** graph, quovis_plugin_error*);
    quovis_plugin_status (*instantiate)(quovis_rt_graph*, quovis_rt_graph_exec** exec, quovis_plugin_error*);
    /* Gives an instantiated graph the arguments of another of the same shape. */
    quovis_plugin_status (*update)(quovis_rt_graph_exec*, quovis_rt_graph*, quovis_plugin_error*);
    quovis_plugin_status (*launch)(quovis_rt_graph_exec*, quovis_rt_stream*, quovis_plugin_error*);
    void (*release_graph)(quovis_rt_graph*);
    void (*release_exec)(quovis_rt_graph_exec*);
} quovis_rt_graph_table;

/* Functions that put work into a stream return before it is done. `release` functions may be called while work that
 * uses the object is still running: the plugin defers or waits as the vendor needs. */
typedef struct quovis_rt_table {
    size_t struct_size;
    quovis_plugin_text name; /* "cuda", "hip", "opencl" */

    /* Devices. The array and its elements live until `shutdown`; the order is the runtime's own, the index of selectors. */
    quovis_plugin_status (*devices)(quovis_plugin_instance*, quovis_rt_device* const** devices, size_t* count,
                                    quovis_plugin_error*);
    quovis_plugin_status (*device_info)(quovis_rt_device*, quovis_rt_device_info*, quovis_plugin_error*);
    quovis_plugin_status (*capabilities)(quovis_rt_device*, const quovis_rt_capability** capabilities, size_t* count,
                                         quovis_plugin_error*);
    /* OK, or IMAGE_REJECTED or DRIVER_TOO_OLD with the reason. */
    quovis_plugin_status (*accepts)(quovis_rt_device*, const quovis_rt_image*, quovis_plugin_error*);
    /* Bytes; may create the device's context. `free_bytes` 0: the runtime does not tell. */
    quovis_plugin_status (*memory)(quovis_rt_device*, uint64_t* free_bytes, uint64_t* total_bytes, quovis_plugin_error*);
    /* Waits for all work of the device. */
    quovis_plugin_status (*device_synchronize)(quovis_rt_device*, quovis_plugin_error*);
    /* 1 into `possible` when `copy` between buffers of the two devices needs no way through the host. */
    quovis_plugin_status (*peer_access)(quovis_rt_device*, quovis_rt_device*, int32_t* possible, quovis_plugin_error*);

    /* Memory. */
    quovis_plugin_status (*buffer_create)(quovis_rt_device*, quovis_rt_buffer_info*, quovis_rt_buffer**,
                                          quovis_plugin_error*);
    void (*buffer_release)(quovis_rt_buffer*, quovis_rt_stream* in_order_of); /* null: when nothing uses it any more */
    quovis_plugin_status (*copy)(quovis_rt_stream*, const quovis_rt_copy*, quovis_plugin_error*);
    /* Repeats a pattern of 1, 2, 4, 8 or 16 bytes; offset and size are multiples of it. */
    quovis_plugin_status (*fill)(quovis_rt_stream*, quovis_rt_buffer*, size_t offset, size_t size, const void* pattern,
                                 size_t pattern_size, quovis_plugin_error*);

    /* Streams. */
    quovis_plugin_status (*stream_create)(quovis_rt_device*, const quovis_rt_stream_info*, quovis_rt_stream**,
                                          quovis_plugin_error*);
    void (*stream_release)(quovis_rt_stream*);
    quovis_plugin_status (*stream_synchronize)(quovis_rt_stream*, quovis_plugin_error*);
    quovis_plugin_status (*stream_query)(quovis_rt_stream*, quovis_plugin_error*);
    quovis_plugin_status (*stream_wait_event)(quovis_rt_stream*, quovis_rt_event*, quovis_plugin_error*);
    /* Calls `function(data)` on a thread of the runtime's when the stream gets there; it must not call the runtime. */
    quovis_plugin_status (*stream_host_function)(quovis_rt_stream*, void (*function)(void*), void* data,
                                                 quovis_plugin_error*);

    /* Events. One may be recorded again; waiting for one that was never recorded returns at once. */
    quovis_plugin_status (*event_create)(quovis_rt_device*, quovis_rt_event**, quovis_plugin_error*);
    void (*event_release)(quovis_rt_event*);
    quovis_plugin_status (*event_record)(quovis_rt_event*, quovis_rt_stream*, quovis_plugin_error*);
    quovis_plugin_status (*event_synchronize)(quovis_rt_event*, quovis_plugin_error*);
    quovis_plugin_status (*event_query)(quovis_rt_event*, quovis_plugin_error*);
    /* Between two that have passed, as the device's clock saw it. */
    quovis_plugin_status (*event_elapsed)(quovis_rt_event* start, quovis_rt_event* end, double* nanoseconds,
                                          quovis_plugin_error*);

    /* Modules. */
    quovis_plugin_status (*module_load)(quovis_rt_device*, const quovis_rt_image*, quovis_rt_module**,
                                        quovis_plugin_error*);
    void (*module_release)(quovis_rt_module*);
    /* Names of its kernels, which live as long as the module. NOT_SUPPORTED where the driver cannot say. */
    quovis_plugin_status (*module_kernels)(quovis_rt_module*, const quovis_plugin_text** names, size_t* count,
                                           quovis_plugin_error*);
    /* A global variable as a buffer that does not own its memory; it is released before the module. */
    quovis_plugin_status (*module_global)(quovis_rt_module*, quovis_plugin_text name, quovis_rt_buffer_info*,
                                          quovis_rt_buffer**, quovis_plugin_error*);

    /* Kernels. */
    quovis_plugin_status (*kernel_create)(quovis_rt_module*, quovis_plugin_text name, quovis_rt_kernel**,
                                          quovis_plugin_error*);
    void (*kernel_release)(quovis_rt_kernel*);
    quovis_plugin_status (*kernel_info)(quovis_rt_kernel*, quovis_rt_kernel_info*, quovis_plugin_error*);
    quovis_plugin_status (*kernel_occupancy)(quovis_rt_kernel*, quovis_rt_occupancy*, quovis_plugin_error*);
    /* The host has checked the launch against kernel_info and device_info where they say something. */
    quovis_plugin_status (*launch)(quovis_rt_stream*, quovis_rt_kernel*, const quovis_rt_launch*, quovis_plugin_error*);

    /* Interoperation. `object` is what `kind` says; null for DEVICE and CONTEXT. A handle given out stays the plugin's. */
    quovis_plugin_status (*native_get)(quovis_rt_device*, void* object, quovis_rt_native*, quovis_plugin_error*);
    /* Wrapping a CONTEXT makes the device use it; it must come before anything that creates one. */
    quovis_plugin_status (*native_wrap)(quovis_rt_device*, const quovis_rt_native*, void** object, quovis_plugin_error*);

    const quovis_rt_graph_table* graph; /* null where there are none */
} quovis_rt_table;

/* An extension by which a plugin tells what an image holds without a device, and opens nothing to do so: a
 * quovis_image_reader. */
#define QUOVIS_EXTENSION_IMAGE_READER "quovis.image_reader.1"

/* Filled by `read`. The caller sets struct_size and zeroes the rest; when the call returns, whatever it returned, the
 * caller hands the struct to `release` once. All that it points to is the plugin's and lives until then. */
typedef struct quovis_image_content {
    size_t struct_size;
    quovis_plugin_text target;            /* what the image was made for; empty when it does not say */
    const quovis_rt_kernel_info* kernels; /* numbers that only a device knows are 0 */
    size_t kernel_count;
    void* owner; /* the plugin's own */
} quovis_image_content;

typedef struct quovis_image_reader {
    size_t struct_size;
    /* NOT_SUPPORTED for a format that it does not read and for an image that does not tell, IMAGE_REJECTED for bytes
     * that are no whole image. Of an image for several targets, that for image->target or else the first is read. */
    quovis_plugin_status (*read)(quovis_plugin_instance*, const quovis_rt_image* image, quovis_image_content* content,
                                 quovis_plugin_error*);
    void (*release)(quovis_plugin_instance*, quovis_image_content*);
} quovis_image_reader;

/* An extension by which a runtime times loops of the vendor's own calls, for a comparison with the same through the host:
 * a quovis_rt_vendor_loops. */
#define QUOVIS_EXTENSION_VENDOR_LOOPS "quovis.vendor_loops.1"

enum {
    QUOVIS_RT_LOOP_LAUNCH = 0,            /* `launch` of `kernel`, with the arguments given anew each time */
    QUOVIS_RT_LOOP_LAUNCH_AND_WAIT = 1,   /* and a wait for the stream after each */
    QUOVIS_RT_LOOP_GRAPH = 2,             /* launches of `graph` */
    QUOVIS_RT_LOOP_COPY = 3,              /* `copy`, and a wait after each */
    QUOVIS_RT_LOOP_ALLOCATE = 4,          /* allocates and frees `size` bytes */
    QUOVIS_RT_LOOP_ALLOCATE_IN_ORDER = 5, /* the same in the order of the stream */
    QUOVIS_RT_LOOP_KERNEL = 6             /* looks `name` up in `module`, and lets it go where that is needed */
};

typedef struct quovis_rt_loop {
    size_t struct_size;
    int32_t kind;
    uint32_t reserved; /* 0 */
    uint64_t count;
    quovis_rt_stream* stream;
    quovis_rt_kernel* kernel;
    const quovis_rt_launch* launch;
    quovis_rt_graph_exec* graph;
    const quovis_rt_copy* copy;
    size_t size;
    quovis_rt_module* module;
    quovis_plugin_text name;
} quovis_rt_loop;

typedef struct quovis_rt_vendor_loops {
    size_t struct_size;
    /* Makes `count` turns as a program that is welded to the vendor would, and tells what they took. Beyond the waits
     * that belong to a kind it waits for nothing. NOT_SUPPORTED for a kind that it does not have. */
    quovis_plugin_status (*time)(quovis_rt_device*, const quovis_rt_loop*, uint64_t* nanoseconds, quovis_plugin_error*);
} quovis_rt_vendor_loops;

/* An extension by which a compiler tells what a cache of its images must know, a quovis_cc_cache_facts. Without it the
 * host asks `describe` in every process, and caches no compile with raw options, of which it cannot know what they
 * read and write. */
#define QUOVIS_EXTENSION_CACHE_FACTS "quovis.cache_facts.1"

/* A folder that the compiler searches for headers by itself, behind those of the request. */
typedef struct quovis_cc_include_folder {
    size_t struct_size;
    quovis_plugin_text path;
    int32_t covered; /* 1: identity changes whenever a file in it or below it does, so the host need not read them */
} quovis_cc_include_folder;

enum {
    QUOVIS_CC_LOOKS_BESIDE_SOURCE = 1u << 0 /* a quoted #include of the source is first looked for in the folder of the
                                             * request's name, as that of a header is in the header's */
};

/* Filled by `origin`; all that it points to lives until `shutdown`. */
typedef struct quovis_cc_origin {
    size_t struct_size;
    /* All that the description depends on: absolute paths of files and folders, there or not, and names of environment
     * variables. While none of them changes (for a folder: its list of names), `describe` and `origin` of any process
     * would say the same, and a host need not call them. None at all: they are to be called in every process. */
    const quovis_plugin_text* paths;
    size_t path_count;
    const quovis_plugin_text* variables;
    size_t variable_count;
    const quovis_cc_include_folder* include_folders; /* in order of search */
    size_t include_folder_count;
    uint32_t flags; /* QUOVIS_CC_LOOKS_BESIDE_SOURCE */
} quovis_cc_origin;

/* What a request's options mean. Filled by `plan`; the caller sets struct_size and zeroes the rest, and hands the struct
 * to `release_plan` once when the call returns, whatever it returned. All that it points to is the plugin's and lives
 * until then. */
typedef struct quovis_cc_plan {
    size_t struct_size;
    /* The options in normal form, as the compiler would be given them: requests with equal words are compiled alike as
     * far as their options go. Without target and format, and without the folders below. */
    const quovis_plugin_text* words;
    size_t word_count;
    const quovis_plugin_text* include_directories; /* the request's and those of raw options, in order of search */
    size_t include_directory_count;
    const quovis_plugin_text* first_headers; /* that an option includes in front of the source, as a quoted #include */
    size_t first_header_count;
    quovis_plugin_text identity; /* of the compiler for this request, where it is narrower than the description's */
    quovis_plugin_text bypass;   /* why an image of this request must not be cached ("-time writes the file 'x'"); or empty */
    void* owner;                 /* the plugin's own */
} quovis_cc_plan;

typedef struct quovis_cc_cache_facts {
    size_t struct_size;
    /* After a successful `describe`. */
    quovis_plugin_status (*origin)(quovis_plugin_instance*, quovis_cc_origin* origin, quovis_plugin_error*);
    /* Opens no compiler and starts no process. Options that `compile` would refuse may be refused here, with its words,
     * or planned as they are: what is refused is never cached. */
    quovis_plugin_status (*plan)(quovis_plugin_instance*, const quovis_cc_request*, quovis_cc_plan* plan,
                                 quovis_plugin_error*);
    void (*release_plan)(quovis_plugin_instance*, quovis_cc_plan*);
} quovis_cc_cache_facts;

/* ---- The plugin -------------------------------------------------------------------------------------------------- */

/* One key of `backends.<plugin>` in the configuration. A list arrives as one setting for each element, in order. */
typedef struct quovis_plugin_setting {
    size_t struct_size;
    quovis_plugin_text key;
    quovis_plugin_text value;
    quovis_plugin_text origin; /* "FILE:LINE" or the variable's name, for messages */
} quovis_plugin_setting;

/* Memory is the host's and valid during the call. */
typedef struct quovis_plugin_initialize_info {
    size_t struct_size;
    const quovis_plugin_setting* settings;
    size_t setting_count;
} quovis_plugin_initialize_info;

/* A key that a plugin takes in `backends.<plugin>`; the host refuses others by name before `initialize`. */
typedef struct quovis_plugin_key {
    size_t struct_size;
    quovis_plugin_text name;
    quovis_plugin_text description;
} quovis_plugin_key;

/* Static: valid until the process ends. */
typedef struct quovis_plugin_table {
    size_t struct_size;
    uint32_t abi_major;
    uint32_t abi_minor;
    quovis_plugin_text name;        /* "cuda-nvrtc"; lower-case letters, digits and '-' */
    quovis_plugin_text version;     /* of the plugin */
    quovis_plugin_text description; /* one line */
    const quovis_plugin_key* keys;  /* may be null */
    size_t key_count;

    /* Makes an instance. Succeeds where one of the two roles can work: the other says why it cannot in `describe` or
     * `devices`. A failed call leaves nothing behind. */
    quovis_plugin_status (*initialize)(const quovis_plugin_initialize_info*, quovis_plugin_instance**,
                                       quovis_plugin_error*);
    /* Called once for each instance, after the host has released all objects of it. */
    void (*shutdown)(quovis_plugin_instance*);

    const quovis_cc_table* compiler; /* null where the plugin has no such role */
    const quovis_rt_table* runtime;

    /* A table by name for what these lack; null when unknown. May be null itself. */
    const void* (*extension)(quovis_plugin_text name);
} quovis_plugin_table;

/* The one exported symbol. Returns null where it cannot work with this host at all. */
typedef const quovis_plugin_table* (*quovis_plugin_entry)(const quovis_plugin_host*);
#define QUOVIS_PLUGIN_ENTRY_NAME "quovis_plugin_v1"

#if defined(__GNUC__)
#define QUOVIS_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define QUOVIS_PLUGIN_EXPORT
#endif
QUOVIS_PLUGIN_EXPORT const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host);

#ifdef __cplusplus
}
#endif

#endif
