/* What search and rollouts share: whose turn it is, the best reply to a roll, the mean over all rolls. */
#ifndef BG_AHEAD_H
#define BG_AHEAD_H

#include "explore.h"
#include "judge.h"

enum { BG_ROLLS = 21, BG_ROLL_PAIRS = 36, BG_FINALS = BG_STATES, BG_MOST_KEPT = 64 };

/* Dice of a roll, the higher first, and how many of the 36 pairs show it. */
typedef struct {
    uint8_t die[2], pairs;
} bg_roll;

extern const bg_roll bg_rolls[BG_ROLLS];

/* A position before the roll of side[0]. */
typedef struct {
    bg_position position;
    uint16_t own_turns, opponent_turns; /* made before */
} bg_node;

/* Who thinks: the judge, the scout that picks what the judge looks at, and room to think in. */
typedef struct {
    bg_game game;
    bg_judge judge, scout;
    int keep;       /* how many plays of a roll the judge looks at, 0: all */
    int32_t within; /* and how much less the scout may think of them than of the best */
    int has_more;   /* turns of the game can have several parts */
    void *workspace;
    bg_position *finals; /* [BG_FINALS] */
    bg_steps *steps;     /* [BG_FINALS] */
    uint64_t work;       /* positions judged so far, four scouted ones for one */
} bg_player;

/* What a turn leads to: the position before the next roll and the chances of whoever rolls next, not looking ahead. */
typedef struct {
    bg_node node;
    int32_t chances[BG_CHANCES];
    int phase;        /* as bg_judge_one says; below 0 nothing is to be looked at further */
    int is_same_side; /* the side that played rolls again */
} bg_reply;

/* reply.c */
void bg_player_lay_out(bg_player *player, void *room);
int32_t bg_player_open(bg_player *player, const bg_game *game, const bg_mind *mind, void *room);
int32_t bg_best_reply(bg_player *player, const bg_node *node, int roll, bg_reply *reply);
int32_t bg_end_turn(bg_player *player, const bg_position *board, const bg_turn *turn, uint8_t played, bg_reply *reply);
int32_t bg_near_replies(bg_player *player, const bg_node *node, int roll, int keep, float within,
                        bg_reply replies[BG_MOST_KEPT], int *count);
void bg_judge_node(bg_player *player, const bg_node *node, bg_reply *reply);
uint8_t bg_steps_made(const bg_steps *steps);

BG_INLINE void bg_inverted(const int32_t chances[BG_CHANCES], int32_t of_other[BG_CHANCES])
{
    int32_t win = BG_CERTAIN - chances[0], gammon = chances[3], backgammon = chances[4];
    of_other[3] = chances[1];
    of_other[4] = chances[2];
    of_other[0] = win;
    of_other[1] = gammon;
    of_other[2] = backgammon;
}

/* What was found out about nodes, so that it is found out once. It holds only what would be found again: a value never
 * depends on what is remembered. Exact keys, so nothing is taken for something else. */
typedef struct {
    uint64_t key[4];
    uint32_t epoch;
    uint16_t plies_and_turns;
    uint16_t unused[5];
    int32_t chances[BG_CHANCES];
} bg_memo;

typedef struct {
    bg_memo *memos;
    uint32_t mask; /* their number - 1 */
    uint32_t epoch;
} bg_cache;

typedef struct {
    uint64_t key[4];
    uint16_t plies_and_turns;
    uint32_t place;
} bg_memo_key;

/* cache.c */
bg_memo_key bg_key_of(const bg_game *game, const bg_node *node, int plies);
const int32_t *bg_recall(const bg_cache *cache, const bg_memo_key *key);
void bg_remember(bg_cache *cache, const bg_memo_key *key, const int32_t chances[BG_CHANCES]);

/* Looking some rolls ahead, a roll a step. Between two steps everything stands in this block. */
typedef struct {
    bg_node node;
    bg_memo_key key;
    int32_t plies, roll;
    int32_t is_same_side; /* its value goes to the frame above unturned */
    int32_t sum[BG_CHANCES];
} bg_frame;

typedef struct {
    bg_frame frames[BG_MOST_PLIES];
    int32_t depth; /* frames in use; 0: done */
    int32_t chances[BG_CHANCES];
} bg_ahead;

/* ahead.c */
void bg_ahead_begin(bg_ahead *ahead, const bg_node *node, int plies);
int32_t bg_ahead_step(bg_ahead *ahead, bg_player *player, bg_cache *cache);

#endif
