// The prelude as text. CUDA C++ Programming Guide, sections "Warp Shuffle Functions", "Warp Vote Functions", "Warp
// Match Functions", "Warp Reduce Functions"; LLVM, User Guide for AMDGPU Backend, for the built-in functions.
#include "plugins/hip-hiprtc/cuda_bridge.hpp"

namespace quovis::hip {

// A wavefront of 64 counts as two warps of 32: CUDA C++ says 32 in the language, and kernels are written to it. What is
// a macro takes the place of the function of that name which a newer hiprtc has.
std::string_view cuda_prelude() {
    return R"bridge(#pragma once
#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#ifndef __grid_constant__
#define __grid_constant__
#endif
namespace quovis_bridge {
constexpr unsigned warp_threads = 32;

__device__ inline unsigned wave_lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }
__device__ inline unsigned lane() { return wave_lane() & (warp_threads - 1); }
__device__ inline unsigned first_lane() { return wave_lane() & ~(warp_threads - 1); }

template <class T> struct words { int part[(sizeof(T) + 3) / 4]; };
template <class T> __device__ inline words<T> words_of(T value) {
    words<T> made = {};
    __builtin_memcpy(made.part, &value, sizeof(T));
    return made;
}

// The value of a lane of this warp.
template <class T> __device__ inline T value_of(T value, unsigned source) {
    words<T> held = words_of(value);
    for (unsigned i = 0; i < sizeof(held.part) / 4; ++i) {
        held.part[i] = __builtin_amdgcn_ds_bpermute(static_cast<int>((first_lane() + source) * 4), held.part[i]);
    }
    __builtin_memcpy(&value, held.part, sizeof(T));
    return value;
}

__device__ inline unsigned ballot(int predicate) {
    return static_cast<unsigned>(static_cast<unsigned long long>(__ballot(predicate)) >> first_lane());
}

template <class T> __device__ inline T shfl(T value, int source, int width = warp_threads) {
    return value_of(value, (lane() & ~(width - 1u)) + (static_cast<unsigned>(source) & (width - 1u)));
}
template <class T> __device__ inline T shfl_up(T value, unsigned delta, int width = warp_threads) {
    return value_of(value, (lane() & (width - 1u)) < delta ? lane() : lane() - delta);
}
template <class T> __device__ inline T shfl_down(T value, unsigned delta, int width = warp_threads) {
    return value_of(value, (lane() & (width - 1u)) + delta >= static_cast<unsigned>(width) ? lane() : lane() + delta);
}
template <class T> __device__ inline T shfl_xor(T value, int mask, int width = warp_threads) {
    unsigned source = lane() ^ static_cast<unsigned>(mask);
    return value_of(value, source >= (lane() & ~(width - 1u)) + width ? lane() : source);
}
template <class T> __device__ inline T shfl_sync(unsigned, T v, int source, int width = 32) { return shfl(v, source, width); }
template <class T> __device__ inline T shfl_up_sync(unsigned, T v, unsigned delta, int width = 32) { return shfl_up(v, delta, width); }
template <class T> __device__ inline T shfl_down_sync(unsigned, T v, unsigned delta, int width = 32) { return shfl_down(v, delta, width); }
template <class T> __device__ inline T shfl_xor_sync(unsigned, T v, int mask, int width = 32) { return shfl_xor(v, mask, width); }

__device__ inline unsigned active() { return ballot(1); }
__device__ inline int any(int predicate) { return ballot(predicate) != 0; }
__device__ inline int all(int predicate) { return ballot(!predicate) == 0; }
__device__ inline unsigned ballot_sync(unsigned mask, int predicate) { return ballot(predicate) & mask; }
__device__ inline int any_sync(unsigned mask, int predicate) { return (ballot(predicate) & mask) != 0; }
__device__ inline int all_sync(unsigned mask, int predicate) { return (ballot(!predicate) & mask) == 0; }

__device__ inline void syncwarp(unsigned = ~0u) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

template <class T> __device__ inline bool same(T one, T other) {
    words<T> a = words_of(one), b = words_of(other);
    bool equal = true;
    for (unsigned i = 0; i < sizeof(a.part) / 4; ++i) equal = equal && a.part[i] == b.part[i];
    return equal;
}
template <class T> __device__ inline unsigned match_any_sync(unsigned mask, T value) {
    unsigned found = 0;
    for (unsigned i = 0; i < warp_threads; ++i) found |= same(value_of(value, i), value) ? 1u << i : 0u;
    return found & mask & active();
}
template <class T> __device__ inline unsigned match_all_sync(unsigned mask, T value, int* predicate) {
    mask &= active();
    *predicate = match_any_sync(mask, value) == mask;
    *predicate = all_sync(mask, *predicate);
    return *predicate ? mask : 0u;
}
template <class T, class Join> __device__ inline T reduce(unsigned mask, T value, Join join) {
    mask &= active();
    T joined = value_of(value, __builtin_ctz(mask));
    for (unsigned i = __builtin_ctz(mask) + 1; i < warp_threads; ++i) {
        T next = value_of(value, i);
        if (mask >> i & 1u) joined = join(joined, next);
    }
    return joined;
}
template <class T> __device__ inline T reduce_add_sync(unsigned mask, T value) { return reduce(mask, value, [](T a, T b) { return a + b; }); }
template <class T> __device__ inline T reduce_min_sync(unsigned mask, T value) { return reduce(mask, value, [](T a, T b) { return b < a ? b : a; }); }
template <class T> __device__ inline T reduce_max_sync(unsigned mask, T value) { return reduce(mask, value, [](T a, T b) { return a < b ? b : a; }); }
template <class T> __device__ inline T reduce_and_sync(unsigned mask, T value) { return reduce(mask, value, [](T a, T b) { return a & b; }); }
template <class T> __device__ inline T reduce_or_sync(unsigned mask, T value) { return reduce(mask, value, [](T a, T b) { return a | b; }); }
template <class T> __device__ inline T reduce_xor_sync(unsigned mask, T value) { return reduce(mask, value, [](T a, T b) { return a ^ b; }); }

template <class T> __device__ inline T load(const T* from) { return *from; }
template <class T> __device__ inline T load_again(const T* from) { return *static_cast<const volatile T*>(from); }
template <class T> __device__ inline void store(T* to, T value) { *to = value; }

__device__ inline unsigned funnel_left(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
__device__ inline unsigned funnel_right(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
__device__ inline void doze(unsigned) { __builtin_amdgcn_s_sleep(1); }
}
#define warpSize 32
#define __shfl_sync quovis_bridge::shfl_sync
#define __shfl_up_sync quovis_bridge::shfl_up_sync
#define __shfl_down_sync quovis_bridge::shfl_down_sync
#define __shfl_xor_sync quovis_bridge::shfl_xor_sync
#define __shfl quovis_bridge::shfl
#define __shfl_up quovis_bridge::shfl_up
#define __shfl_down quovis_bridge::shfl_down
#define __shfl_xor quovis_bridge::shfl_xor
#define __ballot_sync quovis_bridge::ballot_sync
#define __any_sync quovis_bridge::any_sync
#define __all_sync quovis_bridge::all_sync
#define __ballot quovis_bridge::ballot
#define __any quovis_bridge::any
#define __all quovis_bridge::all
#define __activemask quovis_bridge::active
#define __syncwarp quovis_bridge::syncwarp
#define __match_any_sync quovis_bridge::match_any_sync
#define __match_all_sync quovis_bridge::match_all_sync
#define __reduce_add_sync quovis_bridge::reduce_add_sync
#define __reduce_min_sync quovis_bridge::reduce_min_sync
#define __reduce_max_sync quovis_bridge::reduce_max_sync
#define __reduce_and_sync quovis_bridge::reduce_and_sync
#define __reduce_or_sync quovis_bridge::reduce_or_sync
#define __reduce_xor_sync quovis_bridge::reduce_xor_sync
#define __ldg quovis_bridge::load
#define __ldca quovis_bridge::load
#define __ldcg quovis_bridge::load
#define __ldcs quovis_bridge::load
#define __ldlu quovis_bridge::load
#define __ldcv quovis_bridge::load_again
#define __stwb quovis_bridge::store
#define __stcg quovis_bridge::store
#define __stcs quovis_bridge::store
#define __stwt quovis_bridge::store
#define __funnelshift_l quovis_bridge::funnel_left
#define __funnelshift_r quovis_bridge::funnel_right
#define __nanosleep quovis_bridge::doze
#define __trap __builtin_trap
#ifdef NDEBUG
#define assert(condition) static_cast<void>(0)
#else
#define assert(condition) static_cast<void>((condition) || (__builtin_trap(), false))
#endif
#define asm _Pragma("GCC error \"hip-hiprtc does not bridge asm: inline PTX has no counterpart on AMD GPUs\"") asm
#define __asm__ _Pragma("GCC error \"hip-hiprtc does not bridge __asm__: inline PTX has no counterpart on AMD GPUs\"") __asm__
)bridge";
}

std::string_view cuda_cooperative_groups() {
    return R"bridge(#pragma once
// Newer hiprtc (5.7 for one) has HIP's own groups built in, of wavefronts. These are of warps.
#define cooperative_groups quovis_cooperative_groups
extern "C" __device__ void __ockl_grid_sync(void);
namespace cooperative_groups {
class thread_block {
  public:
    __device__ static void sync() { __syncthreads(); }
    __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ static unsigned num_threads() { return size(); }
    __device__ static unsigned thread_rank() {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    __device__ static dim3 dim_threads() { return group_dim(); }
};
__device__ inline thread_block this_thread_block() { return thread_block(); }

// All blocks of a cooperative launch.
class grid_group {
  public:
    __device__ static void sync() { __ockl_grid_sync(); }
    __device__ static unsigned num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
    __device__ static unsigned block_rank() { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
    __device__ static unsigned long long size() { return static_cast<unsigned long long>(num_blocks()) * thread_block::size(); }
    __device__ static unsigned long long num_threads() { return size(); }
    __device__ static unsigned long long thread_rank() {
        return static_cast<unsigned long long>(block_rank()) * thread_block::size() + thread_block::thread_rank();
    }
    __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
};
__device__ inline grid_group this_grid() { return grid_group(); }

template <unsigned Size, class Parent = thread_block> class thread_block_tile {
    static_assert(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 32, "hip-hiprtc does not bridge tiles of other sizes than 1, 2, 4, 8, 16 and 32");
    __device__ static unsigned mask() {
        return (Size == 32 ? ~0u : (1u << (Size & 31)) - 1) << (quovis_bridge::lane() & ~(Size - 1));
    }
    __device__ static unsigned shift() { return quovis_bridge::lane() & ~(Size - 1); }

  public:
    __device__ static void sync() { quovis_bridge::syncwarp(); }
    __device__ static constexpr unsigned size() { return Size; }
    __device__ static constexpr unsigned num_threads() { return Size; }
    __device__ static unsigned thread_rank() { return thread_block::thread_rank() & (Size - 1); }
    __device__ static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    __device__ static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    template <class T> __device__ T shfl(T value, int source) const { return quovis_bridge::shfl(value, source, Size); }
    template <class T> __device__ T shfl_up(T value, unsigned delta) const { return quovis_bridge::shfl_up(value, delta, Size); }
    template <class T> __device__ T shfl_down(T value, unsigned delta) const { return quovis_bridge::shfl_down(value, delta, Size); }
    template <class T> __device__ T shfl_xor(T value, int mask) const { return quovis_bridge::shfl_xor(value, mask, Size); }
    __device__ int any(int predicate) const { return quovis_bridge::any_sync(mask(), predicate); }
    __device__ int all(int predicate) const { return quovis_bridge::all_sync(mask(), predicate); }
    __device__ unsigned ballot(int predicate) const { return quovis_bridge::ballot_sync(mask(), predicate) >> shift(); }
    template <class T> __device__ unsigned match_any(T value) const { return quovis_bridge::match_any_sync(mask(), value) >> shift(); }
};
template <unsigned Size, class Group> __device__ inline thread_block_tile<Size, Group> tiled_partition(const Group&) { return {}; }
template <class Group> __device__ inline void sync(const Group& group) { group.sync(); }
template <class Group> __device__ inline unsigned thread_rank(const Group& group) { return group.thread_rank(); }

template <class T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };
template <unsigned Size, class Parent, class T, class Join>
__device__ inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Join join) {
    for (unsigned step = Size / 2; step != 0; step /= 2) value = join(value, tile.shfl_xor(value, step));
    return value;
}
struct coalesced_group;
__device__ coalesced_group coalesced_threads() __attribute__((unavailable("hip-hiprtc does not bridge coalesced_threads: a wavefront has no group of the threads that happen to be active")));
}
)bridge";
}

}  // namespace quovis::hip
