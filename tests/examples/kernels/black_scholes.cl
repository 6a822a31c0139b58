// The prices of n European options by Black and Scholes. The normal distribution is the polynomial 26.2.17 of
// Abramowitz and Stegun, which is right to 7.5e-8.
typedef struct {
    float rate;
    float volatility;
} Market;

static float normal_cdf(float x) {
    const float t = 1.0f / (1.0f + 0.2316419f * fabs(x));
    const float tail = 0.39894228f * exp(-0.5f * x * x) * t *
                       (0.31938153f + t * (-0.356563782f +
                       t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    return x > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes(uint n, Market market, global const float* restrict price,
                          global const float* restrict strike, global const float* restrict years,
                          global float* restrict call, global float* restrict put) {
    const uint i = get_global_id(0);
    if (i >= n) {
        return;
    }
    const float spread = market.volatility * sqrt(years[i]);
    const float d1 = (log(price[i] / strike[i]) +
                      (market.rate + 0.5f * market.volatility * market.volatility) * years[i]) / spread;
    const float d2 = d1 - spread;
    const float discounted = strike[i] * exp(-market.rate * years[i]);
    const float cdf1 = normal_cdf(d1);
    const float cdf2 = normal_cdf(d2);
    call[i] = price[i] * cdf1 - discounted * cdf2;
    put[i] = discounted * (1.0f - cdf2) - price[i] * (1.0f - cdf1);
}
