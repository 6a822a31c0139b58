// Initialisers: C99 6.7.8 and 6.5.2.5. C++ has them by position alone, wants no value narrowed, and takes vectors for
// classes, so that braces around components become __qv_make.
#include <algorithm>
#include <limits>

#include "plugins/common/opencl_c/deeper.hpp"
#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {
namespace {

constexpr std::uint32_t most_gaps = 65536;  // elements that are left out, written as {}

bool fits(Scalar type, std::int64_t value) {
    if (is_floating(type)) {
        return value > -(1 << 11) && value < (1 << 11);  // exact in a half too
    }
    const unsigned bits = 8 * size_of(type);
    if (type == Scalar::boolean) {
        return value == 0 || value == 1;
    }
    if (is_unsigned(type)) {
        return value >= 0 && (bits == 64 || value < (std::int64_t{1} << bits));
    }
    return bits == 64 || (value >= -(std::int64_t{1} << (bits - 1)) && value < (std::int64_t{1} << (bits - 1)));
}

}  // namespace

// The number of elements where an array is initialised by braces, else -1.
std::int64_t Parser::initializer(Type type) {
    if (code() == left_brace) {
        return braced(type);
    }
    convert(assignment(), type);
    return -1;
}

std::int64_t Parser::braced(Type type) {
    const Deeper deeper(*this);
    switch (types_[type].kind) {
        case Kind::vector:
            braced_vector(type);
            return -1;
        case Kind::record:
        case Kind::array:
            return braced_aggregate(type);
        case Kind::unknown:
            braced_unknown();
            return -1;
        default:
            braced_scalar(type);
            return -1;
    }
}

void Parser::braced_unknown() {
    take();
    while (code() != right_brace) {
        if (code() == dot || code() == left_bracket) {
            refuse(at_, "a designated initialiser of a type that is not known is not supported");
        }
        initializer({});
        if (!take_if(comma)) {
            break;
        }
    }
    expect(right_brace, "',' or '}' in the initialiser");
}

void Parser::braced_scalar(Type type) {
    take();
    if (code() != right_brace) {
        leaf(type, assignment());
        take_if(comma);
    }
    expect(right_brace, "'}' behind the value");
}

void Parser::braced_vector(Type type) {
    const unsigned width = types_[type].width;
    edits_.replace(take(), edits_.keep("__qv_make<" + types_.name(Type{type.node}) + ">("));
    unsigned count = 0;
    while (code() != right_brace) {
        const unsigned given = components_of(argument().type);
        count = given == 0 ? width : count + given;
        if (code() != comma) {
            break;
        }
        const At at = take();
        if (code() == right_brace) {
            edits_.remove(at);
        }
    }
    const At close = expect(right_brace, "',' or '}' behind the component");
    edits_.replace(close, ")");
    demand_components(close, type, count);
}

std::int64_t Parser::braced_aggregate(Type type) {
    if (types_[type].kind == Kind::record && types_.record(types_[type].index).is_union && peek() == dot) {
        braced_union_member(type);
        return -1;
    }
    const At open = take();
    std::vector<Item> items;
    std::uint32_t slot = 0;
    std::uint32_t most = 0;
    bool is_designated = false;
    while (code() != right_brace) {
        if (code() == dot || code() == left_bracket) {
            slot = designated_slot(type, slot);
            is_designated = true;
        }
        Item item{slot, at_, 0};
        const Type wanted = slot_type(type, slot);
        if (code() == left_brace) {
            braced(wanted);
        } else {
            std::optional<Expr> given = assignment();
            spread(wanted, given);
        }
        item.last = last_;
        items.push_back(item);
        most = std::max(most, ++slot);
        if (!take_if(comma)) {
            break;
        }
    }
    const At close = expect(right_brace, "',' or '}' in the initialiser");
    if (is_designated) {
        arrange(open, close, items);
    }
    return types_[type].kind == Kind::array ? std::int64_t{most} : -1;
}

