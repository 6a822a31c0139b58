// Random expressions: each kind is as likely as those that a person would think of, and nested as nobody would.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "tests/integration/opencl_c_random.hpp"

namespace opencl_c_test {

std::string RandomFunctions::expression(Type type, int depth) {
    return type.width == 1 ? scalar(type.scalar, depth) : vector(type, depth);
}

std::string RandomFunctions::literal(Scalar type) {
    switch (type) {
        case Scalar::float_:
            return word("1.0f 2.f .5f 1e3f 3 -1 0x1p2f 0.25 M_PI_F 2.5f 1u INFINITY FLT_MAX");
        case Scalar::double_:
            return word("1.0 2. 1 1e-3 M_PI 3.0f");
        case Scalar::long_:
        case Scalar::ulong:
            return word("1 2L 0x7fUL 3ul 7u 'b' 5LL LONG_MAX");
        default:
            return word("0 1 2 3 7u 0x1f 010 'a' '\\n' -1 true E1 INT_MIN table[1]");
    }
}

std::string RandomFunctions::atom(Type type) {
    std::vector<std::string> found;
    for (const Variable& one : variables_) {
        if (one.form == Form::value && one.type == type) {
            found.push_back(one.name);
        }
        const bool is_record = one.form == Form::record || one.form == Form::record_pointer;
        const std::string access = one.name + (one.form == Form::record ? "." : "->");
        if (is_record && type == Type{Scalar::int_, 1}) {
            found.push_back(access + "a");
        } else if (is_record && type == Type{Scalar::float_, 4}) {
            found.push_back(access + "v");
        } else if (is_record && type == Type{Scalar::short_, 1}) {
            found.push_back(access + "b[2]");
        }
    }
    if (!found.empty()) {
        return any_of(found);
    }
    return type.width > 1 ? fmt::format("({})({})", spelling(type), literal(type.scalar))
                          : fmt::format("(({}){})", spelling(type), literal(type.scalar));
}

// Names of some components: letters, numbers or a half.
std::string RandomFunctions::components(int of, int count, bool are_distinct) {
    const bool is_half = count * 2 == (of == 3 ? 4 : of) && !(of == 3 && are_distinct);
    if (is_half && one_in(3)) {
        return word(of == 3 ? "lo even" : "lo hi even odd");
    }
    std::vector<int> all(static_cast<std::size_t>(of));
    std::iota(all.begin(), all.end(), 0);
    std::string digits;
    std::string letters;
    for (int i = 0; i < count; ++i) {
        const int at = below(static_cast<int>(all.size()));
        const int index = all[static_cast<std::size_t>(at)];
        if (are_distinct) {
            all.erase(all.begin() + at);
        }
        digits += one_in(2) ? fmt::format("{:x}", index) : fmt::format("{:X}", index);
        letters += index < 4 ? std::string_view("xyzw").substr(static_cast<std::size_t>(index), 1) : "";
    }
    return of <= 4 && !one_in(3) ? letters : word("s S") + digits;
}

std::string RandomFunctions::joined(int count, Type type, int depth) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += (i == 0 ? "" : ", ") + (type.width == 1
                                            ? fmt::format("({})({})", spelling(type), scalar(type.scalar, depth))
                                            : vector(type, depth));
    }
    return text;
}

std::string RandomFunctions::scalar(Scalar type, int depth) {
    if (depth <= 0) {
        return one_in(2) ? atom({type, 1}) : literal(type);
    }
    const auto same = [&] { return scalar(type, depth - 1); };
    const auto other = [&] { return any(depth - 1); };
    switch (below(18)) {
        case 0:
        case 1:
            return fmt::format("({} {} {})", same(), word("+ - * /"), other());
        case 2:
            return fmt::format("{} {} {}", same(), word("+ - *"), scalar(type, 0));
        case 3:
            return fmt::format("({} {} {})", integer(depth - 1), word("% & | ^ << >>"), integer(depth - 1));
        case 4:
            return fmt::format("({} {} {})", other(), word("< > <= >= == !="), other());
        case 5:
            return fmt::format("({} {} {})", integer(depth - 1), word("&& ||"), integer(depth - 1));
        case 6:
            return fmt::format("({} ? {} : {})", integer(depth - 1), same(), other());
        case 7:
            return fmt::format("({})({})", spelling({type, 1}), other());
        case 8:
            return fmt::format("{}({})", word(is_floating(type) ? "- + !" : "- + ! ~"), same());
        case 9: {
            const int width = any_width();
            return fmt::format("({}).{}", vector({type, width}, depth - 1), components(width, 1, false));
        }
        case 10:
        case 11:
        case 12:
            return scalar_call(type, depth);
        case 13:
        case 14:
            return scalar_of_memory(type, depth);
        case 15:
            return fmt::format("({}, {})", other(), same());
        case 16: {
            const Variable* const of = pick(Form::record);
            return of != nullptr && one_in(2)
                       ? fmt::format("sum(&{})", of->name)
                       : fmt::format("({}).{}", record(depth - 1), type == Scalar::float_ ? "v.x" : "a");
        }
        default:
            return fmt::format("({})", same());
    }
}

