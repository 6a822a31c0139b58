#define SCALED(x) ((x) * FACTOR)
