/* One position through a net; the same bits whatever instructions are used. */
#include "net.h"
#include "simd.h"

void bg_make_net_tables(bg_net_tables *tables)
{
    /* e to the -i/32 by repeated multiplication: the same doubles everywhere, whatever library is at hand. */
    double power = 1.0;
    for (int i = 0; i < 514; i++) {
        tables->logistic[i] = (int32_t)(BG_CERTAIN / (1.0 + power) + 0.5);
        power = power * 0.96923323447634408;
    }
}

/* The chance of a sum whose 1 is 1 << shift, between the neighbours in the table. */
BG_INLINE int32_t chance_of(const bg_net_tables *tables, int32_t sum, int shift)
{
    uint32_t size_of_sum = sum < 0 ? 0u - (uint32_t)sum : (uint32_t)sum;
    uint32_t x = size_of_sum >> (shift - 15);
    if (x >= 16u << 15)
        x = (16u << 15) - 1;
    int32_t low = tables->logistic[x >> 10], high = tables->logistic[(x >> 10) + 1];
    int32_t chance = low + ((high - low) * (int32_t)(x & 1023) >> 10);
    return sum < 0 ? BG_CERTAIN - chance : chance;
}

/* The features of a position that are not all 0: which pair, and its two values as one number. */
typedef struct {
    int count;
    int32_t place[BG_PAIRS];
    int32_t value[BG_PAIRS];
} pair_list;

BG_INLINE void list_pairs(const int16_t *features, pair_list *pairs)
{
    int n = 0;
    for (int k = 0; k < BG_PAIRS; k++) {
        int32_t both;
        memcpy(&both, features + 2 * k, 4);
        pairs->place[n] = k;
        pairs->value[n] = both;
        n += both != 0;
    }
    pairs->count = n;
}

static void run_scalar(const bg_net *net, const uint16_t *columns, int count, const pair_list *pairs,
                       int32_t sums[BG_CHANCES])
{
    const int hidden = net->hidden;
    uint16_t board[BG_MOST_HIDDEN];
    int32_t total[BG_MOST_HIDDEN];
    memcpy(board, net->columns, (size_t)hidden * sizeof *board);
    for (int c = 0; c < count; c++) {
        const int16_t *column = net->columns + (size_t)columns[c] * (size_t)hidden;
        for (int i = 0; i < hidden; i++)
            board[i] = (uint16_t)(board[i] + (uint16_t)column[i]);
    }
    memset(total, 0, (size_t)hidden * sizeof *total);
    for (int k = 0; k < pairs->count; k++) {
        const int16_t *weights = net->features + (size_t)pairs->place[k] * (size_t)hidden * 2;
        int16_t value[2];
        memcpy(value, &pairs->value[k], 4);
        for (int i = 0; i < hidden; i++)
            total[i] += value[0] * weights[2 * i] + value[1] * weights[2 * i + 1];
    }
    for (int o = 0; o < BG_CHANCES; o++)
        sums[o] = net->bias[o];
    for (int i = 0; i < hidden; i++) {
        int32_t from_features = (total[bg_pair_place(i)] + (1 << (BG_FEATURE_SHIFT - 1))) >> BG_FEATURE_SHIFT;
        int32_t x = (int16_t)board[i] + from_features;
        int32_t leaked = (x + (1 << (BG_LEAK_SHIFT - 1))) >> BG_LEAK_SHIFT;
        x = x > leaked ? x : leaked;
        x = x < BG_HIDDEN_MOST ? x : BG_HIDDEN_MOST;
        for (int o = 0; o < BG_CHANCES; o++)
            sums[o] += x * net->outputs[o * hidden + i];
    }
}

#if defined(BG_X86)

