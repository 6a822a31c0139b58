// The math functions of OpenCL C with their bounds (OpenCL 1.2, section 7.4) and what they should give, in long double.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace opencl_c_test {

// Where a function is looked at: all numbers, or those of x within an interval.
struct Domain {
    long double low = 0;
    long double high = 0;  // as low: all numbers, infinities and NaN too
};

struct MathFunction {
    std::string name;
    std::string call;  // in x, y, z (numbers) and n (an int)
    double bound;      // in ULP, of float and of double; below zero: the implementation's matter, reported only
    double double_bound;
    std::function<long double(long double x, long double y, long double z, int n)> of;
    Domain domain;
    bool is_float_only = false;
};

const std::vector<MathFunction>& math_functions();

}  // namespace opencl_c_test
