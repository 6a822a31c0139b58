// Types of OpenCL C as far as the translation needs them: a type that is not known is a type too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::opencl_c {

enum class Space : std::uint8_t { private_, global, local, constant };

enum : std::uint8_t { is_const = 1, is_volatile = 2 };

// A node of the TypeTable, and what is said about the object itself.
struct Type {
    std::uint32_t node = 0;
    Space space = Space::private_;
    std::uint8_t qualifiers = 0;
};

enum class Scalar : std::uint8_t {
    boolean,
    char_,
    uchar,
    short_,
    ushort,
    int_,
    uint,
    long_,
    ulong,
    half,
    float_,
    double_,
};
constexpr std::uint32_t scalar_count = 12;

enum class Kind : std::uint8_t { unknown, nothing, scalar, vector, event, pointer, array, record, function };

struct Node {
    Kind kind = Kind::unknown;
    Scalar scalar = Scalar::int_;  // of a scalar or a vector
    std::uint8_t width = 1;
    Type base = {};             // pointee, element, result
    std::uint32_t index = 0;    // of the record; of a function: its first parameter's
    std::int64_t count = -1;    // elements of an array, parameters of a function; -1: not said
    std::uint32_t pointer = 0;  // the unqualified pointer to this node, once made
};

// Nodes that are always there.
enum : std::uint32_t { node_unknown, node_nothing, node_first_scalar };
constexpr std::uint32_t node_first_vector = node_first_scalar + scalar_count;
constexpr std::uint32_t vector_widths = 5;  // 2 3 4 8 16
constexpr std::uint32_t node_event = node_first_vector + scalar_count * vector_widths;

constexpr Type type_of(Scalar scalar) {
    return Type{node_first_scalar + static_cast<std::uint32_t>(scalar)};
}
// The unknown type where there is no such width.
Type vector_of(Scalar scalar, std::uint32_t width);

unsigned size_of(Scalar scalar);
bool is_unsigned(Scalar scalar);
bool is_floating(Scalar scalar);
Scalar signed_of_size(unsigned bytes);
Scalar unsigned_of_size(unsigned bytes);
// As OpenCL C spells it: "uchar", "float4".
std::string spelling(Scalar scalar, unsigned width);

struct Member {
    std::uint32_t name = 0;  // 0: an anonymous struct or union
    Type type;
};

struct Record {
    bool is_union = false;
    bool is_open = false;  // between its braces
    bool is_complete = false;
    bool is_packed = false;
    bool has_types = false;            // other types or enumerators are declared inside
    bool has_volatile_vector = false;  // in itself or in a struct inside
    std::string name;                  // in C++: the tag, or the first typedef
    bool has_tag = false;
    std::uint32_t parent = 0;  // the record whose braces it stands in, 0: none
    unsigned alignment = 1;
    std::vector<Member> members;
};

class TypeTable {
  public:
    TypeTable();

    const Node& operator[](Type type) const { return nodes_[type.node]; }
    Record& record(std::uint32_t index) { return records_[index]; }
    const Record& record(std::uint32_t index) const { return records_[index]; }

    Type pointer_to(Type pointee);
    Type array_of(Type element, std::int64_t count);
    Type function(Type result, const std::vector<Type>& parameters);
    Type parameter(Type function, std::uint32_t index) const;
    Type new_record(bool is_union);
    // A type that is settled later: `fill` makes it mean the same as another.
    Type placeholder();
    void fill(Type placeholder, Type meaning);

    bool is_vector(Type type) const { return (*this)[type].kind == Kind::vector; }
    bool is_scalar(Type type) const { return (*this)[type].kind == Kind::scalar; }
    bool is_known(Type type) const { return type.node != node_unknown && (*this)[type].kind != Kind::unknown; }
    // An array as the pointer that it becomes.
    Type decayed(Type type);
    bool same(Type a, Type b) const;  // without qualifiers of the objects themselves; unknown is the same as anything
    // With another type of elements, as many.
    Type with_scalar(Type type, Scalar scalar) const;
    // Of `a + b` and the like.
    Type arithmetic(Type a, Type b);
    Type promoted(Type type) const;
    Type relational(Type a, Type b) const;
    unsigned alignment(Type type) const;
    // As OpenCL tells it for a kernel's parameter.
    std::string name(Type type) const;

  private:
    Type add(const Node& node);

    std::vector<Node> nodes_;
    std::vector<Record> records_;
    std::vector<Type> parameters_;
};

}  // namespace quovis::opencl_c
