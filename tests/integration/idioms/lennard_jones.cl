// Molecular dynamics: Lennard-Jones forces from a neighbour list, with the parameters in a struct by value.
#define MAX_NEIGHBOURS 8

struct lj_params {
    float epsilon, sigma;
    struct { float cutoff; float box; } limits;
};

float4 minimum_image(float4 d, const float box)
{
    d.xyz -= box * rint(d.xyz / box);
    return d;
}

inline float pair_force(const struct lj_params *const p, const float r2, float *energy)
{
    const float s2 = p->sigma * p->sigma / r2;
    const float s6 = s2 * s2 * s2;
    *energy += 4.0f * p->epsilon * s6 * (s6 - 1.0f);
    return 24.0f * p->epsilon * s6 * (2.0f * s6 - 1.0f) / r2;
}

__kernel void lj_forces(__global const float4 *pos, __global const int *neighbours, __global float4 *force,
                        struct lj_params params)
{
    const int i = get_global_id(0);
    const float4 me = pos[i];
    float4 f = (float4)0.0f;
    for (int k = 0; k < MAX_NEIGHBOURS; k++) {
        const int j = neighbours[i * MAX_NEIGHBOURS + k];
        if (j < 0) break;
        float4 d = minimum_image(me - pos[j], params.limits.box);
        d.w = 0;
        const float r2 = dot(d.xyz, d.xyz);
        if (r2 > params.limits.cutoff * params.limits.cutoff) continue;
        const float strength = pair_force(&params, r2, (float *)&f + 3);
        f.xyz += d.xyz * strength;
    }
    force[i] = f;
}
