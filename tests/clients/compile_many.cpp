// compile_many CONFIG PLUGINS BACKEND TARGET LANGUAGE FOLDER FIRST STEP: compiles every *.kernel of the folder, each in
// its turn from FIRST on by STEP, and prints for each: name, origin, a checksum of the image. For tests with many
// processes.
#include <quovis/quovis.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

std::vector<std::filesystem::path> kernels_in(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".kernel") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string read(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// FNV-1a
std::uint64_t checksum(const quovis::Image& image) {
    std::uint64_t sum = 14695981039346656037u;
    const auto* bytes = static_cast<const unsigned char*>(image.data());
    for (std::size_t at = 0; at < image.size(); ++at) {
        sum = (sum ^ bytes[at]) * 1099511628211u;
    }
    return sum;
}

void compile_all(char** words) {
    quovis::InstanceOptions options;
    options.config = words[1];
    if (*words[2] != '\0') {
        options.plugin_directories = {words[2]};
    }
    const quovis::Instance instance(options);
    const auto files = kernels_in(words[6]);
    const std::size_t first = std::strtoul(words[7], nullptr, 10);
    const std::size_t step = std::strtoul(words[8], nullptr, 10);
    for (std::size_t at = 0; at < files.size(); ++at) {
        const auto& file = files[(first + at * step) % files.size()];
        const auto name = file.filename().string();
        const quovis::Image image =
            instance.program(quovis::Source::memory(read(file), words[5], name)).compile({words[3], words[4], ""});
        std::printf("%s %s %016llx\n", name.c_str(), image.origin().c_str(),
                    static_cast<unsigned long long>(checksum(image)));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 9) {
        std::fputs("usage: compile_many CONFIG PLUGINS BACKEND TARGET LANGUAGE FOLDER FIRST STEP\n", stderr);
        return 2;
    }
    try {
        compile_all(argv);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "compile_many: %s\n", error.what());
        return 1;
    }
}
