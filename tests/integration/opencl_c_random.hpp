// Functions in OpenCL C that nobody wrote: random expressions and statements over all types, of which most are right.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace opencl_c_test {

// The types and functions that the random ones use, on one line.
extern const std::string_view random_prologue;

class RandomFunctions {
  public:
    explicit RandomFunctions(std::uint32_t seed) : random_(seed) {}

    // A function or a kernel on one line. No two have the same name.
    std::string next();

  private:
    enum class Scalar { char_, uchar, short_, ushort, int_, uint, long_, ulong, float_, double_ };
    struct Type {
        Scalar scalar = Scalar::int_;
        int width = 1;

        bool operator==(const Type&) const = default;
    };
    enum class Form { value, pointer, array, record, record_pointer };
    struct Variable {
        std::string name;
        Type type;
        Form form = Form::value;
    };

    int below(int limit) { return static_cast<int>(random_() % static_cast<std::uint32_t>(limit)); }
    bool one_in(int times) { return below(times) == 0; }
    template <typename List>
    auto any_of(const List& list) {
        return *(list.begin() + below(static_cast<int>(list.size())));
    }
    std::string word(std::string_view list);  // one of those between blanks

    static std::string spelling(Type type);
    static int bytes(Scalar scalar);
    static bool is_floating(Scalar scalar) { return scalar >= Scalar::float_; }
    static Type mask(Type type);  // the signed integers of the same size
    Scalar any_scalar() { return static_cast<Scalar>(below(10)); }
    Scalar any_integer() { return static_cast<Scalar>(below(8)); }
    Scalar of_same_size(Scalar scalar);
    int any_width();
    Type any_type() { return {any_scalar(), one_in(2) ? 1 : any_width()}; }

    // opencl_c_random.cpp: functions and statements
    std::string parameter();
    std::string block(int count, int depth);
    std::string statement(int depth);
    std::string compound(int depth);
    std::string declaration();
    std::string record_declaration();
    std::string record_statement();
    std::string assignment();
    std::string pointer_statement();
    std::string new_name();
    std::string field_to_write(const Variable& of, Type& type);
    const Variable* pick(Form form);

    // opencl_c_random_expressions.cpp
    std::string expression(Type type, int depth);
    std::string scalar(Scalar type, int depth);
    std::string scalar_call(Scalar type, int depth);
    std::string scalar_of_memory(Scalar type, int depth);
    std::string vector(Type type, int depth);
    std::string vector_call(Type type, int depth);
    std::string vector_literal(Type type, int depth);
    std::string record(int depth);
    std::string literal(Scalar type);
    std::string atom(Type type);
    std::string integer(int depth) { return scalar(any_integer(), depth); }
    std::string any(int depth) { return scalar(any_scalar(), depth); }
    std::string components(int of, int count, bool are_distinct);
    std::string joined(int count, Type type, int depth);

    std::mt19937 random_;
    std::vector<Variable> variables_;
    std::set<std::string> taken_;  // names, in this function
    int names_ = 0;
    int functions_ = 0;
    int labels_ = 0;
    bool is_kernel_ = false;
};

}  // namespace opencl_c_test
