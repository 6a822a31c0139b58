// What handles prepare once, so that their texts and arrays can be handed out as plain pointers.
#include "core/api/handles.hpp"

#include "core/loader/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

using namespace quovis::core;

namespace quovis::core {

Instance::Instance(const ConfigSources& sources, Log::Sink sink)
    : config_(load_config(sources)),
      log_(config_.log_level.value, std::move(sink)),
      plugin_log_(log_),
      cache_(config_, log_) {
    for (const auto& warning : config_.warnings)
        log_.write(QUOVIS_LOG_WARNING, warning);
}

const Inventory& Instance::inventory() {
    const std::lock_guard lock(mutex_);
    if (!inventory_)
        inventory_ =
            std::make_unique<Inventory>(config_, load_plugins(config_, plugin_directories(config_), log_), log_);
    return *inventory_;
}

quovis_buffer* new_buffer(Buffer buffer) {
    return new quovis_buffer(std::move(buffer));
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
    std::vector<const char*> result;
    result.reserve(texts.size());
    for (const auto& text : texts)
        result.push_back(text.c_str());
    return result;
}

std::vector<quovis_diagnostic> to_c(const std::vector<Diagnostic>& diagnostics) {
    std::vector<quovis_diagnostic> result;
    for (const auto& one : diagnostics)
        result.push_back(
            {sizeof(quovis_diagnostic), one.file.c_str(), one.line, one.column, one.severity, one.message.c_str()});
    return result;
}

std::vector<quovis_attempt> to_c(const std::vector<Attempt>& attempts) {
    std::vector<quovis_attempt> result;
    for (const auto& one : attempts)
        result.push_back(
            {sizeof(quovis_attempt), one.backend.c_str(), one.selector.c_str(), one.status, one.reason.c_str()});
    return result;
}

std::vector<quovis_parameter> to_c(const std::vector<Parameter>& parameters) {
    std::vector<quovis_parameter> result;
    for (const auto& one : parameters)
        result.push_back(
            {sizeof(quovis_parameter), one.kind, one.size, one.alignment, one.name.c_str(), one.type.c_str()});
    return result;
}

quovis_kernel_info to_c(const KernelFacts& facts, const std::vector<quovis_parameter>& parameters) {
    const auto& numbers = facts.numbers;
    quovis_kernel_info info{};
    info.struct_size = sizeof info;
    info.name = facts.name.c_str();
    info.has_parameters = facts.has_parameters;
    info.parameters = parameters.data();
    info.parameter_count = parameters.size();
    info.registers = numbers.registers;
    info.max_threads_per_block = numbers.max_threads_per_block;
    std::copy(std::begin(numbers.required_block), std::end(numbers.required_block), info.required_block);
    info.preferred_multiple = numbers.preferred_multiple;
    info.static_shared_memory = numbers.static_shared_memory;
    info.local_memory = numbers.local_memory;
    info.constant_memory = numbers.constant_memory;
    info.max_dynamic_shared_memory = numbers.max_dynamic_shared_memory;
    return info;
}

KernelList::KernelList(std::vector<KernelFacts> facts) : facts_(std::move(facts)) {
    for (const auto& one : facts_)
        parameters_.push_back(to_c(one.parameters));
    for (std::size_t i = 0; i < facts_.size(); ++i)
        infos_.push_back(to_c(facts_[i], parameters_[i]));
}

// The work would run on the stream's device.
void throw_foreign_stream(const Route& of, const Route& wanted) {
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                fmt::format("the stream is of '{}', and the work is for '{}'", of.selector, wanted.selector));
}

void throw_null(const char* what) {
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {}, fmt::format("{} is null", what));
}

void throw_struct_size(std::size_t size) {
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                fmt::format("a struct says that its struct_size is {}, which is not possible", size),
                "set it with QUOVIS_INIT");
}

}  // namespace quovis::core

quovis_route::quovis_route(std::shared_ptr<Route> route) : object(std::move(route)) {
    for (const auto& compiler : object->compilers)
        compilers.push_back(compiler->name.c_str());
    languages = pointers(object->languages);
}

quovis_image::quovis_image(std::shared_ptr<Instance> instance_, std::shared_ptr<const Image> image)
    : instance(std::move(instance_)), object(std::move(image)), diagnostics(to_c(object->diagnostics)) {
    for (const auto& [expression, symbol] : object->symbols)
        symbols.push_back({expression.c_str(), symbol.c_str()});
}

quovis_module::quovis_module(std::shared_ptr<Module> module)
    : object(std::move(module)),
      route(object->route()),
      image(nullptr, object->image()),
      attempts(to_c(object->attempts)) {}

quovis_kernel::quovis_kernel(std::shared_ptr<Module> module_, const std::string& name)
    : object(module_, name), module(std::move(module_)), parameters(to_c(object.parameters())) {}
