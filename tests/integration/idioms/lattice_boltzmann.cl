// Lattice Boltzmann D2Q9: streaming and BGK collision on a periodic plane.
#define Q 9
enum direction { C = 0, E, N, W, S, NE, NW, SW, SE };

__constant char ex[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
__constant char ey[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
__constant float weight[Q] = { 4.0f/9, 1.0f/9, 1.0f/9, 1.0f/9, 1.0f/9, 1.0f/36, 1.0f/36, 1.0f/36, 1.0f/36 };

#define IDX(q, x, y) (((q) * ny + (y)) * nx + (x))
#define SQR(v) ((v) * (v))

float equilibrium(const int q, const float rho, const float2 u)
{
    const float eu = ex[q] * u.x + ey[q] * u.y;
    return weight[q] * rho * (1.0f + 3.0f * eu + 4.5f * SQR(eu) - 1.5f * dot(u, u));
}

__kernel void lbm_step(__global const float *restrict f_in, __global float *restrict f_out,
                       const int nx, const int ny, const float omega)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float f[Q];
    float rho = 0.0f;
    float2 u = (float2)(0.0f, 0.0f);
#pragma unroll
    for (int q = C; q <= SE; ++q) {
        const int from_x = (x - ex[q] + nx) % nx;
        const int from_y = (y - ey[q] + ny) % ny;
        f[q] = f_in[IDX(q, from_x, from_y)];
        rho += f[q];
        u += f[q] * (float2)(ex[q], ey[q]);
    }
    u /= rho;
    for (int q = 0; q < Q; ++q)
        f_out[IDX(q, x, y)] = f[q] - omega * (f[q] - equilibrium(q, rho, u));
}
