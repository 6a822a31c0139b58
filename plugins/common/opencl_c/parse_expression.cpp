// Expressions: OpenCL C 1.2, 6.3 and 6.4; C99 6.5. What C++ would read otherwise is edited.
#include <limits>

#include "plugins/common/opencl_c/deeper.hpp"
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {
namespace {

bool is_assignment(Code op) {
    return op >= assign && op <= or_assign;
}
// Whether it stands behind an operand that belongs to it.
bool goes_on(Code behind) {
    return behind == left_paren || behind == left_bracket || behind == dot || behind == arrow || behind == plus_plus ||
           behind == minus_minus;
}
bool is_test(Code op) {
    return (op >= less && op <= not_equal) || op == and_and || op == bar_bar;
}

std::optional<std::int64_t> folded(Code op, std::int64_t a, std::int64_t b) {
    const auto left = static_cast<std::uint64_t>(a);
    const auto right = static_cast<std::uint64_t>(b);
    switch (op) {
        case plus:
            return static_cast<std::int64_t>(left + right);
        case minus:
            return static_cast<std::int64_t>(left - right);
        case star:
            return static_cast<std::int64_t>(left * right);
        case slash:
        case percent:
            if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) {
                return {};
            }
            return op == slash ? a / b : a % b;
        case shift_left:
            return b < 0 || b > 62 ? std::nullopt : std::optional(static_cast<std::int64_t>(left << right));
        case shift_right:
            return b < 0 || b > 62 ? std::nullopt : std::optional(a >> b);
        case ampersand:
            return a & b;
        case bar:
            return a | b;
        case caret:
            return a ^ b;
        case less:
            return a < b;
        case greater:
            return a > b;
        case less_equal:
            return a <= b;
        case greater_equal:
            return a >= b;
        case equal_equal:
            return a == b;
        case not_equal:
            return a != b;
        default:
            return {};
    }
}

}  // namespace

// The value as the type of the expression holds it: 1 - 2u is 4294967295. Of unsigned ones above 63 bits nothing is
// known.
void Parser::settle_value(Expr& expr) const {
    if (!expr.has_value || !types_.is_scalar(expr.type)) {
        return;
    }
    const Scalar type = types_[expr.type].scalar;
    if (type == Scalar::uint) {
        expr.value = static_cast<std::uint32_t>(expr.value);
    } else if (type == Scalar::int_) {
        expr.value = static_cast<std::int32_t>(expr.value);
    } else if (type == Scalar::ulong) {
        expr.has_value = expr.value >= 0;
    }
}

void Parser::wrap(At first, At last, std::string_view before, std::string_view after) {
    edits_.before(first, before);
    edits_.after(last, after);
}

// `a, b`
Expr Parser::expression() {
    Expr made = assignment();
    while (code() == comma) {
        take();
        const Expr right = assignment();
        const At first = made.first;
        made = right;
        made.first = first;
        made.has_comma = true;
        made.has_value = made.is_literal = made.is_null = made.promotes = false;
        made.swizzle = 0;
    }
    return made;
}

Expr Parser::assignment() {
    const Deeper deeper(*this);
    Expr made = conditional();
    if (is_assignment(code())) {
        made = assigned(made);
    }
    return made;
}

Expr Parser::assigned(const Expr& left) {
    const Code op = code();
    const At op_at = take();
    make_target(left);
    const Expr right = assignment();
    if (op == assign) {
        convert(right, left.type);
        if (types_[left.type].kind == Kind::record && (left.type.qualifiers & is_volatile) != 0) {
            edits_.before(left.first, "__qv_write(");
            edits_.replace(op_at, ",");
            edits_.after(right.last, ")");
        }
    } else if (op == shift_left_assign || op == shift_right_assign) {
        const bool is_in_range = right.has_value && right.value >= 0 && right.value < shift_width(left.type);
        if (!is_in_range) {
            edits_.before(left.first, op == shift_left_assign ? "__qv_shl_assign(" : "__qv_shr_assign(");
            edits_.replace(op_at, ",");
            edits_.after(right.last, ")");
        }
    }
    Expr made;
    made.type = left.type;
    made.type.qualifiers = 0;
    made.first = left.first;
    made.last = right.last;
    return made;
}

Expr Parser::conditional() {
    Expr made = cast_expression();
    binary(made, 1);
    if (code() == question) {
        made = choice(made);
    }
    return made;
}

