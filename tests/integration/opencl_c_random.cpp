// Random functions: what they declare and do.
#include "tests/integration/opencl_c_random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace opencl_c_test {

const std::string_view random_prologue =
    "typedef struct { int a; float4 v; short b[3]; } S; typedef union { uint u; float f; uchar4 c; } U; "
    "typedef struct { S s; U u; S t[2]; } N; enum E { E0, E1 = 5, E2 }; typedef float4 quad; "
    "__constant int table[4] = { 1, 2, 3, 4 }; __constant float4 colours[2] = { (float4)(1.0f), (float4)(1, 2, 3, 4) "
    "}; "
    "int twice(int a) { return a * 2; } float4 mixed(float4 a, quad b) { return mix(a, b, 0.5f); } "
    "S made(int a) { S s = { a }; return s; } int sum(const S* s) { return s->a + s->b[1]; }";

std::string RandomFunctions::word(std::string_view list) {
    std::vector<std::string> words;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        words.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return any_of(words);
}

std::string RandomFunctions::spelling(Type type) {
    constexpr std::array<std::string_view, 10> names{"char", "uchar", "short", "ushort", "int",
                                                     "uint", "long",  "ulong", "float",  "double"};
    const std::string_view name = names[static_cast<std::size_t>(type.scalar)];
    return type.width == 1 ? std::string(name) : fmt::format("{}{}", name, type.width);
}

