// Work-item functions, barriers and fences, local memory that the launch gives, prefetch and group copies.
//: __QV_ITEM
// Each function stands beside a macro, `__qv_NAME(x)`, that the translator writes where the axis is known: what is
// computed with an inlined call stays 64 bits wide where the program keeps 32 of them.
#define __QV_ITEM(name, beyond)                      \
    __qv_fn size_t name(uint dimension) {            \
        return dimension == 0   ? __qv_##name(x)     \
               : dimension == 1 ? __qv_##name(y)     \
               : dimension == 2 ? __qv_##name(z)     \
                                : size_t(beyond);    \
    }
//: get_global_offset __qv_get_global_offset __qv_keep_offset
// A program with these words can be launched with an offset: each of its kernels' entries has it as its last parameter,
// and leaves it in shared memory, for the functions cannot see the parameters of an entry.
#define __qv_takes_offset
struct __qv_offsets { size_t x, y, z; };
__qv_fn __qv_offsets& __qv_offset() {
    __shared__ __qv_offsets offset;
    return offset;
}
__qv_fn void __qv_keep_offset(const __qv_offsets& given) {
    if ((::threadIdx.x | ::threadIdx.y | ::threadIdx.z) == 0) __qv_offset() = given;
    ::__syncthreads();
}
#define __qv_get_global_offset(d) __qv_offset().d
__QV_ITEM(get_global_offset, 0)
//: __qv_place
// The global id without the offset.
#define __qv_place(d) (size_t(::blockIdx.d) * ::blockDim.d + ::threadIdx.d)
//: get_global_id __qv_get_global_id
#ifdef __qv_takes_offset
#define __qv_get_global_id(d) (__qv_place(d) + __qv_offset().d)
#else
#define __qv_get_global_id(d) __qv_place(d)
#endif
__QV_ITEM(get_global_id, 0)
//: get_local_id __qv_get_local_id
#define __qv_get_local_id(d) size_t(::threadIdx.d)
__QV_ITEM(get_local_id, 0)
//: get_group_id __qv_get_group_id
#define __qv_get_group_id(d) size_t(::blockIdx.d)
__QV_ITEM(get_group_id, 0)
//: get_global_size __qv_get_global_size
#define __qv_get_global_size(d) (size_t(::gridDim.d) * ::blockDim.d)
__QV_ITEM(get_global_size, 1)
//: get_local_size __qv_get_local_size get_enqueued_local_size
#define __qv_get_local_size(d) size_t(::blockDim.d)
__QV_ITEM(get_local_size, 1)
__qv_fn size_t get_enqueued_local_size(uint dimension) { return get_local_size(dimension); }
//: get_num_groups __qv_get_num_groups
#define __qv_get_num_groups(d) size_t(::gridDim.d)
__QV_ITEM(get_num_groups, 1)
//: get_work_dim
// A launch always has three axes here: those of size 1 and without an offset at the end do not count.
#ifdef __qv_takes_offset
#define __qv_counts(d) (::gridDim.d * ::blockDim.d > 1 || __qv_offset().d != 0)
#else
#define __qv_counts(d) (::gridDim.d * ::blockDim.d > 1)
#endif
__qv_fn uint get_work_dim() { return __qv_counts(z) ? 3 : __qv_counts(y) ? 2 : 1; }
//: get_local_linear_id
__qv_fn size_t get_local_linear_id() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
//: get_global_linear_id
__qv_fn size_t get_global_linear_id() {
    return (__qv_place(z) * get_global_size(1) + __qv_place(y)) * get_global_size(0) + __qv_place(x);
}

//: barrier work_group_barrier
typedef uint cl_mem_fence_flags;
__qv_fn void barrier(cl_mem_fence_flags) { ::__syncthreads(); }
__qv_fn void work_group_barrier(cl_mem_fence_flags) { ::__syncthreads(); }

//: mem_fence read_mem_fence write_mem_fence
// With CLK_GLOBAL_MEM_FENCE for the whole device, which programs rely on that pass data between work-groups.
__qv_fn void mem_fence(uint flags) {
    if (flags & 2) ::__threadfence();
    else ::__threadfence_block();
}
__qv_fn void read_mem_fence(uint flags) { mem_fence(flags); }
__qv_fn void write_mem_fence(uint flags) { mem_fence(flags); }

//: __qv_local
// A __local parameter: its place in the dynamic shared memory of the launch.
extern __shared__ __attribute__((aligned(128))) unsigned char __qv_dynamic[];
template <class T> __qv_fn T* __qv_local(unsigned int offset) { return (T*)(__qv_dynamic + offset); }

//: event_t async_work_group_copy async_work_group_strided_copy wait_group_events
typedef struct __qv_event* event_t;

//: async_work_group_copy async_work_group_strided_copy
// The work-items of the group share the copy; wait_group_events() makes all of it visible.
template <class T> __qv_fn event_t async_work_group_copy(T* to, const T* from, size_t count, event_t event) {
    const size_t group = blockDim.x * blockDim.y * blockDim.z;
    for (size_t at = get_local_linear_id(); at < count; at += group) to[at] = from[at];
    return event;
}
#ifdef __qv_cuda
__qv_fn bool __qv_is_local(const void* at) { return ::__isShared(at) != 0; }
#elif defined __qv_hip
__qv_fn bool __qv_is_local(const void* at) { return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void*)at); }
#endif
// From every `stride`th element of global memory into local memory, or back: the side in local memory is dense.
template <class T> __qv_fn event_t async_work_group_strided_copy(T* to, const T* from, size_t count, size_t stride,
                                                               event_t event) {
    const size_t group = blockDim.x * blockDim.y * blockDim.z;
    const bool gathers = __qv_is_local(to);
    for (size_t at = get_local_linear_id(); at < count; at += group)
        to[gathers ? at : at * stride] = from[gathers ? at * stride : at];
    return event;
}

//: wait_group_events
__qv_fn void wait_group_events(int, event_t*) { ::__syncthreads(); }

//: prefetch
template <class T> __qv_fn void prefetch(const T* from, size_t) {
#ifdef __qv_cuda
    asm volatile("prefetch.L2 [%0];" : : "l"(from));
#endif
}
