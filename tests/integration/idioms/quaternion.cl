// Rotations by quaternions: geometric functions, halves of vectors, a matrix as a struct of rows.
typedef float4 quat;
typedef struct { float3 row[3]; } mat3;

inline quat qmul(const quat a, const quat b)
{
    quat r;
    r.xyz = cross(a.xyz, b.xyz) + a.w * b.xyz + b.w * a.xyz;
    r.w = a.w * b.w - dot(a.xyz, b.xyz);
    return r;
}
inline quat conj(quat q) { return (quat)(-q.lo, -q.z, q.w); }

mat3 to_matrix(quat q)
{
    mat3 m;
    const float3 v = q.xyz, d = v * v * 2.0f;
    m.row[0] = (float3)(1 - d.y - d.z, 2 * (v.x * v.y - q.w * v.z), 2 * (v.x * v.z + q.w * v.y));
    m.row[1] = (float3)(2 * (v.x * v.y + q.w * v.z), 1 - d.x - d.z, 2 * (v.y * v.z - q.w * v.x));
    m.row[2] = (float3)(2 * (v.x * v.z - q.w * v.y), 2 * (v.y * v.z + q.w * v.x), 1 - d.x - d.y);
    return m;
}

__kernel void rotate_points(__global const float *in, float4 axis_angle, __global float *out, __global float *error)
{
    const int i = get_global_id(0);
    const float3 p = vload3(i, in);
    const float s = sin(axis_angle.w / 2), c = cos(axis_angle.w / 2);
    const quat q = (quat)(normalize(axis_angle.xyz) * s, c);
    const quat turned = qmul(qmul(q, (quat)(p, 0)), conj(q));
    const mat3 m = to_matrix(q);
    const float3 by_matrix = { dot(m.row[0], p), dot(m.row[1], p), dot(m.row[2], p) };
    vstore3(turned.xyz, i, out);
    error[i] = fast_length(turned.xyz - by_matrix) + fabs(length(turned) - length(p));
}
