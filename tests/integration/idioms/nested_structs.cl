// Structs in structs, in local memory, by value and by pointer; designated initialisers and compound literals.
typedef struct { int x, y; } point_t;
typedef struct box { point_t low, high; struct { short id; char flags[2]; } meta; } box_t;

inline int area(const box_t *b) { return (b->high.x - b->low.x) * (b->high.y - b->low.y); }

box_t join(box_t a, const __local box_t *b)
{
    return (box_t){
        .low = { min(a.low.x, b->low.x), min(a.low.y, b->low.y) },
        .high = { .x = max(a.high.x, b->high.x), .y = max(a.high.y, b->high.y) },
        .meta = a.meta
    };
}

__kernel void bounding_box(__global const point_t *points, __global int *out)
{
    __local box_t boxes[8];
    const int lid = get_local_id(0);
    const point_t p = points[get_global_id(0)];
    box_t b = { p, { p.x + 1, p.y + 1 }, { 7, { 1, 2 } } };
    boxes[lid] = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid != 0) return;

    const int order[7] = { [6] = 7, [0] = 3, 1, 2, 4, 5, 6 };
    for (int i = 0; i < 7; ++i)
        b = join(b, &boxes[order[i]]);
    b.meta.flags[0] += 40;
    box_t copy = b;
    __private box_t *ptr = &copy;
    out[0] = ptr->low.x;  out[1] = ptr->low.y;
    out[2] = (*ptr).high.x; out[3] = ptr->high.y;
    out[4] = area(ptr);
    out[5] = ptr->meta.id + ptr->meta.flags[0] + ptr->meta.flags[1];
    const box_t unit = (box_t){ .high = { 3, 5 } };
    out[6] = area(&unit);
    out[7] = sizeof(box_t);
}
