/* Who plays the games of the trainer: the judge's best play, now and then another one. */
#ifndef BT_PLAYERS_H
#define BT_PLAYERS_H

#include "floats.h"

typedef struct {
    const bg_game *game;
    bg_judge judge;
    void *workspace;
    size_t workspace_size;
    bg_position *finals; /* of one part */
    bg_steps *steps;
    int32_t (*chances)[BG_CHANCES]; /* of the finals, seen by the opponent, who is on roll */
    uint64_t random;
} bt_player;

enum { BT_CAPACITY = 8192 };

int32_t bt_player_open(bt_player *player, const bg_game *game, const bg_judgement *judgement, void *workspace,
                       size_t workspace_size);
void bt_player_close(bt_player *player);

uint32_t bt_draw(uint64_t *random, uint32_t below);
float bt_chance(uint64_t *random);
void bt_seed(uint64_t *random, uint64_t seed, uint64_t number);

/* A side's whole turn. `best` are the opponent's chances after the best play found, which need not be the one made. */
typedef struct {
    bg_position after; /* seen by the opponent, who is on roll */
    int32_t chances[BG_CHANCES];
    int32_t best[BG_CHANCES];
    int is_other; /* another play than the best was made */
    int phase;
    bg_position sibling; /* some other final of the last part, seen by the opponent */
} bt_turn;

int32_t bt_play_turn(bt_player *player, const bg_position *position, const bg_turn *turn, float noise, float within,
                     int style, bt_turn *played);

BG_INLINE void bt_invert(const int32_t seen[BG_CHANCES], int32_t turned[BG_CHANCES])
{
    int32_t copy[BG_CHANCES] = {BG_CERTAIN - seen[0], seen[3], seen[4], seen[1], seen[2]};
    memcpy(turned, copy, sizeof copy);
}

#endif
