// The parameters of kernels in images that NVRTC and nvcc have made, and launches on a driver that does not tell them.
// The driver is the fake one; on a real one: typed_kernels_test.cpp.
#if __has_include(<cuda.h>)
#include "plugins/cuda/image_parameters.hpp"
#include "plugins/cuda/parameters.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/integration/backends.hpp"
#include "tests/integration/cuda_plugin.hpp"

namespace cuda_parameters_test {

using namespace backend_test;
using quovis::Buffer;
using quovis::Image;
using quovis::Instance;
using quovis::Kernel;
using quovis::Options;
using quovis::cuda::complete_from_name;
using quovis::cuda::complete_from_record;
using quovis::cuda::ParameterList;
using quovis::cuda::ParameterLists;
using quovis::cuda::parameters_of_image;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::string bytes_of(const Image& image) {
    return {static_cast<const char*>(image.data()), image.size()};
}

std::string sixty_ints() {
    std::string list;
    for (int i = 0; i < 60; ++i) {
        list += (i == 0 ? "int p" : ", int p") + std::to_string(i);
    }
    return list;
}

const std::string source = R"(
namespace ns {
struct Pair { int a; double b; char c; };
struct alignas(16) Wide { int a; };
struct Empty {};
enum Color { red };
template <class T, int N> struct Vec { T v[N]; };
template <class T> __global__ void of_type(T* p, Vec<T, 3> v, const T& r) { *p = v.v[0] + r; }
__global__ void structs(char c, Pair p, Wide w, Empty e, float4 f, Color k) {}
__global__ void pointers(void* v, const float* f, int** pp, float (*rows)[3], int (&four)[4], int (*code)(int, float*)) {}
}
struct Large { char bytes[3000]; };
__global__ void scalars(bool b, char c, signed char sc, unsigned char uc, short s, unsigned short us, int i, unsigned u,
                        long l, unsigned long ul, long long ll, unsigned long long ull, float f, double d) {}
__global__ void large(int* p, Large l) { *p = l.bytes[7]; }
extern "C" __global__ void none() {}
extern "C" __global__ void in_c(float* p, const double* q, long n, int k, unsigned char c, float f) { p[n] = k + f; }
extern "C" __global__ void sixty()" +
                           sixty_ints() + ") {}\n";

struct Made {
    std::string backend;
    std::string format;
};

void PrintTo(const Made& made, std::ostream* out) {
    *out << made.backend << ", " << made.format;
}

class CudaParameters : public testing::TestWithParam<Made> {
  protected:
    void SetUp() override {
        const Instance instance = open_only(GetParam().backend);
        if (const std::string reason = why_not(instance, GetParam().backend); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
        Options options;
        options.name_expressions = {"ns::of_type<double>", "ns::structs", "ns::pointers", "scalars", "large"};
        const Image image = instance.program(quovis::Source::memory(source, "cuda", "k.cu"), options)
                                .compile({GetParam().backend, "sm_90", GetParam().format});
        bytes_ = bytes_of(image);
        lists_ = parameters_of_image(GetParam().format, bytes_);
        for (const auto& [expression, symbol] : image.symbols()) {
            symbols_[expression] = symbol;
        }
    }

    // With what the name tells, as the runtime has it.
    ParameterList parameters(const std::string& name) const {
        const auto known = symbols_.find(name);
        const std::string symbol = known == symbols_.end() ? name : known->second;
        const auto found = lists_.find(symbol);
        if (found == lists_.end()) {
            ADD_FAILURE() << symbol << " is not told";
            return {};
        }
        ParameterList list = found->second;
        complete_from_name(list, symbol);
        return list;
    }
    std::vector<std::size_t> sizes(const std::string& name) const {
        std::vector<std::size_t> all;
        for (const auto& one : parameters(name)) {
            all.push_back(one.size);
        }
        return all;
    }
    std::vector<std::string> types(const std::string& name) const {
        std::vector<std::string> all;
        for (const auto& one : parameters(name)) {
            all.push_back(one.type);
        }
        return all;
    }
    std::vector<std::int32_t> kinds(const std::string& name) const {
        std::vector<std::int32_t> all;
        for (const auto& one : parameters(name)) {
            all.push_back(one.kind);
        }
        return all;
    }

    std::string bytes_;
    ParameterLists lists_;
    std::map<std::string, std::string> symbols_;
};

constexpr auto value = QUOVIS_RT_PARAMETER_VALUE;
constexpr auto pointer = QUOVIS_RT_PARAMETER_POINTER;

TEST_P(CudaParameters, ScalarsHaveTheirSizesAndTypes) {
    EXPECT_THAT(sizes("scalars"), ElementsAre(1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 8, 8, 4, 8));
    EXPECT_THAT(types("scalars"), ElementsAre("bool", "char", "signed char", "unsigned char", "short", "unsigned short",
                                              "int", "unsigned int", "long", "unsigned long", "long long",
                                              "unsigned long long", "float", "double"));
    EXPECT_THAT(kinds("scalars"), Each(value));
}

TEST_P(CudaParameters, StructsHaveTheirSizesAndPlaces) {
    EXPECT_THAT(sizes("ns::structs"), ElementsAre(1, 24, 16, 1, 16, 4));
    EXPECT_THAT(types("ns::structs"), ElementsAre("char", "ns::Pair", "ns::Wide", "ns::Empty", "float4", "ns::Color"));
    EXPECT_THAT(kinds("ns::structs"), Each(value));
    std::vector<std::size_t> offsets;
    for (const auto& one : parameters("ns::structs")) {
        offsets.push_back(one.offset);
    }
    EXPECT_THAT(offsets, ElementsAre(0, 8, 32, 48, 64, 80));
    EXPECT_THAT(sizes("large"), ElementsAre(8, 3000));
}

TEST_P(CudaParameters, PointersAndReferencesAreKnownByTheName) {
    EXPECT_THAT(kinds("ns::pointers"), ElementsAre(pointer, pointer, pointer, pointer, pointer, value));
    EXPECT_THAT(types("ns::pointers"),
                ElementsAre("void*", "float const*", "int**", "float (*) [3]", "int (&) [4]", "int (*)(int, float*)"));
}

TEST_P(CudaParameters, OfATemplateAreThoseOfItsArguments) {
    EXPECT_THAT(sizes("ns::of_type<double>"), ElementsAre(8, 24, 8));
    EXPECT_THAT(types("ns::of_type<double>"), ElementsAre("double*", "ns::Vec<double, 3>", "double const&"));
    EXPECT_THAT(kinds("ns::of_type<double>"), ElementsAre(pointer, value, pointer));
}

TEST_P(CudaParameters, MayBeNoneOrSixty) {
    EXPECT_THAT(sizes("none"), IsEmpty());
    EXPECT_THAT(sizes("sixty"), SizeIs(60));
    EXPECT_THAT(sizes("sixty"), Each(4));
}

TEST_P(CudaParameters, OfAKernelInCHaveSizesWithoutTypes) {
    EXPECT_THAT(sizes("in_c"), ElementsAre(8, 8, 8, 4, 1, 4));
    const bool tells_floats = GetParam().format == "ptx";
    EXPECT_THAT(types("in_c"), ElementsAre("", "", "", "", "", tells_floats ? "float" : ""));
}

TEST_P(CudaParameters, OfEachPrefixOfTheImageAreRightOrNotTold) {
    const std::size_t step = bytes_.size() > 20000 ? 7 : 1;
    for (std::size_t size = 0; size < bytes_.size(); size += step) {
        for (const auto& [name, list] : parameters_of_image(GetParam().format, std::string(bytes_, 0, size))) {
            const auto whole = lists_.find(name);
            const bool is_cut_name = whole == lists_.end();  // at the end of PTX
            ASSERT_TRUE(is_cut_name ? list.empty() : list.size() == whole->second.size() || list.empty())
                << name << " in " << size << " bytes";
        }
    }
}

TEST_P(CudaParameters, OfADamagedImageAreNeverOutOfOrder) {
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        std::string damaged = bytes_;
        for (int changes = 0; changes < 4; ++changes) {
            damaged[random() % damaged.size()] ^= static_cast<char>(1u << random() % 8);
        }
        for (const auto& [name, list] : parameters_of_image(GetParam().format, damaged)) {
            std::size_t end = 0;
            for (const auto& one : list) {
                ASSERT_GE(one.offset, end) << name;
                ASSERT_GT(one.size, 0u) << name;
                end = one.offset + one.size;
            }
        }
    }
}

// nvcc's PTX and cubins are of the same compilers as NVRTC's.
const Made made[] = {{"cuda-nvrtc", "ptx"}, {"cuda-nvrtc", "cubin"}, {"cuda-nvcc", "fatbin"}};

INSTANTIATE_TEST_SUITE_P(Image, CudaParameters, testing::ValuesIn(made),
                         [](const auto& tested) { return as_name(tested.param.backend + "_" + tested.param.format); });

class ParametersOfOpenclC : public testing::TestWithParam<Made> {};

// All but the offset of a launch, which is an argument more that the host does not see.
TEST_P(ParametersOfOpenclC, AreThoseOfItsRecord) {
    const Instance instance = open_only(GetParam().backend);
    if (const std::string reason = why_not(instance, GetParam().backend); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const std::string text =
        "kernel void k(global int* x, local float4* tile, float3 by) { x[get_global_id(0)] = get_global_offset(0); }\n"
        "kernel void none() {}\n";
    const Image image = instance.program(quovis::Source::memory(text, "opencl", "k.cl"))
                            .compile({GetParam().backend, "sm_90", GetParam().format});
    ParameterLists lists = parameters_of_image(GetParam().format, bytes_of(image));
    const auto records = quovis::cuda::records_of_image(GetParam().format, bytes_of(image));
    ASSERT_THAT(records, SizeIs(2));
    ASSERT_THAT(lists["k"], SizeIs(4));
    for (const auto& [name, record] : records) {
        EXPECT_TRUE(record.takes_offset) << name;
        EXPECT_TRUE(complete_from_record(lists[name], record)) << name;
    }
    EXPECT_THAT(lists["none"], IsEmpty());
    ASSERT_THAT(lists["k"], SizeIs(3));
    EXPECT_EQ(lists["k"][1].kind, QUOVIS_RT_PARAMETER_LOCAL);
    EXPECT_EQ(lists["k"][2].type, "float3");
    EXPECT_EQ(lists["k"][2].name, "by");
}

INSTANTIATE_TEST_SUITE_P(Image, ParametersOfOpenclC, testing::ValuesIn(made),
                         [](const auto& tested) { return as_name(tested.param.backend + "_" + tested.param.format); });

// ---- On a driver ----

class CudaParametersOnAFakeDriver : public testing::Test {
  protected:
    void SetUp() override {
        fake_ = cuda_test::fake_driver_as_new();
        if (fake_ == nullptr) {
            GTEST_SKIP() << "the fake driver was built without cuda.h";
        }
    }

    // Skips where NVRTC is not there.
    void open() {
        instance_.emplace(
            open_only("cuda-nvrtc", "backends:\n  cuda-nvrtc: { driver: '" + cuda_test::fake_driver + "' }\n"));
        if (const std::string reason = why_not(*instance_, "cuda-nvrtc"); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }

    // The fake driver's `add_one` from an image of this text.
    Kernel load(const std::string& text, const std::string& name) const {
        return instance_->program(quovis::Source::memory(text, "cuda", "k.cu")).load("cuda").kernel(name);
    }

    static constexpr const char* in_c = "extern \"C\" __global__ void add_one(int* data, int count) { ++*data; }\n";
    static constexpr const char* in_cpp = "__global__ void add_one(int* data, int count) { ++*data; }\n";

    FakeCuda* fake_ = nullptr;
    std::optional<Instance> instance_;
};

TEST_F(CudaParametersOnAFakeDriver, ComeFromTheImageWhereTheDriverIsTooOldToTell) {
    fake_->version = 12030;
    open();
    if (IsSkipped()) {
        return;
    }
    const Kernel kernel = load(in_c, "add_one");
    const auto parameters = kernel.info().parameters;
    ASSERT_TRUE(parameters.has_value());
    ASSERT_EQ(parameters->size(), 2u);
    EXPECT_EQ(parameters->at(0).bytes, 8u);
    EXPECT_EQ(parameters->at(1).bytes, 4u);
    const Buffer data = instance_->route("cuda").buffer<int>(4);
    data.fill(1);
    kernel.launch(1, 1, data, 4);
    EXPECT_EQ(data.read<int>(), std::vector<int>(4, 2));
    const auto error = error_of([&] { kernel.launch(1, 1, data, 4.0); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_LAUNCH);
    EXPECT_THAT(error->what(), HasSubstr("4 bytes"));
    EXPECT_THAT(error->what(), HasSubstr("8 bytes"));
}

TEST_F(CudaParametersOnAFakeDriver, ComeFromPtxWithItsFloats) {
    fake_->version = 12030;
    open();
    if (IsSkipped()) {
        return;
    }
    const std::string text =
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry add_one(.param .u64 .ptr .align 4 data, "
        ".param .f32 count) { ret; }\n";
    const Kernel kernel = instance_->image(text.data(), text.size(), "ptx").load("cuda").kernel("add_one");
    EXPECT_NO_THROW((kernel.typed<quovis::buffer<int>, float>()));
    const auto of_float = error_of([&] { (kernel.typed<quovis::buffer<int>, int>()); });
    ASSERT_TRUE(of_float);
    EXPECT_THAT(of_float->what(), HasSubstr("argument 1 is float (4 bytes), and int (4 bytes) was given"));
    const auto of_pointer = error_of([&] { (kernel.typed<double, float>()); });
    ASSERT_TRUE(of_pointer);
    EXPECT_THAT(of_pointer->what(), HasSubstr("argument 0 is a buffer, and double (8 bytes) was given"));
}

TEST_F(CudaParametersOnAFakeDriver, AreNotToldWhereNeitherDriverNorImageTells) {
    fake_->version = 12030;
    open();
    if (IsSkipped()) {
        return;
    }
    const std::string empty_fatbin("\x50\xED\x55\xBA\x01\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00", 16);
    const Kernel kernel =
        instance_->image(empty_fatbin.data(), empty_fatbin.size(), "fatbin").load("cuda").kernel("add_one");
    EXPECT_FALSE(kernel.info().parameters.has_value());
    EXPECT_NO_THROW((kernel.typed<double>()));
}

TEST_F(CudaParametersOnAFakeDriver, HaveTheTypesOfTheCppNameOnEveryDriver) {
    for (const int version : {13000, 12030}) {
        fake_->version = version;
        open();
        if (IsSkipped()) {
            return;
        }
        const Kernel kernel = load(in_cpp, "_Z7add_onePii");
        const auto parameters = kernel.info().parameters;
        ASSERT_TRUE(parameters.has_value());
        ASSERT_EQ(parameters->size(), 2u);
        EXPECT_EQ(parameters->at(0).kind, QUOVIS_PARAMETER_POINTER);
        EXPECT_EQ(parameters->at(0).type, "int*");
        EXPECT_EQ(parameters->at(1).kind, QUOVIS_PARAMETER_VALUE);
        EXPECT_EQ(parameters->at(1).type, "int");
        EXPECT_NO_THROW((kernel.typed<quovis::buffer<int>, int>()));
        const auto error = error_of([&] { (kernel.typed<quovis::buffer<int>, float>()); });
        ASSERT_TRUE(error);
        EXPECT_THAT(error->what(), HasSubstr("argument 1 is int (4 bytes), and float (4 bytes) was given"));
    }
}

}  // namespace cuda_parameters_test
#endif
