// Sub-groups (cl_khr_subgroups): warps and wavefronts. The last one of a work-group may be smaller.
//: __qv_warp
#ifdef __qv_cuda
#define __qv_warp 32u
#else
#define __qv_warp uint(__AMDGCN_WAVEFRONT_SIZE)
#endif
//: __qv_group_size
__qv_fn uint __qv_group_size() { return blockDim.x * blockDim.y * blockDim.z; }
//: get_sub_group_local_id
__qv_fn uint get_sub_group_local_id() { return uint(get_local_linear_id()) % __qv_warp; }
//: get_sub_group_id
__qv_fn uint get_sub_group_id() { return uint(get_local_linear_id()) / __qv_warp; }
//: get_max_sub_group_size
__qv_fn uint get_max_sub_group_size() { return __qv_group_size() < __qv_warp ? __qv_group_size() : __qv_warp; }
//: get_num_sub_groups get_enqueued_num_sub_groups
__qv_fn uint get_num_sub_groups() { return (__qv_group_size() + __qv_warp - 1) / __qv_warp; }
__qv_fn uint get_enqueued_num_sub_groups() { return get_num_sub_groups(); }
//: get_sub_group_size
__qv_fn uint get_sub_group_size() {
    const uint before = get_sub_group_id() * __qv_warp;
    return __qv_group_size() - before < __qv_warp ? __qv_group_size() - before : __qv_warp;
}
//: __qv_lane_bits
// The work-items of this sub-group, as a mask.
__qv_fn uint __qv_lane_bits() {
    const uint size = get_sub_group_size();
    return size == 32 ? 0xffffffffu : (1u << size) - 1;
}
//: __qv_from_lane
// The value of another work-item of the sub-group, of any size: in words of 32 bits.
template <class T> __qv_fn T __qv_from_lane(T value, uint lane) {
    if constexpr (sizeof(T) < 4) {
        typedef typename __qv_type<T>::unsigned_one Bits;
        return __qv_as<T>(Bits(__qv_from_lane(uint(__qv_as<Bits>(value)), lane)));
    } else {
        constexpr int words = sizeof(T) / 4;
        struct Words { int at[words]; } all = __qv_as<Words>(value);
        for (int word = 0; word < words; ++word) {
#ifdef __qv_cuda
            all.at[word] = ::__shfl_sync(__qv_lane_bits(), all.at[word], int(lane));
#else
            all.at[word] = __builtin_amdgcn_ds_bpermute(int(lane) << 2, all.at[word]);
#endif
        }
        return __qv_as<T>(all);
    }
}
//: sub_group_barrier
__qv_fn void sub_group_barrier(uint) {
#ifdef __qv_cuda
    ::__syncwarp(__qv_lane_bits());
#else
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
#endif
}
//: sub_group_any sub_group_all
#ifdef __qv_cuda
__qv_fn int sub_group_any(int holds) { return ::__any_sync(__qv_lane_bits(), holds); }
__qv_fn int sub_group_all(int holds) { return ::__all_sync(__qv_lane_bits(), holds); }
#else
__qv_fn int sub_group_any(int holds) { return ::__any(holds); }
__qv_fn int sub_group_all(int holds) { return ::__all(holds); }
#endif
//: sub_group_broadcast
template <class T> __qv_fn T sub_group_broadcast(T value, uint lane) { return __qv_from_lane(value, lane); }
//: sub_group_shuffle sub_group_shuffle_xor
template <class T> __qv_fn T sub_group_shuffle(T value, uint lane) { return __qv_from_lane(value, lane); }
template <class T> __qv_fn T sub_group_shuffle_xor(T value, uint mask) {
    return __qv_from_lane(value, get_sub_group_local_id() ^ mask);
}

//: __QV_SCAN __QV_ADDED __QV_LESSER __QV_GREATER
#define __QV_ADDED(a, b) T((a) + (b))
#define __QV_LESSER(a, b) min(a, b)
#define __QV_GREATER(a, b) max(a, b)
// Inclusive: each takes in what stands 1, 2, 4, .. lanes before it.
#define __QV_SCAN(name, join)                                                                       \
    template <class T> __qv_fn T sub_group_scan_inclusive_##name(T value) {                         \
        const uint lane = get_sub_group_local_id();                                                 \
        for (uint by = 1; by < __qv_warp; by *= 2) {                                                \
            const T before = __qv_from_lane(value, lane < by ? lane : lane - by);                   \
            if (lane >= by) value = join(before, value);                                            \
        }                                                                                           \
        return value;                                                                               \
    }                                                                                               \
    template <class T> __qv_fn T sub_group_reduce_##name(T value) {                                 \
        return __qv_from_lane(sub_group_scan_inclusive_##name(value), get_sub_group_size() - 1);    \
    }                                                                                               \
    template <class T> __qv_fn T sub_group_scan_exclusive_##name(T value) {                         \
        const T all = sub_group_scan_inclusive_##name(value);                                       \
        const uint lane = get_sub_group_local_id();                                                 \
        const T before = __qv_from_lane(all, lane == 0 ? 0 : lane - 1);                             \
        return lane == 0 ? __qv_start_of_##name<T>() : before;                                      \
    }
//: __qv_least __qv_most
template <class T> __qv_fn T __qv_most() {
    if constexpr (__qv_type<T>::integer) return __qv_type<T>::max();
    else return T(__qv_infinity);
}
template <class T> __qv_fn T __qv_least() {
    if constexpr (__qv_type<T>::integer) return __qv_type<T>::min();
    else return T(-__qv_infinity);
}
//: sub_group_reduce_add sub_group_scan_inclusive_add sub_group_scan_exclusive_add
template <class T> __qv_fn T __qv_start_of_add() { return T(0); }
__QV_SCAN(add, __QV_ADDED)
//: sub_group_reduce_min sub_group_scan_inclusive_min sub_group_scan_exclusive_min
template <class T> __qv_fn T __qv_start_of_min() { return __qv_most<T>(); }
__QV_SCAN(min, __QV_LESSER)
//: sub_group_reduce_max sub_group_scan_inclusive_max sub_group_scan_exclusive_max
template <class T> __qv_fn T __qv_start_of_max() { return __qv_least<T>(); }
__QV_SCAN(max, __QV_GREATER)
