// One step of n bodies that attract each other. A body is (x, y, z, mass); n is a multiple of the block, whose
// positions go through shared memory tile by tile.
constexpr int block = 256;

extern "C" __global__ void __launch_bounds__(block)
    nbody(int n, float dt, float softening, const float4* __restrict__ bodies, float4* __restrict__ moved,
          float4* __restrict__ velocities) {
    __shared__ float4 tile[block];
    const int item = threadIdx.x;
    const int i = blockIdx.x * block + item;
    const float4 body = bodies[i];
    float3 acceleration = make_float3(0.0f, 0.0f, 0.0f);
    for (int start = 0; start < n; start += block) {
        tile[item] = bodies[start + item];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < block; ++k) {
            const float4 other = tile[k];
            const float3 d = make_float3(other.x - body.x, other.y - body.y, other.z - body.z);
            const float near = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z + softening);
            const float pull = other.w * near * near * near;
            acceleration.x += d.x * pull;
            acceleration.y += d.y * pull;
            acceleration.z += d.z * pull;
        }
        __syncthreads();
    }
    float4 velocity = velocities[i];
    velocity.x += dt * acceleration.x;
    velocity.y += dt * acceleration.y;
    velocity.z += dt * acceleration.z;
    velocities[i] = velocity;
    moved[i] = make_float4(body.x + dt * velocity.x, body.y + dt * velocity.y, body.z + dt * velocity.z, body.w);
}
