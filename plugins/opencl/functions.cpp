// Finds the ICD loader and looks its functions up once for each instance.
#include "plugins/opencl/functions.hpp"

#include <fmt/format.h>

#include "plugins/common/host.hpp"

namespace quovis::opencl {

Functions Functions::open(const plugins::Settings& settings) {
    plugins::LibrarySearch search("the OpenCL ICD loader", {"libOpenCL.so.1"});
    if (const auto chosen = settings.one("library")) {
        search.only(*chosen);
    } else {
        search.by_linker();
    }
    Functions found;
    found.library = search.open(
        "Install an ICD loader (package ocl-icd-libopencl1) and a driver for a device (pocl-opencl-icd for the CPU), "
        "or name the library in `backends.opencl.library`.");
#define QUOVIS_OPENCL_NEED(name) found.library.need(found.name, #name);
    QUOVIS_OPENCL_REQUIRED(QUOVIS_OPENCL_NEED)
#undef QUOVIS_OPENCL_NEED
#define QUOVIS_OPENCL_TRY(name) found.library.find(found.name, #name);
    QUOVIS_OPENCL_OPTIONAL(QUOVIS_OPENCL_TRY)
#undef QUOVIS_OPENCL_TRY
    return found;
}

std::string icd_search() {
    if (const auto vendors = plugins::environment("OCL_ICD_VENDORS")) {
        return fmt::format("{} (OCL_ICD_VENDORS)", *vendors);
    }
    return "/etc/OpenCL/vendors";
}

}  // namespace quovis::opencl