int RandomFunctions::bytes(Scalar scalar) {
    constexpr std::array<int, 10> sizes{1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return sizes[static_cast<std::size_t>(scalar)];
}

RandomFunctions::Type RandomFunctions::mask(Type type) {
    const int size = bytes(type.scalar);
    return {size == 1   ? Scalar::char_
            : size == 2 ? Scalar::short_
            : size == 4 ? Scalar::int_
                        : Scalar::long_,
            type.width};
}

RandomFunctions::Scalar RandomFunctions::of_same_size(Scalar scalar) {
    for (;;) {
        const Scalar other = any_scalar();
        if (bytes(other) == bytes(scalar)) {
            return other;
        }
    }
}

int RandomFunctions::any_width() {
    return any_of(std::array{2, 3, 4, 8, 16});
}

// Also names that C++ has other uses for, and those of vectors' components.
std::string RandomFunctions::new_name() {
    const std::string name = word("a b c x y z w lo hi s0 i n this class new p even odd t v auto_ half_ min norm");
    if (!taken_.insert(name).second) {
        return fmt::format("v{}", ++names_);
    }
    return name;
}

const RandomFunctions::Variable* RandomFunctions::pick(Form form) {
    std::vector<const Variable*> found;
    for (const Variable& one : variables_) {
        if (one.form == form) {
            found.push_back(&one);
        }
    }
    return found.empty() ? nullptr : any_of(found);
}

std::string RandomFunctions::next() {
    variables_.clear();
    taken_.clear();
    is_kernel_ = one_in(4);
    std::string parameters;
    for (int count = 1 + below(4); count != 0; --count) {
        parameters += (parameters.empty() ? "" : ", ") + parameter();
    }
    const Type result = any_type();
    if (is_kernel_) {
        const Variable local{new_name(), any_type(), Form::array};
        variables_.push_back(local);
        return fmt::format("__kernel void f{}({}) {{ __local {} {}[2]; {} }}", functions_++, parameters,
                           spelling(local.type), local.name, block(2 + below(4), 2));
    }
    const std::string body = block(2 + below(4), 2);
    return fmt::format("{} f{}({}) {{ {} return {}; }}", spelling(result), functions_++, parameters, body,
                       expression(result, 2));
}

std::string RandomFunctions::parameter() {
    const std::string name = new_name();
    const std::string space = word("__global __global __local __constant");
    const std::string qualifier = word("const volatile restrict none none");
    const bool is_written = space != "__constant" && qualifier != "const";
    const std::string front = qualifier == "const" || qualifier == "volatile" ? qualifier + " " : "";
    const std::string behind = qualifier == "restrict" ? "restrict " : "";
    if (one_in(6)) {
        if (is_written) {
            variables_.push_back({name, {}, Form::record_pointer});
        }
        return fmt::format("{} {}S* {}{}", space, front, behind, name);
    }
    const Type type = any_type();
    if (one_in(2)) {
        if (is_written) {
            variables_.push_back({name, type, Form::pointer});
        }
        return fmt::format("{} {}{}* {}{}", space, front, spelling(type), behind, name);
    }
    variables_.push_back({name, type});
    return fmt::format("{} {}", spelling(type), name);
}

// What it declares is not seen behind it.
std::string RandomFunctions::block(int count, int depth) {
    const std::size_t before = variables_.size();
    std::string text;
    while (count-- != 0) {
        text += statement(depth) + " ";
    }
    if (depth < 2) {
        variables_.resize(before);
    }
    return text;
}

std::string RandomFunctions::statement(int depth) {
    const int kind = below(20);
    if (kind < 6) {
        return declaration();
    }
    if (kind < 9) {
        return assignment();
    }
    if (kind == 9) {
        return pointer_statement();
    }
    if (kind < 12) {
        return record_statement();
    }
    if (kind < 18 && depth > 0) {
        return compound(depth);
    }
    return expression(any_type(), 2) + ";";
}

std::string RandomFunctions::compound(int depth) {
    const std::string condition = integer(2);
    switch (below(8)) {
        case 0:
            return fmt::format("if ({}) {{ {} }} else {{ {} }}", condition, block(2, depth - 1), block(1, depth - 1));
        case 1: {
            const std::string name = new_name();
            variables_.push_back({name, {}});
            const std::string body = block(2, depth - 1);
            variables_.erase(std::find_if(variables_.begin(), variables_.end(),
                                          [&](const Variable& one) { return one.name == name; }));
            return fmt::format("for (int {} = 0; {} < 3; {}++) {{ {} if ({}) {}; }}", name, name, name, body, condition,
                               word("break continue"));
        }
        case 2:
            return fmt::format("while ({}) {{ {} break; }}", condition, block(2, depth - 1));
        case 3:
            return fmt::format("do {{ {} }} while ({});", block(2, depth - 1), condition);
        case 4:
            return fmt::format("switch ({}) {{ case 0: {{ {} }} break; case 'x': case E1: ; {} default: ; }}",
                               condition, block(1, depth - 1), block(2, 0));
        case 5: {
            const int label = labels_++;
            return fmt::format("if ({}) goto l{}; {} l{}: ;", condition, label, block(2, depth - 1), label);
        }
        case 6:
            return is_kernel_ ? "barrier(CLK_LOCAL_MEM_FENCE);" : fmt::format("{{ {} }}", block(1, depth - 1));
        default:
            return fmt::format("{{ {} }}", block(3, depth - 1));
    }
}

std::string RandomFunctions::declaration() {
    const Type type = any_type();
    const std::string first = expression(type, 3);
    const std::string name = new_name();
    switch (below(6)) {
        case 0:
            variables_.push_back({name, type, Form::array});
            return fmt::format("{} {}[2] = {{ {}, {} }};", spelling(type), name, first, expression(type, 2));
        case 1: {
            const std::string second = expression(type, 2);
            variables_.push_back({name, type});
            variables_.push_back({fmt::format("v{}", ++names_), type});
            return fmt::format("{} {} = {}, {} = {};", spelling(type), name, first, variables_.back().name, second);
        }
        case 2:
            return fmt::format("const {} {} = {};", spelling(type), name, first);
        case 3:
            variables_.push_back({name, type});
            return fmt::format("volatile {} {} = {};", spelling(type), name, first);
        default:
            variables_.push_back({name, type});
            return fmt::format("{} {} = {};", spelling(type), name, first);
    }
}

std::string RandomFunctions::record_declaration() {
    const std::string value = record(2);
    const std::string name = new_name();
    variables_.push_back({name, {}, Form::record});
    switch (below(5)) {
        case 0:
            return fmt::format("S {} = {{ {}, .b = {{ [1] = {} }} }};", name, scalar(Scalar::int_, 1),
                               scalar(Scalar::short_, 1));
        case 1:
            return fmt::format("volatile S {} = {};", name, value);
        case 2:
            variables_.back().form = Form::record_pointer;
            return fmt::format("S {}[2] = {{ {}, {} }};", name, value, record(1));
        default:
            return fmt::format("S {} = {};", name, value);
    }
}

// A member of a record, and its type.
std::string RandomFunctions::field_to_write(const Variable& of, Type& type) {
    const std::string access = of.form == Form::record ? "." : "->";
    switch (below(3)) {
        case 0:
            type = {Scalar::int_, 1};
            return of.name + access + "a";
        case 1:
            type = {Scalar::float_, 4};
            return of.name + access + "v";
        default:
            type = {Scalar::short_, 1};
            return of.name + access + "b[1]";
    }
}

std::string RandomFunctions::record_statement() {
    const Variable* const target = pick(one_in(2) ? Form::record : Form::record_pointer);
    if (target == nullptr || one_in(3)) {
        return record_declaration();
    }
    if (one_in(2)) {
        Type type;
        const std::string field = field_to_write(*target, type);
        return fmt::format("{} {} {};", field, word("= += -="), expression(type, 2));
    }
    const std::string name = target->form == Form::record ? target->name : "*" + target->name;
    return fmt::format("{} = {};", name, record(2));
}

std::string RandomFunctions::assignment() {
    const Variable* const target = pick(Form::value);
    if (target == nullptr) {
        return ";";
    }
    const Type type = target->type;
    const std::string name = target->name;
    if (type.width > 1 && !one_in(3)) {
        const int count = any_of(std::array{1, type.width, std::min(type.width, 2), std::min(type.width, 4)});
        return fmt::format("{}.{} {} {};", name, components(type.width, count, true), word("= += *= ="),
                           expression({type.scalar, count}, 2));
    }
    const std::string op = word(is_floating(type.scalar) ? "= += -= *= /=" : "= += -= *= <<= >>= &= |= ^= %=");
    return fmt::format("{} {} {};", name, op, expression(type, 2));
}

std::string RandomFunctions::pointer_statement() {
    if (one_in(3)) {
        if (const Variable* const of = pick(Form::value)) {
            const Variable pointed = *of;
            const std::string name = new_name();
            variables_.push_back({name, pointed.type, Form::pointer});
            return fmt::format("{} *{} = &{};", spelling(pointed.type), name, pointed.name);
        }
    }
    const Variable* const target = pick(one_in(2) ? Form::array : Form::pointer);
    if (target == nullptr) {
        return ";";
    }
    const Type type = target->type;
    const std::string name = fmt::format(fmt::runtime(word("{}[0] *{} (*{})")), target->name);
    if (type.width > 1 && one_in(2)) {
        return fmt::format("({}).{} = {};", name, components(type.width, type.width, true), expression(type, 2));
    }
    return fmt::format("{} {} {};", name, word("= +="), expression(type, 2));
}

}  // namespace opencl_c_test
