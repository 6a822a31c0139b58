// From a request in language `opencl` to the C++ that a compiler of CUDA or HIP is given, and from its messages back to
// the user's places.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/opencl_c/prelude.hpp"
#include "plugins/common/opencl_c/translate.hpp"
#include "plugins/common/result.hpp"

namespace quovis::opencl_c {

constexpr std::string_view language = "opencl";
// Of what is compiled: the device library and the translator's output need it.
constexpr std::string_view standard = "c++17";

bool is_opencl(const quovis_cc_request& request);

// The options of a request as they concern the compiler: OpenCL's standard is none of the compiler's.
quovis_cc_options compilers_options(const quovis_cc_request& request);

struct Prepared {
    std::string name;  // of the source, as messages show it
    std::string text;  // the device library, then the program
    std::vector<std::string> files;
    ColumnMap columns;
    std::vector<KernelSignature> kernels;
    std::vector<plugins::Diagnostic> warnings;
    bool forbids_contraction = false;  // a * b + c must be rounded twice
};

struct Preparing {
    Vendor vendor = Vendor::cuda;
    std::string compiler;              // for messages: "NVRTC"
    const plugins::Plan& plan;         // which has the include folders, and what raw options mean
    bool looks_beside_source = false;  // for a quoted name
    bool is_nvrtc = false;             // which has functions whose names no kernel can have
};

// Puts the headers that were read among the dependencies of the result, and what is refused among its diagnostics.
// Throws PluginError: SOURCE_INVALID where the source is at fault, NOT_SUPPORTED for an option without meaning.
Prepared prepare(const quovis_cc_request& request, const Preparing& how, plugins::CompileResult& result);

// What the compiler is asked in place of the user's request: the text as a source of its own language, with the raw
// options that are left, and without defines, headers and folders. Points into all that it is made from.
class CompilerRequest {
  public:
    // `raw`: Plan::other_raw, with `no_contraction` behind them where the source forbids it.
    CompilerRequest(const quovis_cc_request& users, const Prepared& prepared, std::string_view compilers_language,
                    std::vector<std::string> raw, std::string_view no_contraction);
    CompilerRequest(const CompilerRequest&) = delete;
    CompilerRequest& operator=(const CompilerRequest&) = delete;

    const quovis_cc_request& get() const { return request_; }

  private:
    std::vector<std::string> raw_;
    std::vector<quovis_plugin_text> raw_texts_;
    quovis_cc_options options_;
    quovis_cc_request request_;
};

// Messages of the compiler about the text, as messages about the user's source; the warnings of the preparation come
// first. What the compiler says of the device library gets the place in the source that asked for it, where the
// message tells one, and no place else; its warnings and notes about the library are left out.
void restore_places(const Prepared& prepared, std::vector<plugins::Diagnostic>& diagnostics);

// A line of the text by its place; empty where there is none. For a compiler whose columns are not those of the text.
std::string_view translated_line(const Prepared& prepared, std::string_view file, std::uint32_t line);

}  // namespace quovis::opencl_c
