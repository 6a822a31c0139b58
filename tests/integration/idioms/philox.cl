// The counter-based generator Philox4x32 with ten rounds.
#define PHILOX_M0 0xD2511F53u
#define PHILOX_M1 0xCD9E8D57u
#define PHILOX_W0 0x9E3779B9u
#define PHILOX_W1 0xBB67AE85u

#define ROUND(ctr, key)                                                                   \
    do {                                                                                  \
        const uint hi0 = mul_hi(PHILOX_M0, (ctr).x), lo0 = PHILOX_M0 * (ctr).x;           \
        const uint hi1 = mul_hi(PHILOX_M1, (ctr).z), lo1 = PHILOX_M1 * (ctr).z;           \
        (ctr) = (uint4)(hi1 ^ (ctr).y ^ (key).x, lo1, hi0 ^ (ctr).w ^ (key).y, lo0);      \
    } while (0)

#define BUMP(key) ((key) += (uint2)(PHILOX_W0, PHILOX_W1))

inline uint4 philox4x32_10(uint4 ctr, uint2 key)
{
    ROUND(ctr, key); BUMP(key); ROUND(ctr, key); BUMP(key);
    ROUND(ctr, key); BUMP(key); ROUND(ctr, key); BUMP(key);
    ROUND(ctr, key); BUMP(key); ROUND(ctr, key); BUMP(key);
    ROUND(ctr, key); BUMP(key); ROUND(ctr, key); BUMP(key);
    ROUND(ctr, key); BUMP(key); ROUND(ctr, key);
    return ctr;
}

__kernel void philox(uint2 key, __global uint4 *out)
{
    const uint gid = (uint)get_global_id(0);
    out[gid] = philox4x32_10((uint4)(gid, 0, 0, 0), key);
}
