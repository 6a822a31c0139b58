// Prints the ending of the kernel files that the configuration can run here: language_cpp FOLDER prints cl or cu.
#include <iostream>
#include <optional>
#include <quovis/quovis.hpp>

namespace {

// The device that the configuration gives to saxpy in this language; nothing where it cannot run.
std::optional<std::size_t> device_of(const quovis::Instance& instance, const std::string& path) {
    try {
        return instance.program(quovis::Source::file(path)).load().route().info().device;
    } catch (const quovis::Error& error) {
        std::cerr << "language_cpp: " << path << ": " << error.what() << "\n";
        return std::nullopt;
    }
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 2) {
        std::cerr << "usage: language_cpp FOLDER\n";
        return 2;
    }
    const quovis::Instance instance;
    const std::size_t preferred = instance.route().info().device;
    const std::string base = std::string(argv[1]) + "/saxpy.";
    const auto by_opencl = device_of(instance, base + "cl");
    if (by_opencl == preferred) {
        std::cout << "cl\n";
        return 0;
    }
    const auto by_cuda = device_of(instance, base + "cu");
    if (by_cuda && (by_cuda == preferred || !by_opencl)) {
        std::cout << "cu\n";
        return 0;
    }
    if (by_opencl) {
        std::cout << "cl\n";
        return 0;
    }
    return 3;
} catch (const quovis::Error& error) {
    std::cerr << "language_cpp: " << error.what() << "\n";
    return 1;
}