BG_TARGET("avx512f,avx512bw,avx512vl,avx512vnni")
BG_INLINE __m512i unit_512(__m512i board, __m512i total)
{
    __m512i x = _mm512_add_epi32(total, _mm512_set1_epi32(1 << (BG_FEATURE_SHIFT - 1)));
    x = _mm512_add_epi32(board, _mm512_srai_epi32(x, BG_FEATURE_SHIFT));
    __m512i leaked = _mm512_add_epi32(x, _mm512_set1_epi32(1 << (BG_LEAK_SHIFT - 1)));
    x = _mm512_max_epi32(x, _mm512_srai_epi32(leaked, BG_LEAK_SHIFT));
    return _mm512_min_epi32(x, _mm512_set1_epi32(BG_HIDDEN_MOST));
}

/* A block of 32 units for each of `wide` registers: as wide as fits, so that columns are read in long stretches. */
BG_TARGET("avx512f,avx512bw,avx512vl,avx512vnni")
BG_INLINE void block_512(const bg_net *net, const uint16_t *columns, int count, const pair_list *pairs, size_t block,
                         const int wide, __m512i out[BG_CHANCES])
{
    const size_t hidden = (size_t)net->hidden;
    const int16_t *base = net->columns + block, *weights = net->features + 2 * block;
    __m512i board[8], low[8], high[8];
    for (int i = 0; i < wide; i++) {
        board[i] = _mm512_loadu_si512(base + 32 * i);
        low[i] = high[i] = _mm512_setzero_si512();
    }
    for (int c = 0; c < count; c++) {
        const int16_t *column = base + columns[c] * hidden;
        for (int i = 0; i < wide; i++)
            board[i] = _mm512_add_epi16(board[i], _mm512_loadu_si512(column + 32 * i));
    }
    for (int k = 0; k < pairs->count; k++) {
        const int16_t *row = weights + (size_t)pairs->place[k] * hidden * 2;
        const __m512i value = _mm512_set1_epi32(pairs->value[k]);
        for (int i = 0; i < wide; i++) {
            low[i] = _mm512_dpwssd_epi32(low[i], value, _mm512_loadu_si512(row + 64 * i));
            high[i] = _mm512_dpwssd_epi32(high[i], value, _mm512_loadu_si512(row + 64 * i + 32));
        }
    }
    for (int i = 0; i < wide; i++) {
        __m512i first = unit_512(_mm512_srai_epi32(_mm512_unpacklo_epi16(board[i], board[i]), 16), low[i]);
        __m512i second = unit_512(_mm512_srai_epi32(_mm512_unpackhi_epi16(board[i], board[i]), 16), high[i]);
        board[i] = _mm512_packs_epi32(first, second);
    }
    for (int o = 0; o < BG_CHANCES; o++)
        for (int i = 0; i < wide; i++) {
            const int16_t *outputs = net->outputs + (size_t)o * hidden + block + 32 * i;
            out[o] = _mm512_dpwssd_epi32(out[o], board[i], _mm512_loadu_si512(outputs));
        }
}

BG_TARGET("avx512f,avx512bw,avx512vl,avx512vnni")
static void run_avx512_vnni(const bg_net *net, const uint16_t *columns, int count, const pair_list *pairs,
                            int32_t sums[BG_CHANCES])
{
    const size_t hidden = (size_t)net->hidden;
    __m512i out[BG_CHANCES];
    for (int o = 0; o < BG_CHANCES; o++)
        out[o] = _mm512_setzero_si512();
    size_t block = 0;
    for (; block + 256 <= hidden; block += 256)
        block_512(net, columns, count, pairs, block, 8, out);
    for (; block + 128 <= hidden; block += 128)
        block_512(net, columns, count, pairs, block, 4, out);
    for (; block < hidden; block += 64)
        block_512(net, columns, count, pairs, block, 2, out);
    for (int o = 0; o < BG_CHANCES; o++)
        sums[o] = net->bias[o] + _mm512_reduce_add_epi32(out[o]);
}

