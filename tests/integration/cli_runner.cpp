// What the tests of the command line stand on: a folder of one's own, and a run of `quovis` in it.
#include "tests/integration/cli_runner.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

extern char** environ;

namespace quovis::cli_tests {
namespace fs = std::filesystem;
namespace {

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

fs::path new_folder() {
    std::string name = (fs::temp_directory_path() / "quovis-cli-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    return name;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

// The environment without what would make a test depend on who runs it.
std::vector<std::string> clean_environment() {
    std::vector<std::string> kept;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string variable(*entry);
        const bool dropped = variable.starts_with("QUOVIS_") || variable.starts_with("XDG_CONFIG_HOME=") ||
                             variable.starts_with("NO_COLOR=");
        if (!dropped) {
            kept.push_back(variable);
        }
    }
    return kept;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> list;
    for (std::string& text : texts) {
        list.push_back(text.data());
    }
    list.push_back(nullptr);
    return list;
}

// In the child, between fork and exec: only what is safe there.
[[noreturn]] void become(const char* file, char** words, char** environment, const char* folder, const char* out,
                         const char* err) {
    const bool closed = out[0] == '-' && out[1] == '\0';
    const int output = closed ? -1 : ::open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int error = ::open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (::chdir(folder) != 0 || ::dup2(error, STDERR_FILENO) < 0) {
        ::_exit(126);
    }
    if (closed) {
        ::close(STDOUT_FILENO);
    } else {
        ::dup2(output, STDOUT_FILENO);
    }
    ::execve(file, words, environment);
    ::_exit(127);
}

const nlohmann::json& here() {
    static const nlohmann::json listing = [] {
        const Outcome run = Sandbox().quovis({"devices", "--json"});
        return nlohmann::json::parse(run.out, nullptr, false);
    }();
    return listing;
}

bool works(const nlohmann::json& plugin) {
    return plugin["state"] == "ready" || plugin["state"] == "no-device";
}

}  // namespace

nlohmann::json Outcome::json() const {
    nlohmann::json value = nlohmann::json::parse(out, nullptr, false);
    EXPECT_TRUE(value.is_object()) << "standard output is no JSON object:\n" << out << "\n" << err;
    return value.is_object() ? value : nlohmann::json::object();
}

int Outcome::error_lines() const {
    const std::vector<std::string> lines = lines_of(err);
    return static_cast<int>(std::count_if(lines.begin(), lines.end(),
                                          [](const std::string& line) { return line.starts_with("quovis: error: "); }));
}

std::string Outcome::first_error_line() const {
    for (const std::string& line : lines_of(err)) {
        if (line.starts_with("quovis: error: ")) {
            return line;
        }
    }
    return {};
}

Sandbox::Sandbox() : folder_(new_folder()), hidden_(new_folder()) {
    set("XDG_CONFIG_HOME", hidden_.string());
    set("QUOVIS_CACHE_DIR", cache_folder().string());
    configure("quovis: 1\n");
}

Sandbox::~Sandbox() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    fs::remove_all(hidden_, ignored);
}

void Sandbox::write(const std::string& name, const std::string& bytes) const {
    std::ofstream file(folder_ / name, std::ios::binary);
    file << bytes;
    ASSERT_TRUE(file.flush().good()) << name;
}

std::string Sandbox::read(const std::string& name) const {
    return bytes_of(folder_ / name);
}

std::vector<std::string> Sandbox::files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

void Sandbox::configure(const std::string& yaml) {
    std::ofstream(hidden_ / "quovis.yaml") << yaml;
    set("QUOVIS_CONFIG", (hidden_ / "quovis.yaml").string());
}

void Sandbox::set(const std::string& name, const std::string& value) {
    std::erase_if(environment_, [&](const std::string& variable) { return variable.starts_with(name + "="); });
    environment_.push_back(name + "=" + value);
}

Outcome Sandbox::quovis(std::vector<std::string> words) const {
    return program(QUOVIS_TEST_BINARY, words);
}

Outcome Sandbox::program(const std::string& file, const std::vector<std::string>& words) const {
    std::vector<std::string> all = {file};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<std::string> environment = clean_environment();
    environment.insert(environment.end(), environment_.begin(), environment_.end());
    const std::vector<char*> word_list = pointers(all);
    const std::vector<char*> environment_list = pointers(environment);
    const std::string out = output_.empty() ? (hidden_ / "out").string() : output_;
    const std::string err = (hidden_ / "err").string();

    const pid_t child = ::fork();
    if (child == 0) {
        become(file.c_str(), const_cast<char**>(word_list.data()), const_cast<char**>(environment_list.data()),
               folder_.c_str(), out.c_str(), err.c_str());
    }
    int state = 0;
    EXPECT_EQ(::waitpid(child, &state, 0), child);
    Outcome run;
    run.status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    run.out = output_.empty() ? bytes_of(out) : "";
    run.err = bytes_of(err);
    return run;
}

std::string source_file(const std::string& name) {
    return std::string(QUOVIS_TEST_SOURCE_DIR) + "/" + name;
}

bool has_route(const std::string& runtime) {
    for (const auto& device : here().value("devices", nlohmann::json::array())) {
        for (const auto& route : device["routes"]) {
            if (route["runtime"] == runtime) {
                return true;
            }
        }
    }
    return false;
}

bool compiles(const std::string& language) {
    for (const auto& plugin : here().value("plugins", nlohmann::json::array())) {
        for (const auto& taken : plugin["languages"]) {
            if (works(plugin) && taken == language) {
                return true;
            }
        }
    }
    return false;
}

bool compiler_works(const std::string& plugin) {
    for (const auto& one : here().value("plugins", nlohmann::json::array())) {
        if (one["name"] == plugin) {
            return works(one) && one["compiler"] != "";
        }
    }
    return false;
}

std::string why_no_route(const std::string& runtime) {
    for (const auto& plugin : here().value("plugins", nlohmann::json::array())) {
        if (plugin["runtime"] == runtime) {
            return "no " + runtime + " route here: " + plugin["name"].get<std::string>() + " is " +
                   plugin["state"].get<std::string>() + ": " + plugin["reason"].get<std::string>();
        }
    }
    return "no " + runtime + " route here, and no plugin that offers one";
}

}  // namespace quovis::cli_tests
