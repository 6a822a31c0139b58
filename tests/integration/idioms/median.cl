// The median of nine, four pixels at once, by a sorting network of min and max.
typedef uchar4 pixel_t;
#define SORT(a, b) { const pixel_t lo_ = min(a, b); b = max(a, b); a = lo_; }

__kernel void median3x3(__global const uchar *src, __global uchar *dst, const int pitch)
{
    const int x = get_global_id(0) * 4 + 1;
    const int y = get_global_id(1) + 1;
    __global const uchar *row = src + (y - 1) * pitch + x;
    pixel_t p[9];
    for (int j = 0; j < 3; ++j, row += pitch) {
        p[3 * j + 0] = vload4(0, row - 1);
        p[3 * j + 1] = vload4(0, row);
        p[3 * j + 2] = vload4(0, row + 1);
    }
    SORT(p[1], p[2]) SORT(p[4], p[5]) SORT(p[7], p[8])
    SORT(p[0], p[1]) SORT(p[3], p[4]) SORT(p[6], p[7])
    SORT(p[1], p[2]) SORT(p[4], p[5]) SORT(p[7], p[8])
    p[3] = max(p[0], p[3]);
    p[5] = min(p[5], p[8]);
    SORT(p[4], p[7])
    p[6] = max(p[3], p[6]);
    p[4] = max(p[1], p[4]);
    p[2] = min(p[2], p[5]);
    p[4] = min(p[4], p[7]);
    SORT(p[4], p[2])
    p[4] = max(p[6], p[4]);
    p[4] = min(p[4], p[2]);
    vstore4(p[4], 0, dst + y * pitch + x);
}