// Puts the items of designated initialisers into the order of their places.
void Parser::arrange(At open, At close, std::vector<Item>& items) {
    const auto goes_back = [](const Item& a, const Item& b) { return a.slot >= b.slot; };
    if (std::adjacent_find(items.begin(), items.end(), goes_back) != items.end()) {
        std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.slot < b.slot; });
        // The last one for a place counts.
        std::reverse(items.begin(), items.end());
        const auto same = [](const Item& a, const Item& b) { return a.slot == b.slot; };
        items.erase(std::unique(items.begin(), items.end(), same), items.end());
        std::reverse(items.begin(), items.end());
        At previous = open;
        for (const Item& item : items) {
            edits_.link(previous, item.first);
            if (previous != open) {
                edits_.after(previous, ", ");
            }
            previous = item.last;
        }
        edits_.link(previous, close);
    }
    std::uint32_t expected = 0;
    std::uint32_t gaps = 0;
    for (const Item& item : items) {
        gaps += item.slot - expected;
        if (gaps > most_gaps) {
            refuse(item.first, "a designated initialiser that leaves out more than 65536 elements is not supported");
        }
        std::string left_out;
        for (std::uint32_t i = expected; i < item.slot; ++i) {
            left_out += "{}, ";
        }
        if (!left_out.empty()) {
            edits_.before(item.first, edits_.keep(left_out));
        }
        expected = item.slot + 1;
    }
}

// Reads `.name =` or `[number] =`, which C++ has not.
std::uint32_t Parser::designated_slot(Type type, std::uint32_t expected) {
    const At first = at_;
    std::uint32_t slot = expected;
    if (take_if(left_bracket)) {
        const Expr index = conditional();
        if (code() == ellipsis) {
            refuse(at_, "ranges in designated initialisers are not supported");
        }
        if (!index.has_value || index.value < 0 || index.value > std::numeric_limits<std::int32_t>::max()) {
            refuse(index.first, "the index of a designated initialiser must be a constant");
        }
        slot = static_cast<std::uint32_t>(index.value);
        expect(right_bracket, "']' behind the index");
    } else {
        take();
        const Code name = code();
        const bool is_struct = types_[type].kind == Kind::record;
        const std::vector<Member>& members = types_.record(is_struct ? types_[type].index : 0).members;
        if (slot >= members.size() || members[slot].name != name) {
            const auto found = std::find_if(members.begin(), members.end(),
                                            [name](const Member& member) { return member.name == name; });
            if (!is_name(name) || found == members.end()) {
                refuse(at_, "'" + std::string(text(at_)) + "' is no member that can be initialised by name here");
            }
            slot = static_cast<std::uint32_t>(found - members.begin());
        }
        take();
    }
    if (code() == dot || code() == left_bracket) {
        refuse(at_, "nested designators are not supported: write .a = { .b = ... }");
    }
    expect(assign, "'=' behind the designator");
    edits_.remove(first, last_);
    return slot;
}

// A union's first member is initialised by position; another is copied into it.
void Parser::braced_union_member(Type type) {
    const At open = take();
    const At point = at_;
    const std::vector<Member>& members = types_.record(types_[type].index).members;
    const Code name = peek();
    const std::string own = cpp_spelling(type);
    const std::string member = "__qv_union." + std::string(edits_.text(next(point)));
    const Type of = is_name(name) ? member_type(type, name) : Type{};
    const bool is_first = !members.empty() && members[0].name == name;
    if (!is_first && (is_in_constant_ || own.empty() || !types_.is_known(of))) {
        refuse(point,
               "this member of a union cannot be initialised by name here: in constants and in unions without a "
               "name, only the first one can");
    }
    take();
    take();
    edits_.remove(point, expect(assign, "'=' behind the designator"));
    if (!is_first) {
        edits_.replace(open, edits_.keep("[&]{ " + own + " __qv_union{}; struct __qv_whole { decltype(" + member +
                                         ") it; } __qv_member = {"));
    }
    initializer_of_slot(of);
    if (code() == comma) {
        edits_.remove(take());
    }
    const At close = expect(right_brace, "'}' behind the member of a union");
    if (!is_first) {
        edits_.replace(close, edits_.keep("}; *(__qv_whole*)&" + member + " = __qv_member; return __qv_union; }()"));
    }
}

void Parser::initializer_of_slot(Type type) {
    if (code() == left_brace) {
        braced(type);
    } else {
        std::optional<Expr> given = assignment();
        spread(type, given);
    }
}

bool Parser::is_aggregate(Type type) const {
    return types_[type].kind == Kind::record || types_[type].kind == Kind::array;
}

