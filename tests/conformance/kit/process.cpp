// Reads /proc/self, the C library's settings, and ELF tables.
#include "tests/conformance/kit/process.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fenv.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace quovis::conformance {

namespace fs = std::filesystem;

std::set<std::string> mapped_files() {
    std::set<std::string> files;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const std::size_t path = line.find('/');
        if (path != std::string::npos) {
            files.insert(line.substr(path));
        }
    }
    return files;
}

std::size_t thread_count() {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator()));
}

std::map<int, std::string> descriptors() {
    std::map<int, std::string> all;
    for (int number = 0; number < 4096; ++number) {
        std::error_code fault;
        const fs::path link = fs::read_symlink("/proc/self/fd/" + std::to_string(number), fault);
        if (!fault) {
            all[number] = link.string();
        }
    }
    return all;
}

std::map<std::string, std::string> host_state() {
    std::map<std::string, std::string> state;
    state["locale"] = std::setlocale(LC_ALL, nullptr);
    state["working directory"] = fs::current_path().string();
    const mode_t mask = umask(0);
    umask(mask);
    state["umask"] = std::to_string(mask);
    state["rounding mode"] = std::to_string(fegetround());
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction action {};
        // Rule 7 excepts SIGFPE.
        if (number != SIGFPE && sigaction(number, nullptr, &action) == 0) {
            // SA_RESTORER is the C library's own: it is set by the first call of sigaction, whatever that changes.
            constexpr int restorer = 0x04000000;
            std::ostringstream words;
            words << reinterpret_cast<void*>(action.sa_handler) << " flags " << (action.sa_flags & ~restorer);
            state["handler of signal " + std::to_string(number)] = words.str();
        }
    }
    sigset_t mask_of_signals;
    if (pthread_sigmask(SIG_SETMASK, nullptr, &mask_of_signals) == 0) {
        for (int number = 1; number < NSIG; ++number) {
            if (sigismember(&mask_of_signals, number) == 1) {
                state["blocked signal " + std::to_string(number)] = "blocked";
            }
        }
    }
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string words = *variable;
        const std::size_t equals = words.find('=');
        state["variable " + words.substr(0, equals)] = words.substr(std::min(equals + 1, words.size()));
    }
    return state;
}

OutputCapture::OutputCapture() {
    std::fflush(nullptr);
    for (int i = 0; i < 2; ++i) {
        kept_[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 0);
        files_[i] = memfd_create("output", MFD_CLOEXEC);
        dup2(files_[i], i + 1);
    }
}

OutputCapture::~OutputCapture() {
    std::fflush(nullptr);
    for (int i = 0; i < 2; ++i) {
        dup2(kept_[i], i + 1);
        close(kept_[i]);
        close(files_[i]);
    }
}

std::string OutputCapture::text() const {
    std::fflush(nullptr);
    std::string all;
    for (const int file : files_) {
        char bytes[4096];
        for (off_t at = 0;;) {
            const ssize_t count = pread(file, bytes, sizeof bytes, at);
            if (count <= 0) {
                break;
            }
            all.append(bytes, static_cast<std::size_t>(count));
            at += count;
        }
    }
    return all;
}

namespace {

template <typename Record>
Record record_at(const std::string& bytes, std::uint64_t offset) {
    Record record;
    if (offset > bytes.size() || bytes.size() - offset < sizeof record) {
        throw std::runtime_error("an ELF table reaches beyond the file");
    }
    std::memcpy(&record, bytes.data() + offset, sizeof record);
    return record;
}

std::string name_at(const std::string& bytes, std::uint64_t offset) {
    const std::size_t end = offset < bytes.size() ? bytes.find('\0', offset) : std::string::npos;
    if (end == std::string::npos) {
        throw std::runtime_error("an ELF name reaches beyond the file");
    }
    return bytes.substr(offset, end - offset);
}

}  // namespace

Elf read_elf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    const auto header = record_at<Elf64_Ehdr>(bytes, 0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) {
        throw std::runtime_error("'" + path + "' is no 64-bit ELF file");
    }
    const auto section = [&](std::uint64_t index) {
        return record_at<Elf64_Shdr>(bytes, header.e_shoff + index * sizeof(Elf64_Shdr));
    };
    Elf elf;
    for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
        const Elf64_Shdr table = section(i);
        if (table.sh_type != SHT_DYNAMIC && table.sh_type != SHT_DYNSYM) {
            continue;
        }
        const std::uint64_t names = section(table.sh_link).sh_offset;
        for (std::uint64_t at = table.sh_offset; at < table.sh_offset + table.sh_size; at += table.sh_entsize) {
            if (table.sh_type == SHT_DYNAMIC) {
                const auto entry = record_at<Elf64_Dyn>(bytes, at);
                if (entry.d_tag == DT_NEEDED) {
                    elf.needed.push_back(name_at(bytes, names + entry.d_un.d_val));
                }
                continue;
            }
            const auto symbol = record_at<Elf64_Sym>(bytes, at);
            if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS &&
                ELF64_ST_BIND(symbol.st_info) != STB_LOCAL) {
                elf.exported.push_back(name_at(bytes, names + symbol.st_name));
            }
        }
    }
    return elf;
}

}  // namespace quovis::conformance
