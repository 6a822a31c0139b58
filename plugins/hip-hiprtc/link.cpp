// Checks the images, then hands them over one by one.
#include "plugins/hip-hiprtc/link.hpp"

#include <fmt/format.h>

#include "plugins/common/stop.hpp"
#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/signal_stack.hpp"
#include "plugins/hip-hiprtc/turn.hpp"

namespace quovis::hip {
namespace {

using plugins::CompileResult;
using plugins::PluginError;
using plugins::view;

constexpr std::string_view bitcode_magic = "BC\xC0\xDE";

void check_inputs(const std::vector<quovis_cc_link_input>& inputs) {
    if (inputs.empty()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "a link needs at least one image; none was given");
    }
    for (const quovis_cc_link_input& input : inputs) {
        if (view(input.format) != bitcode_format) {
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("hiprtc links bitcode ('{}'); '{}' has the format '{}'", bitcode_format,
                                          view(input.name), view(input.format)),
                              "Compile with the option `relocatable`, or to the format `ltoir`.");
        }
        const std::string_view bytes(static_cast<const char*>(input.data), input.data == nullptr ? 0 : input.size);
        if (bytes.substr(0, bitcode_magic.size()) != bitcode_magic) {
            throw PluginError(QUOVIS_PLUGIN_IMAGE_REJECTED,
                              fmt::format("'{}' is not LLVM bitcode: it does not begin as such", view(input.name)));
        }
    }
}

bool has_linker(const Hiprtc& rtc) {
    return rtc.hiprtcLinkCreate != nullptr && rtc.hiprtcLinkAddData != nullptr && rtc.hiprtcLinkComplete != nullptr &&
           rtc.hiprtcLinkDestroy != nullptr;
}

void require_linker(const Hiprtc& rtc) {
    if (!has_linker(rtc)) {
        throw PluginError(
            QUOVIS_PLUGIN_NOT_SUPPORTED,
            fmt::format("{}, hiprtc {}, has no function hiprtcLinkCreate", rtc.library.naming(), rtc.version),
            "ROCm 5.3 and newer have it.");
    }
}

class Linker {
  public:
    explicit Linker(const Hiprtc& rtc) : rtc_(rtc) {
        check(rtc.hiprtcLinkCreate(0, nullptr, nullptr, &state_), "starting a link (hiprtcLinkCreate)");
    }
    ~Linker() { rtc_.hiprtcLinkDestroy(state_); }
    Linker(const Linker&) = delete;
    Linker& operator=(const Linker&) = delete;

    void add(const quovis_cc_link_input& input) {
        const std::string name = plugins::string(input.name);
        check(rtc_.hiprtcLinkAddData(state_, input_llvm_bitcode, const_cast<void*>(input.data), input.size,
                                     name.c_str(), 0, nullptr, nullptr),
              fmt::format("adding '{}' to a link (hiprtcLinkAddData)", name));
    }

    std::string complete() {
        void* image = nullptr;
        std::size_t size = 0;
        check(rtc_.hiprtcLinkComplete(state_, &image, &size), "linking (hiprtcLinkComplete)");
        return image == nullptr ? std::string() : std::string(static_cast<const char*>(image), size);
    }

  private:
    void check(RtcResult result, std::string_view doing) const {
        if (result != rtc_success) {
            throw vendor_error(rtc_,
                               result == rtc_linking || result == rtc_compilation ? QUOVIS_PLUGIN_SOURCE_INVALID
                                                                                  : QUOVIS_PLUGIN_NOT_SUPPORTED,
                               result, doing);
        }
    }

    const Hiprtc& rtc_;
    LinkState state_ = nullptr;
};

}  // namespace

void link_images(const Toolkit& toolkit, const quovis_cc_link_request& request, CompileResult& result) {
    const auto inputs = plugins::received(request.inputs, request.input_count);
    check_inputs(inputs);
    require_linker(toolkit.rtc);
    result.target = plugins::string(request.target);
    result.format = code_object_format;
    plugins::Stop stop(request, fmt::format("linking {} images", inputs.size()));
    const Turn turn(stop);
    const SignalStack stack;
    Linker linker(toolkit.rtc);
    for (const quovis_cc_link_input& input : inputs) {
        linker.add(input);
    }
    result.image = linker.complete();
}

}  // namespace quovis::hip
