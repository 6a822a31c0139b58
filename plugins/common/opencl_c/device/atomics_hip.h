// Atomic operations on 32 and 64 bits by HIP's built-ins, for atomics.h.
//: __QV_ATOMIC_OF __QV_ATOMIC
#define __QV_ATOMIC_OF(T, name, call)                                                                       \
    __qv_fn T __qv_atomic_##name(volatile T* p, T v) {                                                      \
        return call((T*)p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);                                  \
    }
#define __QV_ATOMIC(name, call)                                                                             \
    __QV_ATOMIC_OF(int, name, call) __QV_ATOMIC_OF(uint, name, call)                                        \
    __QV_ATOMIC_OF(long, name, call) __QV_ATOMIC_OF(ulong, name, call)
//: atomic_add atom_add __qv_atomic_add
__QV_ATOMIC(add, __hip_atomic_fetch_add)
//: atomic_and atom_and
__QV_ATOMIC(and, __hip_atomic_fetch_and)
//: atomic_or atom_or
__QV_ATOMIC(or, __hip_atomic_fetch_or)
//: atomic_xor atom_xor
__QV_ATOMIC(xor, __hip_atomic_fetch_xor)
//: atomic_min atom_min
__QV_ATOMIC(min, __hip_atomic_fetch_min)
//: atomic_max atom_max
__QV_ATOMIC(max, __hip_atomic_fetch_max)
//: atomic_xchg atom_xchg
__QV_ATOMIC(xchg, __hip_atomic_exchange)
__QV_ATOMIC_OF(float, xchg, __hip_atomic_exchange)
//: atomic_cmpxchg atom_cmpxchg
template <class T> __qv_fn T __qv_atomic_cmpxchg(volatile T* p, T old, T v) {
    __hip_atomic_compare_exchange_strong((T*)p, &old, v, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                         __HIP_MEMORY_SCOPE_AGENT);
    return old;
}
