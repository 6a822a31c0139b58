// XTEA in counter mode, 64 bits at a time as ulong.
__constant uint key[4] = { 0x01234567u, 0x89abcdefu, 0xfedcba98u, 0x76543210u };
enum { XTEA_ROUNDS = 32 };
constant uint DELTA = 0x9E3779B9;

static uint2 encipher(uint2 v)
{
    uint sum = 0;
    int n = XTEA_ROUNDS;
    do {
        v.s0 += (((v.s1 << 4) ^ (v.s1 >> 5)) + v.s1) ^ (sum + key[sum & 3]);
        sum += DELTA;
        v.s1 += (((v.s0 << 4) ^ (v.s0 >> 5)) + v.s0) ^ (sum + key[(sum >> 11) & 3]);
    } while (--n);
    return v;
}

kernel void xtea_ctr(global ulong *data, ulong nonce)
{
    size_t i = get_global_id(0);
    ulong block = nonce ^ i;
    uint2 v = encipher(as_uint2(block));
    data[i] ^= as_ulong(v);
}
