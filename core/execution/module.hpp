// An image loaded on a route, and the kernels of it, each with its launch plan.
#pragma once

#include "core/execution/buffer.hpp"
#include "core/execution/launch_plan.hpp"
#include "core/program/image.hpp"
#include "core/program/kernel_facts.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace quovis::core {

class Module {
  public:
    // Throws Error when the route does not accept or the driver does not load the image.
    Module(std::shared_ptr<Route> route, std::shared_ptr<const Image> image);
    Module(std::shared_ptr<Route> route, std::uint64_t native);  // wraps; its image is empty. Throws Error
    ~Module();
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;

    const std::shared_ptr<Route>& route() const { return route_; }
    quovis_rt_module* handle() const { return handle_; }
    const std::shared_ptr<const Image>& image() const { return image_; }

    const std::vector<std::string>& kernel_names();  // throws Error (not supported) where the driver cannot say
    // A kernel's name in the image, for a name or a name expression.
    const std::string& symbol(const std::string& name) const;

    std::vector<Attempt> attempts;  // the trail that led here

  private:
    std::shared_ptr<Route> route_;
    std::shared_ptr<const Image> image_;
    quovis_rt_module* handle_ = nullptr;
    std::mutex mutex_;
    std::optional<std::vector<std::string>> kernel_names_;
};

Buffer module_global(const std::shared_ptr<Module>& module, const std::string& name);  // throws Error

class Kernel {
  public:
    Kernel(std::shared_ptr<Module> module, const std::string& name);  // throws Error
    ~Kernel();
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    const std::shared_ptr<Module>& module() const { return module_; }
    Route& route() const { return *route_; }
    quovis_rt_kernel* handle() const { return handle_; }
    const std::string& name() const { return name_; }
    bool has_parameters() const { return facts_.has_parameters; }
    const std::vector<Parameter>& parameters() const { return facts_.parameters; }
    const quovis_rt_kernel_info& info() const { return facts_.numbers; }
    const KernelFacts& facts() const { return facts_; }
    const LaunchPlan& plan() const { return *plan_; }
    const std::shared_ptr<LaunchMark>& mark() const { return mark_; }

    // Fills what is asked for. Throws Error.
    void occupancy(quovis_rt_occupancy& occupancy) const;

  private:
    [[noreturn]] void throw_not_found(const Error& cause) const;
    void read_info();

    std::shared_ptr<Module> module_;
    Route* route_;  // the module's
    std::string name_;
    quovis_rt_kernel* handle_ = nullptr;
    KernelFacts facts_;
    std::optional<LaunchPlan> plan_;
    std::shared_ptr<LaunchMark> mark_;
};

}  // namespace quovis::core
