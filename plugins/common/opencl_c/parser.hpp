// The translator at work: one pass over the tokens that reads declarations, statements and expressions as OpenCL C has
// them, keeps scopes and types, and notes the edits that make C++ of them. No tree is built.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "plugins/common/opencl_c/edits.hpp"
#include "plugins/common/opencl_c/translate.hpp"
#include "plugins/common/opencl_c/types.hpp"
#include "plugins/common/opencl_c/words.hpp"
#include "plugins/common/opencl_c/writer.hpp"

namespace quovis::opencl_c {

constexpr At nowhere = UINT32_MAX;

// An expression that has been read.
struct Expr {
    Type type;
    At first = 0;
    At last = 0;
    std::uint32_t swizzle = 0;  // the last of its component selections (swizzles_), 0: none
    bool has_value = false;     // it is a constant of integers
    bool is_literal = false;    // one token
    bool promotes = false;      // an int in C; a bool or an enumeration in C++, unless a `+` is put before it
    bool is_null = false;       // a null pointer constant
    bool is_address_of_temporary = false;
    bool has_comma = false;    // at its top
    bool is_compound = false;  // a compound literal
    std::int64_t value = 0;
};

struct Attributes {
    std::optional<std::array<std::uint32_t, 3>> block;
    std::string aligned;     // as C++ takes it, with a blank behind it
    unsigned alignment = 0;  // that it says, 0: none that is known
    bool is_packed = false;
    bool is_noinline = false;
    bool is_always_inline = false;
    std::string unroll;  // a pragma
};

struct Specifiers {
    Type type;
    At first = 0;
    At last = 0;
    At moved_behind = 0;  // the brace of an enumeration, behind which the declaration goes on
    std::string moved_text;
    At const_token = nowhere;
    At volatile_token = nowhere;
    bool is_typedef = false;
    bool is_static = false;
    bool is_extern = false;
    bool is_kernel = false;
    bool is_constant = false;  // `__constant` is written here
    bool defines_record = false;
    Attributes attributes;
};

// How often each keyword stands among the specifiers: `unsigned long int` in any order.
struct BasicWords {
    std::array<std::uint8_t, first_name - kw_first> times{};
    unsigned count = 0;

    void add(Code word) {
        times[word - kw_first] = static_cast<std::uint8_t>(std::min(times[word - kw_first] + 1, 3));
        ++count;
    }
};

struct Parameter {
    Type type;
    Code name = 0;
    At first = 0;
    At last = 0;
    At spec_last = 0;
    At name_at = 0;
    bool is_simple_pointer = false;  // specifiers, one `*` and the name
};

struct Declarator {
    Type type;
    Code name = 0;  // 0: none
    At name_at = 0;
    At first = 0;
    At last = 0;
    At const_token = nowhere;  // of the object itself, behind a `*`
    At open_bracket = 0;       // of `[]` without a size
    unsigned stars = 0;
    bool is_nested = false;
    bool is_function = false;
    bool is_pointer_to_function = false;
    std::vector<Parameter> parameters;
};

// 1.0f, 1e3, 0x1p4
bool is_floating_number(std::string_view number);

class Parser {
  public:
    Parser(const Preprocessed& source, Translated& result);

    void run();

  private:
    enum class SymbolKind : std::uint8_t { none, variable, function, type, enumerator, tag };
    struct Symbol {
        SymbolKind kind = SymbolKind::none;
        Type type;
        Code name = 0;
        std::uint32_t hidden = 0;  // the symbol of the same name further out
        std::uint32_t depth = 0;
        std::uint32_t record = 0;  // the record in whose braces it was declared, 0: none
        bool has_value = false;
        std::int64_t value = 0;
        std::uint32_t block = 0;  // of a function: into blocks_
    };
    struct Heads {
        std::uint32_t ordinary = 0;
        std::uint32_t tag = 0;
    };
    struct Swizzle {
        At token = 0;
        std::uint32_t previous = 0;
    };
    // A declaration with initialisers that a jump may pass by.
    struct Initialised {
        Specifiers specifiers;
        std::uint32_t first_declarator = 0;
        std::uint32_t count = 0;
    };
    struct InitialisedDeclarator {
        Type type;
        At name_at = 0;
        At const_token = nowhere;
        At open_bracket = 0;
        At assign_at = 0;  // 0: not initialised
        At last = 0;
        At comma_at = 0;  // behind it, 0: none
        bool is_braced = false;
        std::int64_t elements = -1;
    };
    // What CUDA and HIP start for a kernel, in the parts that depend on it.
    struct Entry {
        std::string record;  // a literal
        std::string bounds;
        std::string parameters;
        std::string arguments;
    };
    class Deeper;
    class InScope;

