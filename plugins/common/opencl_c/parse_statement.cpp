// Statements: OpenCL C 1.2, 6.9 and 6.11.5; C99 6.8. A jump past an initialiser is an error in C++ alone, so that such
// a declaration is split: `int a = 1;` becomes `int a; a = 1;`.
#include <algorithm>

#include "plugins/common/opencl_c/deeper.hpp"
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {

void Parser::compound_statement() {
    const Deeper deeper(*this);
    const InScope scope(*this);
    const At open = expect(left_brace, "'{'");
    block_items(open);
    take();
}

void Parser::block_items(At open) {
    const std::size_t initialised = initialised_.size();
    while (code() != right_brace) {
        if (code() == code_end) {
            refuse(open, "this '{' is not closed");
        }
        if (code() == kw_attribute) {
            hint();
        }
        if (code() == kw_static_assert) {
            static_assertion();
        } else if (starts_declaration(at_) && peek() != colon) {
            declaration(false);
        } else {
            statement();
        }
    }
    initialised_.resize(std::min(initialised, initialised_.size()));
}

// Attributes of a statement or a declaration.
void Parser::hint() {
    const At at = at_;
    Attributes made;
    attributes(made);
    if (!made.unroll.empty()) {
        edits_.before(at, edits_.keep(made.unroll));
    }
    if (!made.aligned.empty()) {
        edits_.before(at, edits_.keep(made.aligned));
    }
}

void Parser::statement() {
    const Deeper deeper(*this);
    if (code() == kw_attribute) {
        hint();
    }
    while ((is_name(code()) && peek() == colon) || code() == kw_case || code() == kw_default) {
        label();
    }
    switch (code()) {
        case left_brace:
            compound_statement();
            return;
        case kw_if:
            if_statement();
            return;
        case kw_switch:
            switch_statement();
            return;
        case kw_while:
            take();
            condition();
            statement();
            return;
        case kw_do:
            take();
            statement();
            expect(kw_while, "'while' behind the body of 'do'");
            condition();
            break;
        case kw_for:
            for_statement();
            return;
        case kw_goto:
            take();
            if (!is_name(code())) {
                refuse(at_, "expected a label behind goto");
            }
            take();
            break;
        case kw_continue:
        case kw_break:
            take();
            break;
        case kw_return:
            return_statement();
            break;
        case kw_asm:
            assembly();
            break;
        case semicolon:
            break;
        default:
            expression();
    }
    expect(semicolon, "';' behind the statement");
}

void Parser::condition() {
    expect(left_paren, "'('");
    expression();
    expect(right_paren, "')'");
}

// A chain of `else if` is no nesting.
void Parser::if_statement() {
    for (;;) {
        take();
        condition();
        statement();
        if (!take_if(kw_else)) {
            return;
        }
        if (code() != kw_if) {
            statement();
            return;
        }
    }
}

void Parser::label() {
    const Code kind = code();
    take();
    if (kind == kw_case) {
        conditional();
        if (code() == ellipsis) {
            refuse(at_, "ranges in 'case' are not supported");
        }
    }
    expect(colon, "':' behind the label");
    separate_initialisers(kind == kw_case || kind == kw_default ? switch_start_ : 0);
}

void Parser::switch_statement() {
    take();
    condition();
    const std::size_t outer = switch_start_;
    switch_start_ = initialised_.size();
    statement();
    switch_start_ = outer;
}

void Parser::for_statement() {
    const InScope scope(*this);
    take();
    expect(left_paren, "'(' behind for");
    const std::size_t initialised = initialised_.size();
    if (starts_declaration(at_)) {
        declaration(false);
    } else {
        if (code() != semicolon) {
            expression();
        }
        expect(semicolon, "';' in for");
    }
    initialised_.resize(initialised);
    if (code() != semicolon) {
        expression();
    }
    expect(semicolon, "';' in for");
    if (code() != right_paren) {
        expression();
    }
    expect(right_paren, "')' behind for(");
    const std::uint32_t outer_depth = loop_depth_;
    const bool outer_hidden = is_loop_name_hidden_;
    loop_depth_ = scope_depth_;
    is_loop_name_hidden_ = false;
    const At body = at_;
    statement();
    if (is_loop_name_hidden_) {
        wrap(body, last_, "{ ", " }");  // C++ wants a block more between them
    }
    loop_depth_ = outer_depth;
    is_loop_name_hidden_ = outer_hidden;
}

void Parser::return_statement() {
    take();
    if (code() != semicolon) {
        convert(expression(), return_type_);
    }
}

void Parser::assembly() {
    take();
    while (code() == kw_volatile || code() == kw_goto) {
        take();
    }
    if (code() != left_paren) {
        refuse(at_, "expected '(' behind asm");
    }
    skip_balanced();
}

// All declarations from `from` on are in scope where a label stands.
void Parser::separate_initialisers(std::size_t from) {
    for (std::size_t i = from; i < initialised_.size(); ++i) {
        separate_initialiser(initialised_[i]);
    }
    initialised_.resize(std::min(from, initialised_.size()));
}

void Parser::separate_initialiser(const Initialised& declaration) {
    const Specifiers& base = declaration.specifiers;
    const auto* const first = initialised_declarators_.data() + declaration.first_declarator;
    bool is_split = false;
    for (std::uint32_t i = 0; i < declaration.count; ++i) {
        const InitialisedDeclarator& one = first[i];
        const Type type = one.type;
        if (type.space == Space::constant || type.space == Space::local) {
            return;  // not made when control comes by
        }
        const At token = one.const_token != nowhere ? one.const_token : base.const_token;
        if ((type.qualifiers & is_const) != 0 && token != nowhere) {
            edits_.remove(token);  // it is assigned to later
        }
    }
    for (std::uint32_t i = 0; i < declaration.count; ++i) {
        const InitialisedDeclarator& one = first[i];
        if (one.assign_at != 0) {
            is_split = true;
            const std::string name(edits_.text(one.name_at));
            if (types_[one.type].kind == Kind::array) {
                if (one.open_bracket != 0) {
                    if (one.elements < 0) {
                        refuse(one.name_at, "a jump past the initialiser of an array without a size is not supported");
                    }
                    edits_.after(one.open_bracket, edits_.keep(std::to_string(one.elements)));
                }
                // An array is assigned to as a part of a struct.
                edits_.replace(one.assign_at,
                               edits_.keep("; { struct __qv_whole { decltype(" + name + ") it; } __qv_initial = {"));
                edits_.after(one.last, edits_.keep("}; *(__qv_whole*)&" + name + " = __qv_initial; }"));
            } else if (types_[one.type].kind == Kind::record && (one.type.qualifiers & is_volatile) != 0) {
                edits_.replace(one.assign_at, edits_.keep("; __qv_write(" + name + ","));
                edits_.after(one.last, ")");
            } else {
                edits_.replace(one.assign_at, edits_.keep("; " + name + " ="));
            }
        }
        if (one.comma_at != 0 && is_split) {
            edits_.replace(one.comma_at, edits_.keep("; " + respelled(base) + " "));
            is_split = false;
        }
    }
}

}  // namespace quovis::opencl_c
