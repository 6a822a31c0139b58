// Cairo's functions for a picture with text, taken from libcairo.so.2 at run time: the program runs without it, and
// only a chart needs it. Signatures: Cairo's reference, https://www.cairographics.org/manual; they are the same
// since 1.2.
#pragma once

#include <string>
#include <vector>

namespace quovis::cli {

struct Rgb {
    double red;
    double green;
    double blue;
};

enum class Align { left, middle, right };

// A white picture to draw on. Lengths are pixels, from the left and from the top.
class Canvas {
  public:
    // Throws a Failure that says what is missing.
    Canvas(int width, int height);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    void colour(Rgb colour);
    void rectangle(double x, double y, double width, double height);
    void line(double x1, double y1, double x2, double y2, double width);
    void dot(double x, double y, double radius);
    // Its tip is at x, and it comes from the left; with a negative length from the right.
    void arrow(double x, double y, double length);
    // `y` is the line that the letters stand on.
    void text(double x, double y, const std::string& words, double size, Align align = Align::left, bool bold = false);

    std::vector<unsigned char> png();  // the file's bytes

    // Throws the Failure of the constructor where there is no Cairo.
    static void require();

  private:
    struct Functions;
    static const Functions& functions();

    void* surface_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace quovis::cli