BG_TARGET("avx2")
BG_INLINE __m256i unit_256(__m256i board, __m256i total)
{
    __m256i x = _mm256_add_epi32(total, _mm256_set1_epi32(1 << (BG_FEATURE_SHIFT - 1)));
    x = _mm256_add_epi32(board, _mm256_srai_epi32(x, BG_FEATURE_SHIFT));
    __m256i leaked = _mm256_add_epi32(x, _mm256_set1_epi32(1 << (BG_LEAK_SHIFT - 1)));
    x = _mm256_max_epi32(x, _mm256_srai_epi32(leaked, BG_LEAK_SHIFT));
    return _mm256_min_epi32(x, _mm256_set1_epi32(BG_HIDDEN_MOST));
}

BG_TARGET("avx2")
BG_INLINE __m256i load_256(const int16_t *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

BG_TARGET("avx2")
static void run_avx2(const bg_net *net, const uint16_t *columns, int count, const pair_list *pairs,
                     int32_t sums[BG_CHANCES])
{
    const size_t hidden = (size_t)net->hidden;
    __m256i out[BG_CHANCES];
    for (int o = 0; o < BG_CHANCES; o++)
        out[o] = _mm256_setzero_si256();
    for (size_t block = 0; block < hidden; block += 32) {
        const int16_t *base = net->columns + block;
        __m256i board0 = load_256(base), board1 = load_256(base + 16);
        for (int c = 0; c < count; c++) {
            const int16_t *column = base + columns[c] * hidden;
            board0 = _mm256_add_epi16(board0, load_256(column));
            board1 = _mm256_add_epi16(board1, load_256(column + 16));
        }
        __m256i low0 = _mm256_setzero_si256(), low1 = low0, high0 = low0, high1 = low0;
        const int16_t *weights = net->features + 2 * block;
        for (int k = 0; k < pairs->count; k++) {
            const int16_t *row = weights + (size_t)pairs->place[k] * hidden * 2;
            __m256i value = _mm256_set1_epi32(pairs->value[k]);
            low0 = _mm256_add_epi32(low0, _mm256_madd_epi16(value, load_256(row)));
            low1 = _mm256_add_epi32(low1, _mm256_madd_epi16(value, load_256(row + 16)));
            high0 = _mm256_add_epi32(high0, _mm256_madd_epi16(value, load_256(row + 32)));
            high1 = _mm256_add_epi32(high1, _mm256_madd_epi16(value, load_256(row + 48)));
        }
        low0 = unit_256(_mm256_srai_epi32(_mm256_unpacklo_epi16(board0, board0), 16), low0);
        high0 = unit_256(_mm256_srai_epi32(_mm256_unpackhi_epi16(board0, board0), 16), high0);
        low1 = unit_256(_mm256_srai_epi32(_mm256_unpacklo_epi16(board1, board1), 16), low1);
        high1 = unit_256(_mm256_srai_epi32(_mm256_unpackhi_epi16(board1, board1), 16), high1);
        board0 = _mm256_packs_epi32(low0, high0);
        board1 = _mm256_packs_epi32(low1, high1);
        for (int o = 0; o < BG_CHANCES; o++) {
            const int16_t *outputs = net->outputs + (size_t)o * hidden + block;
            out[o] = _mm256_add_epi32(out[o], _mm256_madd_epi16(board0, load_256(outputs)));
            out[o] = _mm256_add_epi32(out[o], _mm256_madd_epi16(board1, load_256(outputs + 16)));
        }
    }
    for (int o = 0; o < BG_CHANCES; o++) {
        __m128i four = _mm_add_epi32(_mm256_castsi256_si128(out[o]), _mm256_extracti128_si256(out[o], 1));
        __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        sums[o] = net->bias[o] + _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1)));
    }
}

#elif defined(BG_ARM)