// Elements of arrays, assignments, addresses.
std::string RandomFunctions::scalar_of_memory(Scalar type, int depth) {
    for (const Form form : {Form::array, Form::pointer}) {
        const Variable* const memory = pick(form);
        if (memory != nullptr && memory->type == Type{type, 1} && one_in(2)) {
            const std::string name = memory->name;
            return fmt::format(fmt::runtime(word("{0}[{1}&1] *({0}+({1}&1)) ({1}&1)[{0}]")), name,
                               "(" + integer(depth - 1) + ")");
        }
    }
    const Variable* const variable = pick(Form::value);
    if (variable == nullptr || variable->type.width != 1) {
        return fmt::format("sizeof({})", one_in(2) ? spelling(any_type()) : any(depth - 1));
    }
    const std::string name = variable->name;
    switch (below(5)) {
        case 0:
            return fmt::format("({} = {})", name, any(depth - 1));
        case 1:
            return fmt::format("({} += {})", name, any(depth - 1));
        case 2:
            return fmt::format("({}++)", name);
        case 3:
            return fmt::format("--{}", name);
        default:
            return fmt::format("*&{}", name);
    }
}

std::string RandomFunctions::scalar_call(Scalar type, int depth) {
    const Type own{type, 1};
    const std::string name = spelling(own);
    const auto call = [&](const std::string& function, int count) {
        return fmt::format("{}({})", function, joined(count, own, depth - 1));
    };
    switch (below(8)) {
        case 0:
            return fmt::format("convert_{}{}({})", name,
                               word(is_floating(type) ? "_rte _rtz _rtp" : "_sat _sat_rtp _rtn"), any(depth - 1));
        case 1: {
            const Type from{of_same_size(type), 1};
            return fmt::format("as_{}({})", name, joined(1, from, depth - 1));
        }
        case 2: {
            const Type tested = mask({type, any_width()});
            return fmt::format("{}({})", word("any all"), vector(tested, depth - 1));
        }
        case 3:
            return fmt::format("select({}, {})", joined(2, own, 0), joined(1, mask(own), 0));
        case 4:
            return one_in(2)
                       ? fmt::format("twice({})", integer(depth - 1))
                       : fmt::format("dot({})", joined(2, {Scalar::float_, any_of(std::array{2, 3, 4})}, depth - 1));
        default:
            break;
    }
    if (is_floating(type)) {
        return one_in(2)   ? call(word("sin cos exp sqrt fabs floor rint log2 degrees sign"), 1)
               : one_in(2) ? call(word("fmin fmax pow hypot max step"), 2)
                           : call(word("fma mix clamp mad"), 3);
    }
    return one_in(2)   ? call(word("max min abs_diff add_sat sub_sat hadd rhadd rotate mul_hi"), 2)
           : one_in(2) ? call(word("clamp mad_sat mad_hi"), 3)
                       : call(word("abs clz popcount"), 1);
}

