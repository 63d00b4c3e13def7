/* One position through a net, 16 hidden units a register of 256 bits. */
#include "net_sums.h"

#if defined(BG_X86)

#define WIDE BG_TARGET("avx2")

enum { REGISTERS = BG_LANES / 16 }; /* of hidden units at a time */

/* As in net_avx512.c: how far sums went that are cut to 16 bits. */
typedef struct {
    __m256i features, least;
} reach;

WIDE BG_INLINE __m256i units_of(__m256i board, __m256i low, __m256i high, reach *far)
{
    const __m256i features =
        _mm256_packs_epi32(_mm256_srai_epi32(low, BG_FEATURE_SHIFT), _mm256_srai_epi32(high, BG_FEATURE_SHIFT));
    const __m256i x = _mm256_adds_epi16(board, features);
    far->features = _mm256_max_epu16(far->features, _mm256_abs_epi16(features));
    far->least = _mm256_min_epi16(far->least, x);
    const __m256i leaked = _mm256_mulhrs_epi16(x, _mm256_set1_epi16(1 << (15 - BG_LEAK_SHIFT)));
    return _mm256_min_epi16(_mm256_max_epi16(x, leaked), _mm256_set1_epi16(BG_HIDDEN_MOST));
}

WIDE BG_INLINE int is_within(const reach *far)
{
    const __m256i end = _mm256_set1_epi16(INT16_MAX);
    const __m256i features = _mm256_cmpeq_epi16(_mm256_max_epu16(far->features, end), far->features);
    const __m256i least = _mm256_cmpeq_epi16(far->least, _mm256_set1_epi16(INT16_MIN));
    return !_mm256_movemask_epi8(_mm256_or_si256(features, least));
}

WIDE BG_INLINE __m256i load_256(const int16_t *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

/* As bg_pairs_to_count. */
WIDE BG_INLINE uint32_t pairs_to_count(const bg_summing *work, int16_t values[BG_FEATURES])
{
    uint32_t zeros = 0;
    for (int i = 0; i < BG_FEATURES && work->features; i += 16) {
        __m256i value = load_256(work->features + i);
        if (work->counted)
            value = _mm256_sub_epi16(value, load_256(work->counted + i));
        _mm256_storeu_si256((__m256i *)(values + i), value);
        const __m256i is_zero = _mm256_cmpeq_epi32(value, _mm256_setzero_si256());
        zeros |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(is_zero)) << i / 2;
    }
    return work->features ? ~zeros & ((1u << BG_PAIRS) - 1) : 0;
}

/* A block of units: what is summed up of them, in registers. */
typedef struct {
    __m256i board[REGISTERS], low[REGISTERS], high[REGISTERS];
} units;

WIDE BG_INLINE void begin(const bg_summing *work, size_t block, units *u)
{
    for (int i = 0; i < REGISTERS; i++) {
        u->board[i] = load_256(work->board + block + 16 * i);
        u->low[i] = u->high[i] = _mm256_set1_epi32(BG_TOTAL_START);
    }
    for (int i = 0; i < REGISTERS && work->total; i++) { /* 8 units' low ones before their high ones, 32 units a time */
        const int32_t *total = work->total + block + i / 2 * 32 + i % 2 * 8;
        u->low[i] = _mm256_loadu_si256((const __m256i *)total);
        u->high[i] = _mm256_loadu_si256((const __m256i *)(total + 16));
    }
}

WIDE BG_INLINE void store(const units *u, size_t block, bg_hidden *keep)
{
    for (int i = 0; i < REGISTERS; i++) {
        int32_t *total = keep->total + block + i / 2 * 32 + i % 2 * 8;
        _mm256_storeu_si256((__m256i *)(keep->board + block + 16 * i), u->board[i]);
        _mm256_storeu_si256((__m256i *)total, u->low[i]);
        _mm256_storeu_si256((__m256i *)(total + 16), u->high[i]);
    }
}

WIDE BG_INLINE void sum_up(const bg_net *net, const bg_summing *work, uint32_t pairs, const int16_t *values,
                           size_t block, units *u)
{
    const size_t hidden = (size_t)net->hidden;
    const int16_t *base = net->columns + block, *weights = net->features + 2 * block;
    for (int c = 0; c < work->more_count; c++) {
        const int16_t *column = base + work->more[c] * hidden;
        for (int i = 0; i < REGISTERS; i++)
            u->board[i] = _mm256_add_epi16(u->board[i], load_256(column + 16 * i));
    }
    for (int c = 0; c < work->less_count; c++) {
        const int16_t *column = base + work->less[c] * hidden;
        for (int i = 0; i < REGISTERS; i++)
            u->board[i] = _mm256_sub_epi16(u->board[i], load_256(column + 16 * i));
    }
    for (; pairs; pairs &= pairs - 1) {
        const int pair = lowest(pairs);
        const int16_t *row = weights + (size_t)pair * hidden * 2;
        int32_t both;
        memcpy(&both, values + 2 * pair, sizeof both);
        const __m256i value = _mm256_set1_epi32(both);
        for (int i = 0; i < REGISTERS; i++) {
            const int16_t *low = row + i / 2 * 64 + i % 2 * 16;
            u->low[i] = _mm256_add_epi32(u->low[i], _mm256_madd_epi16(value, load_256(low)));
            u->high[i] = _mm256_add_epi32(u->high[i], _mm256_madd_epi16(value, load_256(low + 32)));
        }
    }
}

WIDE int bg_net_run_avx2(const bg_net *net, const bg_summing *work, bg_hidden *keep, int32_t sums[BG_CHANCES])
{
    const size_t hidden = (size_t)net->hidden;
    int16_t values[BG_FEATURES];
    const uint32_t pairs = pairs_to_count(work, values);
    reach far = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    __m256i out[BG_CHANCES];
    for (int o = 0; o < BG_CHANCES; o++)
        out[o] = _mm256_setzero_si256();
    for (size_t block = 0; block < hidden; block += BG_LANES) {
        units u;
        begin(work, block, &u);
        sum_up(net, work, pairs, values, block, &u);
        if (keep) {
            store(&u, block, keep);
            continue;
        }
        for (int i = 0; i < REGISTERS; i++)
            u.board[i] = units_of(u.board[i], u.low[i], u.high[i], &far);
        for (int o = 0; o < BG_CHANCES; o++)
            for (int i = 0; i < REGISTERS; i++) {
                const __m256i outputs = load_256(net->outputs + (size_t)o * hidden + block + 16 * i);
                out[o] = _mm256_add_epi32(out[o], _mm256_madd_epi16(u.board[i], outputs));
            }
    }
    for (int o = 0; o < BG_CHANCES && !keep; o++) {
        __m128i four = _mm_add_epi32(_mm256_castsi256_si128(out[o]), _mm256_extracti128_si256(out[o], 1));
        __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        sums[o] = net->bias[o] + _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
    }
    return is_within(&far);
}

#endif
