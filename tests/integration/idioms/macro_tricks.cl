// The preprocessor at work: guards, numbers of arguments, lists of entries, assertions at compile time.
#ifndef MACRO_TRICKS_CL
#define MACRO_TRICKS_CL

#if !defined(__OPENCL_VERSION__) || __OPENCL_VERSION__ < 110
#error "OpenCL 1.1 at least"
#endif
#if (CL_VERSION_1_1 > 100) && !(defined WITHOUT_THIS && WITHOUT_THIS + 0 > 1)
#define ENTRIES(X) X(add, +) X(sub, -) X(mul, *) X(band, &)
#endif

#define STATIC_ASSERT(cond, name) typedef char static_assert_##name[(cond) ? 1 : -1]
STATIC_ASSERT(sizeof(int4) == 16, int4_has_16_bytes);
STATIC_ASSERT(sizeof(float3) == sizeof(float4), float3_is_as_float4);

#define AS_FUNCTION(name, op) static inline int do_##name(int a, int b) { return a op b; }
ENTRIES(AS_FUNCTION)
#undef AS_FUNCTION

#define AS_ENUM(name, op) OP_##name,
enum { ENTRIES(AS_ENUM) OP_COUNT };

#define AS_CASE(name, op) case OP_##name: return do_##name(a, b);
int apply(int which, int a, int b)
{
    switch (which) { ENTRIES(AS_CASE) }
    return -OP_COUNT;
}

#define EXPAND(x) x
#define COUNT_OF(...) COUNT_OF_(__VA_ARGS__, 4, 3, 2, 1, 0)
#define COUNT_OF_(a, b, c, d, n, ...) n
#define LINE_TEXT(x) #x
#define TEXT(x) LINE_TEXT(x)
#define LONG_MACRO(a, \
                   b) \
    ((a) * /* a comment */ 10 + \
     (b))

__constant char where[] = TEXT(EXPAND(COUNT_OF(1, 2, 3))) "of" TEXT(OP);

__kernel void tricks(__global const int2 *in, __global int *out)
{
    const int i = get_global_id(0);
    out[i] = i <= OP_COUNT ? apply(i, in[i].x, in[i].y) : LONG_MACRO(COUNT_OF(a, b), where[i % 5]) + __LINE__ * 0;
}
#endif /* MACRO_TRICKS_CL */
