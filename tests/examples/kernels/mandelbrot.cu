// A picture of the Mandelbrot set in RGBA, one pixel for each thread; mandelbrot.cl says how it is saved.
// fmaf() says where a product is rounded, so that the picture is the same on every device.
__constant__ uchar4 palette[16] = {
    {45, 0, 61, 255}, {14, 14, 108, 255}, {0, 45, 157, 255}, {6, 88, 202, 255},
    {31, 138, 236, 255}, {70, 185, 253, 255}, {117, 224, 251, 255}, {167, 249, 231, 255},
    {210, 255, 194, 255}, {241, 241, 147, 255}, {255, 210, 98, 255}, {249, 167, 53, 255},
    {224, 117, 19, 255}, {185, 70, 2, 255}, {138, 31, 4, 255}, {88, 6, 24, 255},
};

extern "C" __global__ void mandelbrot(int width, int height, float centre_x, float centre_y, float scale, int limit,
                                      uchar4* picture) {
    const int pixel_x = blockIdx.x * blockDim.x + threadIdx.x;
    const int pixel_y = blockIdx.y * blockDim.y + threadIdx.y;
    if (pixel_x >= width || pixel_y >= height) {
        return;
    }
    const float c_x = fmaf(pixel_x - 0.5f * width, scale, centre_x);
    const float c_y = fmaf(pixel_y - 0.5f * height, scale, centre_y);
    float x = 0.0f;
    float y = 0.0f;
    int steps = 0;
    while (steps < limit && fmaf(x, x, y * y) <= 4.0f) {
        const float next = fmaf(x, x, fmaf(-y, y, c_x));
        y = fmaf(2.0f * x, y, c_y);
        x = next;
        ++steps;
    }
    picture[pixel_y * width + pixel_x] = steps == limit ? make_uchar4(0, 0, 0, 255) : palette[steps % 16];
}
