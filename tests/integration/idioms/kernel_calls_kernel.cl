// A kernel that is a function of another one, and of a third, by way of a helper.
__kernel void twice(__global int *x)
{
    x[get_global_id(0)] *= 2;
}

__kernel void plus(__global int *x, int by)
{
    x[get_global_id(0)] += by;
}

static void twice_and(__global int *x, int by)
{
    twice(x);
    plus(x, by);
}

__kernel void four_times_plus_three(__global int *x)
{
    twice_and(x, 1);
    twice(x);
    plus(x, 1);
}
