// The numbers of hipDeviceAttribute_t that are asked for.
// They are the same in HIP 5, 6 and 7 (what a release dropped keeps its number as an "unused" one, what came later has
// numbers behind the others); HIP 4 counted otherwise, and Functions refuses it. HIP Runtime API reference,
// hipDeviceAttribute_t.
#pragma once

namespace quovis::hip::attribute {

enum : int {
    ecc_enabled = 0,
    async_engine_count = 2,
    can_map_host_memory = 3,
    clock_rate = 5,  // kHz
    concurrent_kernels = 8,
    concurrent_managed_access = 9,
    cooperative_launch = 10,
    integrated = 16,
    kernel_exec_timeout = 18,
    l2_cache_size = 19,
    managed_memory = 24,
    max_block_dim_x = 26,
    max_block_dim_y = 27,
    max_block_dim_z = 28,
    max_grid_dim_x = 29,
    max_grid_dim_y = 30,
    max_grid_dim_z = 31,
    max_threads_per_block = 56,
    max_threads_per_multiprocessor = 57,
    max_pitch = 58,
    memory_bus_width = 59,   // bits
    memory_clock_rate = 60,  // kHz
    multiprocessor_count = 63,
    pageable_memory_access = 65,
    max_registers_per_block = 71,
    max_registers_per_multiprocessor = 72,
    max_shared_memory_per_block = 74,
    stream_priorities_supported = 78,
    total_constant_memory = 83,
    unified_addressing = 85,
    warp_size = 87,
    memory_pools_supported = 88,
    max_shared_memory_per_multiprocessor = 10002,
    image_support = 10014,
};

}  // namespace quovis::hip::attribute
