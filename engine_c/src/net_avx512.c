/* One position through a net, 32 hidden units a register of 512 bits. */
#include "net_sums.h"

#if defined(BG_X86)

#define WIDE BG_TARGET("avx512f,avx512bw,avx512vl,avx512vnni,bmi,bmi2,popcnt")

/* Sums are cut to 16 bits before they become units. Which changes nothing as long as neither what the features give nor
 * the whole comes to their ends: how far they went. */
typedef struct {
    __m512i features; /* without signs */
    __m512i least;    /* of the whole; at the other end units are cut anyhow */
} reach;

WIDE BG_INLINE __m512i units_of(__m512i board, __m512i low, __m512i high, reach *far)
{
    const __m512i features =
        _mm512_packs_epi32(_mm512_srai_epi32(low, BG_FEATURE_SHIFT), _mm512_srai_epi32(high, BG_FEATURE_SHIFT));
    const __m512i x = _mm512_adds_epi16(board, features);
    far->features = _mm512_max_epu16(far->features, _mm512_abs_epi16(features));
    far->least = _mm512_min_epi16(far->least, x);
    const __m512i leaked = _mm512_mulhrs_epi16(x, _mm512_set1_epi16(1 << (15 - BG_LEAK_SHIFT)));
    return _mm512_min_epi16(_mm512_max_epi16(x, leaked), _mm512_set1_epi16(BG_HIDDEN_MOST));
}

WIDE BG_INLINE int is_within(const reach *far)
{
    return !(_mm512_cmpge_epu16_mask(far->features, _mm512_set1_epi16(INT16_MAX)) |
             _mm512_cmpeq_epi16_mask(far->least, _mm512_set1_epi16(INT16_MIN)));
}

/* Values of pairs that are to be counted, and which they are. */
typedef struct {
    uint32_t set;
    int16_t values[64];
} counting;

WIDE BG_INLINE void pairs_to_count(const bg_summing *work, counting *pairs)
{
    pairs->set = 0;
    if (!work->features)
        return;
    __m512i first = _mm512_loadu_si512(work->features);
    __m512i second = _mm512_zextsi256_si512(_mm256_loadu_si256((const __m256i *)(work->features + 32)));
    if (work->counted) {
        const __m256i rest = _mm256_loadu_si256((const __m256i *)(work->counted + 32));
        first = _mm512_sub_epi16(first, _mm512_loadu_si512(work->counted));
        second = _mm512_sub_epi16(second, _mm512_zextsi256_si512(rest));
    }
    _mm512_storeu_si512(pairs->values, first);
    _mm512_storeu_si512(pairs->values + 32, second);
    const uint32_t high = _mm512_test_epi32_mask(second, second);
    pairs->set = (_mm512_test_epi32_mask(first, first) | high << 16) & ((1u << BG_PAIRS) - 1);
}

/* The sums of five registers, each over its lanes. */
WIDE BG_INLINE void sums_of(const __m512i out[BG_CHANCES], int32_t sums[BG_CHANCES])
{
    const __m512i a = _mm512_add_epi32(_mm512_unpacklo_epi32(out[0], out[1]), _mm512_unpackhi_epi32(out[0], out[1]));
    const __m512i b = _mm512_add_epi32(_mm512_unpacklo_epi32(out[2], out[3]), _mm512_unpackhi_epi32(out[2], out[3]));
    const __m512i four = _mm512_add_epi32(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
    const __m256i two = _mm256_add_epi32(_mm512_castsi512_si256(four), _mm512_extracti64x4_epi64(four, 1));
    _mm_storeu_si128((__m128i *)sums, _mm_add_epi32(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1)));
    sums[4] = _mm512_reduce_add_epi32(out[4]);
}

/* A block of 32 units for each of `wide` registers: as wide as fits, so that columns are read in long stretches. */
WIDE BG_INLINE void block_512(const bg_net *net, const bg_summing *work, const counting *pairs, bg_hidden *keep,
                              size_t block, const int wide, __m512i out[BG_CHANCES], reach *far)
{
    const size_t hidden = (size_t)net->hidden;
    const int16_t *base = net->columns + block, *weights = net->features + 2 * block;
    __m512i board[8], low[8], high[8];
    for (int i = 0; i < wide; i++) {
        board[i] = _mm512_loadu_si512(work->board + block + 32 * i);
        low[i] = high[i] = _mm512_set1_epi32(BG_TOTAL_START);
    }
    for (int i = 0; i < wide && work->total; i++) {
        low[i] = _mm512_loadu_si512(work->total + block + 32 * i);
        high[i] = _mm512_loadu_si512(work->total + block + 32 * i + 16);
    }
    for (int c = 0; c < work->more_count; c++) {
        const int16_t *column = base + work->more[c] * hidden;
        for (int i = 0; i < wide; i++)
            board[i] = _mm512_add_epi16(board[i], _mm512_loadu_si512(column + 32 * i));
    }
    for (int c = 0; c < work->less_count; c++) {
        const int16_t *column = base + work->less[c] * hidden;
        for (int i = 0; i < wide; i++)
            board[i] = _mm512_sub_epi16(board[i], _mm512_loadu_si512(column + 32 * i));
    }
    for (uint32_t left = pairs->set; left; left &= left - 1) {
        const int pair = lowest(left);
        const int16_t *row = weights + (size_t)pair * hidden * 2;
        int32_t both;
        memcpy(&both, pairs->values + 2 * pair, sizeof both);
        const __m512i value = _mm512_set1_epi32(both);
        for (int i = 0; i < wide; i++) {
            low[i] = _mm512_dpwssd_epi32(low[i], value, _mm512_loadu_si512(row + 64 * i));
            high[i] = _mm512_dpwssd_epi32(high[i], value, _mm512_loadu_si512(row + 64 * i + 32));
        }
    }
    if (keep) {
        for (int i = 0; i < wide; i++) {
            _mm512_storeu_si512(keep->board + block + 32 * i, board[i]);
            _mm512_storeu_si512(keep->total + block + 32 * i, low[i]);
            _mm512_storeu_si512(keep->total + block + 32 * i + 16, high[i]);
        }
        return;
    }
    for (int i = 0; i < wide; i++)
        board[i] = units_of(board[i], low[i], high[i], far);
    for (int o = 0; o < BG_CHANCES; o++)
        for (int i = 0; i < wide; i++) {
            const int16_t *outputs = net->outputs + (size_t)o * hidden + block + 32 * i;
            out[o] = _mm512_dpwssd_epi32(out[o], board[i], _mm512_loadu_si512(outputs));
        }
}

WIDE int bg_net_run_avx512_vnni(const bg_net *net, const bg_summing *work, bg_hidden *keep, int32_t sums[BG_CHANCES])
{
    const size_t hidden = (size_t)net->hidden;
    counting pairs;
    pairs_to_count(work, &pairs);
    __m512i out[BG_CHANCES];
    for (int o = 0; o < BG_CHANCES; o++)
        out[o] = _mm512_setzero_si512();
    reach far = {_mm512_setzero_si512(), _mm512_setzero_si512()};
    size_t block = 0;
    for (; block + 256 <= hidden; block += 256)
        block_512(net, work, &pairs, keep, block, 8, out, &far);
    for (; block + 128 <= hidden; block += 128)
        block_512(net, work, &pairs, keep, block, 4, out, &far);
    for (; block < hidden; block += 64)
        block_512(net, work, &pairs, keep, block, 2, out, &far);
    if (keep)
        return 1;
    sums_of(out, sums);
    for (int o = 0; o < BG_CHANCES; o++)
        sums[o] += net->bias[o];
    return is_within(&far);
}

#endif
