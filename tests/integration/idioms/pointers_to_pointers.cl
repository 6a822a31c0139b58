// Rows as an array of pointers, ping-pong by a swap of pointers, and a pointer to a pointer that moves on.
static float take(__global const float **cursor) { return *(*cursor)++; }

static void swap_rows(float **a, float **b)
{
    float *t = *a;
    *a = *b;
    *b = t;
}

__kernel void smooth_rows(__global const float *a, __global const float *b, __global float *out, int rounds)
{
    __global const float *sources[2] = { a, b };
    float one[6], two[6];
    float *now = one, *then = two;
    float *rows[] = { one, two };
    const int gid = get_global_id(0);
    __global const float *cursor = sources[gid & 1] + (gid >> 1) * 4;

    for (int i = 1; i <= 4; i++) now[i] = take(&cursor);
    for (int r = 0; r < rounds; r++) {
        now[0] = now[1];
        now[5] = now[4];
        for (int i = 1; i <= 4; i++)
            then[i] = 0.25f * now[i - 1] + 0.5f * now[i] + 0.25f * now[i + 1];
        swap_rows(&now, &then);
    }
    for (int i = 0; i < 4; i++) out[gid * 4 + i] = rows[rounds & 1][i + 1];
}
