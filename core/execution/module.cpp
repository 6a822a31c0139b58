// Loading, kernel names, and what a kernel says of itself.
#include "core/execution/module.hpp"

#include "core/execution/stream.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

namespace quovis::core {

Module::Module(std::shared_ptr<Route> route, std::shared_ptr<const Image> image)
    : route_(std::move(route)), image_(std::move(image)) {
    const auto lent = lend(*image_);
    route_->accept(lent);
    call(*route_, "load", "module_load", route_->runtime().module_load, route_->handle, &lent, &handle_);
}

Module::Module(std::shared_ptr<Route> route, std::uint64_t native) : route_(std::move(route)) {
    auto unknown = std::make_shared<Image>();
    unknown->name = "a wrapped module";
    image_ = std::move(unknown);
    handle_ = static_cast<quovis_rt_module*>(wrap_native(*route_, QUOVIS_RT_NATIVE_MODULE, native));
}

Module::~Module() {
    route_->runtime().module_release(handle_);
}

const std::vector<std::string>& Module::kernel_names() {
    const std::lock_guard lock(mutex_);
    if (!kernel_names_) {
        const quovis_plugin_text* names = nullptr;
        std::size_t count = 0;
        call(*route_, "load", "module_kernels", route_->runtime().module_kernels, handle_, &names, &count);
        kernel_names_ = to_strings(names, count);
    }
    return *kernel_names_;
}

const std::string& Module::symbol(const std::string& name) const {
    for (const auto& [expression, symbol] : image_->symbols)
        if (expression == name)
            return symbol;
    return name;
}

Buffer module_global(const std::shared_ptr<Module>& module, const std::string& name) {
    const auto& route = module->route();
    if (!route->runtime().module_global) {
        Error error(QUOVIS_ERROR_NOT_SUPPORTED, "load",
                    fmt::format("the runtime '{}' of {} gives no access to a global variable by its name ('{}')",
                                route->plugin->runtime_name, route->selector, name),
                    "pass a buffer to the kernel instead");
        error.plugin = route->plugin->name;
        throw error;
    }
    auto info = sized<quovis_rt_buffer_info>();
    quovis_rt_buffer* handle = nullptr;
    call(*route, "load", "module_global", route->runtime().module_global, module->handle(),
         to_text(module->symbol(name)), &info, &handle);
    auto memory = std::make_shared<Memory>(route, handle, info);
    memory->owner = module;
    return Buffer(std::move(memory));
}

Kernel::Kernel(std::shared_ptr<Module> module, const std::string& name)
    : module_(std::move(module)), route_(module_->route().get()), name_(name) {
    const auto& runtime = route().runtime();
    try {
        call(route(), "kernel", "kernel_create", runtime.kernel_create, module_->handle(),
             to_text(module_->symbol(name)), &handle_);
    } catch (const Error& error) {
        if (error.status == QUOVIS_ERROR_NOT_FOUND)
            throw_not_found(error);
        throw;
    }
    try {
        read_info();
        mark_ = route().in_flight.add_kernel(name_);
        plan_.emplace(route(), handle_, *mark_, facts_);
    } catch (...) {
        runtime.kernel_release(handle_);
        throw;
    }
}

Kernel::~Kernel() {
    route().runtime().kernel_release(handle_);
}

void Kernel::throw_not_found(const Error& cause) const {
    Error error = cause;
    error.message = fmt::format("'{}' has no kernel '{}'", module_->image()->name, name_);
    try {
        const auto& names = module_->kernel_names();
        if (const auto nearest = nearest_word(name_, names))
            error.message += fmt::format("; did you mean '{}'?", *nearest);
        error.hint = names.empty() ? "it has no kernels at all" : fmt::format("its kernels: {}", join(names));
    } catch (const Error&) {
        // The driver cannot list them; the plain message must do.
    }
    throw error;
}

void Kernel::read_info() {
    auto told = sized<quovis_rt_kernel_info>();
    call(route(), "kernel", "kernel_info", route().runtime().kernel_info, handle_, &told);
    facts_ = kernel_facts(told);
    facts_.name = name_;
}

void Kernel::occupancy(quovis_rt_occupancy& occupancy) const {
    call(route(), "kernel", "kernel_occupancy", route().runtime().kernel_occupancy, handle_, &occupancy);
}

}  // namespace quovis::core
