// Exclusive prefix sums: out[i] = x[0] + ... + x[i - 1]. Each block of `scan` scans 1024 values, four for each
// thread, and leaves its total in totals[block]; the totals are scanned in the same way, and `add` spreads them.
// The number of values is a multiple of four.
constexpr unsigned block = 256;

extern "C" __global__ void __launch_bounds__(block)
    scan(unsigned n, const uint4* __restrict__ x, uint4* __restrict__ out, unsigned* __restrict__ totals) {
    __shared__ unsigned sums[2][block];
    const unsigned item = threadIdx.x;
    const unsigned i = blockIdx.x * block + item;
    const uint4 mine = i < n / 4 ? x[i] : make_uint4(0, 0, 0, 0);
    const unsigned total = mine.x + mine.y + mine.z + mine.w;

    int from = 0;
    sums[from][item] = total;
    __syncthreads();
    for (unsigned step = 1; step < block; step *= 2) {
        const unsigned sum = sums[from][item];
        sums[1 - from][item] = item < step ? sum : sum + sums[from][item - step];
        from = 1 - from;
        __syncthreads();
    }
    const unsigned before = sums[from][item] - total;
    if (i < n / 4) {
        out[i] = make_uint4(before, before + mine.x, before + mine.x + mine.y, before + mine.x + mine.y + mine.z);
    }
    if (item == block - 1) {
        totals[blockIdx.x] = sums[from][item];
    }
}

extern "C" __global__ void __launch_bounds__(block)
    add(unsigned n, uint4* __restrict__ out, const unsigned* __restrict__ totals) {
    const unsigned i = blockIdx.x * block + threadIdx.x;
    if (i < n / 4) {
        const unsigned before = totals[blockIdx.x];
        uint4 mine = out[i];
        mine.x += before;
        mine.y += before;
        mine.z += before;
        mine.w += before;
        out[i] = mine;
    }
}
