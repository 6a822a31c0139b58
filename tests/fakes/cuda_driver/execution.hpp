// The fake driver's modules, kernels, launches and graphs.
// Included by libcuda.cpp only.
#pragma once

#include <string_view>

#include "tests/fakes/cuda_driver/objects.hpp"

namespace {

CUresult module_load(CUmodule* module, const void* data, unsigned int, CUjit_option*, void**) {
    ++state.loads;
    return with_context([&] {
        if (std::strstr(static_cast<const char*>(data), "refused") != nullptr) {
            return CUDA_ERROR_INVALID_IMAGE;
        }
        *module = new CUmod_st{{{{"add_one", {8, 4}, 0, 0},
                                 {"shared_hungry", {}, 1024, 0},
                                 {"_Z7add_onePii", {8, 4}, 0, 0},
                                 {"place", {8, 24}, 0, 0}}},
                               0};
        ++state.modules;
        return CUDA_SUCCESS;
    });
}

CUresult module_unload(CUmodule module) {
    delete module;
    --state.modules;
    return CUDA_SUCCESS;
}

CUresult module_function(CUfunction* function, CUmodule module, const char* name) {
    for (CUfunc_st& each : module->functions) {
        if (std::string_view(each.name) == name) {
            *function = &each;
            return CUDA_SUCCESS;
        }
    }
    return CUDA_ERROR_NOT_FOUND;
}

CUresult module_global(CUdeviceptr* address, std::size_t* size, CUmodule module, const char* name) {
    *address = reinterpret_cast<CUdeviceptr>(&module->global);
    *size = sizeof(module->global);
    return std::string_view(name) == "counter" ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult module_count(unsigned int* count, CUmodule module) {
    *count = static_cast<unsigned int>(module->functions.size());
    return CUDA_SUCCESS;
}

CUresult module_functions(CUfunction* functions, unsigned int count, CUmodule module) {
    for (unsigned int index = 0; index < count; ++index) {
        functions[index] = &module->functions[index];
    }
    return CUDA_SUCCESS;
}

CUresult function_name(const char** name, CUfunction function) {
    *name = function->name;
    return CUDA_SUCCESS;
}

CUresult function_parameter(CUfunction function, std::size_t index, std::size_t* offset, std::size_t* size) {
    if (index >= function->parameters.size()) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *offset = 8 * index;
    *size = function->parameters[index];
    return CUDA_SUCCESS;
}

CUresult function_get(int* value, CUfunction_attribute attribute, CUfunction function) {
    *value = attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES       ? function->static_shared
             : attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024
             : attribute == CU_FUNC_ATTRIBUTE_NUM_REGS              ? 24
                                                                    : 0;
    return CUDA_SUCCESS;
}

CUresult function_set(CUfunction function, CUfunction_attribute attribute, int value) {
    if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        if (value + function->static_shared > shared_limit) {
            return CUDA_ERROR_INVALID_VALUE;
        }
        function->dynamic_limit = value;
        state.dynamic_limit = static_cast<std::size_t>(value);
    }
    return CUDA_SUCCESS;
}

CUresult start(CUfunction function, unsigned int grid, unsigned int shared, CUstream stream, void** arguments) {
    if (state.launch_result != 0) {
        return static_cast<CUresult>(state.launch_result);
    }
    if (static_cast<int>(shared) > std::max(default_shared - function->static_shared, function->dynamic_limit)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (function->parameters.empty()) {
        return submit_from_anywhere(stream, [] {});
    }
    if (std::string_view(function->name) == "place") {
        std::memcpy(state.place.data(), arguments[1], sizeof(state.place));
        return submit_from_anywhere(stream, [] {});
    }
    const auto data = *static_cast<const CUdeviceptr*>(arguments[0]);
    const auto count = *static_cast<const int*>(arguments[1]);
    return submit_from_anywhere(stream, [=] {
        for (int index = 0; index < count && grid != 0; ++index) {
            ++reinterpret_cast<int*>(data)[index];
        }
    });
}

CUresult launch(CUfunction function, unsigned int grid, unsigned int, unsigned int, unsigned int, unsigned int,
                unsigned int, unsigned int shared, CUstream stream, void** arguments, void**) {
    return start(function, grid, shared, stream, arguments);
}

CUresult launch_cooperative(CUfunction function, unsigned int grid, unsigned int, unsigned int, unsigned int,
                            unsigned int, unsigned int, unsigned int shared, CUstream stream, void** arguments) {
    return grid > 8 ? CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE : start(function, grid, shared, stream, arguments);
}

CUresult occupancy(int* blocks, CUfunction, int, std::size_t) {
    return with_context([&] {
        *blocks = 2;
        return CUDA_SUCCESS;
    });
}

CUresult block_size(int* grid, int* block, CUfunction, CUoccupancyB2DSize, std::size_t, int) {
    *grid = 8;
    *block = 256;
    return CUDA_SUCCESS;
}

CUresult capture_begin(CUstream stream, CUstreamCaptureMode) {
    stream->capturing = true;
    return CUDA_SUCCESS;
}

CUresult capture_end(CUstream stream, CUgraph* graph) {
    *graph = new CUgraph_st{std::move(stream->recorded)};
    stream->recorded.clear();
    stream->capturing = false;
    ++state.graphs;
    return CUDA_SUCCESS;
}

CUresult graph_instantiate(CUgraphExec* exec, CUgraph graph, unsigned long long) {
    *exec = new CUgraphExec_st{graph->work};
    ++state.graphs;
    return CUDA_SUCCESS;
}

CUresult graph_update(CUgraphExec exec, CUgraph graph, CUgraphNode*, CUgraphExecUpdateResult* result) {
    if (exec->work.size() != graph->work.size()) {
        *result = CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
        return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    }
    exec->work = graph->work;
    return CUDA_SUCCESS;
}

CUresult graph_launch(CUgraphExec exec, CUstream stream) {
    return submit_from_anywhere(stream, [exec] {
        for (const auto& work : exec->work) {
            work();
        }
    });
}

CUresult graph_destroy(CUgraph graph) {
    delete graph;
    --state.graphs;
    return CUDA_SUCCESS;
}

CUresult exec_destroy(CUgraphExec exec) {
    delete exec;
    --state.graphs;
    return CUDA_SUCCESS;
}

}  // namespace
