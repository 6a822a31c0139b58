// A picture of the Mandelbrot set in RGBA, one pixel for each work-item:
//   quovis run mandelbrot.cl --grid 80,60 --block 16,16 --arg i32=1280 --arg i32=960 --arg f32=-0.6 --arg f32=0
//       --arg f32=0.0025 --arg i32=256 --arg 'u8[4915200]=zero' --save 6=mandelbrot.png --shape 1280x960
// The last of the three is the size of a pixel. fma() says where a product is rounded, and nothing is divided, so that
// the picture is the same on every device.
constant uchar4 palette[16] = {
    (uchar4)(66, 30, 15, 255), (uchar4)(25, 7, 26, 255), (uchar4)(9, 1, 47, 255),
    (uchar4)(4, 4, 73, 255), (uchar4)(0, 7, 100, 255), (uchar4)(12, 44, 138, 255),
    (uchar4)(24, 82, 177, 255), (uchar4)(57, 125, 209, 255), (uchar4)(134, 181, 229, 255),
    (uchar4)(211, 236, 248, 255), (uchar4)(241, 233, 191, 255), (uchar4)(248, 201, 95, 255),
    (uchar4)(255, 170, 0, 255), (uchar4)(204, 128, 0, 255), (uchar4)(153, 87, 0, 255),
    (uchar4)(106, 52, 3, 255),
};

kernel void mandelbrot(int width, int height, float centre_x, float centre_y, float scale, int limit,
                       global uchar4* picture) {
    const int2 pixel = (int2)(get_global_id(0), get_global_id(1));
    if (any(pixel >= (int2)(width, height))) {
        return;
    }
    const float2 c = (float2)(fma(pixel.x - 0.5f * width, scale, centre_x),
                              fma(pixel.y - 0.5f * height, scale, centre_y));
    float2 z = (float2)(0.0f);
    int steps = 0;
    while (steps < limit && fma(z.x, z.x, z.y * z.y) <= 4.0f) {
        z = (float2)(fma(z.x, z.x, fma(-z.y, z.y, c.x)), fma(2.0f * z.x, z.y, c.y));
        ++steps;
    }
    picture[pixel.y * width + pixel.x] = steps == limit ? (uchar4)(0, 0, 0, 255) : palette[steps % 16];
}
