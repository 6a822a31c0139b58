// ChaCha20 key stream, one block of 64 bytes per work-item. The rows are vectors that rotate by swizzles.
#define QROUND(a, b, c, d)                       \
    a += b; d ^= a; d = rotate(d, (uint4)(16));  \
    c += d; b ^= c; b = rotate(b, (uint4)(12));  \
    a += b; d ^= a; d = rotate(d, (uint4)(8));   \
    c += d; b ^= c; b = rotate(b, (uint4)(7))

__constant uint4 sigma = (uint4)(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);

__kernel void chacha20(__constant uint *key, uint counter, uint nonce0, uint nonce1, uint nonce2,
                       __global uint16 *stream)
{
    const size_t i = get_global_id(0);
    const uint4 a0 = sigma, b0 = vload4(0, key), c0 = vload4(1, key);
    const uint4 d0 = (uint4)(counter + (uint)i, nonce0, nonce1, nonce2);
    uint4 a = a0, b = b0, c = c0, d = d0;
    for (int r = 20; r > 0; r -= 2) {
        QROUND(a, b, c, d);
        b = b.yzwx; c = c.zwxy; d = d.wxyz;
        QROUND(a, b, c, d);
        b.xyzw = b.wxyz; c.xyzw = c.zwxy; d.xyzw = d.yzwx;
    }
    stream[i] = (uint16)(a + a0, b + b0, c + c0, d + d0);
}
