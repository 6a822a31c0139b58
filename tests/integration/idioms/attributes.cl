// Attributes as vendors' guides recommend them: hints, required sizes, alignment, packing.
#define INLINE __attribute__((always_inline)) inline

typedef struct __attribute__((packed)) { char kind; int value; short small; } packed_t;
typedef struct { float v[3]; } __attribute__((aligned(16))) aligned_t;
struct pair { char c; float2 d __attribute__((aligned(32))); };

INLINE int sum_of(packed_t p) { return p.kind + p.value + p.small; }
int unused_helper(int a) __attribute__((unused));
int unused_helper(int a) { return a; }

__kernel
__attribute__((vec_type_hint(float4)))
__attribute__((work_group_size_hint(4, 1, 1)))
__attribute__((reqd_work_group_size(4, 2, 1)))
void attributes(__global const packed_t *in, __global int *out)
{
    const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
    aligned_t a[2] __attribute__((aligned(64)));
    a[1].v[2] = (float)i;
    packed_t p = in[i];
    out[i] = sum_of(p) * 1000 + (int)(sizeof(packed_t) * 100 + sizeof(aligned_t)) + (int)a[1].v[2];
}
