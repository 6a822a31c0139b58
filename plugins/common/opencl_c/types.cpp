// OpenCL C 1.2, section 6.1 (sizes, alignments) and 6.2.6 (usual arithmetic conversions).
#include "plugins/common/opencl_c/types.hpp"

#include <algorithm>
#include <array>

namespace quovis::opencl_c {
namespace {

struct ScalarFact {
    std::string_view name;
    unsigned size;
    bool is_unsigned;
};
constexpr std::array<ScalarFact, scalar_count> scalars{{
    {"bool", 1, true},
    {"char", 1, false},
    {"uchar", 1, true},
    {"short", 2, false},
    {"ushort", 2, true},
    {"int", 4, false},
    {"uint", 4, true},
    {"long", 8, false},
    {"ulong", 8, true},
    {"half", 2, false},
    {"float", 4, false},
    {"double", 8, false},
}};
constexpr std::array<std::uint8_t, vector_widths> widths{2, 3, 4, 8, 16};
constexpr unsigned pointer_size = 8;

const ScalarFact& fact(Scalar scalar) {
    return scalars[static_cast<std::size_t>(scalar)];
}

}  // namespace

unsigned size_of(Scalar scalar) {
    return fact(scalar).size;
}
bool is_unsigned(Scalar scalar) {
    return fact(scalar).is_unsigned;
}
bool is_floating(Scalar scalar) {
    return scalar >= Scalar::half;
}

Scalar signed_of_size(unsigned bytes) {
    return bytes == 1 ? Scalar::char_ : bytes == 2 ? Scalar::short_ : bytes == 4 ? Scalar::int_ : Scalar::long_;
}

Scalar unsigned_of_size(unsigned bytes) {
    return bytes == 1 ? Scalar::uchar : bytes == 2 ? Scalar::ushort : bytes == 4 ? Scalar::uint : Scalar::ulong;
}

std::string spelling(Scalar scalar, unsigned width) {
    std::string text(fact(scalar).name);
    return width == 1 ? text : text + std::to_string(width);
}

Type vector_of(Scalar scalar, std::uint32_t width) {
    const auto* const at = std::find(widths.begin(), widths.end(), width);
    if (width == 1) {
        return type_of(scalar);
    }
    if (at == widths.end()) {
        return {};
    }
    return Type{node_first_vector + static_cast<std::uint32_t>(scalar) * vector_widths +
                static_cast<std::uint32_t>(at - widths.begin())};
}

TypeTable::TypeTable() : records_(1) {
    nodes_.reserve(256);
    nodes_.push_back({});
    nodes_.push_back({.kind = Kind::nothing});
    for (std::uint32_t i = 0; i < scalar_count; ++i) {
        nodes_.push_back({.kind = Kind::scalar, .scalar = static_cast<Scalar>(i)});
    }
    for (std::uint32_t i = 0; i < scalar_count; ++i) {
        for (const std::uint8_t width : widths) {
            nodes_.push_back({.kind = Kind::vector, .scalar = static_cast<Scalar>(i), .width = width});
        }
    }
    nodes_.push_back({.kind = Kind::event});
}

Type TypeTable::add(const Node& node) {
    nodes_.push_back(node);
    return Type{static_cast<std::uint32_t>(nodes_.size() - 1)};
}

Type TypeTable::pointer_to(Type pointee) {
    const bool plain = pointee.space == Space::private_ && pointee.qualifiers == 0;
    if (plain && nodes_[pointee.node].pointer != 0) {
        return Type{nodes_[pointee.node].pointer};
    }
    const Type made = add({.kind = Kind::pointer, .base = pointee});
    if (plain) {
        nodes_[pointee.node].pointer = made.node;
    }
    return made;
}

Type TypeTable::array_of(Type element, std::int64_t count) {
    Type made = add({.kind = Kind::array, .base = element, .count = count});
    made.space = element.space;
    made.qualifiers = element.qualifiers;
    return made;
}

Type TypeTable::function(Type result, const std::vector<Type>& parameters) {
    const Type made = add({.kind = Kind::function,
                           .base = result,
                           .index = static_cast<std::uint32_t>(parameters_.size()),
                           .count = static_cast<std::int64_t>(parameters.size())});
    parameters_.insert(parameters_.end(), parameters.begin(), parameters.end());
    return made;
}

Type TypeTable::parameter(Type function, std::uint32_t index) const {
    const Node& node = (*this)[function];
    return node.kind == Kind::function && index < node.count ? parameters_[node.index + index] : Type{};
}

Type TypeTable::new_record(bool is_union) {
    records_.push_back({});
    records_.back().is_union = is_union;
    return add({.kind = Kind::record, .index = static_cast<std::uint32_t>(records_.size() - 1)});
}

Type TypeTable::placeholder() {
    return add({});
}

void TypeTable::fill(Type placeholder, Type meaning) {
    Node node = nodes_[meaning.node];
    node.pointer = 0;
    nodes_[placeholder.node] = node;
    for (std::size_t made = placeholder.node + 1; made < nodes_.size(); ++made) {
        if (nodes_[made].base.node == placeholder.node) {  // its qualifiers and space are the meaning's
            nodes_[made].base = {placeholder.node, meaning.space, meaning.qualifiers};
        }
    }
}

Type TypeTable::decayed(Type type) {
    if ((*this)[type].kind != Kind::array) {
        return type;
    }
    Type element = (*this)[type].base;
    element.qualifiers |= type.qualifiers;  // those of the struct whose member it is
    return pointer_to(element);
}

bool TypeTable::same(Type a, Type b) const {
    for (;;) {
        const Node& one = (*this)[a];
        const Node& other = (*this)[b];
        if (a.node == b.node || one.kind == Kind::unknown || other.kind == Kind::unknown) {
            return true;
        }
        if (one.kind != other.kind) {
            return false;
        }
        if (one.kind == Kind::record) {
            return one.index == other.index;
        }
        if (one.kind != Kind::pointer && one.kind != Kind::array) {
            return one.kind == Kind::function || (one.scalar == other.scalar && one.width == other.width);
        }
        if (one.base.qualifiers != other.base.qualifiers || (one.kind == Kind::array && one.count != other.count)) {
            return false;
        }
        a = one.base;
        b = other.base;
    }
}

Type TypeTable::with_scalar(Type type, Scalar scalar) const {
    const Node& node = (*this)[type];
    return node.kind == Kind::vector || node.kind == Kind::scalar ? vector_of(scalar, node.width) : Type{};
}

Type TypeTable::promoted(Type type) const {
    const Node& node = (*this)[type];
    const bool is_small = node.kind == Kind::scalar && !is_floating(node.scalar) && size_of(node.scalar) < 4;
    return is_small ? type_of(Scalar::int_) : Type{type.node};
}

Type TypeTable::arithmetic(Type a, Type b) {
    if (is_scalar(a) && is_scalar(b)) {  // the order of the enumeration is that of the ranks
        return type_of(std::max({(*this)[a].scalar, (*this)[b].scalar, Scalar::int_}));
    }
    a = decayed(a);
    b = decayed(b);
    for (const Type one : {a, b}) {
        if (is_vector(one) || (*this)[one].kind == Kind::pointer) {
            return Type{one.node};
        }
    }
    return {};
}

Type TypeTable::relational(Type a, Type b) const {
    for (const Type one : {a, b}) {
        if (is_vector(one)) {
            return with_scalar(one, signed_of_size(size_of((*this)[one].scalar)));
        }
    }
    return is_known(a) && is_known(b) ? type_of(Scalar::int_) : Type{};
}

unsigned TypeTable::alignment(Type type) const {
    const Node* node = &(*this)[type];
    while (node->kind == Kind::array) {
        node = &(*this)[node->base];
    }
    switch (node->kind) {
        case Kind::scalar:
            return size_of(node->scalar);
        case Kind::vector:
            return size_of(node->scalar) * (node->width == 3 ? 4 : node->width);
        case Kind::pointer:
        case Kind::event:
            return pointer_size;
        case Kind::record:
            return records_[node->index].alignment;
        default:
            return 1;
    }
}

std::string TypeTable::name(Type type) const {
    const Node* node = &(*this)[type];
    std::string stars;
    while (node->kind == Kind::pointer || node->kind == Kind::array) {
        if (node->kind == Kind::pointer || stars.empty()) {
            stars += '*';
        }
        type = node->base;
        node = &(*this)[type];
    }
    std::string text;
    if (!stars.empty() && (type.qualifiers & is_const) != 0) {
        text = "const ";
    }
    if (!stars.empty() && (type.qualifiers & is_volatile) != 0) {
        text += "volatile ";
    }
    if (node->kind == Kind::scalar || node->kind == Kind::vector) {
        text += spelling(node->scalar, node->width);
    } else if (node->kind == Kind::record) {
        const Record& record = records_[node->index];
        text += record.has_tag ? (record.is_union ? "union " : "struct ") + record.name : record.name;
    } else {
        text += node->kind == Kind::event ? "event_t" : "void";
    }
    return text + stars;
}

}  // namespace quovis::opencl_c
