/* Small feed-forward nets in whole numbers: one hidden layer, five outcome chances.
 *
 * A hidden unit is the sum of the columns of the board and of the features times their weights; below 0 it counts for a
 * 64th, above 16 no more than 16. Every machine gets the same bits: all sums are exact in 16 or 32 bits and the
 * logistic function is a table. */
#ifndef BG_NET_H
#define BG_NET_H

#include "inputs.h"

enum {
    BG_CHANCES = 5,
    BG_CERTAIN = 1 << 20,  /* chances are whole numbers, this for certain */
    BG_HIDDEN_SHIFT = 9,   /* hidden units: 512 for 1 */
    BG_HIDDEN_MOST = 8191, /* 16, less one */
    BG_LEAK_SHIFT = 6,     /* negative ones count for a 64th */
    BG_ROW_SHIFT = 12,     /* weights of the rows as kept in a file: 4096 for 1 */
    BG_FEATURE_SHIFT = 11, /* weights of the features: 2048 for 1 */
    BG_MOST_FEATURE_WEIGHT = 16384,
    BG_LEAST_OUT_SHIFT = 6, /* weights of the outputs: chosen for each net */
    BG_MOST_OUT_SHIFT = 14,
    BG_LANES = 64, /* hidden units come in such blocks */
    BG_MOST_HIDDEN = 1024,
    BG_PAIRS = BG_FEATURES / 2
};

typedef struct {
    int32_t logistic[514]; /* of x = i / 32 for i = 0..513 */
} bg_net_tables;

/* The weights as they are used. Features come in pairs, (even, odd) beside each other for each hidden unit, and within
 * 32 units first those whose place in their eight is 0..3, then the others: where wide registers unpack them. */
typedef struct {
    int32_t hidden;
    int32_t out_shift;
    const int16_t *columns;  /* [BG_COLUMNS][hidden] */
    const int16_t *features; /* [BG_PAIRS][hidden][2] */
    const int16_t *outputs;  /* [BG_CHANCES][hidden] */
    int32_t bias[BG_CHANCES];
} bg_net;

/* What a net has summed up of a position before its outputs: of the board, and of the features, the latter where
 * bg_pair_place says; and those features. */
typedef struct {
    int16_t board[BG_MOST_HIDDEN];
    int32_t total[BG_MOST_HIDDEN];
    int16_t features[BG_FEATURES];
} bg_hidden;

void bg_make_net_tables(bg_net_tables *tables);

/* Where the pair of hidden unit `unit` stands among the pairs of its net. */
BG_INLINE int bg_pair_place(int unit)
{
    int in_block = unit & 31;
    return (unit & ~31) + ((in_block & 4) << 2) + (in_block >> 3 << 2) + (in_block & 3);
}

/* Chances win, gammon, backgammon, lose gammon, lose backgammon of one position, 0..BG_CERTAIN, not yet made sane.
 * Without features (NULL) the board alone is looked at. */
void bg_net_run(const bg_net *net, const bg_net_tables *tables, const uint16_t *columns, int count,
                const int16_t *features, int simd, int32_t chances[BG_CHANCES]);

/* The same for positions that differ little from one whose sums are kept: by the columns that come and go. */
void bg_net_sum(const bg_net *net, const uint16_t *columns, int count, const int16_t *features, int simd,
                bg_hidden *hidden);
void bg_net_run_from(const bg_net *net, const bg_net_tables *tables, const bg_hidden *hidden,
                     const bg_column_change *change, const int16_t *features, int simd, int32_t chances[BG_CHANCES]);

#endif
