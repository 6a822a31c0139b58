// struct and union: OpenCL C 1.2, 6.1 and 6.9 (no bit-fields); C99 6.7.2.1.
#include <algorithm>

#include "plugins/common/opencl_c/deeper.hpp"
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {

Type Parser::record_type(Specifiers& made) {
    const Deeper deeper(*this);
    const At keyword = take();
    Attributes own;
    attributes(own);
    At tag = 0;
    if (is_name(code())) {
        tag = take();
        attributes(own);
    }
    const bool is_union = code(keyword) == kw_union;
    const Symbol* known = tag == 0 ? nullptr : find_tag(code(tag));
    if (code() != left_brace) {
        if (tag == 0) {
            refuse(keyword, "expected a name or '{' behind struct or union");
        }
        if (known != nullptr && (code() != semicolon || known->depth == scope_depth_)) {
            name_as_cpp_does(tag, *known);
            return known->type;
        }
        const Type type = types_.new_record(is_union);
        Record& record = types_.record(types_[type].index);
        record.name = edits_.text(tag);
        record.has_tag = true;
        const std::vector<std::uint32_t> open = std::move(open_records_);
        open_records_.clear();  // C++ too puts it outside
        declare(code(tag), SymbolKind::tag, type);
        open_records_ = open;
        return type;
    }
    const bool completes = known != nullptr && known->depth == scope_depth_ &&
                           types_[known->type].kind == Kind::record &&
                           !types_.record(types_[known->type].index).is_complete;
    const Type type = completes ? known->type : types_.new_record(is_union);
    const std::uint32_t index = types_[type].index;
    types_.record(index).parent = open_records_.empty() ? 0 : open_records_.back();
    if (tag != 0) {
        types_.record(index).name = edits_.text(tag);
        types_.record(index).has_tag = true;
        if (!completes) {
            declare(code(tag), SymbolKind::tag, type);
            for (const std::uint32_t open : open_records_) {
                types_.record(open).has_types = true;
            }
        }
    }
    made.defines_record = true;
    record_body(type, keyword);
    attributes(own);
    if (!own.aligned.empty()) {
        edits_.after(keyword, edits_.keep(" " + own.aligned));
        types_.record(index).alignment = std::max(types_.record(index).alignment, own.alignment);
    }
    made.attributes.is_packed = made.attributes.is_packed || own.is_packed;
    if (own.is_packed) {
        types_.record(index).is_packed = true;
        types_.record(index).alignment = 1;
    }
    // Types inside are reached through its name, so it needs one.
    if (types_.record(index).name.empty() && types_.record(index).has_types && code() != semicolon) {
        types_.record(index).name = "__qv_record_" + std::to_string(++unnamed_records_);
        edits_.after(keyword, edits_.keep(" " + types_.record(index).name));
    }
    return type;
}

void Parser::record_body(Type type, At keyword) {
    const std::uint32_t index = types_[type].index;
    take();
    open_records_.push_back(index);
    types_.record(index).is_open = true;
    while (code() != right_brace) {
        if (code() == code_end) {
            refuse(keyword, "the '{' of this struct or union is not closed");
        }
        if (!take_if(semicolon)) {
            member_declaration(index);
        }
    }
    take();
    open_records_.pop_back();
    types_.record(index).is_open = false;
    types_.record(index).is_complete = true;
    settle_layout(index);
}

void Parser::member_declaration(std::uint32_t index) {
    const Specifiers base = specifiers();
    if (base.attributes.is_packed && !base.defines_record) {
        refuse(base.first, "a packed member is not supported: pack the struct");
    }
    if (code() == semicolon && types_[base.type].kind == Kind::record) {
        if (types_.record(types_[base.type].index).name.empty()) {
            add_member(index, 0, base.type);
        }
        finish_packed(base, take());
        return;
    }
    if (code() == semicolon) {
        take();  // an enumeration
        return;
    }
    do {
        const Declarator made = declarator(base.type, false);
        if (code() == colon) {
            refuse(at_, "bit-fields are not supported in OpenCL C");
        }
        Attributes own;
        attributes(own);
        if (own.is_packed) {
            refuse(made.name_at, "a packed member is not supported: pack the struct");
        }
        if (made.open_bracket != 0 && types_[made.type].kind == Kind::array) {
            refuse(made.name_at, "members that are arrays without a size are not supported");
        }
        if (types_[made.type].kind == Kind::function) {
            refuse(made.name_at, "a struct of OpenCL C has no functions");
        }
        if (!own.aligned.empty() || !base.attributes.aligned.empty()) {
            edits_.after(made.last, edits_.keep(" " + base.attributes.aligned + own.aligned));
        }
        add_member(index, made.name, made.type);
    } while (take_if(comma));
    finish_packed(base, expect(semicolon, "';' behind the member"));
}

// NVRTC has no attribute for it, but the pragma.
void Parser::finish_packed(const Specifiers& base, At end) {
    if (!base.attributes.is_packed || !base.defines_record) {
        return;
    }
    edits_.before(base.first, "_Pragma(\"pack(push, 1)\") ");
    edits_.after(end, " _Pragma(\"pack(pop)\")");
    const Record& record = types_.record(types_[base.type].index);
    for (const Member& member : record.members) {
        const bool is_inside = types_[member.type].kind == Kind::record &&
                               types_.record(types_[member.type].index).parent == types_[base.type].index;
        if (is_inside && !types_.record(types_[member.type].index).is_packed) {
            refuse(base.first, "a struct that is defined inside a packed one is not supported: define it before");
        }
    }
}

void Parser::add_member(std::uint32_t record, Code name, Type type) {
    types_.record(record).members.push_back({name, type});
    Type element = type;
    while (types_[element].kind == Kind::array) {
        element = types_[element].base;
    }
    const bool is_volatile_vector = types_.is_vector(element) && (element.qualifiers & is_volatile) != 0;
    if (is_volatile_vector ||
        (types_[element].kind == Kind::record && types_.record(types_[element].index).has_volatile_vector)) {
        types_.record(record).has_volatile_vector = true;
    }
    if (name != 0) {
        members_[std::uint64_t{record} << 32u | name] = type;
        return;
    }
    // The members of an anonymous one are the outer's too.
    std::vector<Member> inner = types_.record(types_[type].index).members;
    for (std::size_t i = 0; i < inner.size(); ++i) {
        if (inner[i].name != 0) {
            members_[std::uint64_t{record} << 32u | inner[i].name] = inner[i].type;
        } else {
            const std::vector<Member>& more = types_.record(types_[inner[i].type].index).members;
            inner.insert(inner.end(), more.begin(), more.end());
        }
    }
}

Type Parser::member_type(Type record, Code name) const {
    const auto found = members_.find(std::uint64_t{types_[record].index} << 32u | name);
    return found == members_.end() ? Type{} : found->second;
}

void Parser::settle_layout(std::uint32_t index) {
    unsigned alignment = 1;
    for (const Member& member : types_.record(index).members) {
        alignment = std::max(alignment, types_.alignment(member.type));
    }
    types_.record(index).alignment = alignment;
}

}  // namespace quovis::opencl_c
