// SHA-256 (FIPS 180-4) of n messages of `length` bytes each, one after the other; a thread for each message.
__constant__ unsigned K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

struct State {
    unsigned s[8];
};

__device__ unsigned rotate_right(unsigned x, unsigned n) {
    return __funnelshift_r(x, x, n);
}
__device__ unsigned choose(unsigned x, unsigned y, unsigned z) {
    return (x & y) ^ (~x & z);
}
__device__ unsigned majority(unsigned x, unsigned y, unsigned z) {
    return (x & y) ^ (x & z) ^ (y & z);
}
__device__ unsigned big_0(unsigned x) {
    return rotate_right(x, 2) ^ rotate_right(x, 13) ^ rotate_right(x, 22);
}
__device__ unsigned big_1(unsigned x) {
    return rotate_right(x, 6) ^ rotate_right(x, 11) ^ rotate_right(x, 25);
}
__device__ unsigned small_0(unsigned x) {
    return rotate_right(x, 7) ^ rotate_right(x, 18) ^ (x >> 3);
}
__device__ unsigned small_1(unsigned x) {
    return rotate_right(x, 17) ^ rotate_right(x, 19) ^ (x >> 10);
}

__device__ void compress(State& state, unsigned* w) {
    unsigned a = state.s[0], b = state.s[1], c = state.s[2], d = state.s[3];
    unsigned e = state.s[4], f = state.s[5], g = state.s[6], h = state.s[7];
#pragma unroll
    for (int i = 0; i < 64; ++i) {
        if (i >= 16) {
            w[i % 16] += small_0(w[(i + 1) % 16]) + w[(i + 9) % 16] + small_1(w[(i + 14) % 16]);
        }
        const unsigned first = h + big_1(e) + choose(e, f, g) + K[i] + w[i % 16];
        const unsigned second = big_0(a) + majority(a, b, c);
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const unsigned added[8] = {a, b, c, d, e, f, g, h};
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        state.s[i] += added[i];
    }
}

// Byte `i` of the padded message.
__device__ unsigned padded(const unsigned char* message, unsigned length, unsigned i) {
    return i < length ? message[i] : i == length ? 0x80 : 0;
}

extern "C" __global__ void sha256(unsigned n, unsigned length, const unsigned char* __restrict__ messages,
                                  uint4* __restrict__ digests) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    const unsigned char* message = messages + i * length;
    State state = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
    const unsigned blocks = (length + 8) / 64 + 1;
    for (unsigned block = 0; block < blocks; ++block) {
        unsigned w[16];
#pragma unroll
        for (unsigned k = 0; k < 16; ++k) {
            const unsigned at = block * 64 + 4 * k;
            w[k] = padded(message, length, at) << 24 | padded(message, length, at + 1) << 16 |
                   padded(message, length, at + 2) << 8 | padded(message, length, at + 3);
        }
        if (block == blocks - 1) {
            w[14] = length >> 29;
            w[15] = length << 3;
        }
        compress(state, w);
    }
    digests[2 * i] = make_uint4(state.s[0], state.s[1], state.s[2], state.s[3]);
    digests[2 * i + 1] = make_uint4(state.s[4], state.s[5], state.s[6], state.s[7]);
}
