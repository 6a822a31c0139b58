// The sum of n floats, in two launches: each block sums a part of x to sums[block], then one block sums the sums.
// A block has a power of two of work-items, and `part` room for a float of each.
kernel void reduce(uint n, global const float* restrict x, global float* restrict sums, local float* part) {
    const uint item = get_local_id(0);
    const uint stride = get_global_size(0);
    float sum = 0;
    for (uint i = get_global_id(0); i < n; i += stride) {
        sum += x[i];
    }
    part[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_of = get_local_size(0) / 2; half_of > 0; half_of /= 2) {
        if (item < half_of) {
            part[item] += part[item + half_of];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) {
        sums[get_group_id(0)] = part[0];
    }
}
