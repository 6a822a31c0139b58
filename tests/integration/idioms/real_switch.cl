// One source for both precisions; the host chooses by -D USE_DOUBLE.
#if defined(USE_DOUBLE)
#  if defined(cl_khr_fp64)
#    pragma OPENCL EXTENSION cl_khr_fp64 : enable
#  elif defined(cl_amd_fp64)
#    pragma OPENCL EXTENSION cl_amd_fp64 : enable
#  else
#    error "double is not supported by this device"
#  endif
typedef double REAL;
typedef double4 REAL4;
#  define R(x) x
#  define CONVERT convert_double4
#else
typedef float REAL;
typedef float4 REAL4;
#  define R(x) x##f
#  define CONVERT convert_float4
#endif

REAL newton(REAL y)
{
    REAL x = y > R(1.0) ? y : R(1.0);
    for (int i = 0; i < 20; ++i) x = R(0.5) * (x + y / x);
    return x;
}

__kernel void roots(__global const int4 *in, __global REAL4 *out)
{
    const size_t i = get_global_id(0);
    const REAL4 v = CONVERT(in[i]);
    out[i] = (REAL4)(newton(v.x), newton(v.y), newton(v.z), newton(v.w));
}
