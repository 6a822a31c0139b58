//! opencl 3 error: illegal vector component name 'q'
kernel void k(global float4* p) {
    p[0] = p[0].xyzq;
}
