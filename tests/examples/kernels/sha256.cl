// SHA-256 (FIPS 180-4) of n messages of `length` bytes each, one after the other; a work-item for each message.
#define CHOOSE(x, y, z) bitselect(z, y, x)
#define MAJORITY(x, y, z) bitselect(x, y, (x) ^ (z))
#define ROTATE_RIGHT(x, n) rotate(x, 32u - (n))
#define BIG_0(x) (ROTATE_RIGHT(x, 2u) ^ ROTATE_RIGHT(x, 13u) ^ ROTATE_RIGHT(x, 22u))
#define BIG_1(x) (ROTATE_RIGHT(x, 6u) ^ ROTATE_RIGHT(x, 11u) ^ ROTATE_RIGHT(x, 25u))
#define SMALL_0(x) (ROTATE_RIGHT(x, 7u) ^ ROTATE_RIGHT(x, 18u) ^ ((x) >> 3))
#define SMALL_1(x) (ROTATE_RIGHT(x, 17u) ^ ROTATE_RIGHT(x, 19u) ^ ((x) >> 10))

__constant uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint8 compress(uint8 state, uint* w) {
    uint8 s = state;
#pragma unroll
    for (int i = 0; i < 64; ++i) {
        if (i >= 16) {
            w[i % 16] += SMALL_0(w[(i + 1) % 16]) + w[(i + 9) % 16] + SMALL_1(w[(i + 14) % 16]);
        }
        const uint first = s.s7 + BIG_1(s.s4) + CHOOSE(s.s4, s.s5, s.s6) + K[i] + w[i % 16];
        const uint second = BIG_0(s.s0) + MAJORITY(s.s0, s.s1, s.s2);
        s = (uint8)(first + second, s.s012, s.s3 + first, s.s456);
    }
    return state + s;
}

// Byte `i` of the padded message.
static uint padded(__global const uchar* message, uint length, uint i) {
    return i < length ? message[i] : i == length ? 0x80 : 0;
}

__kernel void sha256(uint n, uint length, __global const uchar* restrict messages, __global uint8* restrict digests) {
    const uint i = get_global_id(0);
    if (i >= n) {
        return;
    }
    __global const uchar* message = messages + i * length;
    uint8 state = (uint8)(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
    const uint blocks = (length + 8) / 64 + 1;
    for (uint block = 0; block < blocks; ++block) {
        uint w[16];
#pragma unroll
        for (uint k = 0; k < 16; ++k) {
            const uint at = block * 64 + 4 * k;
            w[k] = padded(message, length, at) << 24 | padded(message, length, at + 1) << 16 |
                   padded(message, length, at + 2) << 8 | padded(message, length, at + 3);
        }
        if (block == blocks - 1) {
            w[14] = length >> 29;
            w[15] = length << 3;
        }
        state = compress(state, w);
    }
    digests[i] = state;
}
