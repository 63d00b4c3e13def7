/* A net in training, in floats: forwards and backwards. */
#ifndef BT_FLOATS_H
#define BT_FLOATS_H

#include "../engine.h"
#include "train.h"

#include "../judge.h"

enum { BT_MOST_INPUTS = 2 * 16 * 2 + 30 + 1 + BG_FEATURES };

/* What is not 0 among rows and features: which line of the net, and how much. */
typedef struct {
    int count;
    uint16_t line[BT_MOST_INPUTS];
    float value[BT_MOST_INPUTS];
} bt_inputs;

typedef struct {
    float hidden[BG_MOST_HIDDEN];
    float chance[BG_CHANCES];
} bt_pass;

enum { BT_LINES = BG_ROWS + BG_FEATURES };

BG_INLINE size_t bt_length(int hidden)
{
    return (size_t)(BT_LINES + BG_CHANCES) * (size_t)hidden + BG_CHANCES;
}

void bt_read(const bg_feature_tables *tables, const bt_net *net, const bg_game *game, const bg_position *position,
             int slot, int simd, bt_inputs *inputs);
void bt_run(const bt_net *net, const bt_inputs *inputs, bt_pass *pass);

/* Errors of the outputs' sums: what cross-entropy, and the equity's square at its weight, say. Returns the loss. */
double bt_errors(const float chance[BG_CHANCES], const float *label, float equity_weight, float errors[BG_CHANCES],
                 double *square);

/* Adds scale times the gradient for these errors to `to`, which is laid out like the weights (and may be they). */
void bt_back(const bt_net *net, const bt_inputs *inputs, const bt_pass *pass, const float errors[BG_CHANCES],
             float scale, float *to);

#endif