    // scan.cpp: what can be said of each token alone
    void scan();
    void scan_other(At at);
    void scan_keyword(At at);
    void scan_known(At at);
    void scan_number(At at);
    void scan_pragma(At at);
    void opencl_pragma(At at, std::string_view rest);

    // tokens
    Code code(At at) const { return codes_[at]; }
    Code code() const { return codes_[at_]; }
    At next(At at) const {
        if (codes_[at] == code_end) {
            return at;
        }
        do {
            ++at;
        } while (codes_[at] == code_pragma);
        return at;
    }
    Code peek() const { return codes_[next(at_)]; }
    At take() {
        const At taken = at_;
        last_ = taken;
        at_ = next(at_);
        return taken;
    }
    bool take_if(Code wanted) {
        const bool is_there = code() == wanted;
        if (is_there) {
            take();
        }
        return is_there;
    }
    At expect(Code wanted, std::string_view what) {
        if (code() != wanted) {
            refuse_for_lack_of(what);
        }
        return take();
    }
    [[noreturn]] void refuse_for_lack_of(std::string_view what) const;
    std::string_view text(At at) const { return source_.tokens[at].text; }
    static bool is_name(Code code) { return code >= first_name; }
    [[noreturn]] void refuse(At at, std::string_view message) const;
    void warn(At at, std::string message);

    // scope.cpp
    const Symbol* find(Code name) const;
    const Symbol* find_tag(Code name) const;
    Symbol& declare(Code name, SymbolKind kind, Type type);
    void leave_scope(std::size_t symbols);
    std::string cpp_path(std::uint32_t record, std::string_view name) const;
    void name_as_cpp_does(At at, const Symbol& symbol);

    // parse_type.cpp
    bool starts_type(At at) const;
    [[noreturn]] void refuse_feature(At at) const;
    bool starts_declaration(At at) const;
    Specifiers specifiers();
    bool specifier(Specifiers& made);
    void space_qualifier(Specifiers& made, At at);
    Type named_type(At at);
    Type basic_type(const BasicWords& words, At at);
    Type type_name();  // of casts, sizeof
    Type typeof_type();
    Type enumeration(Specifiers& made);

    // parse_declarator.cpp
    Declarator declarator(Type base, bool may_be_abstract);
    void declarator_part(Type base, bool may_be_abstract, Declarator& made);
    Type pointers(Type base, Declarator& made);
    Type suffixes(Type base, Declarator& made);
    Type array_suffix(Type element, Declarator& made);
    void parameters(Declarator& made);
    Parameter parameter();

    // parse_record.cpp
    Type record_type(Specifiers& made);
    void record_body(Type type, At keyword);
    void member_declaration(std::uint32_t record);
    void finish_packed(const Specifiers& base, At end);
    void add_member(std::uint32_t record, Code name, Type type);
    Type member_type(Type record, Code name) const;
    void settle_layout(std::uint32_t record);

    // parse_attributes.cpp
    void attributes(Attributes& made);
    void attribute(Attributes& made);
    std::string raw(At first, At last) const;
    std::array<std::uint32_t, 3> block_size();
    void skip_balanced();

    // parse_declaration.cpp
    void external_declaration();
    void declaration(bool is_global);
    void place_variable(const Specifiers& specifiers, const Declarator& made, At comma_before, bool is_global);
    void variable_initialiser(const Declarator& made);
    void insert_specifier(const Specifiers& specifiers, std::string_view text);
    std::string respelled(const Specifiers& specifiers) const;
    void function_definition(const Specifiers& specifiers, const Declarator& made);
    void function_declaration(const Specifiers& specifiers, const Declarator& made, bool is_first, bool is_definition);
    void typedef_name(const Specifiers& specifiers, const Declarator& made);
    void static_assertion();

    // parse_initializer.cpp
    struct Item {
        std::uint32_t slot = 0;
        At first = 0;
        At last = 0;
    };
    std::int64_t initializer(Type type);
    std::int64_t braced(Type type);
    std::int64_t braced_aggregate(Type type);
    void braced_unknown();
    void braced_scalar(Type type);
    void braced_vector(Type type);
    void braced_union_member(Type type);
    void initializer_of_slot(Type type);
    void arrange(At open, At close, std::vector<Item>& items);
    std::uint32_t designated_slot(Type type, std::uint32_t expected);
    Type slot_type(Type aggregate, std::uint32_t slot) const;
    std::uint32_t slot_count(Type aggregate) const;
    bool is_aggregate(Type type) const;
    bool is_spread(Type type, const Expr& given) const;
    void spread(Type type, std::optional<Expr>& pending);
    bool more_items() const;
    void leaf(Type type, const Expr& given);
    void narrowed(Type type, const Expr& given);
    void demand_components(At at, Type type, unsigned count) const;
    std::string cpp_spelling(Type type) const;
    unsigned components_of(Type type) const;

