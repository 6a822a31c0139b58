// Kernels: what their parameters are, and the functions through which CUDA and HIP start them. A kernel itself is a
// plain function, for OpenCL C lets one kernel call another.
#include <initializer_list>

#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {
namespace {

std::string_view name_of(Space space) {
    switch (space) {
        case Space::global:
            return "global";
        case Space::local:
            return "local";
        case Space::constant:
            return "constant";
        default:
            return "private";
    }
}

std::string_view name_of(KernelSignature::Form form) {
    return form == KernelSignature::Form::value     ? "value"
           : form == KernelSignature::Form::pointer ? "pointer"
                                                    : "local";
}

void add(std::string& to, std::initializer_list<std::string_view> texts) {
    for (const std::string_view text : texts) {
        to += text;
    }
}

// With these for the ends of lines and between fields. Names and types have nothing that a literal would escape.
std::string record_of(const KernelSignature& kernel, std::string_view line_end, std::string_view tab) {
    std::string text = "quovis-kernel 1";
    text.reserve(64 * (kernel.parameters.size() + 1));
    text += line_end;
    if (kernel.block[0] != 0) {
        add(text, {"block ", std::to_string(kernel.block[0]), " ", std::to_string(kernel.block[1]), " ",
                   std::to_string(kernel.block[2]), line_end});
    }
    if (kernel.takes_offset) {
        add(text, {"offset", line_end});
    }
    for (const KernelSignature::Parameter& parameter : kernel.parameters) {
        add(text, {name_of(parameter.form), tab, parameter.type, tab, parameter.name, tab, parameter.space});
        if (parameter.form == KernelSignature::Form::local) {
            add(text, {tab, std::to_string(parameter.alignment)});
        }
        text += line_end;
    }
    return text;
}

}  // namespace

std::string KernelSignature::record() const {
    return record_of(*this, "\n", "\t");
}

void Parser::note_kernel(const Declarator& made, const std::optional<std::array<std::uint32_t, 3>>& block) {
    KernelSignature signature;
    signature.name = edits_.text(made.name_at);
    signature.place = source_.tokens[made.name_at].place;
    signature.parameters.reserve(made.parameters.size());
    Entry& entry = entries_.emplace_back();
    entry.parameters.reserve(32 * made.parameters.size());
    entry.arguments.reserve(16 * made.parameters.size());
    for (const Parameter& parameter : made.parameters) {
        if (parameter.name == 0) {
            refuse(parameter.first, "a parameter of a kernel needs a name");
        }
        const std::string_view separator = signature.parameters.empty() ? "" : ", ";
        entry.parameters += separator;
        entry.arguments += separator;
        add_kernel_parameter(parameter, signature, entry);
    }
    signature.takes_offset = result_.takes_offset;
    if (signature.takes_offset) {
        add(entry.parameters, {entry.parameters.empty() ? "" : ", ", "::quovis_cl::__qv_offsets __qv_given"});
    }
    if (block) {
        signature.block = *block;
        const std::uint64_t threads = std::uint64_t{(*block)[0]} * (*block)[1] * (*block)[2];
        entry.bounds = "__launch_bounds__(" + std::to_string(threads) + ") ";
    }
    entry.record = '"' + record_of(signature, "\\n", "\\t") + '"';
    result_.kernels.push_back(std::move(signature));
}

// Adds the parameter of the starting function, and what it hands on. Local memory comes as an offset.
void Parser::add_kernel_parameter(const Parameter& parameter, KernelSignature& signature, Entry& entry) {
    const Node& node = types_[parameter.type];
    const std::string_view name = edits_.text(parameter.name_at);
    KernelSignature::Parameter& noted = signature.parameters.emplace_back();
    noted.type = types_.name(parameter.type);
    noted.name = text(parameter.name_at);
    noted.space = name_of(Space::private_);
    if (node.kind == Kind::pointer) {
        Type pointee = node.base;
        while (pointee.space == Space::private_ && types_[pointee].kind == Kind::array) {
            pointee = types_[pointee].base;  // it knows where it lies
        }
        const Space space = pointee.space;
        if (space == Space::private_) {
            refuse(parameter.name_at, "the pointer '" + std::string(name) +
                                          "' of a kernel must point to __global, __constant or __local memory");
        }
        noted.form = space == Space::local ? KernelSignature::Form::local : KernelSignature::Form::pointer;
        noted.space = name_of(space);
        if (space == Space::local) {
            noted.alignment = types_.alignment(node.base);
            const std::string element = parameter.is_simple_pointer && parameter.spec_last + 1 < parameter.name_at
                                            ? edits_.spelled(parameter.first, parameter.spec_last)
                                            : std::string();
            if (element.empty()) {
                add(entry.arguments, {"__qv_any(__qv_local<char>(", name, "))"});
            } else {
                add(entry.arguments, {"__qv_local<", element, ">(", name, ")"});
            }
            add(entry.parameters, {"unsigned int ", name});
            return;
        }
    }
    edits_.spell(parameter.first, parameter.last, entry.parameters);
    const bool is_volatile_record = node.kind == Kind::record && (parameter.type.qualifiers & is_volatile) != 0;
    add(entry.arguments, {is_volatile_record ? "__qv_read(" : "", name, is_volatile_record ? ")" : ""});
}

// Each on the line of its kernel, so that what a compiler says of it names that line.
void Parser::write_kernels(Writer& writer) {
    writer.write_line("namespace kernels { using namespace program;");
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        const std::string& name = result_.kernels[i].name;
        const bool takes_offset = result_.kernels[i].takes_offset;
        writer.write_at(result_.kernels[i].place,
                        {"extern \"C\" __device__ __attribute__((used)) const char ", "__quovis_kernel_" + name,
                         "[] = ", entry.record, "; extern \"C\" __global__ void ", entry.bounds, name, "(",
                         entry.parameters, ") { ", takes_offset ? "::quovis_cl::__qv_keep_offset(__qv_given); " : "",
                         "::quovis_cl::program::", name, "(", entry.arguments, "); }"});
    }
    writer.write_line("}");
}

}  // namespace quovis::opencl_c
