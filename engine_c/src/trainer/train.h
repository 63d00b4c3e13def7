/* The trainer, for builders: self-play, labels and fitting of nets, for any game. Left out of the wheel.
 *
 * Conventions are those of engine.h. A net in training is one list of 32-bit floats that the caller owns:
 * rows [rows][hidden], features [features][hidden], outputs [5][hidden], the outputs' bias [5]; bt_sizes tells rows and
 * features. Nets stand in slots: 0 to 3 contact, 4 race, as bg_phase_of of inputs.h has it.
 *
 * Several threads may train the same nets at once without locks; then the numbers depend on chance. On one thread the
 * same seed gives the same numbers. */
#ifndef BT_TRAIN_H
#define BT_TRAIN_H

#include <stddef.h>
#include <stdint.h>

#define BT_SLOTS 5
#define BT_CHANCES 5

typedef struct {
    float *weights;
    int32_t hidden;
    int32_t is_raw; /* 1: it looks at the board alone, without features */
} bt_net;

/* What a side strives for while a scattered position is made: the best play, chance, blots, hits, walls, its runners
 * gone, or all home but the last one or two checkers. */
enum {
    BT_BEST = 0,
    BT_RANDOM,
    BT_LOOSE,
    BT_HITTER,
    BT_BUILDER,
    BT_RUNNER,
    BT_LAST_ONE,
    BT_LAST_TWO,
    BT_STYLES,
};

/* What a game of self-play is like. */
typedef struct {
    uint64_t seed;
    float lambda;    /* of TD(lambda) */
    float rate;      /* of plain gradient descent */
    float noise;     /* share of moves replaced by another one... */
    float within;    /* ...that costs no more than so many points by the judge's opinion */
    float scattered; /* share of games that begin from a scattered position... */
    float lopsided;  /* ...and of these, to which one side came by more turns than the other */
    float held;     /* share of games that begin with last checkers laid out at chance; only where sides meet and hit */
    float keep;     /* bt_walk: share of the positions met that are kept */
    float siblings; /* bt_walk: so many positions beside the game for each kept one */
    int32_t most_plies;
    uint32_t styles; /* a bit for each of those that scattered positions may be made by; at least one */
} bt_play;

typedef struct {
    uint64_t games, plies, unfinished, gammons;
    double surprise; /* sum of squared differences of equity between a position's value and its target */
} bt_tally;

typedef struct {
    float rate, decay1, decay2, epsilon;
    float equity_weight; /* how much the squared error of the equity counts beside the cross-entropy */
    float average;       /* share of the new weights in the running average */
    float most;          /* weights are kept within +-most */
    int32_t batch;
    int64_t step; /* updates made before */
} bt_adam;

void bt_sizes(int32_t *rows, int32_t *features, int32_t *chances);

/* Self-play and learning from it: games numbered first_game on. The judge chooses the moves; the nets learn. */
int32_t bt_td(const bg_game *game, const bg_judgement *judgement, bt_net *nets, const bt_play *how, uint64_t first_game,
              uint64_t games, void *workspace, size_t workspace_size, bt_tally *tally);

/* Positions met in self-play, from the side on roll, until the list is full. *games: how many games were begun.
 * next [count]: how many places further the position stands to which the best play led; 0: it is not in the list. */
int32_t bt_walk(const bg_game *game, const bg_judgement *judgement, const bt_play *how, uint64_t first_game,
                void *workspace, size_t workspace_size, bg_position *positions, uint8_t *next, size_t count,
                uint64_t *games);

/* Chances one roll ahead, as engine.h says of a search. scout_keep > 0: only that many of the best replies by the scout
 * are judged. chances [count][5]. */
int32_t bt_label(const bg_game *game, const bg_judgement *judgement, const bg_judgement *scout, int32_t scout_keep,
                 const bg_position *positions, size_t count, float *chances);

/* The slot of each position's net, -1 where none is asked. */
int32_t bt_slots(const bg_game *game, const bg_position *positions, size_t count, int8_t *slots);

/* Chances by a net in training, all positions through the same one: not made sane. */
int32_t bt_forward(const bg_game *game, const bt_net *net, int32_t slot, const bg_position *positions, size_t count,
                   float *chances);

/* The gradient of the mean loss over the positions; returns the loss in *loss. gradient is as long as the weights. */
int32_t bt_gradient(const bg_game *game, const bt_net *net, int32_t slot, const bg_position *positions,
                    const float *labels, size_t count, float equity_weight, float *gradient, double *loss);

/* Adam over the positions in the order given, in batches. first, second (moments) and average are as long as the
 * weights; gradient is room for as many. *loss and *square are sums over positions. */
int32_t bt_fit(const bg_game *game, bt_net *net, int32_t slot, const bg_position *positions, const float *labels,
               const int64_t *order, size_t count, bt_adam *adam, float *first, float *second, float *average,
               float *gradient, double *loss, double *square);

/* A file of weights from nets in training; *needed is its size. */
int32_t bt_quantise(const bg_game *game, const bt_net *nets, uint8_t *file, size_t capacity, size_t *needed);

#endif