std::uint32_t Parser::slot_count(Type aggregate) const {
    const Node& node = types_[aggregate];
    if (node.kind == Kind::array) {
        return node.count < 0 ? UINT32_MAX : static_cast<std::uint32_t>(std::min<std::int64_t>(node.count, UINT32_MAX));
    }
    const Record& record = types_.record(node.index);
    return record.is_union ? std::min<std::uint32_t>(1, static_cast<std::uint32_t>(record.members.size()))
                           : static_cast<std::uint32_t>(record.members.size());
}

Type Parser::slot_type(Type aggregate, std::uint32_t slot) const {
    const Node& node = types_[aggregate];
    if (node.kind == Kind::array) {
        return node.base;
    }
    const std::vector<Member>& members = types_.record(node.index).members;
    return slot < members.size() ? members[slot].type : Type{};
}

// Another item of the same list, which is neither designated nor behind the last comma.
bool Parser::more_items() const {
    return code() == comma && peek() != right_brace && peek() != dot && peek() != left_bracket;
}

// Whether a value is for the first part of an aggregate, whose braces are left out.
bool Parser::is_spread(Type type, const Expr& given) const {
    const bool is_text = types_[type].kind == Kind::array && types_[given.type].kind == Kind::array;
    return is_aggregate(type) && slot_count(type) != 0 && types_.is_known(given.type) && !is_text &&
           types_[given.type].kind != Kind::record;
}

// Gives a value, and as many more as it takes, to a slot.
void Parser::spread(Type type, std::optional<Expr>& pending) {
    const Deeper deeper(*this);
    if (!is_spread(type, *pending)) {
        leaf(type, *pending);
        pending.reset();
        return;
    }
    const std::uint32_t count = slot_count(type);
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        const Type part = slot_type(type, slot);
        if (!pending) {
            if (!more_items()) {
                return;
            }
            take();
            if (code() == left_brace) {
                braced(part);
                continue;
            }
            pending = assignment();
        }
        spread(part, pending);
    }
}

void Parser::leaf(Type type, const Expr& given) {
    convert(given, type);  // a scalar becomes a vector by itself, in C++ too
    if (types_.is_scalar(type)) {
        narrowed(type, given);
    }
}

// C++ takes no value in braces that may change, unless it is cast.
void Parser::narrowed(Type type, const Expr& given) {
    const Scalar wanted = types_[type].scalar;
    const Node& from = types_[given.type];
    const bool is_same = from.kind == Kind::scalar && from.scalar == wanted;
    const bool fits_value = given.has_value && fits(wanted, given.value);
    const bool is_floating_literal = given.is_literal && from.kind == Kind::scalar && is_floating(from.scalar) &&
                                     is_floating(wanted) && wanted != Scalar::half;
    if (!is_same && !fits_value && !is_floating_literal) {
        wrap(given.first, given.last, edits_.keep("(" + spelling(wanted, 1) + ")("), ")");
    }
}

void Parser::demand_components(At at, Type type, unsigned count) const {
    if (count != types_[type].width) {
        refuse(at, "a " + types_.name(Type{type.node}) + " needs as many components in its initialiser; here are " +
                       std::to_string(count));
    }
}

// A type as C++ names it in front of braces; empty where it has no name.
std::string Parser::cpp_spelling(Type type) const {
    const Node& node = types_[type];
    if (node.kind == Kind::scalar || node.kind == Kind::vector) {
        return spelling(node.scalar, node.width);
    }
    if (node.kind == Kind::record && !types_.record(node.index).name.empty()) {
        return cpp_path(types_.record(node.index).parent, types_.record(node.index).name);
    }
    return {};
}

// 0 where it is not known.
unsigned Parser::components_of(Type type) const {
    const Node& node = types_[type];
    return node.kind == Kind::vector || node.kind == Kind::scalar ? node.width : 0;
}

// (struct S){1, 2} becomes S{1, 2}.
Expr Parser::compound_literal(Type type, At open, At close) {
    const std::string name = cpp_spelling(type);
    if (name.empty()) {
        refuse(open, "compound literals of arrays and of structs without a name are not supported");
    }
    edits_.remove(open, close);
    if (!types_.is_vector(type)) {
        edits_.replace(open, edits_.keep(name));
    }
    braced(type);
    Expr made;
    made.type = Type{type.node};
    made.first = open;
    made.last = last_;
    made.is_compound = true;
    return made;
}

}  // namespace quovis::opencl_c
