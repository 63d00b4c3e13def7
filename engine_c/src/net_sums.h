/* What the ways to run a net share: plain C and wide registers. */
#ifndef BG_NET_SUMS_H
#define BG_NET_SUMS_H

#include "net.h"

/* Totals begin with a half of what they are shifted by, so that the shift rounds. */
enum { BG_TOTAL_START = 1 << (BG_FEATURE_SHIFT - 1) };

/* What is to be summed up: from where, which columns more and less, which features. */
typedef struct {
    const int16_t *board; /* [hidden] */
    const int32_t *total; /* [hidden], NULL for none yet; placed as bg_pair_place says */
    const uint16_t *more, *less;
    int more_count, less_count;
    const int16_t *features; /* [BG_FEATURES], NULL for none */
    const int16_t *counted;  /* [BG_FEATURES], those that the total has; NULL for none */
} bg_summing;

/* The values of features not counted yet; returns the set of pairs that are not all 0. */
BG_INLINE uint32_t bg_pairs_to_count(const bg_summing *work, int16_t values[BG_FEATURES])
{
    if (!work->features)
        return 0;
    uint32_t set = 0;
    for (int i = 0; i < BG_FEATURES; i++)
        values[i] = (int16_t)(work->features[i] - (work->counted ? work->counted[i] : 0));
    for (int k = 0; k < BG_PAIRS; k++)
        set |= (uint32_t)((values[2 * k] | values[2 * k + 1]) != 0) << k;
    return set;
}

/* Into `keep` without its features, or if that is NULL the sums of the outputs. Returns 0 where these are wrong because
 * a sum went beyond 16 bits, which no trained net does: plain C has no such bound. */
typedef int bg_net_way(const bg_net *net, const bg_summing *work, bg_hidden *keep, int32_t sums[BG_CHANCES]);
bg_net_way bg_net_run_avx512_vnni, bg_net_run_avx2, bg_net_run_neon;

#endif
