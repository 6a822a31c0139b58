// y = A x for a sparse matrix in compressed rows (CSR): row r has the elements starts[r] to starts[r + 1] - 1.
// Eight work-items share a row, so that neighbours read neighbours; `part` has room for a float of each work-item.
#define LANES 8

__kernel void spmv(int rows, __global const int* restrict starts, __global const int* restrict columns,
                   __global const float* restrict values, __global const float* restrict x, __global float* restrict y,
                   __local float* part) {
    const int item = get_local_id(0);
    const int lane = item % LANES;
    const int row = get_global_id(0) / LANES;
    float sum = 0;
    if (row < rows) {
        const int end = starts[row + 1];
        for (int i = starts[row] + lane; i < end; i += LANES) {
            sum += values[i] * x[columns[i]];
        }
    }
    part[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_of = LANES / 2; half_of > 0; half_of /= 2) {
        if (lane < half_of) {
            part[item] += part[item + half_of];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && row < rows) {
        y[row] = part[item];
    }
}
