// Cholesky factorisation of many small matrices, one in the private memory of each work-item.
#define N 4
typedef float matrix_t[N][N];

static int factorise(matrix_t a)
{
    for (int j = 0; j < N; j++) {
        float d = a[j][j];
        for (int k = 0; k < j; k++) d -= a[j][k] * a[j][k];
        if (!(d > 0.0f)) return j + 1;
        a[j][j] = d = sqrt(d);
        for (int i = j + 1; i < N; i++) {
            float s = a[i][j];
            for (int k = 0; k < j; k++) s -= a[i][k] * a[j][k];
            a[i][j] = s / d;
            a[j][i] = 0;
        }
    }
    return 0;
}

__kernel void cholesky(__global const float (*in)[N][N], __global float *out, __global int *info)
{
    const int b = get_global_id(0);
    matrix_t a = { { 0 } };
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = in[b][i][j];
    info[b] = factorise(a);
    for (int i = 0; i < N * N; i++) out[b * N * N + i] = a[i / N][i % N];
}
