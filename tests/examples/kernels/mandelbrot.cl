// A picture of the Mandelbrot set in RGBA, one pixel for each work-item:
//   quovis run mandelbrot.cl --grid 80,60 --block 16,16 --arg i32=1280 --arg i32=960 --arg f32=-0.6 --arg f32=0
//       --arg f32=0.0025 --arg i32=256 --arg 'u8[4915200]=zero' --save 6=mandelbrot.png --shape 1280x960
// The last of the three f32 is the size of a pixel. fma() says where a product is rounded, and nothing is divided, so
// that the picture is the same on every device. The palette goes round once: three cosines, each ahead of the other.
constant uchar4 palette[16] = {
    (uchar4)(45, 0, 61, 255), (uchar4)(14, 14, 108, 255), (uchar4)(0, 45, 157, 255),
    (uchar4)(6, 88, 202, 255), (uchar4)(31, 138, 236, 255), (uchar4)(70, 185, 253, 255),
    (uchar4)(117, 224, 251, 255), (uchar4)(167, 249, 231, 255), (uchar4)(210, 255, 194, 255),
    (uchar4)(241, 241, 147, 255), (uchar4)(255, 210, 98, 255), (uchar4)(249, 167, 53, 255),
    (uchar4)(224, 117, 19, 255), (uchar4)(185, 70, 2, 255), (uchar4)(138, 31, 4, 255),
    (uchar4)(88, 6, 24, 255),
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