static inline int32x4_t unit_neon(int32x4_t board, int32x4_t total)
{
    int32x4_t x = vaddq_s32(board, vrshrq_n_s32(total, BG_FEATURE_SHIFT));
    return vminq_s32(vmaxq_s32(x, vrshrq_n_s32(x, BG_LEAK_SHIFT)), vdupq_n_s32(BG_HIDDEN_MOST));
}

static inline int32x4_t pairs_neon(int32x4_t sum, int16x8_t value, const int16_t *row)
{
    int16x8_t weights = vld1q_s16(row);
    int32x4_t low = vmull_s16(vget_low_s16(value), vget_low_s16(weights));
    int32x4_t high = vmull_s16(vget_high_s16(value), vget_high_s16(weights));
    return vaddq_s32(sum, vpaddq_s32(low, high));
}

static void run_neon(const bg_net *net, const uint16_t *columns, int count, const pair_list *pairs,
                     int32_t sums[BG_CHANCES])
{
    const size_t hidden = (size_t)net->hidden;
    int32x4_t out[BG_CHANCES];
    for (int o = 0; o < BG_CHANCES; o++)
        out[o] = vdupq_n_s32(0);
    for (size_t block = 0; block < hidden; block += 32) {
        const int16_t *base = net->columns + block;
        int16x8_t board[4];
        int32x4_t low[4], high[4];
        for (int i = 0; i < 4; i++) {
            board[i] = vld1q_s16(base + 8 * i);
            low[i] = high[i] = vdupq_n_s32(0);
        }
        for (int c = 0; c < count; c++)
            for (int i = 0; i < 4; i++)
                board[i] = vaddq_s16(board[i], vld1q_s16(base + columns[c] * hidden + 8 * i));
        for (int k = 0; k < pairs->count; k++) {
            const int16_t *row = net->features + 2 * block + (size_t)pairs->place[k] * hidden * 2;
            int16x8_t value = vreinterpretq_s16_s32(vdupq_n_s32(pairs->value[k]));
            for (int i = 0; i < 4; i++) {
                low[i] = pairs_neon(low[i], value, row + 8 * i);
                high[i] = pairs_neon(high[i], value, row + 32 + 8 * i);
            }
        }
        for (int i = 0; i < 4; i++) {
            int16x4_t first = vmovn_s32(unit_neon(vmovl_s16(vget_low_s16(board[i])), low[i]));
            int16x4_t second = vmovn_s32(unit_neon(vmovl_s16(vget_high_s16(board[i])), high[i]));
            for (int o = 0; o < BG_CHANCES; o++) {
                int16x8_t outputs = vld1q_s16(net->outputs + (size_t)o * hidden + block + 8 * i);
                out[o] = vmlal_s16(out[o], first, vget_low_s16(outputs));
                out[o] = vmlal_s16(out[o], second, vget_high_s16(outputs));
            }
        }
    }
    for (int o = 0; o < BG_CHANCES; o++)
        sums[o] = net->bias[o] + vaddvq_s32(out[o]);
}

#endif

void bg_net_run(const bg_net *net, const bg_net_tables *tables, const uint16_t *columns, int count,
                const int16_t *features, int simd, int32_t chances[BG_CHANCES])
{
    pair_list pairs;
    pairs.count = 0;
    int32_t sums[BG_CHANCES];
    if (features)
        list_pairs(features, &pairs);
    switch (simd) {
#if defined(BG_X86)
    case BG_SIMD_AVX512_VNNI:
        run_avx512_vnni(net, columns, count, &pairs, sums);
        break;
    case BG_SIMD_AVX2:
        run_avx2(net, columns, count, &pairs, sums);
        break;
#elif defined(BG_ARM)
    case BG_SIMD_NEON:
        run_neon(net, columns, count, &pairs, sums);
        break;
#endif
    default:
        run_scalar(net, columns, count, &pairs, sums);
    }
    for (int o = 0; o < BG_CHANCES; o++)
        chances[o] = chance_of(tables, sums[o], BG_HIDDEN_SHIFT + net->out_shift);
}
