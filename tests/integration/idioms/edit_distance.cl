// Levenshtein distances of many words to one, in two rows of private memory.
#define LONGEST 16

int edit_distance(__global const char *a, __constant const char *b)
{
    uchar rows[2][LONGEST + 1];
    int la = 0, lb = 0;
    while (la < LONGEST && a[la]) ++la;
    while (lb < LONGEST && b[lb] != '\0') ++lb;
    for (int j = 0; j <= lb; ++j) rows[0][j] = j;
    for (int i = 1; i <= la; ++i) {
        uchar *up = rows[(i - 1) & 1], *row = rows[i & 1];
        row[0] = i;
        for (int j = 1; j <= lb; ++j) {
            const uchar change = up[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = min(min((uchar)(up[j] + 1), (uchar)(row[j - 1] + 1)), change);
        }
    }
    return rows[la & 1][lb];
}

__kernel void distances(__global const char *words, __constant char *wanted, __global int *out)
{
    const size_t i = get_global_id(0);
    out[i] = edit_distance(&words[i * LONGEST], wanted);
}
