#include "scaled.h"

kernel void scale(int n, global float* x) {
    const int i = (int)get_global_id(0);
    if (i < n)
        x[i] = SCALED(x[i]);
}
