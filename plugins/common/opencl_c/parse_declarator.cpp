// Declarators: pointers, arrays, functions and their parameters. C99 6.7.5; no function pointers, OpenCL C 1.2, 6.9.
#include <algorithm>

#include "plugins/common/opencl_c/deeper.hpp"
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {

Type Parser::pointers(Type base, Declarator& made) {
    while (code() == star || code() == caret) {
        if (code() == caret) {
            refuse(at_, "not supported on CUDA and HIP: blocks");
        }
        take();
        ++made.stars;
        base = types_.pointer_to(base);
        made.const_token = nowhere;
        Specifiers own;
        for (;;) {
            const Code here = code();
            if (here == kw_const || here == kw_volatile) {
                if (here == kw_const && own.const_token != nowhere) {
                    edits_.remove(at_);
                }
                own.const_token = here == kw_const ? at_ : own.const_token;
                base.qualifiers |= here == kw_const ? is_const : is_volatile;
                take();
            } else if (here == kw_global || here == kw_local || here == kw_constant || here == kw_private ||
                       here == kw_generic) {
                space_qualifier(own, take());
                base.space = own.type.space;
            } else if (here == kw_restrict) {
                take();
            } else if (here == kw_attribute) {
                Attributes ignored;
                attributes(ignored);
            } else {
                break;
            }
        }
        made.const_token = own.const_token;
    }
    return base;
}

Declarator Parser::declarator(Type base, bool may_be_abstract) {
    Declarator made;
    made.first = at_;
    declarator_part(base, may_be_abstract, made);
    made.last = std::max(last_, made.first);
    if (made.is_pointer_to_function) {
        refuse(made.first, "function pointers are not supported in OpenCL C");
    }
    return made;
}

void Parser::declarator_part(Type base, bool may_be_abstract, Declarator& made) {
    const Deeper deeper(*this);
    base = pointers(base, made);
    const Code behind = code() == left_paren ? peek() : Code{code_end};
    const bool is_nested =
        code() == left_paren && (behind == star || behind == caret || behind == left_paren || behind == left_bracket ||
                                 (is_name(behind) && !starts_type(next(at_))));
    if (!is_nested) {
        if (is_name(code())) {
            made.name_at = take();
            made.name = code(made.name_at);
        } else if (!may_be_abstract) {
            refuse(at_, "expected a name, found '" + std::string(text(at_)) + "'");
        }
        made.type = suffixes(base, made);
        return;
    }
    // What stands behind the brackets comes first, and is not known yet.
    take();
    made.is_nested = true;
    const Type later = types_.placeholder();
    const unsigned stars = made.stars;
    declarator_part(later, may_be_abstract, made);
    const bool inner_pointer = made.stars != stars;
    expect(right_paren, "')' in the declarator");
    const bool was_function = made.is_function;
    const Type meaning = suffixes(base, made);
    made.is_pointer_to_function =
        made.is_pointer_to_function || (types_[meaning].kind == Kind::function && (inner_pointer || was_function));
    types_.fill(later, meaning);
    if (made.type.node == later.node) {
        made.type = meaning;
    }
}

Type Parser::suffixes(Type base, Declarator& made) {
    if (code() == left_bracket) {
        return array_suffix(base, made);
    }
    if (code() == left_paren) {
        made.is_function = true;
        parameters(made);
        std::vector<Type> types;
        types.reserve(made.parameters.size());
        for (const Parameter& parameter : made.parameters) {
            types.push_back(parameter.type);
        }
        return types_.function(base, types);
    }
    return base;
}

Type Parser::array_suffix(Type element, Declarator& made) {
    std::vector<std::int64_t> counts;
    while (code() == left_bracket) {
        const At open = take();
        while (code() == kw_static || code() == kw_const || code() == kw_volatile || code() == kw_restrict) {
            edits_.remove(take());
        }
        std::int64_t count = -1;
        if (code() == right_bracket) {
            made.open_bracket = counts.empty() ? open : made.open_bracket;
        } else {
            const Expr size = assignment();
            if (size.has_value && size.value == 0) {
                refuse(size.first, "arrays without elements are not supported");
            }
            count = size.has_value && size.value >= 0 ? size.value : -1;
        }
        expect(right_bracket, "']' behind the size of the array");
        counts.push_back(count);
    }
    for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
        element = types_.array_of(element, *count);
    }
    return element;
}

// The scope of the parameters is the caller's.
void Parser::parameters(Declarator& made) {
    const Deeper deeper(*this);
    take();
    made.parameters.clear();
    if (code() == kw_void && peek() == right_paren) {
        take();
    }
    while (code() != right_paren) {
        if (code() == ellipsis) {
            refuse(at_, "functions with '...' are not supported in OpenCL C");
        }
        made.parameters.push_back(parameter());
        if (!take_if(comma)) {
            break;
        }
    }
    expect(right_paren, "',' or ')' behind the parameter");
}

Parameter Parser::parameter() {
    Parameter made;
    made.first = at_;
    if (is_name(code()) && !starts_type(at_) && (peek() == comma || peek() == right_paren)) {
        refuse(at_, "parameters without a type are not supported: write 'int' in front");
    }
    const Specifiers base = specifiers();
    if (base.moved_behind != 0 || base.defines_record) {
        refuse(base.first, "a type that is defined in a parameter is not supported: define it before");
    }
    made.spec_last = base.last;
    const Declarator declared = declarator(base.type, true);
    if (declared.is_function) {
        refuse(base.first, "function pointers are not supported in OpenCL C");
    }
    Attributes ignored;
    made.last = std::max(last_, base.last);
    attributes(ignored);
    made.name = declared.name;
    made.name_at = declared.name_at;
    made.is_simple_pointer = declared.stars == 1 && !declared.is_nested && types_[declared.type].kind == Kind::pointer;
    made.type = types_.decayed(declared.type);
    return made;
}

}  // namespace quovis::opencl_c
