// One step of n bodies that attract each other. A body is (x, y, z, mass); n is a multiple of the block, whose
// positions go through local memory tile by tile.
#define BLOCK 256

__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void nbody(int n, float dt, float softening, __global const float4* restrict bodies, __global float4* restrict moved,
           __global float4* restrict velocities) {
    __local float4 tile[BLOCK];
    const int item = get_local_id(0);
    const int i = get_group_id(0) * BLOCK + item;
    const float4 body = bodies[i];
    float3 acceleration = (float3)(0.0f);
    for (int start = 0; start < n; start += BLOCK) {
        tile[item] = bodies[start + item];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
        for (int k = 0; k < BLOCK; ++k) {
            const float4 other = tile[k];
            const float3 d = other.xyz - body.xyz;
            const float near = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + softening);
            acceleration += d * (other.w * near * near * near);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 velocity = velocities[i];
    velocity.xyz += dt * acceleration;
    velocities[i] = velocity;
    moved[i] = (float4)(body.xyz + dt * velocity.xyz, body.w);
}
