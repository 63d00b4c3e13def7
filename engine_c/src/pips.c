/* Pip counts of many positions: each place's number times the checkers there, 25 from the bar and the reserve. */
#include "bits.h"
#include "simd.h"

/* One side's weights; off, the unused count and the bytes of the pins weigh nothing. */
#define WEIGHTS                                                                                                        \
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25, 0, 0, 0, 0, 0

static const int8_t weights[64] = {WEIGHTS, WEIGHTS};

static void pips_scalar(const bg_position *positions, size_t count, uint16_t *pips)
{
    for (size_t i = 0; i < 2 * count; i++) {
        const bg_side *side = &positions[i / 2].side[i % 2];
        uint32_t sum = 0;
        for (int place = 0; place < BG_COUNTS; place++)
            sum += (uint32_t)(side->count[place] * weights[place]);
        pips[i] = (uint16_t)sum;
    }
}

#if defined(BG_X86)
BG_TARGET("avx2")
static uint32_t sum_of_eight(__m256i words)
{
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
}

BG_TARGET("avx2")
static void pips_avx2(const bg_position *positions, size_t count, uint16_t *pips)
{
    const __m256i weight = _mm256_loadu_si256((const __m256i *)weights);
    const __m256i zero = _mm256_setzero_si256();
    for (size_t i = 0; i < 2 * count; i++) {
        __m256i side = _mm256_loadu_si256((const __m256i *)&positions[i / 2].side[i % 2]);
        __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi8(side, zero), _mm256_unpacklo_epi8(weight, zero));
        __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi8(side, zero), _mm256_unpackhi_epi8(weight, zero));
        pips[i] = (uint16_t)sum_of_eight(_mm256_add_epi32(low, high));
    }
}

BG_TARGET("avx512f,avx512bw,avx512vl,avx512vnni")
static void pips_avx512_vnni(const bg_position *positions, size_t count, uint16_t *pips)
{
    const __m512i weight = _mm512_loadu_si512(weights);
    for (size_t i = 0; i < count; i++) {
        __m512i both = _mm512_loadu_si512(&positions[i]);
        __m512i sums = _mm512_dpbusd_epi32(_mm512_setzero_si512(), both, weight);
        pips[2 * i] = (uint16_t)sum_of_eight(_mm512_castsi512_si256(sums));
        pips[2 * i + 1] = (uint16_t)sum_of_eight(_mm512_extracti64x4_epi64(sums, 1));
    }
}
#elif defined(BG_ARM)
static void pips_neon(const bg_position *positions, size_t count, uint16_t *pips)
{
    const uint8x16_t low = vld1q_u8((const uint8_t *)weights), high = vld1q_u8((const uint8_t *)weights + 16);
    for (size_t i = 0; i < 2 * count; i++) {
        const uint8_t *side = positions[i / 2].side[i % 2].count;
        uint8x16_t first = vld1q_u8(side), second = vld1q_u8(side + 16);
        uint32x4_t sum = vpaddlq_u16(vmull_u8(vget_low_u8(first), vget_low_u8(low)));
        sum = vpadalq_u16(sum, vmull_u8(vget_high_u8(first), vget_high_u8(low)));
        sum = vpadalq_u16(sum, vmull_u8(vget_low_u8(second), vget_low_u8(high)));
        sum = vpadalq_u16(sum, vmull_u8(vget_high_u8(second), vget_high_u8(high)));
        pips[i] = (uint16_t)vaddvq_u32(sum);
    }
}
#endif

int32_t bg_pips(const bg_position *positions, size_t count, int32_t simd, uint16_t *pips)
{
    if ((!positions || !pips) && count)
        return BG_NULL_POINTER;
    switch (bg_simd_chosen(simd)) {
#if defined(BG_X86)
    case BG_SIMD_AVX512_VNNI:
        pips_avx512_vnni(positions, count, pips);
        break;
    case BG_SIMD_AVX2:
        pips_avx2(positions, count, pips);
        break;
#elif defined(BG_ARM)
    case BG_SIMD_NEON:
        pips_neon(positions, count, pips);
        break;
#endif
    default:
        pips_scalar(positions, count, pips);
    }
    return BG_OK;
}
