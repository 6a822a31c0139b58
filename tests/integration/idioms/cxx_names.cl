// Names that mean something in C++ and nothing in C.
typedef struct node { int class; int virtual; int operator; } node;

#define DELETE(x) ((x) = 0)

static int template(int new, int delete) { return new * 10 + delete; }

static node this_node(int this)
{
    node friend;
    friend.class = this;
    friend.virtual = this + 1;
    friend.operator = template(this, friend.virtual);
    return friend;
}

__kernel void names(__global const int *namespace, __global int *public, int explicit)
{
    int try = get_global_id(0);
    node mutable = this_node(namespace[try]), *typename = &mutable;
    int and = typename->class & 3, or = mutable.virtual | 4, xor = mutable.operator ^ explicit, not = !explicit;
    int catch = and + or + xor + not;
    int throw = catch;
    DELETE(catch);
    if (throw > 100) goto export;
    throw += 1000;
export:
    public[try] = throw + catch;
}
