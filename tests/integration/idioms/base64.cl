// Base64: three bytes to four letters, with a string as a table.
__constant char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" "abcdefghijklmnopqrstuvwxyz" "0123456789+/";

kernel void encode(global const uchar *restrict in, const uint length, global char4 *restrict out)
{
    const uint i = get_global_id(0), left = length - min(3 * i, length);
    if (left == 0) return;
    uchar3 bytes = (uchar3)(in[3 * i], 0, 0);
    switch (left) {
    default: bytes.z = in[3 * i + 2]; /* and */
    case 2: bytes.y = in[3 * i + 1];
    case 1:;
    }
    const uint word = upsample(bytes.x, bytes.y) << 8 | bytes.z;
    char4 letters;
    letters.s0 = alphabet[word >> 18];
    letters.s1 = alphabet[word >> 12 & 0x3F];
    letters.s2 = left > 1 ? alphabet[word >> 6 & 0x3F] : '=';
    letters.s3 = left > 2 ? alphabet[word & 077] : '=';
    out[i] = letters;
}
