// Declarations outside and inside of functions: OpenCL C 1.2, 6.5 (address spaces), 6.7 and 6.9; C99 6.7, 6.9.
#include "plugins/common/opencl_c/deeper.hpp"
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {

void Parser::run() {
    scan();
    at_ = codes_[0] == code_pragma ? next(0) : 0;
    while (code() != code_end) {
        if (!take_if(semicolon)) {
            external_declaration();
        }
    }
    Writer writer(source_, edits_, codes_, first_name + words_.count());
    writer.write_line("namespace quovis_cl { namespace program {");
    writer.write_tokens();
    writer.write_line("}");
    write_kernels(writer);
    writer.write_line("}");
    result_.text = writer.text();
    result_.columns = std::move(writer.columns);
    result_.names = std::move(writer.names);
    result_.name_texts = std::move(writer.name_texts);
}

void Parser::external_declaration() {
    if (code() == kw_static_assert) {
        static_assertion();
    } else if (code() == kw_asm) {
        refuse(at_, "assembly outside of a function is not supported");
    } else {
        declaration(true);
    }
}

void Parser::static_assertion() {
    edits_.replace(take(), "static_assert");
    expect(left_paren, "'(' behind _Static_assert");
    conditional();
    if (take_if(comma)) {
        expect(code_string, "a text in _Static_assert");
    }
    expect(right_paren, "')' behind _Static_assert");
    expect(semicolon, "';' behind _Static_assert");
}

void Parser::insert_specifier(const Specifiers& specifiers, std::string_view text) {
    if (specifiers.moved_behind != 0) {
        edits_.after(specifiers.moved_behind, edits_.keep(" " + std::string(text)));
    } else {
        edits_.before(specifiers.first, text);
    }
}

// The specifiers once more, for a declaration that is split in two.
std::string Parser::respelled(const Specifiers& specifiers) const {
    if (specifiers.moved_behind != 0) {
        return specifiers.moved_text;
    }
    if (specifiers.defines_record) {
        const std::string name = cpp_spelling(specifiers.type);
        if (name.empty()) {
            refuse(specifiers.first, "a struct without a name cannot be declared together with these variables");
        }
        return name;
    }
    return edits_.spelled(specifiers.first, specifiers.last);
}

void Parser::declaration(bool is_global) {
    Specifiers base = specifiers();
    if (code() == semicolon) {
        finish_packed(base, take());
        return;
    }
    const auto first = static_cast<std::uint32_t>(initialised_declarators_.size());
    bool is_initialised = false;
    At comma_before = 0;
    for (;;) {
        Declarator made = declarator(base.type, false);
        Attributes behind;
        attributes(behind);
        if (!base.attributes.aligned.empty()) {
            behind.aligned.insert(0, base.attributes.aligned);
        }
        if (made.is_function && types_[made.type].kind == Kind::function) {
            base.attributes.block = behind.block ? behind.block : base.attributes.block;
            base.attributes.is_noinline = base.attributes.is_noinline || behind.is_noinline;
            base.attributes.is_always_inline = base.attributes.is_always_inline || behind.is_always_inline;
            if (code() == left_brace && is_global) {
                function_definition(base, made);
                return;
            }
            function_declaration(base, made, comma_before == 0, false);
        } else {
            if (!behind.aligned.empty()) {
                edits_.after(made.last, edits_.keep(" " + behind.aligned));
            }
            if (base.is_typedef) {
                typedef_name(base, made);
            } else {
                place_variable(base, made, comma_before, is_global);
                initialised_declarators_.push_back(
                    {made.type, made.name_at, made.const_token, made.open_bracket, 0, made.last, 0, false, -1});
                if (code() == assign) {
                    is_initialised = true;
                    variable_initialiser(made);
                }
            }
        }
        if (code() != comma) {
            break;
        }
        const At at = take();
        if (initialised_declarators_.size() > first) {
            initialised_declarators_.back().comma_at = at;
        }
        comma_before = at;
    }
    finish_packed(base, expect(semicolon, "';' behind the declaration"));
    const bool can_be_passed = is_initialised && !is_global;
    if (can_be_passed) {
        initialised_.push_back(
            {std::move(base), first, static_cast<std::uint32_t>(initialised_declarators_.size()) - first});
    } else {
        initialised_declarators_.resize(first);
    }
}

void Parser::typedef_name(const Specifiers& specifiers, const Declarator& made) {
    const Node& node = types_[made.type];
    if (node.kind == Kind::record && types_.record(node.index).name.empty()) {
        types_.record(node.index).name = edits_.text(made.name_at);
    }
    Type type = made.type;
    if (made.stars == 0) {
        type.space = specifiers.type.space;
    }
    declare(made.name, SymbolKind::type, type);
}

// Puts a variable into its memory. C++ says this for all variables of a declaration at once, so that one of another
// space starts a declaration of its own.
void Parser::place_variable(const Specifiers& specifiers, const Declarator& made, At comma_before, bool is_global) {
    const Space space = made.type.space;
    declare(made.name, SymbolKind::variable, made.type);
    std::string_view storage;
    if (space == Space::constant) {
        storage = is_global || specifiers.is_static ? "__constant__ " : "static __constant__ ";
    } else if (space == Space::local && !is_global) {
        storage = "__shared__ ";
    } else if (is_global) {
        refuse(made.name_at, "the variable '" + std::string(text(made.name_at)) +
                                 "' outside of functions must be __constant in OpenCL C 1.2");
    } else if (space == Space::global) {
        refuse(made.name_at, "a variable inside a function cannot be __global; a pointer to __global memory can");
    } else if (specifiers.is_static) {
        refuse(made.name_at, "static variables inside functions are not supported in OpenCL C 1.2");
    }
    if (comma_before == 0) {
        storage_ = storage;
        plain_specifiers_.clear();
        if (!storage.empty()) {
            plain_specifiers_ = specifiers.defines_record ? std::string() : respelled(specifiers);
            insert_specifier(specifiers, storage);
        }
    } else if (storage != storage_) {
        const std::string again = plain_specifiers_.empty() ? respelled(specifiers) : plain_specifiers_;
        edits_.replace(comma_before, edits_.keep("; " + std::string(storage) + again + " "));
        storage_ = storage;
    }
}

void Parser::variable_initialiser(const Declarator& made) {
    const std::size_t noted = initialised_declarators_.size() - 1;
    const At at = take();
    if (made.type.space == Space::local) {
        refuse(at, "a variable in __local memory cannot be initialised in OpenCL C");
    }
    const bool is_braced = code() == left_brace;
    is_in_constant_ = made.type.space == Space::constant;
    const std::int64_t elements = initializer(made.type);
    is_in_constant_ = false;
    InitialisedDeclarator& declarator = initialised_declarators_[noted];
    declarator.assign_at = at;
    declarator.is_braced = is_braced;
    declarator.elements = elements;
    declarator.last = last_;
}

void Parser::function_declaration(const Specifiers& specifiers, const Declarator& made, bool is_first,
                                  bool is_definition) {
    const Symbol* known = find(made.name);
    Attributes all = specifiers.attributes;
    if (known != nullptr && known->kind == SymbolKind::function) {
        all.block = all.block ? all.block : blocks_[known->block];
    }
    blocks_.push_back(all.block);
    Symbol& symbol = declare(made.name, SymbolKind::function, made.type);
    symbol.block = static_cast<std::uint32_t>(blocks_.size() - 1);
    if (made.stars == 0 && specifiers.volatile_token != nowhere) {
        edits_.remove(specifiers.volatile_token);  // it says nothing of a result, and NVRTC breaks down over it
    }
    if (is_first) {
        insert_specifier(specifiers, scope_depth_ != 0      ? "__device__ "  // in a block C++ takes no `inline`
                                     : all.is_noinline      ? "__device__ __noinline__ inline "
                                     : all.is_always_inline ? "__device__ __forceinline__ "
                                                            : "__device__ inline ");
    }
    if (specifiers.is_kernel && types_[types_[made.type].base].kind != Kind::nothing) {
        refuse(made.name_at, "a kernel must return void");
    }
    if (specifiers.is_kernel && is_definition) {
        note_kernel(made, all.block);
    }
}

void Parser::function_definition(const Specifiers& specifiers, const Declarator& made) {
    function_declaration(specifiers, made, true, true);
    const InScope scope(*this);
    for (const Parameter& parameter : made.parameters) {
        if (parameter.name != 0) {
            declare(parameter.name, SymbolKind::variable, parameter.type);
        }
    }
    return_type_ = types_[made.type].base;
    initialised_.clear();
    initialised_declarators_.clear();
    compound_statement();
}

}  // namespace quovis::opencl_c