// c ? a : b, by elements where c is a vector.
Expr Parser::choice(const Expr& condition) {
    const Deeper deeper(*this);
    const At question_at = take();
    if (code() == colon) {
        refuse(question_at, "'?:' without the middle operand is not supported: write it out");
    }
    const Expr yes = expression();
    const At colon_at = expect(colon, "':' of '? :'");
    const Expr no = conditional();
    Expr made;
    made.first = condition.first;
    made.last = no.last;
    const bool is_vector = types_.is_vector(condition.type);
    if (is_vector || !types_.is_known(condition.type)) {
        edits_.before(condition.first, is_vector ? "__qv_choose(" : "__qv_lazy_choose(");
        edits_.replace(question_at, is_vector ? "," : ", [&]{ return");
        edits_.replace(colon_at, is_vector ? "," : "; }, [&]{ return");
        edits_.after(no.last, is_vector ? ")" : "; })");
        if (is_vector) {
            promote(yes);
            promote(no);
            if (yes.has_comma) {
                wrap(yes.first, yes.last, "(", ")");
            }
        }
    } else {
        read_volatile(yes);
        read_volatile(no);
        made.promotes = yes.promotes && no.promotes;
        if (condition.has_value && yes.has_value && no.has_value) {
            made.has_value = true;
            made.value = condition.value != 0 ? yes.value : no.value;
        }
    }
    if (yes.is_null) {
        made.type = no.type;
    } else if (types_[yes.type].kind == Kind::pointer || types_[yes.type].kind == Kind::record) {
        made.type = yes.type;
    } else if (yes.type.node == no.type.node) {
        made.type = Type{yes.type.node};
    } else {
        made.type = types_.arithmetic(yes.type, no.type);
    }
    made.type.qualifiers = 0;
    settle_value(made);
    if (is_vector && types_.is_scalar(made.type)) {
        made.type = vector_of(types_[made.type].scalar, types_[condition.type].width);
    }
    return made;
}

// Goes on behind `left` with operators that bind at least so tight.
void Parser::binary(Expr& left, int least) {
    for (int own = precedence(code()); own >= least; own = precedence(code())) {
        const Code op = code();
        const At op_at = take();
        Expr right = cast_expression();
        binary(right, own + 1);
        left = combine(op, op_at, left, right);
    }
}

Expr Parser::combine(Code op, At op_at, const Expr& left, const Expr& right) {
    if (op == shift_left || op == shift_right) {
        return shift(op, op_at, left, right);
    }
    Expr made;
    made.first = left.first;
    made.last = right.last;
    if (is_test(op)) {
        made.type = types_.relational(left.type, right.type);
        made.promotes = !types_.is_vector(made.type);
    } else if (op == minus && types_[types_.decayed(left.type)].kind == Kind::pointer &&
               types_[types_.decayed(right.type)].kind == Kind::pointer) {
        made.type = type_of(Scalar::long_);
    } else {
        made.type = types_.arithmetic(left.type, right.type);
    }
    if (left.has_value && right.has_value) {
        if (const auto value = folded(op, left.value, right.value)) {
            made.has_value = true;
            made.value = *value;
            settle_value(made);
        }
    }
    return made;
}

// OpenCL C takes the amount of a shift modulo this many bits; 8, the least there is, where the type is not known.
std::int64_t Parser::shift_width(Type left) const {
    const Node& node = types_[types_.promoted(left)];
    return node.kind == Kind::scalar || node.kind == Kind::vector ? 8 * std::int64_t{size_of(node.scalar)} : 8;
}

Expr Parser::shift(Code op, At op_at, const Expr& left, const Expr& right) {
    const bool is_in_range = right.has_value && right.value >= 0 && right.value < shift_width(left.type);
    if (!is_in_range) {
        edits_.before(left.first, op == shift_left ? "__qv_shl(" : "__qv_shr(");
        edits_.replace(op_at, ",");
        edits_.after(right.last, ")");
    }
    Expr made;
    made.first = left.first;
    made.last = right.last;
    made.type = types_.promoted(left.type);
    if (left.has_value && is_in_range) {
        if (const auto value = folded(op, left.value, right.value)) {
            made.has_value = true;
            made.value = *value;
            settle_value(made);
        }
    }
    return made;
}

Expr Parser::cast_expression() {
    const Deeper deeper(*this);
    if (is_name(code()) || code() == code_number) {  // most are such
        Expr made = code() == code_number ? number(take()) : name();
        if (goes_on(code())) {
            made = postfix(made);
        }
        return made;
    }
    if (code() == left_paren && starts_type(next(at_))) {
        return cast(take());
    }
    return unary();
}

Expr Parser::cast(At open) {
    const Type type = type_name();
    const At close = expect(right_paren, "')' behind the type");
    if (code() == left_brace) {
        return postfix(compound_literal(type, open, close));
    }
    if (types_.is_vector(type) && code() == left_paren && !starts_type(next(at_))) {
        return vector_literal(type, open, close);
    }
    const Expr of = cast_expression();
    Expr made;
    made.type = type;
    made.first = open;
    made.last = of.last;
    const Kind kind = types_[type].kind;
    if (kind == Kind::record) {
        read_volatile(of);
    }
    if (kind == Kind::scalar && !is_floating(types_[type].scalar)) {
        made.has_value = of.has_value;
        made.value = of.value;
        const bool is_narrow = size_of(types_[type].scalar) < 8;
        if (is_narrow && types_[types_.decayed(of.type)].kind == Kind::pointer) {
            wrap(of.first, of.last, "(unsigned long)(", ")");  // C++ takes no pointer for a narrow integer
        }
        if (is_narrow && made.has_value) {
            made.has_value = of.value >= 0 && of.value < 128;  // else it may change
        }
        settle_value(made);
    }
    const bool to_void = kind == Kind::pointer && types_[types_[type].base].kind == Kind::nothing;
    if (to_void && of.has_value && of.value == 0 && of.is_literal) {
        made.is_null = true;
        edits_.remove(open, close);
        edits_.replace(of.last, "nullptr");
    }
    return made;
}

