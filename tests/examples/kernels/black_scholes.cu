// The prices of n European options by Black and Scholes. The normal distribution is the polynomial 26.2.17 of
// Abramowitz and Stegun, which is right to 7.5e-8.
struct Market {
    float rate;
    float volatility;
};

__device__ float normal_cdf(float x) {
    const float t = 1.0f / (1.0f + 0.2316419f * fabsf(x));
    const float tail = 0.39894228f * expf(-0.5f * x * x) * t *
                       (0.31938153f + t * (-0.356563782f +
                       t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    return x > 0 ? 1.0f - tail : tail;
}

extern "C" __global__ void black_scholes(unsigned n, Market market, const float* __restrict__ price,
                                         const float* __restrict__ strike, const float* __restrict__ years,
                                         float* __restrict__ call, float* __restrict__ put) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    const float spread = market.volatility * sqrtf(years[i]);
    const float d1 = (logf(price[i] / strike[i]) +
                      (market.rate + 0.5f * market.volatility * market.volatility) * years[i]) / spread;
    const float d2 = d1 - spread;
    const float discounted = strike[i] * expf(-market.rate * years[i]);
    const float cdf1 = normal_cdf(d1);
    const float cdf2 = normal_cdf(d2);
    call[i] = price[i] * cdf1 - discounted * cdf2;
    put[i] = discounted * (1.0f - cdf2) - price[i] * (1.0f - cdf1);
}
