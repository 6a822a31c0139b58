// Atomic operations on 32 and 64 bits by CUDA's functions, for atomics.h.
//: __QV_ATOMIC_OF __QV_ATOMIC
#define __QV_ATOMIC_OF(T, V, name, call)                                                                    \
    __qv_fn T __qv_atomic_##name(volatile T* p, T v) { return T(::call((V*)p, (V)(v))); }
#define __QV_ATOMIC(name, call, L)                                                                          \
    __QV_ATOMIC_OF(int, int, name, call) __QV_ATOMIC_OF(uint, unsigned int, name, call)                     \
    __QV_ATOMIC_OF(long, L, name, call) __QV_ATOMIC_OF(ulong, unsigned long long, name, call)
// Where the sign makes no difference, CUDA has the unsigned function only.
//: atomic_add atom_add __qv_atomic_add
__QV_ATOMIC(add, atomicAdd, unsigned long long)
//: atomic_and atom_and
__QV_ATOMIC(and, atomicAnd, unsigned long long)
//: atomic_or atom_or
__QV_ATOMIC(or, atomicOr, unsigned long long)
//: atomic_xor atom_xor
__QV_ATOMIC(xor, atomicXor, unsigned long long)
//: atomic_xchg atom_xchg
__QV_ATOMIC(xchg, atomicExch, unsigned long long)
__QV_ATOMIC_OF(float, float, xchg, atomicExch)
//: atomic_cmpxchg atom_cmpxchg
#define __QV_COMPARE_EXCHANGE(T, V)                                                                         \
    __qv_fn T __qv_atomic_cmpxchg(volatile T* p, T old, T v) { return T(::atomicCAS((V*)p, (V)(old), (V)(v))); }
__QV_COMPARE_EXCHANGE(int, int) __QV_COMPARE_EXCHANGE(uint, unsigned int)
__QV_COMPARE_EXCHANGE(long, unsigned long long) __QV_COMPARE_EXCHANGE(ulong, unsigned long long)
//: atomic_min atom_min
__QV_ATOMIC(min, atomicMin, long long)
//: atomic_max atom_max
__QV_ATOMIC(max, atomicMax, long long)
