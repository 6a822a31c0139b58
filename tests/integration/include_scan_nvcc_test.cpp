// The include scan against those who know: what g++ and nvcc read of random trees of headers, before and after an edit.
// It must never be stale, and where no header lies in a branch that is left out, it must not miss either.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/support/child_process.hpp"
#include "core/support/error.hpp"
#include "tests/integration/include_tree.hpp"

namespace include_scan_nvcc_test {

namespace fs = std::filesystem;
using include_test::check_trees;
using include_test::IncludeTree;
using include_test::Judge;
using include_test::Judgement;
using include_test::TreeKind;
using quovis::core::ChildCommand;
using quovis::core::ChildResult;
using quovis::core::run_child;
using quovis::test::ScratchFolder;

// Empty when the program runs.
std::string missing(const std::string& program) {
    try {
        const ChildCommand command{{program, "--version"}, {}, {}, 1 << 20, {}, {}};
        return run_child(command).succeeded() ? "" : program + " does not run";
    } catch (const quovis::core::Error& error) {
        return error.message;
    }
}

// The headers in memory as files, as the plugin cuda-nvcc gives them to nvcc.
std::vector<std::string> search_options(const IncludeTree& tree, const ScratchFolder& memory) {
    std::vector<std::string> options;
    if (!tree.headers().empty()) {
        fs::remove_all(memory.path("headers"));
        for (const auto& [name, content] : tree.headers()) {
            memory.write("headers/" + name, content);
        }
        options.push_back("-I" + memory.path("headers"));
    }
    for (const std::string& folder : tree.folders()) {
        options.push_back("-I" + folder);
    }
    return options;
}

// Of "k.o: k.cu a.h \" and so on, what belongs to the tree or is a header in memory, below `memory`.
void add_texts(Judgement& judgement, const IncludeTree& tree, const std::string& memory,
               const std::string& dependencies) {
    const auto begins = [](const std::string& word, const std::string& root) {
        return word.compare(0, root.size(), root) == 0;
    };
    std::istringstream words(dependencies.substr(std::min(dependencies.find(": "), dependencies.size())));
    for (std::string word; words >> word;) {
        if (begins(word, memory)) {
            const std::string name = fs::path(word.substr(memory.size())).lexically_normal().string();
            judgement.texts.emplace(name, tree.text_at(name));
        } else if (begins(word, tree.path(""))) {
            judgement.texts.emplace(word, tree.text_at(word));
        }
    }
}

// The lines of -H, which begin with as many dots as includes are open; without `root`, which is another each time.
std::string includes_in(const std::string& log, const std::string& root) {
    std::istringstream lines(log);
    std::string includes;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.front() == '.') {
            const std::size_t at = line.find(root);
            includes += (at == std::string::npos ? line : line.erase(at, root.size())) + "\n";
        }
    }
    return includes;
}

Judge preprocessing(const std::vector<std::string>& program, bool beside_source) {
    return [=](const IncludeTree& tree) {
        const ScratchFolder files;
        std::vector<std::string> arguments = program;
        for (const std::string& option : search_options(tree, files)) {
            arguments.push_back(option);
        }
        arguments.push_back(beside_source ? tree.name() : files.write("k.cu", tree.source()));
        const ChildResult result = run_child({arguments, {{"LC_ALL", "C"}}, {}, std::size_t{16} << 20, {}, {}});
        Judgement judgement{result.succeeded(), includes_in(result.error, files.path()), {}};
        add_texts(judgement, tree, files.path("headers/"), result.output);
        return judgement;
    };
}

void check_with_gcc(const TreeKind& kind) {
    if (const std::string reason = missing("g++"); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    // -M tells the files, -H every #include in order.
    check_trees(kind, 8, 8, preprocessing({"g++", "-M", "-H", "-x", "c++", "-std=c++20"}, kind.beside_source));
}

void check_with_nvcc(const TreeKind& kind) {
    if (const std::string reason = missing("nvcc"); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    check_trees(kind, 2, 5, preprocessing({"nvcc", "-M", "-Xcompiler", "-H"}, kind.beside_source));
}

TEST(IncludeScanOfTrees, AgreesWithGccBesideTheSource) {
    check_with_gcc({});
}

TEST(IncludeScanOfTrees, AgreesWithGccInFoldersOnly) {
    TreeKind kind;
    kind.beside_source = false;
    check_with_gcc(kind);
}

TEST(IncludeScanOfTrees, IsNeverStaleForGccWhereHeadersAreHard) {
    TreeKind kind;
    kind.hard = true;
    check_with_gcc(kind);
}

TEST(IncludeScanOfTrees, IsNeverStaleForGccWithHeadersInMemory) {
    TreeKind kind;
    kind.hard = true;
    kind.in_memory = true;
    kind.beside_source = false;
    check_with_gcc(kind);
}

TEST(IncludeScanOfTrees, AgreesWithNvcc) {
    TreeKind kind;
    kind.beside_source = false;
    check_with_nvcc(kind);
}

TEST(IncludeScanOfTrees, IsNeverStaleForNvccWithHeadersInMemory) {
    TreeKind kind;
    kind.hard = true;
    kind.in_memory = true;
    kind.beside_source = false;
    check_with_nvcc(kind);
}

}  // namespace include_scan_nvcc_test
