/* One position through a net, 8 hidden units a register of 128 bits. */
#include "net_sums.h"

#if defined(BG_ARM)

static inline int32x4_t unit_neon(int32x4_t board, int32x4_t total)
{
    int32x4_t x = vaddq_s32(board, vshrq_n_s32(total, BG_FEATURE_SHIFT));
    return vminq_s32(vmaxq_s32(x, vrshrq_n_s32(x, BG_LEAK_SHIFT)), vdupq_n_s32(BG_HIDDEN_MOST));
}

static inline int32x4_t pairs_neon(int32x4_t sum, int16x8_t value, const int16_t *row)
{
    int16x8_t weights = vld1q_s16(row);
    int32x4_t low = vmull_s16(vget_low_s16(value), vget_low_s16(weights));
    int32x4_t high = vmull_s16(vget_high_s16(value), vget_high_s16(weights));
    return vaddq_s32(sum, vpaddq_s32(low, high));
}

int bg_net_run_neon(const bg_net *net, const bg_summing *work, bg_hidden *keep, int32_t sums[BG_CHANCES])
{
    const size_t hidden = (size_t)net->hidden;
    int16_t values[BG_FEATURES];
    const uint32_t pairs = bg_pairs_to_count(work, values);
    int32x4_t out[BG_CHANCES];
    for (int o = 0; o < BG_CHANCES; o++)
        out[o] = vdupq_n_s32(0);
    for (size_t block = 0; block < hidden; block += 32) {
        const int16_t *base = net->columns + block;
        int16x8_t board[4];
        int32x4_t low[4], high[4];
        for (int i = 0; i < 4; i++) {
            board[i] = vld1q_s16(work->board + block + 8 * i);
            low[i] = work->total ? vld1q_s32(work->total + block + 4 * i) : vdupq_n_s32(BG_TOTAL_START);
            high[i] = work->total ? vld1q_s32(work->total + block + 16 + 4 * i) : vdupq_n_s32(BG_TOTAL_START);
        }
        for (int c = 0; c < work->more_count; c++)
            for (int i = 0; i < 4; i++)
                board[i] = vaddq_s16(board[i], vld1q_s16(base + work->more[c] * hidden + 8 * i));
        for (int c = 0; c < work->less_count; c++)
            for (int i = 0; i < 4; i++)
                board[i] = vsubq_s16(board[i], vld1q_s16(base + work->less[c] * hidden + 8 * i));
        for (uint32_t left = pairs; left; left &= left - 1) {
            const int pair = lowest(left);
            const int16_t *row = net->features + 2 * block + (size_t)pair * hidden * 2;
            int32_t both;
            memcpy(&both, values + 2 * pair, sizeof both);
            const int16x8_t value = vreinterpretq_s16_s32(vdupq_n_s32(both));
            for (int i = 0; i < 4; i++) {
                low[i] = pairs_neon(low[i], value, row + 8 * i);
                high[i] = pairs_neon(high[i], value, row + 32 + 8 * i);
            }
        }
        if (keep) {
            for (int i = 0; i < 4; i++) {
                vst1q_s16(keep->board + block + 8 * i, board[i]);
                vst1q_s32(keep->total + block + 4 * i, low[i]);
                vst1q_s32(keep->total + block + 16 + 4 * i, high[i]);
            }
            continue;
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
    return 1;
}

#endif
