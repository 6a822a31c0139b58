// The compiler role: OpenCL C by the compiler that a device's driver carries.
#pragma once

#include <quovis/plugin.h>

namespace quovis::opencl {

// The entries of quovis_cc_table.
quovis_plugin_status describe(quovis_plugin_instance*, quovis_cc_description*, quovis_plugin_error*);
quovis_plugin_status targets(quovis_plugin_instance*, const quovis_plugin_text** targets, size_t* count,
                             quovis_plugin_error*);
quovis_plugin_status compile(quovis_plugin_instance*, const quovis_cc_request*, quovis_cc_result*,
                             quovis_plugin_error*);

// The entries of quovis_cc_cache_facts. The drivers that the description comes from are open in every process, so it
// has no origin that would spare the question.
quovis_plugin_status origin(quovis_plugin_instance*, quovis_cc_origin*, quovis_plugin_error*);
quovis_plugin_status plan(quovis_plugin_instance*, const quovis_cc_request*, quovis_cc_plan*, quovis_plugin_error*);

}  // namespace quovis::opencl
