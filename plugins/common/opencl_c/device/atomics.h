// Atomic functions on 32 and 64 bits, in global and local memory: atomic_name(), and atom_name() of the extensions.
// Their order is relaxed and their scope the device, as OpenCL C 1.2 says.
//: __QV_ATOMIC_NAMES
// The value is converted to the type of the memory.
#define __QV_ATOMIC_NAMES(name)                                                                             \
    template <class T> __qv_fn T atomic_##name(volatile T* p, __qv_given<T> v) {                            \
        return __qv_atomic_##name(p, v);                                                                    \
    }                                                                                                       \
    template <class T> __qv_fn T atom_##name(volatile T* p, __qv_given<T> v) {                              \
        return __qv_atomic_##name(p, v);                                                                    \
    }
//: atomic_add atom_add
__QV_ATOMIC_NAMES(add)
//: atomic_sub atom_sub
template <class T> __qv_fn T __qv_atomic_sub(volatile T* p, T v) { return __qv_atomic_add(p, T(-v)); }
__QV_ATOMIC_NAMES(sub)
//: atomic_xchg atom_xchg
__QV_ATOMIC_NAMES(xchg)
//: atomic_and atom_and
__QV_ATOMIC_NAMES(and)
//: atomic_or atom_or
__QV_ATOMIC_NAMES(or)
//: atomic_xor atom_xor
__QV_ATOMIC_NAMES(xor)
//: atomic_min atom_min
__QV_ATOMIC_NAMES(min)
//: atomic_max atom_max
__QV_ATOMIC_NAMES(max)
//: atomic_inc atom_inc atomic_dec atom_dec
template <class T> __qv_fn T atomic_inc(volatile T* p) { return __qv_atomic_add(p, T(1)); }
template <class T> __qv_fn T atom_inc(volatile T* p) { return __qv_atomic_add(p, T(1)); }
template <class T> __qv_fn T atomic_dec(volatile T* p) { return __qv_atomic_add(p, T(-1)); }
template <class T> __qv_fn T atom_dec(volatile T* p) { return __qv_atomic_add(p, T(-1)); }
//: atomic_cmpxchg atom_cmpxchg
template <class T> __qv_fn T atomic_cmpxchg(volatile T* p, __qv_given<T> old, __qv_given<T> v) {
    return __qv_atomic_cmpxchg(p, T(old), T(v));
}
template <class T> __qv_fn T atom_cmpxchg(volatile T* p, __qv_given<T> old, __qv_given<T> v) {
    return __qv_atomic_cmpxchg(p, T(old), T(v));
}
