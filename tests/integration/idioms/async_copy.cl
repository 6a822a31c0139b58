// Tiles that are copied by the whole group: in, worked on, and out again, with a second table beside.
#define TILE 32

__kernel void scale_tiles(__global const float *in, __global const float *table, __global float *out,
                          __local float *tile)
{
    __local float factors[TILE];
    const size_t first = get_group_id(0) * TILE;
    event_t ev[2];
    prefetch(table, TILE);
    ev[0] = async_work_group_copy(tile, in + first, TILE, 0);
    ev[1] = async_work_group_strided_copy(factors, table, TILE, 2, 0);
    wait_group_events(2, ev);
    for (uint i = get_local_id(0); i < TILE; i += get_local_size(0))
        tile[i] *= factors[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t done = async_work_group_copy(out + first, (__local const float *)tile, TILE, 0);
    wait_group_events(1, &done);
}
