/* A picture moved to where another camera would see it. The matrix is that of a plane, so what stands above the plane
 * moves a little too much or too little: good enough while everything is on its way. */
#include "light.h"
#include "simd.h"
#include <string.h>

#define SPAN 32 /* pixels between two places that are reckoned exactly */
#define ROWS 16 /* of a tile: few enough that the pages it is taken from stay at hand */
#define FARTHEST 16000.0f

typedef struct {
    const uint8_t *pixels;
    int32_t width, height;
} source;

typedef struct {
    float x, y;
} spot;

static spot spot_of(const float *way, float x, float y)
{
    float below = way[6] * x + way[7] * y + way[8];
    float by = 1.0f / (below > 1e-3f ? below : 1e-3f);
    /* Half a pixel less: a pixel's colour is that of its middle. */
    float across = (way[0] * x + way[1] * y + way[2]) * by - 0.5f;
    float down = (way[3] * x + way[4] * y + way[5]) * by - 0.5f;
    return (spot){clamp(across, -FARTHEST, FARTHEST), clamp(down, -FARTHEST, FARTHEST)};
}

/* The colour between four pixels; right, low: shares of SHARES. Every way of reckoning gives the same bits. */
#define SHARES 64

static inline int32_t share_of(int32_t place)
{
    return (int32_t)((uint32_t)place >> 10 & (SHARES - 1u));
}

static uint32_t between_four(const uint8_t *upper, const uint8_t *lower, int32_t right, int32_t low)
{
    uint8_t colour[4];
    for (int i = 0; i < 4; i++) {
        int32_t above = upper[i] * (SHARES - right) + upper[i + 4] * right;
        int32_t below = lower[i] * (SHARES - right) + lower[i + 4] * right;
        above += ((below - above) * low + SHARES / 2) >> 6;
        colour[i] = (uint8_t)((above + SHARES / 2) >> 6);
    }
    uint32_t whole;
    memcpy(&whole, colour, 4);
    return whole;
}

#ifdef BG_X86
/* Four lots of two neighbours, the same channels side by side. */
BG_TARGET("avx2")
static inline __m256i four_pairs(const uint8_t *pixels, const int32_t *places)
{
    const __m128i by_channel = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
    int64_t pairs[4];
    for (int i = 0; i < 4; i++)
        memcpy(&pairs[i], pixels + places[i], 8);
    __m128i first = _mm_insert_epi64(_mm_cvtsi64_si128(pairs[0]), pairs[1], 1);
    __m128i second = _mm_insert_epi64(_mm_cvtsi64_si128(pairs[2]), pairs[3], 1);
    __m256i all = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
    return _mm256_shuffle_epi8(all, _mm256_broadcastsi128_si256(by_channel));
}

/* The low half of each of four numbers, four times. */
BG_TARGET("avx2")
static inline __m256i four_times(__m128i numbers)
{
    const __m128i again = _mm_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9);
    return _mm256_shuffle_epi8(_mm256_cvtepu32_epi64(numbers), _mm256_broadcastsi128_si256(again));
}

BG_TARGET("avx2")
static inline __m128i shares_of(__m128i places)
{
    return _mm_and_si128(_mm_srli_epi32(places, 10), _mm_set1_epi32(SHARES - 1));
}

BG_TARGET("avx2")
static inline __m128i four_colours(const source *s, __m128i x, __m128i y)
{
    const int32_t line = s->width * 4;
    __m128i right = shares_of(x), left = _mm_sub_epi32(_mm_set1_epi32(SHARES), right);
    __m256i across = four_times(_mm_or_si128(left, _mm_slli_epi32(right, 8)));
    __m256i down = four_times(_mm_slli_epi32(shares_of(y), 9));
    int32_t places[4];
    __m128i rows = _mm_mullo_epi32(_mm_srli_epi32(y, 16), _mm_set1_epi32(line));
    _mm_storeu_si128((__m128i *)(void *)places, _mm_add_epi32(rows, _mm_slli_epi32(_mm_srli_epi32(x, 16), 2)));
    __m256i above = _mm256_maddubs_epi16(four_pairs(s->pixels, places), across);
    __m256i below = _mm256_maddubs_epi16(four_pairs(s->pixels + line, places), across);
    /* (difference * share + 32) >> 6, without leaving 16 bits. */
    above = _mm256_add_epi16(above, _mm256_mulhrs_epi16(_mm256_sub_epi16(below, above), down));
    above = _mm256_srli_epi16(_mm256_add_epi16(above, _mm256_set1_epi16(SHARES / 2)), 6);
    return _mm_packus_epi16(_mm256_castsi256_si128(above), _mm256_extracti128_si256(above, 1));
}

