// Finds a word in a text whatever its case; the places are collected through an atomic counter, and a flag per place.
inline char lower(char c) { return (c >= 'A' && c <= 'Z') ? c + ('a' - 'A') : c; }

static int matches(__global const char *text, __constant char *word, int length)
{
    int i = 0;
    while (i < length) {
        if (lower(text[i]) != lower(word[i]))
            return 0;
        i++;
    }
    return 1;
}

__kernel void search(__global const char *text, int text_length, __constant char *word, int word_length,
                     volatile __global int *count, __global char *found, __global int *places)
{
    const int i = get_global_id(0);
    if (i >= text_length) return;
    found[i] = '.';
    if (i + word_length > text_length) return;
    if (!matches(text + i, word, word_length)) return;
    found[i] = '^';
    places[atomic_inc(count)] = 1;
}
