// The table of Cairo's functions, and what is drawn with them.
#include "tools/quovis/cairo.hpp"

#include "tools/quovis/failure.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <new>
#include <numbers>

namespace quovis::cli {
namespace {

constexpr const char* library = "libcairo.so.2";
constexpr int format_rgb24 = 1;      // CAIRO_FORMAT_RGB24
constexpr int slant_normal = 0;      // CAIRO_FONT_SLANT_NORMAL
constexpr int status_no_memory = 1;  // CAIRO_STATUS_NO_MEMORY
constexpr double outline = 0.5;      // makes one-pixel lines sharp

struct TextExtents {  // cairo_text_extents_t
    double x_bearing;
    double y_bearing;
    double width;
    double height;
    double x_advance;
    double y_advance;
};

using Writer = int (*)(void* closure, const unsigned char* data, unsigned length);

int append(void* closure, const unsigned char* data, unsigned length) {
    auto& bytes = *static_cast<std::vector<unsigned char>*>(closure);
    try {
        bytes.insert(bytes.end(), data, data + length);
        return 0;
    } catch (const std::bad_alloc&) {
        return status_no_memory;
    }
}

Failure no_chart(const std::string& why) {
    return {
        Exit::failed, "chart", "the chart cannot be drawn: " + why,
        "install Cairo (Debian's package libcairo2); quovis bench --results FILE.json draws it later, or on another "
        "machine, from what --json printed"};
}

}  // namespace

// clang-format off
#define QUOVIS_CAIRO(X)                                                                            \
    X(cairo_image_surface_create, void*, (int format, int width, int height))                      \
    X(cairo_create, void*, (void* surface))                                                        \
    X(cairo_destroy, void, (void* context))                                                        \
    X(cairo_surface_destroy, void, (void* surface))                                                \
    X(cairo_status, int, (void* context))                                                          \
    X(cairo_status_to_string, const char*, (int status))                                           \
    X(cairo_set_source_rgb, void, (void* context, double red, double green, double blue))          \
    X(cairo_set_line_width, void, (void* context, double width))                                   \
    X(cairo_paint, void, (void* context))                                                          \
    X(cairo_fill, void, (void* context))                                                           \
    X(cairo_stroke, void, (void* context))                                                         \
    X(cairo_move_to, void, (void* context, double x, double y))                                    \
    X(cairo_line_to, void, (void* context, double x, double y))                                    \
    X(cairo_rectangle, void, (void* context, double x, double y, double width, double height))     \
    X(cairo_arc, void, (void* context, double x, double y, double radius, double from, double to)) \
    X(cairo_select_font_face, void, (void* context, const char* family, int slant, int weight))    \
    X(cairo_set_font_size, void, (void* context, double size))                                     \
    X(cairo_text_extents, void, (void* context, const char* text, TextExtents*))                   \
    X(cairo_show_text, void, (void* context, const char* text))                                    \
    X(cairo_surface_write_to_png_stream, int, (void* surface, Writer, void* closure))
// clang-format on

struct Canvas::Functions {
#define QUOVIS_CAIRO_MEMBER(name, result, parameters) result(*name) parameters = nullptr;
    QUOVIS_CAIRO(QUOVIS_CAIRO_MEMBER)
#undef QUOVIS_CAIRO_MEMBER

    std::string missing;  // what is not there, in words; empty when all is
};

const Canvas::Functions& Canvas::functions() {
    static const Functions all = [] {
        Functions found;
        void* const handle = ::dlopen(library, RTLD_NOW | RTLD_LOCAL);  // stays until the process ends
        if (handle == nullptr) {
            const char* const why = ::dlerror();
            found.missing = why == nullptr ? library : why;
            return found;
        }
#define QUOVIS_CAIRO_FIND(name, result, parameters)                              \
    found.name = reinterpret_cast<decltype(found.name)>(::dlsym(handle, #name)); \
    if (found.name == nullptr) {                                                 \
        found.missing = fmt::format("{} has no {}", library, #name);             \
    }
        QUOVIS_CAIRO(QUOVIS_CAIRO_FIND)
#undef QUOVIS_CAIRO_FIND
        return found;
    }();
    return all;
}

void Canvas::require() {
    if (!functions().missing.empty()) {
        throw no_chart(functions().missing);
    }
}

Canvas::Canvas(int width, int height) {
    require();
    const Functions& cairo = functions();
    surface_ = cairo.cairo_image_surface_create(format_rgb24, width, height);
    context_ = cairo.cairo_create(surface_);
    colour({1, 1, 1});
    cairo.cairo_paint(context_);
}

Canvas::~Canvas() {
    functions().cairo_destroy(context_);
    functions().cairo_surface_destroy(surface_);
}

void Canvas::colour(Rgb colour) {
    functions().cairo_set_source_rgb(context_, colour.red, colour.green, colour.blue);
}

void Canvas::rectangle(double x, double y, double width, double height) {
    functions().cairo_rectangle(context_, x, y, width, height);
    functions().cairo_fill(context_);
}

void Canvas::line(double x1, double y1, double x2, double y2, double width) {
    functions().cairo_set_line_width(context_, width);
    functions().cairo_move_to(context_, x1 + outline, y1 + outline);
    functions().cairo_line_to(context_, x2 + outline, y2 + outline);
    functions().cairo_stroke(context_);
}

void Canvas::dot(double x, double y, double radius) {
    functions().cairo_arc(context_, x, y, radius, 0, 2 * std::numbers::pi);
    functions().cairo_fill(context_);
}

void Canvas::arrow(double x, double y, double length) {
    functions().cairo_move_to(context_, x, y);
    functions().cairo_line_to(context_, x - length, y - 6);
    functions().cairo_line_to(context_, x - length, y + 6);
    functions().cairo_fill(context_);
}

void Canvas::text(double x, double y, const std::string& words, double size, Align align, bool bold) {
    const Functions& cairo = functions();
    cairo.cairo_select_font_face(context_, "sans-serif", slant_normal, bold ? 1 : 0);
    cairo.cairo_set_font_size(context_, size);
    TextExtents extents{};
    cairo.cairo_text_extents(context_, words.c_str(), &extents);
    const double left = align == Align::left    ? x
                        : align == Align::right ? x - extents.x_advance
                                                : x - extents.x_advance / 2;
    cairo.cairo_move_to(context_, left, y);
    cairo.cairo_show_text(context_, words.c_str());
}

std::vector<unsigned char> Canvas::png() {
    const Functions& cairo = functions();
    std::vector<unsigned char> bytes;
    int status = cairo.cairo_status(context_);
    if (status == 0) {
        status = cairo.cairo_surface_write_to_png_stream(surface_, append, &bytes);
    }
    if (status != 0) {
        throw Failure(Exit::failed, "chart",
                      fmt::format("the chart cannot be drawn: Cairo says '{}'", cairo.cairo_status_to_string(status)));
    }
    return bytes;
}

}  // namespace quovis::cli
