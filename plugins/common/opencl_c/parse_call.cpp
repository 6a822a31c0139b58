// Calls: of the user's functions, and of the built-in ones whose names hold types and rounding modes. OpenCL C 1.2,
// 6.2.3 (convert_), 6.2.4 (as_), 6.12.7 (vload, vstore), 6.12.12 (vec_step).
#include "plugins/common/opencl_c/deeper.hpp"
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {
namespace {

bool take_prefix(std::string_view& rest, std::string_view prefix) {
    if (!rest.starts_with(prefix)) {
        return false;
    }
    rest.remove_prefix(prefix.size());
    return true;
}

// The number that the prelude has for a rounding mode; -1: it is none.
int rounding(std::string_view suffix) {
    constexpr std::array<std::string_view, 5> modes{"", "_rte", "_rtz", "_rtp", "_rtn"};
    for (int i = 0; i < static_cast<int>(modes.size()); ++i) {
        if (suffix == modes[static_cast<std::size_t>(i)]) {
            return i;
        }
    }
    return -1;
}

// A leading 2, 3, 4, 8 or 16; 1 where no number stands; 0 for another.
unsigned take_width(std::string_view& rest) {
    unsigned number = 0;
    std::size_t digits = 0;
    while (digits < rest.size() && digits < 3 && rest[digits] >= '0' && rest[digits] <= '9') {
        number = number * 10 + static_cast<unsigned>(rest[digits++] - '0');
    }
    rest.remove_prefix(digits);
    const bool is_width = number == 2 || number == 3 || number == 4 || number == 8 || number == 16;
    return digits == 0 ? 1 : is_width ? number : 0;
}

}  // namespace

Expr Parser::argument() {
    const Expr made = assignment();
    promote(made);
    return made;
}

Expr Parser::call(const Expr& callee) {
    take();
    Expr made;
    made.first = callee.first;
    const bool is_function = types_[callee.type].kind == Kind::function;
    made.type = is_function ? types_[callee.type].base : Type{};
    made.type.qualifiers = 0;
    for (std::uint32_t index = 0; code() != right_paren; ++index) {
        Expr given = argument();
        given.is_address_of_temporary = false;
        convert(given, types_.parameter(callee.type, index));
        if (!take_if(comma)) {
            break;
        }
    }
    made.last = expect(right_paren, "',' or ')' behind the argument");
    return made;
}

// convert_T[_sat][_rtX] and as_T.
bool Parser::conversion(At at, Type& result) {
    std::string_view rest = text(at);
    const bool converts = take_prefix(rest, "convert_");
    if (!converts && !take_prefix(rest, "as_")) {
        return false;
    }
    const std::string_view type = rest.substr(0, rest.find('_'));
    const Code found = words_.find(type);
    if (is_name(found) && words_[found].role == Role::type) {
        result = Type{words_[found].detail};
    } else if (found == kw_char || found == kw_short || found == kw_int || found == kw_long || found == kw_float ||
               found == kw_double || found == kw_half) {
        BasicWords words;
        words.add(found);
        result = basic_type(words, at);
    } else {
        return false;
    }
    rest.remove_prefix(type.size());
    if (!converts) {
        edits_.replace(at, edits_.keep("__qv_as<" + std::string(type) + ">"));
        return rest.empty();
    }
    const bool saturates = take_prefix(rest, "_sat");
    const int mode = rounding(rest);
    if (mode < 0) {
        return false;
    }
    edits_.replace(at, edits_.keep("__qv_convert<" + std::string(type) + "," + (saturates ? "1," : "0,") +
                                   std::to_string(mode) + ">"));
    return true;
}

// The width of vload and vstore and their forms for half; 0: it is none of them.
unsigned Parser::memory_access(At at, bool& is_half) {
    std::string_view rest = text(at);
    const bool loads = take_prefix(rest, "vload");
    if (!loads && !take_prefix(rest, "vstore")) {
        return 0;
    }
    const bool is_aligned = take_prefix(rest, "a_half");
    is_half = is_aligned || take_prefix(rest, "_half");
    const unsigned width = take_width(rest);
    const int mode = is_half && !loads ? rounding(rest) : rest.empty() ? 0 : -1;
    if (width == 0 || mode < 0 || (!is_half && width == 1)) {
        return 0;
    }
    std::string made = loads ? "__qv_vload" : "__qv_vstore";
    made += is_aligned ? "a_half<" : is_half ? "_half<" : "<";
    made += std::to_string(width);
    made += is_half && !loads ? "," + std::to_string(mode) + ">" : ">";
    edits_.replace(at, edits_.keep(made));
    result_.uses_half = result_.uses_half || is_half;
    return width;
}

// `get_global_id(0)` becomes `__qv_get_global_id(x)`: see device/work_items.h.
void Parser::name_axis(At function, const Expr& axis) {
    constexpr std::array<std::string_view, 3> names{"x", "y", "z"};
    if (axis.is_literal && axis.has_value && axis.value >= 0 && axis.value < 3) {
        edits_.before(function, "__qv_");
        edits_.replace(axis.first, names[static_cast<std::size_t>(axis.value)]);
    }
}

Expr Parser::vec_step(At at) {
    Expr made;
    made.first = at;
    made.type = type_of(Scalar::int_);
    edits_.replace(at, "__qv_vec_step");
    const At open = take();
    if (starts_type(at_)) {
        type_name();
        made.last = expect(right_paren, "')' behind the type");
        edits_.replace(open, "<");
        edits_.replace(made.last, ">()");
    } else {
        argument();
        made.last = expect(right_paren, "')' behind the operand");
    }
    return made;
}

// __builtin_offsetof(struct S, a.b[1]): what NVIDIA's compilers have as an expression only.
Expr Parser::offset_of(At at) {
    Expr made;
    made.first = at;
    made.type = type_of(Scalar::ulong);
    const At open = take();
    edits_.replace(at, "((unsigned long)&((");
    edits_.remove(open);
    type_name();
    edits_.replace(expect(comma, "',' behind the type"), "*)0)->");
    while (code() != right_paren) {
        if (code() == left_bracket) {
            take();
            expression();
            expect(right_bracket, "']' behind the index");
        } else if (is_name(code()) || code() == dot) {
            take();
        } else {
            refuse_for_lack_of("a member");
        }
    }
    made.last = take();
    return made;
}

Expr Parser::built_in_call(At at) {
    const std::string_view own = text(at);
    if (own == "vec_step") {
        return vec_step(at);
    }
    if (own == "__builtin_offsetof") {
        return offset_of(at);
    }
    Expr made;
    made.first = at;
    bool is_half = false;
    const bool is_conversion = (own[0] == 'c' || own[0] == 'a') && conversion(at, made.type);
    const unsigned accessed = own[0] == 'v' ? memory_access(at, is_half) : 0;
    result_.uses_printf = result_.uses_printf || own == "printf";
    take();
    const std::size_t first = given_.size();
    Expr argued;
    while (code() != right_paren) {
        argued = argument();
        given_.push_back(argued.type);
        if (!take_if(comma)) {
            break;
        }
    }
    made.last = expect(right_paren, "',' or ')' behind the argument");
    const std::span<const Type> given = std::span(given_).subspan(first);
    const Word& word = words_[code(at)];
    const auto rule = static_cast<Result>(word.detail);
    if (accessed != 0) {
        made.type = accessed_type(own.starts_with("vload"), is_half, accessed, given);
    } else if (own == "__builtin_assume_aligned") {
        made.type = types_.pointer_to({node_nothing});
    } else if (!is_conversion && word.role == Role::function) {
        if (given.size() == 1 && (rule == Result::size_of_axis || rule == Result::offset_of_axis)) {
            name_axis(at, argued);
        }
        made.type = built_in_result(rule, given);
    }
    given_.resize(first);
    return made;
}

// Of vload and vstore.
Type Parser::accessed_type(bool loads, bool is_half, unsigned width, std::span<const Type> given) {
    if (!loads || is_half) {
        return loads ? vector_of(Scalar::float_, width) : Type{node_nothing};
    }
    const Type pointer = given.size() > 1 ? types_.decayed(given[1]) : Type{};
    const Type element = types_[pointer].kind == Kind::pointer ? types_[pointer].base : Type{};
    return types_.is_scalar(element) ? vector_of(types_[element].scalar, width) : Type{};
}

Type Parser::built_in_result(Result rule, std::span<const Type> arguments) {
    const Type first = arguments.empty() ? Type{} : types_.decayed(arguments[0]);
    const Node& node = types_[first];
    const bool has_elements = node.kind == Kind::scalar || node.kind == Kind::vector;
    switch (rule) {
        case Result::nothing:
            return Type{node_nothing};
        case Result::integer:
            return type_of(Scalar::int_);
        case Result::unsigned_integer:
            return type_of(Scalar::uint);
        case Result::size:
        case Result::size_of_axis:
        case Result::offset_of_axis:
            return type_of(Scalar::ulong);
        case Result::event:
            return Type{node_event};
        case Result::pointee:
            return node.kind == Kind::pointer ? Type{node.base.node} : Type{};
        case Result::relational:
            return arguments.size() > 1 ? types_.relational(first, arguments[1]) : types_.relational(first, first);
        default:
            break;
    }
    if (rule == Result::like_first) {
        for (const Type type : arguments) {
            if (types_.is_vector(type)) {
                return Type{type.node};
            }
        }
        return has_elements ? Type{first.node} : Type{};
    }
    if (!has_elements) {
        return {};
    }
    const unsigned size = size_of(node.scalar);
    switch (rule) {
        case Result::element:
            return type_of(node.scalar);
        case Result::unsigned_first:
            return vector_of(unsigned_of_size(size), node.width);
        case Result::wider:
            return vector_of(is_unsigned(node.scalar) ? unsigned_of_size(size * 2) : signed_of_size(size * 2),
                             node.width);
        case Result::integer_like:
            return vector_of(Scalar::int_, node.width);
        case Result::floating_like:
            return vector_of(size == 8 ? Scalar::double_ : size == 2 ? Scalar::half : Scalar::float_, node.width);
        case Result::as_mask:
            return vector_of(node.scalar, components_of(arguments.back()));
        default:
            return {};
    }
}

}  // namespace quovis::opencl_c