/* As many of a span's pixels as go by fours: how many. */
BG_TARGET("avx2")
static int32_t draw_by_fours(const source *s, int32_t x, int32_t y, int32_t across, int32_t down, int32_t count,
                             uint8_t *pixels)
{
    const __m128i steps = _mm_setr_epi32(0, 1, 2, 3);
    __m128i to_right = _mm_set1_epi32(4 * across), to_bottom = _mm_set1_epi32(4 * down);
    __m128i xs = _mm_add_epi32(_mm_set1_epi32(x), _mm_mullo_epi32(steps, _mm_set1_epi32(across)));
    __m128i ys = _mm_add_epi32(_mm_set1_epi32(y), _mm_mullo_epi32(steps, _mm_set1_epi32(down)));
    int32_t done = 0;
    /* Memory is slower than the arithmetic: what the span to the right will be taken from is asked for now. */
    for (int32_t next = SPAN; next <= 2 * SPAN; next += 16) {
        int32_t column = (x + next * across) >> 16, row = (y + next * down) >> 16;
        if (column < 0 || row < 0 || column >= s->width || row >= s->height)
            continue;
        const char *place = (const char *)s->pixels + ((size_t)row * (size_t)s->width + (size_t)column) * 4;
        _mm_prefetch(place, _MM_HINT_T0);
        _mm_prefetch(place + (size_t)s->width * 4, _MM_HINT_T0);
    }
    for (; done + 4 <= count; done += 4) {
        _mm_storeu_si128((__m128i *)(void *)(pixels + 4 * (size_t)done), four_colours(s, xs, ys));
        xs = _mm_add_epi32(xs, to_right), ys = _mm_add_epi32(ys, to_bottom);
    }
    return done;
}
#endif

/* Beyond its edges a picture goes on as in a mirror. */
static inline int32_t mirrored(int32_t at, int32_t size)
{
    int32_t round = 2 * size, within = at % round;
    within += within < 0 ? round : 0;
    return within < size ? within : round - 1 - within;
}

static uint32_t beyond_edge(const source *s, int32_t x, int32_t y)
{
    int32_t left = x >> 16, top = y >> 16;
    uint8_t upper[8], lower[8];
    for (int32_t i = 0; i < 2; i++) {
        size_t column = (size_t)mirrored(left + i, s->width) * 4, line = (size_t)s->width * 4;
        memcpy(upper + 4 * i, s->pixels + (size_t)mirrored(top, s->height) * line + column, 4);
        memcpy(lower + 4 * i, s->pixels + (size_t)mirrored(top + 1, s->height) * line + column, 4);
    }
    return between_four(upper, lower, share_of(x), share_of(y));
}

static int is_inside(const source *s, spot at)
{
    return at.x >= 0.0f && at.y >= 0.0f && at.x < (float)(s->width - 1) && at.y < (float)(s->height - 1);
}

static void draw_span(const source *s, spot from, spot to, int32_t count, int is_wide, uint8_t *pixels)
{
    const float fixed = 65536.0f;
    const size_t line = (size_t)s->width * 4;
    int32_t x = (int32_t)(from.x * fixed), y = (int32_t)(from.y * fixed);
    int32_t across = (int32_t)((to.x - from.x) * (fixed / SPAN)), down = (int32_t)((to.y - from.y) * (fixed / SPAN));
    int is_whole = is_inside(s, from) && is_inside(s, to);
    int32_t done = 0;
#ifdef BG_X86
    if (is_whole && is_wide)
        done = draw_by_fours(s, x, y, across, down, count, pixels);
    x += done * across, y += done * down;
#endif
    for (int32_t i = done; i < count; i++, x += across, y += down) {
        uint32_t colour;
        if (is_whole) {
            const uint8_t *upper = s->pixels + (size_t)(y >> 16) * line + (size_t)(x >> 16) * 4;
            colour = between_four(upper, upper + line, share_of(x), share_of(y));
        } else {
            colour = beyond_edge(s, x, y);
        }
        memcpy(pixels + 4 * (size_t)i, &colour, 4);
    }
}

/* A square of the new picture: what it is taken from lies close together, also where the picture is turned. */
static void draw_tile(const source *s, const float *way, int32_t left, int32_t top, int32_t width, int32_t height,
                      int is_wide, uint8_t *pixels)
{
    int32_t count = width - left < SPAN ? width - left : SPAN, bottom = height - top < ROWS ? height : top + ROWS;
    for (int32_t row = top; row < bottom; row++) {
        spot from = spot_of(way, (float)left + 0.5f, (float)row + 0.5f);
        spot to = spot_of(way, (float)(left + SPAN) + 0.5f, (float)row + 0.5f);
        draw_span(s, from, to, count, is_wide, pixels + ((size_t)row * (size_t)width + (size_t)left) * 4);
    }
}

int32_t bg_picture_warp(const uint8_t *from, int32_t from_width, int32_t from_height, const float *way, int32_t width,
                        int32_t height, uint8_t *pixels, size_t size)
{
    if (!from || !way || !pixels)
        return BG_NULL_POINTER;
    if (from_width < 1 || from_width > BG_PICTURE_MOST_WIDTH || from_height < 1 ||
        from_height > BG_PICTURE_MOST_WIDTH || width < 1 || width > BG_PICTURE_MOST_WIDTH || height < 1 ||
        height > BG_PICTURE_MOST_WIDTH)
        return BG_BAD_PICTURE;
    for (int i = 0; i < 9; i++)
        if (!is_within(way[i], -1e6f, 1e6f))
            return BG_BAD_PICTURE;
    if (size != (size_t)width * (size_t)height * 4)
        return BG_TOO_SMALL;
    source s = {from, from_width, from_height};
    int is_wide = bg_simd_chosen(BG_SIMD_AVX2) == BG_SIMD_AVX2;
    for (int32_t top = 0; top < height; top += ROWS)
        for (int32_t left = 0; left < width; left += SPAN)
            draw_tile(&s, way, left, top, width, height, is_wide, pixels);
    return BG_OK;
}
