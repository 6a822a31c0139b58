// CRC-32 by nibbles; a work-item per record. Records are of several lengths, and an empty one leaves at once.
__constant unsigned int crc_nibble[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c
};

#define STEP(crc, byte)                                     \
    (crc) ^= (byte);                                        \
    (crc) = crc_nibble[(crc) & 0x0f] ^ ((crc) >> 4);        \
    (crc) = crc_nibble[(crc) & 0x0f] ^ ((crc) >> 4)

__kernel void crc32(__global const unsigned char *bytes, __global const unsigned int *offsets,
                    __global unsigned int *crcs)
{
    const unsigned int i = get_global_id(0);
    __global const unsigned char *p = bytes + offsets[i];
    __global const unsigned char *const end = bytes + offsets[i + 1];
    unsigned int crc = ~0u;

    if (p == end) {
        crcs[i] = 0;
        return;
    }
next:
    STEP(crc, *p++);
    if (p != end)
        goto next;
    crcs[i] = ~crc;
}