    // parse_statement.cpp
    void compound_statement();
    void block_items(At open);
    void hint();
    void statement();
    void condition();
    void if_statement();
    void label();
    void case_label();
    void for_statement();
    void switch_statement();
    void return_statement();
    void assembly();
    void separate_initialisers(std::size_t from);
    void separate_initialiser(const Initialised& declaration);

    // parse_expression.cpp
    Expr expression();
    Expr assignment();
    Expr assigned(const Expr& left);
    Expr conditional();
    void binary(Expr& left, int least);
    Expr combine(Code op, At op_at, const Expr& left, const Expr& right);
    Expr shift(Code op, At op_at, const Expr& left, const Expr& right);
    std::int64_t shift_width(Type left) const;
    Expr choice(const Expr& condition);
    Expr cast_expression();
    Expr cast(At open);
    Expr compound_literal(Type type, At open, At close);
    Expr vector_literal(Type type, At open, At close);
    Expr unary_operand();
    void refuse_bool_step(const Expr& of) const;
    Expr unary();
    Expr sizeof_expression();
    Expr postfix(Expr made);
    Expr stepped(const Expr& of);

    // parse_primary.cpp, parse_member.cpp
    Expr primary();
    Expr name();
    void refuse_compilers_own(At at) const;
    std::string instead_of(std::string_view own) const;
    Expr number(At at) const;
    Expr member(const Expr& base, bool by_pointer);
    bool component(const Expr& base, Type vector, Expr& made);
    Expr subscript(const Expr& base);

    // parse_call.cpp
    Expr call(const Expr& callee);
    Expr built_in_call(At at);
    Expr offset_of(At at);
    Expr vec_step(At at);
    void name_axis(At function, const Expr& axis);
    Type accessed_type(bool loads, bool is_half, unsigned width, std::span<const Type> given);
    Type built_in_result(Result rule, std::span<const Type> arguments);
    bool conversion(At at, Type& result);
    unsigned memory_access(At at, bool& is_half);
    Expr argument();

    // parse_member.cpp, conversions
    void convert(const Expr& expr, Type type);
    void read_volatile(const Expr& expr);
    void promote(const Expr& expr);
    void make_target(const Expr& expr);
    void settle_value(Expr& expr) const;
    void wrap(At first, At last, std::string_view before, std::string_view after);

    // kernels.cpp
    void note_kernel(const Declarator& made, const std::optional<std::array<std::uint32_t, 3>>& block);
    void add_kernel_parameter(const Parameter& parameter, KernelSignature& signature, Entry& entry);
    void write_kernels(Writer& writer);

    const Preprocessed& source_;
    Translated& result_;
    Edits edits_;
    Words words_;
    TypeTable types_;
    std::vector<Code> codes_;
    At at_ = 0;
    At last_ = 0;  // the token taken last
    unsigned depth_ = 0;

    std::vector<Symbol> symbols_;
    std::vector<Heads> heads_;  // of each name
    std::uint32_t scope_depth_ = 0;
    std::vector<std::uint32_t> open_records_;
    std::unordered_map<std::uint64_t, Type> members_;  // record and name
    std::vector<Swizzle> swizzles_;
    std::vector<Type> given_;  // to the built-in functions whose calls are read
    std::vector<std::optional<std::array<std::uint32_t, 3>>> blocks_;

    std::vector<Initialised> initialised_;
    std::vector<InitialisedDeclarator> initialised_declarators_;
    std::size_t switch_start_ = 0;  // of initialised_, where the body of the switch begins
    Type return_type_;
    std::string_view storage_;          // put before the declaration that is read
    std::string plain_specifiers_;      // its specifiers without that
    bool is_in_constant_ = false;       // in the initialiser of a constant, where no code can run
    std::uint32_t loop_depth_ = 0;      // of the scope of a `for` whose body is read, 0: none
    bool is_loop_name_hidden_ = false;  // its body declares one of its names anew
    unsigned unnamed_records_ = 0;
    std::vector<Entry> entries_;  // of result_.kernels
};

}  // namespace quovis::opencl_c
