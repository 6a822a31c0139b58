// Numbers in a text, by a state machine of gotos and a switch that falls through.
#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')

__kernel void parse(__global const char *text, const int width, __global int *numbers, __global int *kinds)
{
    const int i = get_global_id(0);
    __global const char *p = text + i * width, *end = p + width;
    int value = 0, sign = 1, kind = 0;
    char c;

start:
    if (p == end) goto done;
    c = *p++;
    switch (c) {
    case ' ':
    case '\t':
        goto start;
    case '-':
        sign = -1;
        /* fall through */
    case '+':
        kind = 1;
        break;
    case '#':
        value = -1;
        goto done;
    default:
        if (!IS_DIGIT(c)) goto error;
        --p;
    }

    for (; p != end; ++p) {
        int digit = *p - '0';
        for (int k = 0; k < 10; ++k)
            if (k == digit) { value = value * 10 + k; goto next; }
        if (*p == ' ') break;
        goto error;
    next:;
    }
    kind += 2;
    goto done;

error:
    kind = -1;
    value = 0;
done:
    numbers[i] = sign * value;
    kinds[i] = kind;
}
