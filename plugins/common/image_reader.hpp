// The extension by which a plugin tells what an image holds without a device: target and kernels with their parameters.
// `extension("quovis.image_reader.1")` of a plugin table gives a quovis_image_reader, or null where there is none.
#pragma once

#include <quovis/plugin.h>

#define QUOVIS_IMAGE_READER_EXTENSION "quovis.image_reader.1"

extern "C" {

// Filled by `read`. The caller sets struct_size, zeroes the rest, and hands the struct to `release` once, whatever
// `read` returned. All that it points to is the plugin's and lives until then.
typedef struct quovis_image_content {
    size_t struct_size;
    quovis_plugin_text target;            /* what it was made for; empty when it does not say */
    const quovis_rt_kernel_info* kernels; /* numbers that only a device knows are 0 */
    size_t kernel_count;
    void* owner; /* the plugin's own */
} quovis_image_content;

typedef struct quovis_image_reader {
    size_t struct_size;
    /* IMAGE_REJECTED for bytes that are no whole image, NOT_SUPPORTED for an image that does not tell. An image for
     * several targets is read for image->target, or for its first. */
    quovis_plugin_status (*read)(quovis_plugin_instance*, const quovis_rt_image* image, quovis_image_content* content,
                                 quovis_plugin_error*);
    void (*release)(quovis_plugin_instance*, quovis_image_content*);
} quovis_image_reader;

}  // extern "C"
