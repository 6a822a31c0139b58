// Rule 3: texts are pointer and length, in UTF-8, and live as long as plugin.h says beside them.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace quovis::conformance {
namespace {

bool is_utf8(std::string_view words) {
    for (std::size_t at = 0; at < words.size();) {
        const auto first = static_cast<unsigned char>(words[at]);
        const std::size_t length = first < 0x80             ? 1
                                   : (first & 0xe0) == 0xc0 ? 2
                                   : (first & 0xf0) == 0xe0 ? 3
                                   : (first & 0xf8) == 0xf0 ? 4
                                                            : 0;
        if (length == 0 || at + length > words.size()) {
            return false;
        }
        for (std::size_t i = 1; i < length; ++i) {
            if ((static_cast<unsigned char>(words[at + i]) & 0xc0) != 0x80) {
                return false;
            }
        }
        at += length;
    }
    return true;
}

void utf8(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    for (const quovis_plugin_text& one : {table.name, table.version, table.description}) {
        trial.expect(is_utf8(to_string(one)), fmt::format("'{}' is not UTF-8", to_string(one)));
    }
    if (offers(table, &quovis_plugin_table::runtime)) {
        const Runtime runtime(trial);
        const quovis_rt_device_info info = runtime.info();
        for (const quovis_plugin_text& one : {info.name, info.vendor, info.platform, info.driver, info.target}) {
            trial.expect(is_utf8(to_string(one)), fmt::format("'{}' of device_info is not UTF-8", to_string(one)));
        }
    }
}

// The description's own pointers, read again after other work of the compiler.
void description_lives(Trial& trial) {
    const Compiler compiler(trial);
    auto description = sized<quovis_cc_description>();
    ErrorSlot error;
    trial.require_ok(compiler.table().describe(compiler.instance(), &description, error.get()), error, "describe");
    const std::string identity = to_string(description.identity);
    const std::string language = to_string(description.languages[0]);
    Request(compiler, compiler.first().language, compiler.newest(), compiler.first().saxpy).compile();
    Request(compiler, "conformance-no-language", compiler.newest(), "").compile();
    describe(trial, compiler.table(), compiler.instance());
    trial.expect(to_string(description.identity) == identity && to_string(description.languages[0]) == language,
                 "texts of describe changed before shutdown");
}

void device_texts_live(Trial& trial) {
    const Runtime runtime(trial);
    const quovis_rt_device_info first = runtime.info();
    const std::string name = to_string(first.name);
    const std::string target = to_string(first.target);
    for (quovis_rt_device* device : runtime.devices()) {
        runtime.info(device);
    }
    trial.expect(to_string(first.name) == name && to_string(first.target) == target,
                 "texts of device_info changed before shutdown");
}

// A source that ends at the end of a page, behind which nothing may be read.
void no_terminator(Trial& trial) {
    const Compiler compiler(trial);
    const std::string_view source = compiler.first().saxpy;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* pages = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    trial.require(pages != MAP_FAILED && source.size() < page, "the test's own pages cannot be had");
    char* end = static_cast<char*>(pages) + page;
    mprotect(end, page, PROT_NONE);
    std::memcpy(end - source.size(), source.data(), source.size());
    {
        Request request(compiler, compiler.first().language, compiler.newest(), {end - source.size(), source.size()});
        const auto compiled = request.compile();
        trial.expect(compiled->ok(),
                     fmt::format("a source without a zero byte behind it fails: {}", compiled->error.message()));
    }
    munmap(pages, 2 * page);
}

// The caller's memory is its own again when compile returns.
void request_is_copied(Trial& trial) {
    const Compiler compiler(trial);
    std::string source(compiler.first().saxpy);
    std::unique_ptr<Compiled> compiled;
    {
        Request request(compiler, compiler.first().language, compiler.newest(), source);
        compiled = request.compile();
        std::fill(source.begin(), source.end(), '#');
    }
    trial.require(compiled->ok(), fmt::format("compile fails: {}", compiled->error.message()));
    trial.expect(!compiled->image().empty() && !compiled->format().empty() && !compiled->target().empty(),
                 "the result points into the request");
}

}  // namespace

void add_rule_3(std::vector<Check>& checks) {
    checks.insert(checks.end(), {{"rule_3_texts_are_utf8", "names and versions are UTF-8", utf8},
                                 {"rule_3_description_lives_until_shutdown", "texts of describe stay as they are",
                                  description_lives, Role::compiler},
                                 {"rule_3_device_texts_live_until_shutdown", "texts of device_info stay as they are",
                                  device_texts_live, Role::runtime},
                                 {"rule_3_source_needs_no_zero_byte", "a source is read by its length", no_terminator,
                                  Role::compiler},
                                 {"rule_3_request_is_the_callers", "a result does not point into the request",
                                  request_is_copied, Role::compiler}});
}

}  // namespace quovis::conformance
