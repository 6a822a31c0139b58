// Pictures: .png files as bytes, grey (one a pixel) or RGBA (four a pixel), rows from the top, without gaps.
#include "tools/quovis/png.hpp"

#include "tools/quovis/failure.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>
#include <png.h>

#include <csetjmp>
#include <cstring>

namespace quovis::cli {
namespace {

constexpr png_uint_32 longest_side = 32768;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

Failure bad_png(const std::string& path, const std::string& why) {
    return {Exit::usage, "file", fmt::format("'{}' cannot be used as .png: {}", path, why)};
}

// What libpng's callbacks work on. libpng leaves by longjmp, so nothing in its reach may need a destructor: all that
// has one is a member here and outlives the jump.
struct Job {
    const std::vector<unsigned char>* source = nullptr;
    std::size_t position = 0;
    std::vector<unsigned char>* sink = nullptr;
    bool out_of_memory = false;
    char message[256] = "";
    std::jmp_buf* away = nullptr;
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
    Job* job = static_cast<Job*>(png_get_error_ptr(png));
    std::strncpy(job->message, message, sizeof job->message - 1);
    std::longjmp(*job->away, 1);
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep data, std::size_t size) {
    Job* job = static_cast<Job*>(png_get_io_ptr(png));
    if (size > job->source->size() - job->position) {
        png_error(png, "it ends too early");
    }
    std::memcpy(data, job->source->data() + job->position, size);
    job->position += size;
}

void on_write(png_structp png, png_bytep data, std::size_t size) {
    Job* job = static_cast<Job*>(png_get_io_ptr(png));
    try {
        job->sink->insert(job->sink->end(), data, data + size);
    } catch (const std::bad_alloc&) {
        job->out_of_memory = true;
    }
    if (job->out_of_memory) {
        png_error(png, "the memory does not suffice");
    }
}

void on_flush(png_structp) {}

// Asks libpng for 8 bits a channel, and for one channel or four.
void set_transformations(png_structp png, png_infop info) {
    const int colour = png_get_color_type(png, info);
    const bool grey = colour == PNG_COLOR_TYPE_GRAY && png_get_bit_depth(png, info) <= 8 &&
                      png_get_valid(png, info, PNG_INFO_tRNS) == 0;
    png_set_strip_16(png);
    png_set_packing(png);
    if (grey) {
        png_set_expand_gray_1_2_4_to_8(png);
        return;
    }
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
}

// The two halves of reading: up to the size, and the rows. Both return false when libpng complained.
bool read_header(png_structp png, png_infop info, Job* job, Picture* picture) {
    std::jmp_buf away;
    job->away = &away;
    if (setjmp(away) != 0) {
        return false;
    }
    png_set_read_fn(png, job, on_read);
    png_set_user_limits(png, longest_side, longest_side);
    png_set_chunk_malloc_max(png, 16 << 20);
    png_set_chunk_cache_max(png, 128);
    png_read_info(png, info);
    set_transformations(png, info);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    picture->width = png_get_image_width(png, info);
    picture->height = png_get_image_height(png, info);
    picture->channels = png_get_channels(png, info);
    return true;
}

bool read_rows(png_structp png, Job* job, png_bytep* rows) {
    std::jmp_buf away;
    job->away = &away;
    if (setjmp(away) != 0) {
        return false;
    }
    png_read_image(png, rows);
    png_read_end(png, nullptr);
    return true;
}

std::vector<png_bytep> row_pointers(Picture& picture) {
    const std::size_t row_bytes = std::size_t{picture.width} * picture.channels;
    std::vector<png_bytep> rows(picture.height);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        rows[row] = picture.bytes.data() + row * row_bytes;
    }
    return rows;
}

class Reader {
  public:
    explicit Reader(Job& job) : png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &job, on_error, on_warning)) {
        info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
    }
    ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    bool header(Job& job, Picture& picture) { return info_ != nullptr && read_header(png_, info_, &job, &picture); }
    bool rows(Job& job, std::vector<png_bytep>& rows) { return read_rows(png_, &job, rows.data()); }

  private:
    png_structp png_;
    png_infop info_ = nullptr;
};

bool write_all(png_structp png, png_infop info, Job* job, const Picture* picture, png_bytep* rows) {
    std::jmp_buf away;
    job->away = &away;
    if (setjmp(away) != 0) {
        return false;
    }
    png_set_write_fn(png, job, on_write, on_flush);
    const int colour = picture->channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGBA;
    png_set_user_limits(png, longest_side, longest_side);
    png_set_IHDR(png, info, picture->width, picture->height, 8, colour, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_write_image(png, rows);
    png_write_end(png, nullptr);
    return true;
}

}  // namespace

Picture read_png(const InputFile& file) {
    if (file.size() > most_bytes) {
        throw bad_png(file.path(), fmt::format("it has {}; the limit is {}", bytes_for_people(file.size()),
                                               bytes_for_people(most_bytes)));
    }
    const std::vector<unsigned char> bytes = file.all();
    Job job;
    job.source = &bytes;
    Reader reader(job);
    Picture picture;
    if (!reader.header(job, picture)) {
        throw bad_png(file.path(), job.message);
    }
    const std::uint64_t size = std::uint64_t{picture.width} * picture.height * picture.channels;
    if (size > most_bytes) {
        throw bad_png(file.path(), fmt::format("{} x {} pixels take {}; the limit is {}", picture.width, picture.height,
                                               bytes_for_people(size), bytes_for_people(most_bytes)));
    }
    picture.bytes.resize(static_cast<std::size_t>(size));
    std::vector<png_bytep> rows = row_pointers(picture);
    if (!reader.rows(job, rows)) {
        throw bad_png(file.path(), job.message);
    }
    return picture;
}

std::vector<unsigned char> png_bytes(const Picture& picture, const std::string& path) {
    std::vector<unsigned char> bytes;
    Job job;
    job.sink = &bytes;
    std::vector<png_bytep> rows = row_pointers(const_cast<Picture&>(picture));  // libpng only reads them
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &job, on_error, on_warning);
    png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
    const bool written = info != nullptr && write_all(png, info, &job, &picture, rows.data());
    png_destroy_write_struct(&png, &info);
    if (!written) {
        throw Failure(Exit::failed, "output", fmt::format("cannot make the picture '{}': {}", path, job.message));
    }
    return bytes;
}

}  // namespace quovis::cli
