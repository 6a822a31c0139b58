// The check of a signature over the fake runtime: what fits a kernel, and what is said of what does not.
#include "tests/unit/program_fixture.hpp"

#include <cstdint>
#include <cstring>

namespace quovis::test {
namespace execution_signature_test {

using testing::AllOf;
using testing::HasSubstr;

class Signature : public ProgramTest {
  protected:
    Signature() : path_(add("fake")), instance_(open()), route_(instance_.route("fake:gpu:0")) {}

    Kernel kernel(const std::string& parameters, const std::string& magic = {}) const {
        return instance_.program(source(magic + "kernel void noop(" + parameters + ")\n")).load(route_).kernel("noop");
    }

    std::string refusal(const std::function<void()>& call) const {
        const Error error = error_of(call);
        EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH);
        return error.what();
    }

    static quovis_parameter parameter(quovis_parameter_kind kind, std::size_t bytes = 0, const char* type = nullptr) {
        quovis_parameter made = QUOVIS_INIT(quovis_parameter);
        made.kind = kind;
        made.bytes = bytes;
        made.type = type;
        return made;
    }

    std::string path_;
    Instance instance_;
    Route route_;
};

TEST_F(Signature, OfTheKernelsOwnTypesFits) {
    const Kernel made = kernel(
        "char a, uchar b, short c, ushort d, int e, uint f, long g, ulong h, float i, double j, "
        "global const float* k, local uint* l");
    const auto check = [&] {
        made.typed<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t,
                   std::uint64_t, float, double, buffer<const float>, local_memory>();
    };
    EXPECT_NO_THROW(check());
}

TEST_F(Signature, ThatFitsLaunchesWithConversions) {
    const Kernel saxpy = instance_.program(source(saxpy_source)).load(route_).kernel("saxpy");
    const Buffer x = route_.buffer<float>(4);
    const Buffer y = route_.buffer<float>(4);
    x.fill(3.0F);
    y.fill(1.0F);
    const auto typed = saxpy.typed<int, float, buffer<const float>, buffer<float>>();
    typed.launch(Stream(), 1, 4, 4u, 2, x, y.at(0));
    EXPECT_EQ(y.read<float>(), std::vector<float>(4, 7));
}

TEST_F(Signature, WithAnotherTypeOfTheSameSizeNamesBoth) {
    const Kernel made = kernel("int n, float a");
    EXPECT_THAT(refusal([&] { (made.typed<int, int>()); }),
                HasSubstr("kernel 'noop': argument 1 ('a') is float (4 bytes), and int (4 bytes) was given"));
}

TEST_F(Signature, WithATypeOfAnotherSizeNamesBothSizes) {
    const Kernel made = kernel("int n, float a");
    EXPECT_THAT(refusal([&] { (made.typed<int, double>()); }),
                HasSubstr("argument 1 ('a') is float (4 bytes), and double (8 bytes) was given"));
}

TEST_F(Signature, WithAnotherSignDoesNotFit) {
    const Kernel made = kernel("uint n");
    EXPECT_THAT(refusal([&] { made.typed<int>(); }), HasSubstr("is uint (4 bytes), and int (4 bytes) was given"));
}

TEST_F(Signature, WithMemoryOfOtherElementsNamesBoth) {
    const Kernel made = kernel("global const float* x");
    EXPECT_THAT(refusal([&] { made.typed<buffer<double>>(); }),
                AllOf(HasSubstr("argument 0 ('x') is "), HasSubstr("(a buffer), and a buffer of double was given")));
    EXPECT_NO_THROW(made.typed<buffer<void>>());
    struct Particle {
        float position[3];
    };
    EXPECT_NO_THROW(made.typed<buffer<Particle>>());
}

TEST_F(Signature, WithAValueForMemoryDoesNotFit) {
    const Kernel made = kernel("global float* x, local float* tile");
    EXPECT_THAT(refusal([&] { (made.typed<float, local_memory>()); }), HasSubstr("float (4 bytes) was given"));
    EXPECT_THAT(refusal([&] { (made.typed<std::int64_t, local_memory>()); }), HasSubstr("argument 0 ('x')"));
    EXPECT_THAT(refusal([&] { (made.typed<double, local_memory>()); }), HasSubstr("argument 0 ('x')"));
    EXPECT_THAT(refusal([&] { (made.typed<buffer<float>, std::uint64_t>()); }), HasSubstr("argument 1 ('tile')"));
}

TEST_F(Signature, WithAnAddressForAPointerFits) {
    EXPECT_NO_THROW(kernel("global float* x").typed<std::uint64_t>());
}

TEST_F(Signature, WithMemoryForAValueDoesNotFit) {
    const Kernel made = kernel("ulong n");
    EXPECT_THAT(refusal([&] { made.typed<buffer<float>>(); }),
                HasSubstr("argument 0 ('n') is ulong (8 bytes), and a buffer of float was given"));
    EXPECT_THAT(refusal([&] { made.typed<local_memory>(); }), HasSubstr("and local memory was given"));
}

TEST_F(Signature, TellsLocalMemoryAndBuffersApart) {
    const Kernel made = kernel("global float* x, local float* tile");
    EXPECT_THAT(refusal([&] { (made.typed<local_memory, local_memory>()); }), HasSubstr("argument 0 ('x')"));
    EXPECT_THAT(refusal([&] { (made.typed<buffer<float>, buffer<float>>()); }), HasSubstr("argument 1 ('tile')"));
}

TEST_F(Signature, OfAnotherLengthListsTheParameters) {
    const Kernel made = kernel("int n, global float* x");
    const std::string message = refusal([&] { made.typed<int>(); });
    EXPECT_THAT(message, HasSubstr("it takes 2 arguments: int (4 bytes) n, "));
    EXPECT_THAT(message, HasSubstr(" x, and 1 was given"));
    EXPECT_THAT(refusal([&] { (made.typed<int, buffer<float>, int>()); }), HasSubstr("and 3 were given"));
    EXPECT_THAT(refusal([&] { kernel("").typed<int>(); }), HasSubstr("it takes 0 arguments, and 1 was given"));
}

TEST_F(Signature, PassesWhereTheImageTellsNothing) {
    const Kernel made = kernel("int n", "//! opaque\n");
    EXPECT_NO_THROW((made.typed<double, buffer<float>>()));
}

TEST_F(Signature, WithoutSizeOrTypeComparesTheKindAlone) {
    const Kernel made = kernel("int n, global float* x");
    const quovis_parameter given[] = {parameter(QUOVIS_PARAMETER_VALUE), parameter(QUOVIS_PARAMETER_POINTER)};
    EXPECT_EQ(quovis_kernel_check(made.get(), given, 2), QUOVIS_OK);
    const quovis_parameter any[] = {parameter(QUOVIS_PARAMETER_UNKNOWN), parameter(QUOVIS_PARAMETER_UNKNOWN, 0, "")};
    EXPECT_EQ(quovis_kernel_check(made.get(), any, 2), QUOVIS_OK);
}

TEST_F(Signature, IsReadInTheCallersVersionOfTheStruct) {
    struct Longer {
        quovis_parameter known = sized();
        std::uint64_t later = ~std::uint64_t{0};
        static quovis_parameter sized() {
            auto made = parameter(QUOVIS_PARAMETER_VALUE, 4, "int");
            made.struct_size = sizeof(Longer);
            return made;
        }
    };
    Longer given[2];
    EXPECT_EQ(quovis_kernel_check(kernel("int a, int b").get(), &given[0].known, 2), QUOVIS_OK);
    given[1].known.type = "float";
    EXPECT_EQ(quovis_kernel_check(kernel("int a, int b").get(), &given[0].known, 2), QUOVIS_ERROR_INVALID_LAUNCH);
}

TEST_F(Signature, RefusesNullAndUnknownKinds) {
    const Kernel made = kernel("int n");
    EXPECT_EQ(quovis_kernel_check(made.get(), nullptr, 1), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(quovis_kernel_check(nullptr, nullptr, 0), QUOVIS_ERROR_INVALID_ARGUMENT);
    quovis_parameter given = parameter(QUOVIS_PARAMETER_VALUE);
    const int none = 9;
    std::memcpy(&given.kind, &none, sizeof none);
    EXPECT_EQ(quovis_kernel_check(made.get(), &given, 1), QUOVIS_ERROR_INVALID_LAUNCH);
    EXPECT_EQ(quovis_kernel_check(kernel("").get(), nullptr, 0), QUOVIS_OK);
}

}  // namespace execution_signature_test
}  // namespace quovis::test