std::string RandomFunctions::vector(Type type, int depth) {
    if (depth <= 0) {
        return atom(type);
    }
    const auto same = [&] { return vector(type, depth - 1); };
    const auto one = [&] { return joined(1, {type.scalar, 1}, depth - 1); };
    const Type tested = mask(type);
    switch (below(18)) {
        case 0:
        case 1:
            return fmt::format("({} {} {})", same(), word("+ - * /"), same());
        case 2:
            return one_in(2) ? fmt::format("({} {} {})", same(), word("+ - *"), one())
                             : fmt::format("({} {} {})", one(), word("+ - *"), same());
        case 3:
            return is_floating(type.scalar)
                       ? fmt::format("(-{})", same())
                       : fmt::format("({} {} {})", same(), word("% & | ^ << >>"), one_in(2) ? same() : one());
        case 4: {
            const Type of{of_same_size(type.scalar), type.width};
            const std::string test =
                fmt::format("({} {} {})", vector(of, depth - 1), word("< > <= >= == != && ||"), vector(of, depth - 1));
            return type == tested ? test : fmt::format("as_{}({})", spelling(type), test);
        }
        case 5:
            return fmt::format("({} {} {} ? {} : {})", vector(tested, depth - 1), word("< =="),
                               vector(tested, depth - 1), same(), same());
        case 6:
            return fmt::format("({} ? {} : {})", vector(tested, depth - 1), same(), same());
        case 7:
            return fmt::format("({})({})", spelling(type), one());
        case 8:
        case 9:
            return vector_literal(type, depth);
        case 10:
        case 11: {
            const int of = any_width();
            return fmt::format("({}).{}", vector({type.scalar, of}, depth - 1), components(of, type.width, false));
        }
        case 12:
        case 13:
        case 14:
            return vector_call(type, depth);
        case 15: {
            const Variable* const target = pick(Form::value);
            return target != nullptr && target->type == type
                       ? fmt::format("({} {} {})", target->name, word("= += -="), same())
                       : same();
        }
        case 16:
            return type == Type{Scalar::float_, 4}
                       ? (one_in(2) ? fmt::format("mixed({})", joined(2, type, depth - 1)) : "colours[1]")
                       : fmt::format("({}({}))", word(is_floating(type.scalar) ? "+ -" : "+ - ~"), same());
        default:
            return fmt::format("({}, {})", any(depth - 1), same());
    }
}

std::string RandomFunctions::vector_literal(Type type, int depth) {
    std::string parts;
    for (int left = type.width; left != 0;) {
        const int width = any_of(std::array{1, 1, 2, 3, 4, 8});
        if (width <= left && (width != type.width || width == 1)) {
            parts += (parts.empty() ? "" : ", ") + expression({type.scalar, width}, depth - 1);
            left -= width;
        }
    }
    return fmt::format("({})({})", spelling(type), parts);
}

std::string RandomFunctions::vector_call(Type type, int depth) {
    const auto call = [&](const std::string& function, int count) {
        return fmt::format("{}({})", function, joined(count, type, depth - 1));
    };
    const std::string name = spelling(type);
    switch (below(7)) {
        case 0:
            return fmt::format("convert_{}{}({})", name, is_floating(type.scalar) ? "" : word("_sat _rtz _sat_rte"),
                               vector({any_scalar(), type.width}, depth - 1));
        case 1:
            return fmt::format("as_{}({})", name, vector({of_same_size(type.scalar), type.width}, depth - 1));
        case 2:
            return fmt::format("select({}, {})", joined(2, type, depth - 1), vector(mask(type), depth - 1));
        case 3: {
            constexpr std::array<Scalar, 4> masks{Scalar::uchar, Scalar::ushort, Scalar::uint, Scalar::ulong};
            const int size = bytes(type.scalar);
            const Type by{masks[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3], type.width};
            return type.width == 3
                       ? call("+", 1)
                       : fmt::format("shuffle({}, {})", vector({type.scalar, any_of(std::array{2, 4})}, depth - 1),
                                     vector(by, 0));
        }
        default:
            break;
    }
    if (is_floating(type.scalar)) {
        return one_in(2)   ? call(word("sin exp sqrt fabs floor rint"), 1)
               : one_in(2) ? call(word("fmin max pow step"), 2)
                           : call(word("fma mix clamp"), 3);
    }
    return one_in(2)   ? call(word("max min add_sat rotate mul_hi hadd"), 2)
           : one_in(2) ? call("clamp", 3)
                       : call(word("clz popcount"), 1);
}

std::string RandomFunctions::record(int depth) {
    const Variable* const known = pick(one_in(2) ? Form::record : Form::record_pointer);
    if (known != nullptr && !one_in(3)) {
        return known->form == Form::record ? known->name : fmt::format(fmt::runtime(word("{}[0] (*{})")), known->name);
    }
    switch (depth <= 0 ? 0 : below(3)) {
        case 0:
            return fmt::format("made({})", scalar(Scalar::int_, 0));
        case 1:
            return fmt::format("(S){{ {}, .v = {} }}", scalar(Scalar::int_, 1), vector({Scalar::float_, 4}, 1));
        default:
            return fmt::format("({} ? {} : {})", integer(1), record(0), record(0));
    }
}

}  // namespace opencl_c_test
