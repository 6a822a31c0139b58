// Declaration specifiers, enumerations and type names: OpenCL C 1.2, 6.1, 6.5 (address spaces); C99 6.7.2 to 6.7.6.
#include <algorithm>

#include "plugins/common/opencl_c/deeper.hpp"
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {

// Whether a type begins here.
bool Parser::starts_type(At at) const {
    switch (code(at)) {
        case kw_void:
        case kw_bool:
        case kw_char:
        case kw_short:
        case kw_int:
        case kw_long:
        case kw_float:
        case kw_double:
        case kw_half:
        case kw_signed:
        case kw_unsigned:
        case kw_struct:
        case kw_union:
        case kw_enum:
        case kw_typeof:
        case kw_const:
        case kw_volatile:
        case kw_restrict:
        case kw_global:
        case kw_local:
        case kw_constant:
        case kw_private:
        case kw_generic:
            return true;
        default:
            break;
    }
    if (!is_name(code(at))) {
        return false;
    }
    if (const Symbol* symbol = find(code(at))) {
        return symbol->kind == SymbolKind::type;
    }
    const Word& word = words_[code(at)];
    if (word.role == Role::refused) {
        refuse_feature(at);
    }
    return word.role == Role::type;
}

void Parser::refuse_feature(At at) const {
    const Word& word = words_[code(at)];
    refuse(at, "not supported on CUDA and HIP: " + std::string(refused_feature(word.detail)) + " ('" +
                   std::string(word.text) + "')");
}

bool Parser::starts_declaration(At at) const {
    switch (code(at)) {
        case kw_typedef:
        case kw_extern:
        case kw_static:
        case kw_inline:
        case kw_register:
        case kw_auto:
        case kw_kernel:
            return true;
        default:
            return starts_type(at);
    }
}

void Parser::space_qualifier(Specifiers& made, At at) {
    switch (code(at)) {
        case kw_global:
            made.type.space = Space::global;
            break;
        case kw_local:
            made.type.space = Space::local;
            break;
        case kw_constant:
            made.type.space = Space::constant;
            made.is_constant = true;
            break;
        default:
            break;
    }
    // What lies in constant memory is const, written once.
    if (code(at) == kw_constant && made.const_token == nowhere) {
        made.const_token = at;
        edits_.replace(at, "const");
    } else {
        edits_.remove(at);
    }
}

// One that is no part of the type's name.
bool Parser::specifier(Specifiers& made) {
    const At at = at_;
    std::uint8_t& qualifiers = made.type.qualifiers;
    switch (code()) {
        case kw_attribute:
            attributes(made.attributes);
            return true;
        case kw_global:
        case kw_local:
        case kw_constant:
        case kw_private:
        case kw_generic:
            space_qualifier(made, at);
            break;
        case kw_const:
            qualifiers |= is_const;
            if (made.const_token != nowhere) {
                edits_.remove(at);
            } else {
                made.const_token = at;
            }
            break;
        case kw_volatile:
            if ((qualifiers & is_volatile) != 0) {
                edits_.remove(at);
            } else {
                made.volatile_token = at;
            }
            qualifiers |= is_volatile;
            break;
        case kw_typedef:
            made.is_typedef = true;
            break;
        case kw_static:
            made.is_static = true;
            break;
        case kw_extern:
            made.is_extern = true;
            break;
        case kw_kernel:
            made.is_kernel = true;
            edits_.remove(at);
            break;
        case kw_inline:
        case kw_register:
        case kw_auto:
        case kw_restrict:
            break;
        default:
            return false;
    }
    take();
    return true;
}

Specifiers Parser::specifiers() {
    Specifiers made;
    made.first = at_;
    BasicWords words;
    At first_word = 0;
    bool has_type = false;
    for (;;) {
        if (specifier(made)) {
            continue;
        }
        const At at = at_;
        const Code here = code();
        if (here == kw_struct || here == kw_union || here == kw_enum || here == kw_typeof || is_name(here)) {
            if (has_type || words.count != 0 || !starts_type(at)) {
                break;
            }
            has_type = true;
            const Type said = made.type;
            made.type = here == kw_enum     ? enumeration(made)
                        : here == kw_typeof ? typeof_type()
                        : is_name(here)     ? named_type(take())
                                            : record_type(made);
            made.type.qualifiers |= said.qualifiers;
            made.type.space = said.space == Space::private_ ? made.type.space : said.space;
        } else if (!has_type && here >= kw_first && starts_type(at)) {
            first_word = words.count == 0 ? at : first_word;
            words.add(here);
            take();
        } else {
            break;
        }
    }
    if (words.count != 0) {
        const Type said = made.type;
        made.type = basic_type(words, first_word);
        made.type.qualifiers = said.qualifiers;
        made.type.space = said.space;
    } else if (!has_type) {
        const bool is_declared = is_name(code()) && !is_name(peek());
        refuse(at_, "expected a type, found '" + std::string(text(at_)) + "'" +
                        (is_declared ? "; an 'int' that is left out is not supported" : ""));
    }
    made.last = last_;
    return made;
}

Type Parser::basic_type(const BasicWords& words, At at) {
    const auto has = [&words](Code wanted) { return words.times[wanted - kw_first]; };
    const bool is_unsigned = has(kw_unsigned) != 0;
    const auto whole = [is_unsigned](Scalar with_sign, Scalar without) {
        return type_of(is_unsigned ? without : with_sign);
    };
    const auto bases = has(kw_void) + has(kw_bool) + has(kw_float) + has(kw_half) + has(kw_double) + has(kw_char);
    if (bases > 1 || (bases == 1 && has(kw_int) != 0) || has(kw_int) > 1) {
        refuse(at, "these type specifiers do not go together");
    }
    for (const auto& [word, type] :
         {std::pair{kw_bool, type_of(Scalar::boolean)}, std::pair{kw_float, type_of(Scalar::float_)},
          std::pair{kw_half, type_of(Scalar::half)}, std::pair{kw_double, type_of(Scalar::double_)},
          std::pair{kw_void, Type{node_nothing}}}) {
        if (has(word) != 0) {
            return type;
        }
    }
    if (has(kw_char) != 0) {
        return whole(Scalar::char_, Scalar::uchar);
    }
    if (has(kw_short) != 0) {
        return whole(Scalar::short_, Scalar::ushort);
    }
    return has(kw_long) != 0 ? whole(Scalar::long_, Scalar::ulong) : whole(Scalar::int_, Scalar::uint);
}

Type Parser::named_type(At at) {
    if (const Symbol* symbol = find(code(at))) {
        name_as_cpp_does(at, *symbol);
        return symbol->type;
    }
    return Type{words_[code(at)].detail};
}

// C++ has decltype of a name; of anything else the type is written out where it is known and has no `*`.
Type Parser::typeof_type() {
    const At keyword = take();
    const At open = expect(left_paren, "'(' behind typeof");
    if (starts_type(at_)) {
        const Type type = type_name();
        edits_.remove(keyword);
        edits_.remove(open);
        edits_.remove(expect(right_paren, "')' behind typeof("));
        if (cpp_spelling(type).empty()) {
            refuse(keyword, "typeof of this type is not supported: write the type itself");
        }
        return type;
    }
    const Expr of = expression();
    expect(right_paren, "')' behind typeof(");
    Type type = of.type;
    if (of.first == of.last && is_name(code(of.first))) {
        edits_.replace(keyword, "decltype");
    } else {
        const std::string name = cpp_spelling(type);
        if (name.empty()) {
            refuse(keyword, "typeof of this expression is not supported: write the type itself");
        }
        edits_.remove(keyword, last_);
        edits_.replace(keyword, edits_.keep(name));
    }
    type.space = Space::private_;
    return type;
}

// C's enumerations are integers, and their constants ints: `enum E { A } x` becomes `enum { A }; unsigned int x`.
Type Parser::enumeration(Specifiers& made) {
    const At keyword = take();
    attributes(made.attributes);
    At tag = 0;
    if (is_name(code())) {
        tag = take();
    }
    attributes(made.attributes);
    if (code() != left_brace) {
        if (tag == 0) {
            refuse(keyword, "expected a name or '{' behind enum");
        }
        const Symbol* known = find_tag(code(tag));
        const Type type = known != nullptr ? known->type : type_of(Scalar::uint);
        edits_.replace(keyword, types_.is_scalar(type) && types_[type].scalar == Scalar::int_ ? "int" : "unsigned int");
        edits_.remove(tag);
        return type;
    }
    // What stands before the enumeration goes behind it.
    std::string before;
    if (keyword != made.first) {
        before = edits_.spelled(made.first, keyword);
        before.resize(before.size() - text(keyword).size());
        edits_.remove(made.first, keyword - 1);
    }
    if (tag != 0) {
        edits_.remove(tag);
    }
    take();
    bool is_negative = false;
    bool has_value = true;
    std::int64_t value = 0;
    while (is_name(code())) {
        const At at = take();
        if (take_if(assign)) {
            const Expr given = conditional();
            has_value = given.has_value;
            value = given.value;
        }
        is_negative = is_negative || (has_value && value < 0);
        Symbol& symbol = declare(code(at), SymbolKind::enumerator, type_of(Scalar::int_));
        symbol.has_value = has_value;
        symbol.value = value;
        value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + 1);
        if (!take_if(comma)) {
            break;
        }
    }
    const At brace = expect(right_brace, "',' or '}' in the enumeration");
    const Type type = type_of(is_negative ? Scalar::int_ : Scalar::uint);
    if (tag != 0) {
        declare(code(tag), SymbolKind::tag, type);
    }
    for (const std::uint32_t record : open_records_) {
        types_.record(record).has_types = true;
    }
    attributes(made.attributes);
    if (code() != semicolon) {
        made.moved_behind = brace;
        made.moved_text = before + (is_negative ? "int" : "unsigned int");
        edits_.after(brace, edits_.keep("; " + made.moved_text));
    }
    return type;
}

Type Parser::type_name() {
    const Specifiers base = specifiers();
    if (base.moved_behind != 0 || base.defines_record) {
        refuse(base.first, "a type that is defined in a cast or in sizeof is not supported: define it before");
    }
    const Declarator made = declarator(base.type, true);
    if (made.name != 0) {
        refuse(made.name_at, "expected a type without a name");
    }
    if (made.is_function) {
        refuse(base.first, "function types are not supported");
    }
    return made.type;
}

}  // namespace quovis::opencl_c