// (float4)(a, b.xy, c). With one operand it is a cast, but what stands behind the brackets is done to the vector.
Expr Parser::vector_literal(Type type, At open, At close) {
    take();
    argument();
    Expr made;
    made.type = type;
    made.first = open;
    if (code() == right_paren) {
        made.last = take();
        if (code() == dot || code() == left_bracket) {
            wrap(open, made.last, "(", ")");
        }
        return postfix(made);
    }
    edits_.replace(open, "__qv_make<");
    edits_.replace(close, ">");
    while (take_if(comma)) {
        argument();
    }
    made.last = expect(right_paren, "',' or ')' in the vector");
    return postfix(made);
}

Expr Parser::unary() {
    const Code op = code();
    Expr made;
    switch (op) {
        case plus_plus:
        case minus_minus: {
            made.first = take();
            const Expr of = unary_operand();
            make_target(of);
            refuse_bool_step(of);
            made.type = of.type;
            made.last = of.last;
            return made;
        }
        case ampersand: {
            made.first = take();
            const Expr of = cast_expression();
            make_target(of);
            if (of.is_compound) {
                edits_.after(made.first,
                             edits_.keep("(" + cpp_spelling(of.type) + "&)(const " + cpp_spelling(of.type) + "&)"));
                made.is_address_of_temporary = true;
            }
            made.type = types_.is_known(of.type) ? types_.pointer_to(of.type) : Type{};
            made.last = of.last;
            return made;
        }
        case star: {
            made.first = take();
            const Expr of = cast_expression();
            const Node& node = types_[types_.decayed(of.type)];
            made.type = node.kind == Kind::pointer ? node.base : Type{};
            made.last = of.last;
            return made;
        }
        case plus:
        case minus:
        case tilde: {
            made.first = take();
            const Expr of = cast_expression();
            made.type = types_.promoted(of.type);
            made.last = of.last;
            made.has_value = of.has_value;
            made.value = op == minus   ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(of.value))
                         : op == tilde ? ~of.value
                                       : of.value;
            settle_value(made);
            return made;
        }
        case exclamation: {
            made.first = take();
            const Expr of = cast_expression();
            made.type = types_.relational(of.type, of.type);
            made.promotes = !types_.is_vector(made.type);
            made.last = of.last;
            made.has_value = of.has_value;
            made.value = of.value == 0 ? 1 : 0;
            return made;
        }
        case and_and:
            refuse(at_, "the address of a label is not supported");
        case kw_sizeof:
        case kw_alignof:
            return sizeof_expression();
        default:
            return postfix(primary());
    }
}

Expr Parser::unary_operand() {
    const Deeper deeper(*this);
    return unary();
}

void Parser::refuse_bool_step(const Expr& of) const {
    if (types_.is_scalar(of.type) && types_[of.type].scalar == Scalar::boolean) {
        refuse(of.first, "++ and -- of a bool are not supported: assign true or false");
    }
}

// sizeof and _Alignof.
Expr Parser::sizeof_expression() {
    Expr made;
    made.type = type_of(Scalar::ulong);
    made.first = take();
    if (code() == left_paren && starts_type(next(at_))) {
        const At open = take();
        const Type type = type_name();
        const At close = expect(right_paren, "')' behind the type");
        if (code() == left_brace) {
            made.last = postfix(compound_literal(type, open, close)).last;
        } else {
            made.last = close;
            if (types_.is_scalar(type)) {
                made.has_value = true;
                made.value = size_of(types_[type].scalar);
            }
        }
        return made;
    }
    const Expr of = unary_operand();
    promote(of);
    made.last = of.last;
    return made;
}

Expr Parser::postfix(Expr made) {
    while (goes_on(code())) {
        switch (code()) {
            case left_bracket:
                made = subscript(made);
                break;
            case dot:
            case arrow:
                made = member(made, code() == arrow);
                break;
            case left_paren:
                made = call(made);
                break;
            default:
                made = stepped(made);
        }
    }
    return made;
}

// a++, a--
Expr Parser::stepped(const Expr& of) {
    make_target(of);
    refuse_bool_step(of);
    Expr made;
    made.type = of.type;
    made.first = of.first;
    made.last = take();
    return made;
}

Expr Parser::subscript(const Expr& base) {
    take();
    const Expr index = expression();
    Expr made;
    made.first = base.first;
    made.last = expect(right_bracket, "']' behind the index");
    const Node& node = types_[types_.decayed(base.type)];
    const Node& other = types_[types_.decayed(index.type)];
    if (node.kind == Kind::pointer) {
        made.type = node.base;
    } else if (node.kind == Kind::vector) {
        made.type = type_of(node.scalar);
        made.type.qualifiers = base.type.qualifiers;
    } else if (other.kind == Kind::pointer) {
        made.type = other.base;  // 3[p]
    }
    return made;
}

}  // namespace quovis::opencl_c
