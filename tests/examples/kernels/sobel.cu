// Edges of a picture: the Sobel filter on the brightness of RGBA pixels, one pixel for each thread.
// At the border the outermost pixels are repeated.
__device__ float brightness(const uchar4* picture, int width, int height, int x, int y) {
    const uchar4 pixel = picture[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
    return 0.299f * pixel.x + 0.587f * pixel.y + 0.114f * pixel.z;
}

extern "C" __global__ void sobel(int width, int height, const uchar4* picture, unsigned char* edges) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
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
    edges[y * width + x] = static_cast<unsigned char>(fminf(sqrtf(across * across + down * down), 255.0f));
}
