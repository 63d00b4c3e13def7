/* One position through a net; the same bits whatever instructions are used.
 *
 * What a net sums up before its outputs can be kept, and positions that differ little from the one it was kept of begin
 * there: all sums are exact, so it does not matter on which way they were reached. */
#include "net_sums.h"

void bg_make_net_tables(bg_net_tables *tables)
{
    /* e to the -i/32 by repeated multiplication: the same doubles everywhere, whatever library is at hand. */
    double power = 1.0;
    for (int i = 0; i < 514; i++) {
        tables->logistic[i] = (int32_t)(BG_CERTAIN / (1.0 + power) + 0.5);
        power = power * 0.96923323447634408;
    }
}

/* The chance of a sum whose 1 is 1 << shift, between the neighbours in the table. No branches: which side is ahead is
 * what nobody can predict. */
BG_INLINE int32_t chance_of(const bg_net_tables *tables, int32_t sum, int shift)
{
    const uint32_t is_negative = sum < 0 ? ~0u : 0;
    uint32_t x = (((uint32_t)sum ^ is_negative) - is_negative) >> (shift - 15);
    x = x < 16u << 15 ? x : (16u << 15) - 1;
    const int32_t low = tables->logistic[x >> 10], high = tables->logistic[(x >> 10) + 1];
    const int32_t chance = low + ((high - low) * (int32_t)(x & 1023) >> 10);
    return (int32_t)((((uint32_t)chance ^ is_negative) - is_negative) + (is_negative & BG_CERTAIN));
}

static void run_scalar(const bg_net *net, const bg_summing *work, bg_hidden *keep, int32_t sums[BG_CHANCES])
{
    const int hidden = net->hidden;
    uint16_t board[BG_MOST_HIDDEN];
    uint32_t total[BG_MOST_HIDDEN];
    memcpy(board, work->board, (size_t)hidden * sizeof *board);
    for (int c = 0; c < work->more_count + work->less_count; c++) {
        const int is_more = c < work->more_count;
        const int column = is_more ? work->more[c] : work->less[c - work->more_count];
        const int16_t *weights = net->columns + (size_t)column * (size_t)hidden;
        for (int i = 0; i < hidden; i++)
            board[i] = (uint16_t)(is_more ? board[i] + (uint16_t)weights[i] : board[i] - (uint16_t)weights[i]);
    }
    if (work->total)
        memcpy(total, work->total, (size_t)hidden * sizeof *total);
    for (int i = 0; i < hidden && !work->total; i++)
        total[i] = BG_TOTAL_START;
    int16_t values[BG_FEATURES];
    for (uint32_t pairs = bg_pairs_to_count(work, values); pairs; pairs &= pairs - 1) {
        const int pair = lowest(pairs);
        const int16_t *weights = net->features + (size_t)pair * (size_t)hidden * 2;
        const int first = values[2 * pair], second = values[2 * pair + 1];
        for (int i = 0; i < hidden; i++)
            total[i] += (uint32_t)(first * weights[2 * i]) + (uint32_t)(second * weights[2 * i + 1]);
    }
    if (keep) {
        memcpy(keep->board, board, (size_t)hidden * sizeof *board);
        memcpy(keep->total, total, (size_t)hidden * sizeof *total);
        return;
    }
    for (int o = 0; o < BG_CHANCES; o++)
        sums[o] = net->bias[o];
    for (int i = 0; i < hidden; i++) {
        int32_t x = (int16_t)board[i] + ((int32_t)total[bg_pair_place(i)] >> BG_FEATURE_SHIFT);
        int32_t leaked = (x + (1 << (BG_LEAK_SHIFT - 1))) >> BG_LEAK_SHIFT;
        x = x > leaked ? x : leaked;
        x = x < BG_HIDDEN_MOST ? x : BG_HIDDEN_MOST;
        for (int o = 0; o < BG_CHANCES; o++)
            sums[o] += x * net->outputs[o * hidden + i];
    }
}

static void run(const bg_net *net, const bg_summing *work, int simd, bg_hidden *keep, int32_t sums[BG_CHANCES])
{
    int is_done = 0;
    (void)simd;
#if defined(BG_X86)
    if (simd == BG_SIMD_AVX512_VNNI)
        is_done = bg_net_run_avx512_vnni(net, work, keep, sums);
    else if (simd == BG_SIMD_AVX2)
        is_done = bg_net_run_avx2(net, work, keep, sums);
#elif defined(BG_ARM)
    if (simd == BG_SIMD_NEON)
        is_done = bg_net_run_neon(net, work, keep, sums);
#endif
    if (!is_done)
        run_scalar(net, work, keep, sums);
}

BG_INLINE void answer(const bg_net *net, const bg_net_tables *tables, const bg_summing *work, int simd,
                      int32_t chances[BG_CHANCES])
{
    int32_t sums[BG_CHANCES];
    run(net, work, simd, NULL, sums);
    for (int o = 0; o < BG_CHANCES; o++)
        chances[o] = chance_of(tables, sums[o], BG_HIDDEN_SHIFT + net->out_shift);
}

BG_INLINE bg_summing whole(const bg_net *net, const uint16_t *columns, int count, const int16_t *features)
{
    return (bg_summing){
        .board = net->columns /* the bias */, .more = columns, .more_count = count, .features = features};
}

void bg_net_run(const bg_net *net, const bg_net_tables *tables, const uint16_t *columns, int count,
                const int16_t *features, int simd, int32_t chances[BG_CHANCES])
{
    const bg_summing work = whole(net, columns, count, features);
    answer(net, tables, &work, simd, chances);
}

void bg_net_sum(const bg_net *net, const uint16_t *columns, int count, const int16_t *features, int simd,
                bg_hidden *hidden)
{
    const bg_summing work = whole(net, columns, count, features);
    int32_t sums[BG_CHANCES];
    run(net, &work, simd, hidden, sums);
    if (features)
        memcpy(hidden->features, features, sizeof hidden->features);
}

void bg_net_run_from(const bg_net *net, const bg_net_tables *tables, const bg_hidden *hidden,
                     const bg_column_change *change, const int16_t *features, int simd, int32_t chances[BG_CHANCES])
{
    const bg_summing work = {
        .board = hidden->board,
        .total = features ? hidden->total : NULL,
        .more = change->more,
        .less = change->less,
        .more_count = change->more_count,
        .less_count = change->less_count,
        .features = features,
        .counted = hidden->features,
    };
    answer(net, tables, &work, simd, chances);
}
