// Edges of a picture: the Sobel filter on the brightness of RGBA pixels, one pixel for each work-item.
// At the border the outermost pixels are repeated.
float brightness(global const uchar4* picture, int width, int height, int x, int y) {
    const uchar4 pixel = picture[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
    return 0.299f * pixel.x + 0.587f * pixel.y + 0.114f * pixel.z;
}

kernel void sobel(int width, int height, global const uchar4* picture, global uchar* edges) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) {
        return;
    }
    float across = 0;
    float down = 0;
    for (int i = -1; i <= 1; ++i) {
        const float weight = i == 0 ? 2.0f : 1.0f;
        across += weight * (brightness(picture, width, height, x + 1, y + i) -
                            brightness(picture, width, height, x - 1, y + i));
        down += weight * (brightness(picture, width, height, x + i, y + 1) -
                          brightness(picture, width, height, x + i, y - 1));
    }
    edges[y * width + x] = convert_uchar_sat(sqrt(across * across + down * down));
}
