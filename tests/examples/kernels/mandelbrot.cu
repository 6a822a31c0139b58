// A picture of the Mandelbrot set in RGBA, one pixel for each thread; mandelbrot.cl says how it is saved.
// fmaf() says where a product is rounded, so that the picture is the same on every device.
__constant__ uchar4 palette[16] = {
    {66, 30, 15, 255},    {25, 7, 26, 255},     {9, 1, 47, 255},      {4, 4, 73, 255},
    {0, 7, 100, 255},     {12, 44, 138, 255},   {24, 82, 177, 255},   {57, 125, 209, 255},
    {134, 181, 229, 255}, {211, 236, 248, 255}, {241, 233, 191, 255}, {248, 201, 95, 255},
    {255, 170, 0, 255},   {204, 128, 0, 255},   {153, 87, 0, 255},    {106, 52, 3, 255},
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
