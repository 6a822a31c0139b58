// The table of the supported part of OpenCL C 1.2, row by row: on each way to a device, and through each compiler.
#include "tests/integration/opencl_c_features.hpp"

namespace opencl_c_test {
namespace {

QUOVIS_OPENCL_C_CASES(FeatureOfExecution, features_of_execution(), one_of_each_compiler);
QUOVIS_OPENCL_C_CASES(FeatureOfVectors, features_of_vectors(), one_of_each_compiler);
QUOVIS_OPENCL_C_CASES(FeatureOfConversions, features_of_conversions(), one_of_each_compiler);
QUOVIS_OPENCL_C_CASES(FeatureOfFunctions, features_of_functions(), one_of_each_compiler);
QUOVIS_OPENCL_C_CASES(FeatureOfMath, features_of_math(), one_of_each_compiler);
QUOVIS_OPENCL_C_CASES(FeatureOfVolatileMemory, features_of_volatile_memory(), one_of_each_compiler);

}  // namespace
}  // namespace opencl_c_test
