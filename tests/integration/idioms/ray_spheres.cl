// A small ray tracer: a constant scene of structs, hits through out parameters, early returns.
typedef struct { float3 origin, direction; } Ray;
typedef struct { float4 centre_radius; float3 colour; int mirror; } Sphere;

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define EPS 1e-3f

__constant Sphere scene[] = {
    { (float4)(0.0f, 0.0f, 5.0f, 1.0f), (float3)(1.0f, 0.0f, 0.0f), 0 },
    { (float4)(1.5f, 0.5f, 4.0f, 0.5f), (float3)(0.0f, 1.0f, 0.0f), 1 },
    { (float4)(0.0f, -101.0f, 5.0f, 100.0f), (float3)(0.5f, 0.5f, 0.5f), 0 },
};

bool hit(const Ray *ray, __constant const Sphere *s, float *t)
{
    const float3 oc = ray->origin - s->centre_radius.xyz;
    const float b = dot(oc, ray->direction);
    const float c = dot(oc, oc) - s->centre_radius.w * s->centre_radius.w;
    const float d = b * b - c;
    if (d < 0)
        return false;
    const float near = -b - sqrt(d);
    if (near < EPS)
        return false;
    *t = near;
    return true;
}

int closest(const Ray *ray, float *t)
{
    int best = -1;
    *t = INFINITY;
    for (size_t i = 0; i < COUNT(scene); ++i) {
        float here;
        if (hit(ray, scene + i, &here) && here < *t) {
            *t = here;
            best = (int)i;
        }
    }
    return best;
}

__kernel void trace(__global int *ids, __global float *shades, int width, int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    Ray ray = { (float3)(0.0f), normalize((float3)((x + 0.5f) / width - 0.5f, 0.5f - (y + 0.5f) / height, 1.0f)) };
    float t, light = 1.0f;
    int id = closest(&ray, &t);
    if (id >= 0 && scene[id].mirror) {
        ray.origin += t * ray.direction;
        const float3 n = (ray.origin - scene[id].centre_radius.xyz) / scene[id].centre_radius.w;
        ray.direction -= 2.0f * dot(ray.direction, n) * n;
        light *= 0.5f;
        id = closest(&ray, &t);
    }
    ids[y * width + x] = id;
    shades[y * width + x] = id < 0 ? 0.0f : light * dot(scene[id].colour, (float3)(0.25f, 0.5f, 0.25f));
}
