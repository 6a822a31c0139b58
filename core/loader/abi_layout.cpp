// Pins the layout of the plugin ABI, version 1.0, on 64-bit machines: a size or an offset that changes breaks every
// plugin that was built before. A later minor version adds members at the end of a struct, and its lines here.
#include <quovis/plugin.h>

#include <cstddef>

namespace {

static_assert(sizeof(void*) == 8 && sizeof(std::size_t) == 8, "the numbers below are those of 64-bit machines");

static_assert(sizeof(quovis_plugin_text) == 16);
static_assert(offsetof(quovis_plugin_text, data) == 0);
static_assert(offsetof(quovis_plugin_text, size) == 8);

static_assert(sizeof(quovis_plugin_error) == 2648);
static_assert(offsetof(quovis_plugin_error, struct_size) == 0);
static_assert(offsetof(quovis_plugin_error, code) == 8);
static_assert(offsetof(quovis_plugin_error, phase) == 12);
static_assert(offsetof(quovis_plugin_error, native_code) == 16);
static_assert(offsetof(quovis_plugin_error, native_name) == 24);
static_assert(offsetof(quovis_plugin_error, message) == 88);
static_assert(offsetof(quovis_plugin_error, hint) == 2136);

static_assert(sizeof(quovis_plugin_host) == 56);
static_assert(offsetof(quovis_plugin_host, struct_size) == 0);
static_assert(offsetof(quovis_plugin_host, abi_major) == 8);
static_assert(offsetof(quovis_plugin_host, abi_minor) == 12);
static_assert(offsetof(quovis_plugin_host, version) == 16);
static_assert(offsetof(quovis_plugin_host, context) == 32);
static_assert(offsetof(quovis_plugin_host, log) == 40);
static_assert(offsetof(quovis_plugin_host, environment) == 48);

static_assert(sizeof(quovis_cc_description) == 96);
static_assert(offsetof(quovis_cc_description, struct_size) == 0);
static_assert(offsetof(quovis_cc_description, identity) == 8);
static_assert(offsetof(quovis_cc_description, version) == 24);
static_assert(offsetof(quovis_cc_description, path) == 40);
static_assert(offsetof(quovis_cc_description, languages) == 56);
static_assert(offsetof(quovis_cc_description, language_count) == 64);
static_assert(offsetof(quovis_cc_description, formats) == 72);
static_assert(offsetof(quovis_cc_description, format_count) == 80);
static_assert(offsetof(quovis_cc_description, max_parallel_compiles) == 88);
static_assert(offsetof(quovis_cc_description, flags) == 92);

static_assert(sizeof(quovis_cc_define) == 48);
static_assert(offsetof(quovis_cc_define, struct_size) == 0);
static_assert(offsetof(quovis_cc_define, name) == 8);
static_assert(offsetof(quovis_cc_define, value) == 24);
static_assert(offsetof(quovis_cc_define, has_value) == 40);

static_assert(sizeof(quovis_cc_header) == 40);
static_assert(offsetof(quovis_cc_header, struct_size) == 0);
static_assert(offsetof(quovis_cc_header, name) == 8);
static_assert(offsetof(quovis_cc_header, content) == 24);

static_assert(sizeof(quovis_cc_options) == 104);
static_assert(offsetof(quovis_cc_options, struct_size) == 0);
static_assert(offsetof(quovis_cc_options, optimize) == 8);
static_assert(offsetof(quovis_cc_options, debug) == 12);
static_assert(offsetof(quovis_cc_options, line_info) == 16);
static_assert(offsetof(quovis_cc_options, fast_math) == 20);
static_assert(offsetof(quovis_cc_options, warnings_as_errors) == 24);
static_assert(offsetof(quovis_cc_options, relocatable) == 28);
static_assert(offsetof(quovis_cc_options, max_registers) == 32);
static_assert(offsetof(quovis_cc_options, standard) == 40);
static_assert(offsetof(quovis_cc_options, defines) == 56);
static_assert(offsetof(quovis_cc_options, define_count) == 64);
static_assert(offsetof(quovis_cc_options, include_directories) == 72);
static_assert(offsetof(quovis_cc_options, include_directory_count) == 80);
static_assert(offsetof(quovis_cc_options, raw) == 88);
static_assert(offsetof(quovis_cc_options, raw_count) == 96);

static_assert(sizeof(quovis_cc_request) == 152);
static_assert(offsetof(quovis_cc_request, struct_size) == 0);
static_assert(offsetof(quovis_cc_request, name) == 8);
static_assert(offsetof(quovis_cc_request, source) == 24);
static_assert(offsetof(quovis_cc_request, language) == 40);
static_assert(offsetof(quovis_cc_request, target) == 56);
static_assert(offsetof(quovis_cc_request, format) == 72);
static_assert(offsetof(quovis_cc_request, options) == 88);
static_assert(offsetof(quovis_cc_request, headers) == 96);
static_assert(offsetof(quovis_cc_request, header_count) == 104);
static_assert(offsetof(quovis_cc_request, name_expressions) == 112);
static_assert(offsetof(quovis_cc_request, name_expression_count) == 120);
static_assert(offsetof(quovis_cc_request, deadline_ns) == 128);
static_assert(offsetof(quovis_cc_request, cancelled) == 136);
static_assert(offsetof(quovis_cc_request, cancel_context) == 144);

static_assert(sizeof(quovis_cc_link_input) == 56);
static_assert(offsetof(quovis_cc_link_input, struct_size) == 0);
static_assert(offsetof(quovis_cc_link_input, name) == 8);
static_assert(offsetof(quovis_cc_link_input, format) == 24);
static_assert(offsetof(quovis_cc_link_input, data) == 40);
static_assert(offsetof(quovis_cc_link_input, size) == 48);

static_assert(sizeof(quovis_cc_link_request) == 88);
static_assert(offsetof(quovis_cc_link_request, struct_size) == 0);
static_assert(offsetof(quovis_cc_link_request, inputs) == 8);
static_assert(offsetof(quovis_cc_link_request, input_count) == 16);
static_assert(offsetof(quovis_cc_link_request, target) == 24);
static_assert(offsetof(quovis_cc_link_request, format) == 40);
static_assert(offsetof(quovis_cc_link_request, options) == 56);
static_assert(offsetof(quovis_cc_link_request, deadline_ns) == 64);
static_assert(offsetof(quovis_cc_link_request, cancelled) == 72);
static_assert(offsetof(quovis_cc_link_request, cancel_context) == 80);

static_assert(sizeof(quovis_cc_diagnostic) == 56);
static_assert(offsetof(quovis_cc_diagnostic, struct_size) == 0);
static_assert(offsetof(quovis_cc_diagnostic, file) == 8);
static_assert(offsetof(quovis_cc_diagnostic, message) == 24);
static_assert(offsetof(quovis_cc_diagnostic, line) == 40);
static_assert(offsetof(quovis_cc_diagnostic, column) == 44);
static_assert(offsetof(quovis_cc_diagnostic, severity) == 48);

static_assert(sizeof(quovis_cc_symbol) == 40);
static_assert(offsetof(quovis_cc_symbol, struct_size) == 0);
static_assert(offsetof(quovis_cc_symbol, expression) == 8);
static_assert(offsetof(quovis_cc_symbol, symbol) == 24);

static_assert(sizeof(quovis_cc_result) == 144);
static_assert(offsetof(quovis_cc_result, struct_size) == 0);
static_assert(offsetof(quovis_cc_result, image) == 8);
static_assert(offsetof(quovis_cc_result, image_size) == 16);
static_assert(offsetof(quovis_cc_result, format) == 24);
static_assert(offsetof(quovis_cc_result, target) == 40);
static_assert(offsetof(quovis_cc_result, log) == 56);
static_assert(offsetof(quovis_cc_result, command) == 72);
static_assert(offsetof(quovis_cc_result, diagnostics) == 88);
static_assert(offsetof(quovis_cc_result, diagnostic_count) == 96);
static_assert(offsetof(quovis_cc_result, symbols) == 104);
static_assert(offsetof(quovis_cc_result, symbol_count) == 112);
static_assert(offsetof(quovis_cc_result, dependencies) == 120);
static_assert(offsetof(quovis_cc_result, dependency_count) == 128);
static_assert(offsetof(quovis_cc_result, owner) == 136);

static_assert(sizeof(quovis_cc_table) == 48);
static_assert(offsetof(quovis_cc_table, struct_size) == 0);
static_assert(offsetof(quovis_cc_table, describe) == 8);
static_assert(offsetof(quovis_cc_table, targets) == 16);
static_assert(offsetof(quovis_cc_table, compile) == 24);
static_assert(offsetof(quovis_cc_table, link) == 32);
static_assert(offsetof(quovis_cc_table, release_result) == 40);

static_assert(sizeof(quovis_rt_device_info) == 216);
static_assert(offsetof(quovis_rt_device_info, struct_size) == 0);
static_assert(offsetof(quovis_rt_device_info, name) == 8);
static_assert(offsetof(quovis_rt_device_info, vendor) == 24);
static_assert(offsetof(quovis_rt_device_info, platform) == 40);
static_assert(offsetof(quovis_rt_device_info, driver) == 56);
static_assert(offsetof(quovis_rt_device_info, target) == 72);
static_assert(offsetof(quovis_rt_device_info, type) == 88);
static_assert(offsetof(quovis_rt_device_info, has_uuid) == 92);
static_assert(offsetof(quovis_rt_device_info, has_pci) == 96);
static_assert(offsetof(quovis_rt_device_info, uuid) == 100);
static_assert(offsetof(quovis_rt_device_info, pci_domain) == 116);
static_assert(offsetof(quovis_rt_device_info, pci_bus) == 120);
static_assert(offsetof(quovis_rt_device_info, pci_device) == 124);
static_assert(offsetof(quovis_rt_device_info, pci_function) == 128);
static_assert(offsetof(quovis_rt_device_info, memory_bytes) == 136);
static_assert(offsetof(quovis_rt_device_info, max_block) == 144);
static_assert(offsetof(quovis_rt_device_info, max_threads_per_block) == 156);
static_assert(offsetof(quovis_rt_device_info, max_grid) == 160);
static_assert(offsetof(quovis_rt_device_info, shared_memory_per_block) == 184);
static_assert(offsetof(quovis_rt_device_info, shared_memory_opt_in) == 192);
static_assert(offsetof(quovis_rt_device_info, warp_size) == 200);
static_assert(offsetof(quovis_rt_device_info, multiprocessors) == 204);
static_assert(offsetof(quovis_rt_device_info, buffer_offset_alignment) == 208);

static_assert(sizeof(quovis_rt_capability) == 56);
static_assert(offsetof(quovis_rt_capability, struct_size) == 0);
static_assert(offsetof(quovis_rt_capability, name) == 8);
static_assert(offsetof(quovis_rt_capability, type) == 24);
static_assert(offsetof(quovis_rt_capability, number) == 32);
static_assert(offsetof(quovis_rt_capability, text) == 40);

static_assert(sizeof(quovis_rt_image) == 80);
static_assert(offsetof(quovis_rt_image, struct_size) == 0);
static_assert(offsetof(quovis_rt_image, format) == 8);
static_assert(offsetof(quovis_rt_image, target) == 24);
static_assert(offsetof(quovis_rt_image, data) == 40);
static_assert(offsetof(quovis_rt_image, size) == 48);
static_assert(offsetof(quovis_rt_image, name) == 56);
static_assert(offsetof(quovis_rt_image, options) == 72);

static_assert(sizeof(quovis_rt_buffer_info) == 48);
static_assert(offsetof(quovis_rt_buffer_info, struct_size) == 0);
static_assert(offsetof(quovis_rt_buffer_info, size) == 8);
static_assert(offsetof(quovis_rt_buffer_info, kind) == 16);
static_assert(offsetof(quovis_rt_buffer_info, stream) == 24);
static_assert(offsetof(quovis_rt_buffer_info, address) == 32);
static_assert(offsetof(quovis_rt_buffer_info, host) == 40);

static_assert(sizeof(quovis_rt_copy) == 88);
static_assert(offsetof(quovis_rt_copy, struct_size) == 0);
static_assert(offsetof(quovis_rt_copy, destination) == 8);
static_assert(offsetof(quovis_rt_copy, destination_host) == 16);
static_assert(offsetof(quovis_rt_copy, destination_offset) == 24);
static_assert(offsetof(quovis_rt_copy, destination_pitch) == 32);
static_assert(offsetof(quovis_rt_copy, source) == 40);
static_assert(offsetof(quovis_rt_copy, source_host) == 48);
static_assert(offsetof(quovis_rt_copy, source_offset) == 56);
static_assert(offsetof(quovis_rt_copy, source_pitch) == 64);
static_assert(offsetof(quovis_rt_copy, width) == 72);
static_assert(offsetof(quovis_rt_copy, height) == 80);

static_assert(sizeof(quovis_rt_stream_info) == 16);
static_assert(offsetof(quovis_rt_stream_info, struct_size) == 0);
static_assert(offsetof(quovis_rt_stream_info, priority) == 8);

static_assert(sizeof(quovis_rt_parameter) == 64);
static_assert(offsetof(quovis_rt_parameter, struct_size) == 0);
static_assert(offsetof(quovis_rt_parameter, kind) == 8);
static_assert(offsetof(quovis_rt_parameter, alignment) == 12);
static_assert(offsetof(quovis_rt_parameter, size) == 16);
static_assert(offsetof(quovis_rt_parameter, offset) == 24);
static_assert(offsetof(quovis_rt_parameter, name) == 32);
static_assert(offsetof(quovis_rt_parameter, type) == 48);

static_assert(sizeof(quovis_rt_kernel_info) == 104);
static_assert(offsetof(quovis_rt_kernel_info, struct_size) == 0);
static_assert(offsetof(quovis_rt_kernel_info, name) == 8);
static_assert(offsetof(quovis_rt_kernel_info, has_parameters) == 24);
static_assert(offsetof(quovis_rt_kernel_info, parameters) == 32);
static_assert(offsetof(quovis_rt_kernel_info, parameter_count) == 40);
static_assert(offsetof(quovis_rt_kernel_info, registers) == 48);
static_assert(offsetof(quovis_rt_kernel_info, max_threads_per_block) == 52);
static_assert(offsetof(quovis_rt_kernel_info, required_block) == 56);
static_assert(offsetof(quovis_rt_kernel_info, preferred_multiple) == 68);
static_assert(offsetof(quovis_rt_kernel_info, static_shared_memory) == 72);
static_assert(offsetof(quovis_rt_kernel_info, local_memory) == 80);
static_assert(offsetof(quovis_rt_kernel_info, constant_memory) == 88);
static_assert(offsetof(quovis_rt_kernel_info, max_dynamic_shared_memory) == 96);

static_assert(sizeof(quovis_rt_argument) == 40);
static_assert(offsetof(quovis_rt_argument, kind) == 0);
static_assert(offsetof(quovis_rt_argument, reserved) == 4);
static_assert(offsetof(quovis_rt_argument, size) == 8);
static_assert(offsetof(quovis_rt_argument, value) == 16);
static_assert(offsetof(quovis_rt_argument, buffer) == 24);
static_assert(offsetof(quovis_rt_argument, offset) == 32);

static_assert(sizeof(quovis_rt_launch_attribute) == 40);
static_assert(offsetof(quovis_rt_launch_attribute, struct_size) == 0);
static_assert(offsetof(quovis_rt_launch_attribute, id) == 8);
static_assert(offsetof(quovis_rt_launch_attribute, value) == 16);

static_assert(sizeof(quovis_rt_launch) == 72);
static_assert(offsetof(quovis_rt_launch, struct_size) == 0);
static_assert(offsetof(quovis_rt_launch, grid) == 8);
static_assert(offsetof(quovis_rt_launch, block) == 20);
static_assert(offsetof(quovis_rt_launch, shared_memory) == 32);
static_assert(offsetof(quovis_rt_launch, arguments) == 40);
static_assert(offsetof(quovis_rt_launch, argument_count) == 48);
static_assert(offsetof(quovis_rt_launch, attributes) == 56);
static_assert(offsetof(quovis_rt_launch, attribute_count) == 64);

static_assert(sizeof(quovis_rt_occupancy) == 32);
static_assert(offsetof(quovis_rt_occupancy, struct_size) == 0);
static_assert(offsetof(quovis_rt_occupancy, block_threads) == 8);
static_assert(offsetof(quovis_rt_occupancy, suggested_threads) == 12);
static_assert(offsetof(quovis_rt_occupancy, shared_memory) == 16);
static_assert(offsetof(quovis_rt_occupancy, blocks_per_multiprocessor) == 24);
static_assert(offsetof(quovis_rt_occupancy, max_cooperative_grid) == 28);

static_assert(sizeof(quovis_rt_native) == 40);
static_assert(offsetof(quovis_rt_native, struct_size) == 0);
static_assert(offsetof(quovis_rt_native, kind) == 8);
static_assert(offsetof(quovis_rt_native, owned) == 12);
static_assert(offsetof(quovis_rt_native, handle) == 16);
static_assert(offsetof(quovis_rt_native, size) == 24);
static_assert(offsetof(quovis_rt_native, address) == 32);

static_assert(sizeof(quovis_rt_graph_table) == 64);
static_assert(offsetof(quovis_rt_graph_table, struct_size) == 0);
static_assert(offsetof(quovis_rt_graph_table, begin_capture) == 8);
static_assert(offsetof(quovis_rt_graph_table, end_capture) == 16);
static_assert(offsetof(quovis_rt_graph_table, instantiate) == 24);
static_assert(offsetof(quovis_rt_graph_table, update) == 32);
static_assert(offsetof(quovis_rt_graph_table, launch) == 40);
static_assert(offsetof(quovis_rt_graph_table, release_graph) == 48);
static_assert(offsetof(quovis_rt_graph_table, release_exec) == 56);

static_assert(sizeof(quovis_rt_table) == 304);
static_assert(offsetof(quovis_rt_table, struct_size) == 0);
static_assert(offsetof(quovis_rt_table, name) == 8);
static_assert(offsetof(quovis_rt_table, devices) == 24);
static_assert(offsetof(quovis_rt_table, device_info) == 32);
static_assert(offsetof(quovis_rt_table, capabilities) == 40);
static_assert(offsetof(quovis_rt_table, accepts) == 48);
static_assert(offsetof(quovis_rt_table, memory) == 56);
static_assert(offsetof(quovis_rt_table, device_synchronize) == 64);
static_assert(offsetof(quovis_rt_table, peer_access) == 72);
static_assert(offsetof(quovis_rt_table, buffer_create) == 80);
static_assert(offsetof(quovis_rt_table, buffer_release) == 88);
static_assert(offsetof(quovis_rt_table, copy) == 96);
static_assert(offsetof(quovis_rt_table, fill) == 104);
static_assert(offsetof(quovis_rt_table, stream_create) == 112);
static_assert(offsetof(quovis_rt_table, stream_release) == 120);
static_assert(offsetof(quovis_rt_table, stream_synchronize) == 128);
static_assert(offsetof(quovis_rt_table, stream_query) == 136);
static_assert(offsetof(quovis_rt_table, stream_wait_event) == 144);
static_assert(offsetof(quovis_rt_table, stream_host_function) == 152);
static_assert(offsetof(quovis_rt_table, event_create) == 160);
static_assert(offsetof(quovis_rt_table, event_release) == 168);
static_assert(offsetof(quovis_rt_table, event_record) == 176);
static_assert(offsetof(quovis_rt_table, event_synchronize) == 184);
static_assert(offsetof(quovis_rt_table, event_query) == 192);
static_assert(offsetof(quovis_rt_table, event_elapsed) == 200);
static_assert(offsetof(quovis_rt_table, module_load) == 208);
static_assert(offsetof(quovis_rt_table, module_release) == 216);
static_assert(offsetof(quovis_rt_table, module_kernels) == 224);
static_assert(offsetof(quovis_rt_table, module_global) == 232);
static_assert(offsetof(quovis_rt_table, kernel_create) == 240);
static_assert(offsetof(quovis_rt_table, kernel_release) == 248);
static_assert(offsetof(quovis_rt_table, kernel_info) == 256);
static_assert(offsetof(quovis_rt_table, kernel_occupancy) == 264);
static_assert(offsetof(quovis_rt_table, launch) == 272);
static_assert(offsetof(quovis_rt_table, native_get) == 280);
static_assert(offsetof(quovis_rt_table, native_wrap) == 288);
static_assert(offsetof(quovis_rt_table, graph) == 296);

static_assert(sizeof(quovis_image_content) == 48);
static_assert(offsetof(quovis_image_content, struct_size) == 0);
static_assert(offsetof(quovis_image_content, target) == 8);
static_assert(offsetof(quovis_image_content, kernels) == 24);
static_assert(offsetof(quovis_image_content, kernel_count) == 32);
static_assert(offsetof(quovis_image_content, owner) == 40);

static_assert(sizeof(quovis_image_reader) == 24);
static_assert(offsetof(quovis_image_reader, struct_size) == 0);
static_assert(offsetof(quovis_image_reader, read) == 8);
static_assert(offsetof(quovis_image_reader, release) == 16);

static_assert(sizeof(quovis_cc_include_folder) == 32);
static_assert(offsetof(quovis_cc_include_folder, struct_size) == 0);
static_assert(offsetof(quovis_cc_include_folder, path) == 8);
static_assert(offsetof(quovis_cc_include_folder, covered) == 24);

static_assert(sizeof(quovis_cc_origin) == 64);
static_assert(offsetof(quovis_cc_origin, struct_size) == 0);
static_assert(offsetof(quovis_cc_origin, paths) == 8);
static_assert(offsetof(quovis_cc_origin, path_count) == 16);
static_assert(offsetof(quovis_cc_origin, variables) == 24);
static_assert(offsetof(quovis_cc_origin, variable_count) == 32);
static_assert(offsetof(quovis_cc_origin, include_folders) == 40);
static_assert(offsetof(quovis_cc_origin, include_folder_count) == 48);
static_assert(offsetof(quovis_cc_origin, flags) == 56);

static_assert(sizeof(quovis_cc_plan) == 96);
static_assert(offsetof(quovis_cc_plan, struct_size) == 0);
static_assert(offsetof(quovis_cc_plan, words) == 8);
static_assert(offsetof(quovis_cc_plan, word_count) == 16);
static_assert(offsetof(quovis_cc_plan, include_directories) == 24);
static_assert(offsetof(quovis_cc_plan, include_directory_count) == 32);
static_assert(offsetof(quovis_cc_plan, first_headers) == 40);
static_assert(offsetof(quovis_cc_plan, first_header_count) == 48);
static_assert(offsetof(quovis_cc_plan, identity) == 56);
static_assert(offsetof(quovis_cc_plan, bypass) == 72);
static_assert(offsetof(quovis_cc_plan, owner) == 88);

static_assert(sizeof(quovis_cc_cache_facts) == 32);
static_assert(offsetof(quovis_cc_cache_facts, struct_size) == 0);
static_assert(offsetof(quovis_cc_cache_facts, origin) == 8);
static_assert(offsetof(quovis_cc_cache_facts, plan) == 16);
static_assert(offsetof(quovis_cc_cache_facts, release_plan) == 24);

static_assert(sizeof(quovis_plugin_setting) == 56);
static_assert(offsetof(quovis_plugin_setting, struct_size) == 0);
static_assert(offsetof(quovis_plugin_setting, key) == 8);
static_assert(offsetof(quovis_plugin_setting, value) == 24);
static_assert(offsetof(quovis_plugin_setting, origin) == 40);

static_assert(sizeof(quovis_plugin_initialize_info) == 24);
static_assert(offsetof(quovis_plugin_initialize_info, struct_size) == 0);
static_assert(offsetof(quovis_plugin_initialize_info, settings) == 8);
static_assert(offsetof(quovis_plugin_initialize_info, setting_count) == 16);

static_assert(sizeof(quovis_plugin_key) == 40);
static_assert(offsetof(quovis_plugin_key, struct_size) == 0);
static_assert(offsetof(quovis_plugin_key, name) == 8);
static_assert(offsetof(quovis_plugin_key, description) == 24);

static_assert(sizeof(quovis_plugin_table) == 120);
static_assert(offsetof(quovis_plugin_table, struct_size) == 0);
static_assert(offsetof(quovis_plugin_table, abi_major) == 8);
static_assert(offsetof(quovis_plugin_table, abi_minor) == 12);
static_assert(offsetof(quovis_plugin_table, name) == 16);
static_assert(offsetof(quovis_plugin_table, version) == 32);
static_assert(offsetof(quovis_plugin_table, description) == 48);
static_assert(offsetof(quovis_plugin_table, keys) == 64);
static_assert(offsetof(quovis_plugin_table, key_count) == 72);
static_assert(offsetof(quovis_plugin_table, initialize) == 80);
static_assert(offsetof(quovis_plugin_table, shutdown) == 88);
static_assert(offsetof(quovis_plugin_table, compiler) == 96);
static_assert(offsetof(quovis_plugin_table, runtime) == 104);
static_assert(offsetof(quovis_plugin_table, extension) == 112);

}  // namespace
