// __attribute__((...)): OpenCL C 1.2, 6.11. All are taken out; what C++ has too comes back where C++ wants it.
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {
namespace {

// `__packed__` is `packed`.
std::string_view bare(std::string_view name) {
    if (name.size() > 4 && name.substr(0, 2) == "__" && name.substr(name.size() - 2) == "__") {
        return name.substr(2, name.size() - 4);
    }
    return name;
}

// Those that say nothing which the result depends on.
bool is_hint(std::string_view name) {
    for (const std::string_view hint : {"vec_type_hint",
                                        "work_group_size_hint",
                                        "unused",
                                        "used",
                                        "overloadable",
                                        "endian",
                                        "nosvm",
                                        "fallthrough",
                                        "pure",
                                        "const",
                                        "nonnull",
                                        "deprecated",
                                        "warn_unused_result",
                                        "flatten",
                                        "cold",
                                        "hot",
                                        "may_alias",
                                        "noduplicate",
                                        "convergent",
                                        "artificial",
                                        "gnu_inline"}) {
        if (name == hint) {
            return true;
        }
    }
    return false;
}

}  // namespace

// The user's own words between two tokens, for what is put elsewhere.
std::string Parser::raw(At first, At last) const {
    std::string line;
    for (At at = first; at <= last; at = next(at)) {
        line += text(at);
        line += ' ';
    }
    return line;
}

// From an opening bracket to the one that closes it.
void Parser::skip_balanced() {
    unsigned open = 0;
    do {
        const Code here = code();
        if (here == code_end) {
            refuse(at_, "expected ')', found the end of the source");
        }
        open += here == left_paren || here == left_bracket || here == left_brace ? 1 : 0;
        open -= here == right_paren || here == right_bracket || here == right_brace ? 1 : 0;
        take();
    } while (open != 0);
}

void Parser::attributes(Attributes& made) {
    while (code() == kw_attribute) {
        const At first = take();
        expect(left_paren, "'((' behind __attribute__");
        expect(left_paren, "'((' behind __attribute__");
        while (code() != right_paren && code() != code_end) {
            if (!take_if(comma)) {
                attribute(made);
            }
        }
        expect(right_paren, "'))' behind the attributes");
        expect(right_paren, "'))' behind the attributes");
        edits_.remove(first, last_);
    }
}

std::array<std::uint32_t, 3> Parser::block_size() {
    std::array<std::uint32_t, 3> block{};
    expect(left_paren, "'(' behind reqd_work_group_size");
    for (std::uint32_t& size : block) {
        if (&size != block.data()) {
            expect(comma, "three sizes in reqd_work_group_size");
        }
        const Expr given = assignment();
        if (!given.has_value || given.value <= 0 || given.value > INT32_MAX) {
            refuse(given.first, "reqd_work_group_size needs constants above zero");
        }
        size = static_cast<std::uint32_t>(given.value);
    }
    expect(right_paren, "')' behind the three sizes");
    return block;
}

void Parser::attribute(Attributes& made) {
    const At at = take();
    const std::string_view name = bare(text(at));
    if (name == "reqd_work_group_size") {
        made.block = block_size();
        return;
    }
    At argument = 0;
    At argument_end = 0;
    if (code() == left_paren) {
        argument = next(at_);
        skip_balanced();
        argument_end = last_;
    }
    const bool has_argument = argument != 0 && argument != argument_end;
    const std::string given = has_argument ? raw(argument, argument_end - 1) : std::string();
    if (name == "aligned") {
        made.aligned += "__attribute__((aligned" + (has_argument ? "(" + given + ")" : std::string()) + ")) ";
        const bool is_number = has_argument && codes_[argument] == code_number && next(argument) == argument_end;
        made.alignment = !has_argument ? 16 : is_number ? static_cast<unsigned>(number(argument).value) : 0;
    } else if (name == "packed") {
        made.is_packed = true;
    } else if (name == "noinline") {
        made.is_noinline = true;
    } else if (name == "always_inline") {
        made.is_always_inline = true;
    } else if (name == "opencl_unroll_hint") {
        made.unroll = "_Pragma(\"unroll " + given + "\") ";
    } else if (name == "ext_vector_type" || name == "vector_size") {
        refuse(at, "the attribute " + std::string(name) + " is not supported: OpenCL C has float4 and the like");
    } else if (!is_hint(name)) {
        warn(at, "the attribute " + std::string(name) + " is not known and ignored");
    }
}

}  // namespace quovis::opencl_c
