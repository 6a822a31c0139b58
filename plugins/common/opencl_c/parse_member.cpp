// What stands behind `.` and `->`: a member of the user's struct, or components of a vector. OpenCL C 1.2, 6.1.7.
#include <array>

#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {
namespace {

struct Components {
    std::array<std::uint8_t, 16> at{};
    unsigned count = 0;      // 0: none
    bool is_letter = false;  // one of x y z w
    std::string_view half;   // what stands for lo, hi, even or odd
};

int index_of_letter(char letter) {
    constexpr std::string_view letters = "xyzw";
    constexpr std::string_view colours = "rgba";
    const std::size_t at = letters.find(letter);
    const std::size_t colour = colours.find(letter);
    return at != std::string_view::npos       ? static_cast<int>(at)
           : colour != std::string_view::npos ? static_cast<int>(colour)
                                              : -1;
}

int index_of_digit(char digit) {
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
           : digit >= 'A' && digit <= 'F' ? digit - 'A' + 10
                                          : -1;
}

Components read_components(std::string_view name, unsigned width) {
    Components made;
    if (name == "lo" || name == "hi" || name == "even" || name == "odd") {
        made.count = width == 0 ? 0 : (width + 1) / 2;
        made.half = name == "lo"     ? "__qv_lo()"
                    : name == "hi"   ? "__qv_hi()"
                    : name == "even" ? "__qv_even()"
                                     : "__qv_odd()";
        return made;
    }
    const bool by_number = name.size() > 1 && (name[0] == 's' || name[0] == 'S');
    const std::string_view signs = by_number ? name.substr(1) : name;
    if (signs.size() > made.at.size()) {
        return {};
    }
    for (const char sign : signs) {
        const int index = by_number ? index_of_digit(sign) : index_of_letter(sign);
        if (index < 0) {
            return {};
        }
        made.at[made.count++] = static_cast<std::uint8_t>(index);
    }
    constexpr std::string_view letters = "xyzw";
    made.is_letter = name.size() == 1 && letters.find(name[0]) != std::string_view::npos;
    return made;
}

}  // namespace

Expr Parser::member(const Expr& base, bool by_pointer) {
    take();
    Expr made;
    made.first = base.first;
    if (!is_name(code())) {
        refuse(at_, "expected the name of a member, found '" + std::string(text(at_)) + "'");
    }
    made.last = take();
    Type of = base.type;
    if (by_pointer) {
        const Node& node = types_[types_.decayed(of)];
        of = node.kind == Kind::pointer ? node.base : Type{};
    }
    const Kind kind = types_[of].kind;
    if (kind == Kind::record) {
        made.type = member_type(of, code(made.last));
        made.type.qualifiers |= of.qualifiers;
        made.type.space = types_[made.type].kind == Kind::pointer ? made.type.space : of.space;
    } else if (kind == Kind::vector || kind == Kind::unknown) {
        component(base, of, made);
        made.type.space = of.space;
        made.type.qualifiers = of.qualifiers;
    }
    return made;
}

// Says what stands behind the point in C++; `made` ends with the name.
bool Parser::component(const Expr& base, Type vector, Expr& made) {
    const std::string_view name = text(made.last);
    const unsigned width = types_.is_vector(vector) ? types_[vector].width : 0;
    const Components found = read_components(name, width);
    if (found.count == 0 && found.half.empty()) {
        if (width != 0) {
            refuse(made.last, "a " + types_.name(Type{vector.node}) + " has no component '" + std::string(name) + "'");
        }
        return false;
    }
    std::string indices;
    for (unsigned i = 0; i < found.count && found.half.empty(); ++i) {
        if (width != 0 && found.at[i] >= width) {
            refuse(made.last, "a " + types_.name(Type{vector.node}) + " has no component '" + std::string(name) + "'");
        }
        indices += (i == 0 ? "" : ",") + std::to_string(found.at[i]);
    }
    made.type = width == 0 ? Type{} : vector_of(types_[vector].scalar, found.count);
    if (width != 0 && found.count > 1 && !types_.is_vector(made.type)) {
        refuse(made.last, "'" + std::string(name) + "' selects " + std::to_string(found.count) +
                              " components; vectors have 2, 3, 4, 8 or 16");
    }
    if (found.is_letter && width <= 4 && base.swizzle == 0) {
        return true;  // a member in C++ too
    }
    const std::string spelled = found.half.empty() ? "__qv_get<" + indices + ">()" : std::string(found.half);
    edits_.replace(made.last, edits_.keep(spelled));
    swizzles_.push_back({made.last, base.swizzle});
    made.swizzle = static_cast<std::uint32_t>(swizzles_.size() - 1);
    return true;
}

// What is assigned to is taken by reference, all the way.
void Parser::make_target(const Expr& expr) {
    for (std::uint32_t i = expr.swizzle; i != 0; i = swizzles_[i].previous) {
        std::string spelled(edits_.text(swizzles_[i].token));
        if (spelled.starts_with("__qv_get<")) {
            spelled.replace(0, 9, "__qv_ref<");
        } else if (spelled.find("_ref") == std::string::npos) {
            spelled.insert(spelled.size() - 2, "_ref");
        }
        edits_.replace(swizzles_[i].token, edits_.keep(spelled));
    }
}

void Parser::promote(const Expr& expr) {
    if (expr.promotes) {
        wrap(expr.first, expr.last, "+(", ")");
    }
}

// C++ copies no class out of volatile memory by itself.
void Parser::read_volatile(const Expr& expr) {
    const Node& node = types_[expr.type];
    const bool is_record = node.kind == Kind::record;
    if (is_record && !expr.is_compound && types_.record(node.index).has_volatile_vector) {
        refuse(expr.first, "copies of a struct that has a volatile vector in it are not supported: copy its members");
    }
    if ((expr.type.qualifiers & is_volatile) != 0 && (is_record || node.kind == Kind::vector)) {
        wrap(expr.first, expr.last, is_record ? "__qv_read(" : "+(", ")");
    }
}

// Conversions of pointers that C does by itself, at an assignment and the like.
void Parser::convert(const Expr& expr, Type type) {
    if (expr.is_address_of_temporary) {
        refuse(expr.first, "the address of a compound literal can be an argument only: give the value a name");
    }
    read_volatile(expr);
    const Type from = types_.decayed(expr.type);
    const Node& to = types_[type];
    const Node& given = types_[from];
    if (to.kind != Kind::pointer || given.kind != Kind::pointer || expr.is_null) {
        return;
    }
    const bool drops = (given.base.qualifiers & ~to.base.qualifiers) != 0 && given.base.space != Space::constant;
    const bool to_void = types_[to.base].kind == Kind::nothing;
    if (drops || (!to_void && !types_.same(to.base, given.base))) {
        wrap(expr.first, expr.last, "__qv_any(", ")");
    }
}

}  // namespace quovis::opencl_c
