/* The engine of Shesh Besh: positions, games, legal plays; by its parts also judgement, the cube, rollouts and
 * pictures. This header is its whole door.
 *
 * Conventions, valid everywhere
 *   - Every side counts points in ITS OWN direction of travel: it moves from high to low, 1..6 is its home board,
 *     0 is off, 25 the bar, 26 the reserve (acey-deucey only). In contrary games the opponent's number of my point p
 *     is 25 - p; in parallel games (fevga, gul bara, nardy) it is p + 12, or p - 12 from 13 on.
 *   - side[0] is on roll, side[1] is the other one. To see the board from the other side, swap the two.
 *   - A step is one checker moved by one die: (from, die). It ends on from - die; from the bar or the reserve on
 *     25 - die; below 1 it is borne off. Hits and pins follow from the board and are not stored.
 *   - Functions that return int32_t and can fail return a status (BG_OK = 0); what they found is written into buffers
 *     the caller owns. A function that fills lists takes their capacity, in elements, one for all its lists, and
 *     reports the number needed. With too little room it returns BG_TOO_SMALL; with capacity 0 the lists may be NULL:
 *     so sizes are asked first. Nothing is kept between calls, nothing printed; any number of threads may call.
 *   - Where a function takes a fault (it may be NULL), the fault says what was wrong. On any status but BG_OK the lists
 *     are not to be read.
 *   - bg_next_steps and bg_why_not show a part being played; bg_plays shows where it can end.
 *
 * The usual order: bg_game_find (and bg_game_set for options), bg_start, then for each roll bg_first_part into
 * turn.part, bg_plays, and bg_next_part to see whether the turn goes on; bg_turned when it does not.
 *
 *     bg_game game; bg_position board; bg_turn turn = {0}; size_t needed;
 *     bg_game_find("backgammon", &game);
 *     bg_start(&game, &board);
 *     bg_first_part(&game, turn.own_turns, 3, 1, &turn.part);
 *     bg_plays(&game, &board, &turn, workspace, bg_workspace_size(), finals, steps, capacity, &needed, NULL);
 *
 * The plain lines of this file are also what the Python side is built from: besides guards and includes there are
 * only number macros, enums, structs and prototypes. */
#ifndef BG_ENGINE_H
#define BG_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#define BG_OFF 0
#define BG_BAR 25
#define BG_RESERVE 26
#define BG_COUNTS 28
#define BG_MAX_CHECKERS 15
#define BG_MAX_STEPS 4

enum bg_status {
    BG_OK = 0,
    BG_NULL_POINTER,    /* a pointer that must be given is NULL */
    BG_TOO_SMALL,       /* the list has no room; the number needed was reported */
    BG_BAD_WORKSPACE,   /* the workspace is smaller than bg_workspace_size() or not aligned to 8 bytes */
    BG_NO_SUCH_GAME,    /* no game of that key */
    BG_NO_SUCH_OPTION,  /* the game has no option of that name */
    BG_NO_SUCH_VALUE,   /* the option has no such value */
    BG_BAD_GAME,        /* a game record with a value outside its range */
    BG_BAD_TOTAL,       /* side: its checkers do not add up; value: the sum, limit: what it must be */
    BG_SHARED_POINT,    /* both sides stand on side[0]'s point: point */
    BG_BAD_PIN,         /* side: a pin on point that the checkers there do not allow */
    BG_NO_BAR,          /* side: value checkers on the bar in a game without one */
    BG_NO_RESERVE,      /* side: value checkers in reserve in a game without one */
    BG_UNUSED_COUNT,    /* side: count[27] is not 0 */
    BG_BOTH_FINISHED,   /* both sides have borne off every checker */
    BG_BAD_DIE,         /* a die that is not 1 to 6: value */
    BG_BAD_PART,        /* value steps of kind limit do not fit the dice or the game */
    BG_GAME_OVER,       /* the position is finished: nothing to play */
    BG_BAD_STEP,        /* played step number index (point, value = die) is not allowed */
    BG_BAD_PICTURE,     /* a size, a number or a material of a picture is out of range */
    BG_CUT_WEIGHTS,     /* the weights end too early: value bytes, limit must be there */
    BG_NO_WEIGHTS,      /* these are no weights at all */
    BG_OTHER_WEIGHTS,   /* weights of version value; this engine reads version limit */
    BG_SPOILED_WEIGHTS, /* the weights do not fit their checksum or hold a number out of range */
    BG_UNFIT_WEIGHTS,   /* the weights were trained for another kind of game */
    BG_BAD_JUDGE,       /* the memory given holds no judge, or no finished table */
    BG_BAD_SETTING,     /* a setting of a search or rollout out of range: number index, value, at most limit */
    BG_NO_SEARCH,       /* the memory given holds no search (or rollout) that was begun */
    BG_BAD_TABLE,       /* no match table, or numbers that cannot stand in one */
    BG_BAD_CUBE,        /* a cube, score or rule that cannot be: value, beside the limit that it breaks */
    BG_BAD_CHANCES,     /* chances number index are not five numbers from 0 to 1 */
    BG_BAD_THROW,       /* a number of a throw of dice is out of range */
    BG_INTERNAL         /* a limit of the engine was reached: a fault of ours */
};

enum bg_travel { BG_CONTRARY = 0, BG_PARALLEL };
enum bg_contact { BG_HIT = 0, BG_PIN, BG_NONE }; /* two checkers hold a point in the first two, one in the third */
enum bg_opening { BG_USE_OPENING_DICE = 0, BG_REROLL };
enum bg_next_starter { BG_OPENING_ROLL = 0, BG_PREVIOUS_WINNER };
enum bg_six_prime { BG_SIX_PRIME_FREE = 0, BG_SIX_PRIME_UNLESS_AHEAD, BG_SIX_PRIME_UNLESS_HOME, BG_SIX_PRIME_NEVER };

/* The parameters of a game. Every rule of play is one of these values; nothing asks which game it is. */
typedef struct {
    uint8_t start[28];                /* where each side's checkers start, in its own numbering */
    uint8_t checkers;                 /* how many each side has, 1 to 15 */
    uint8_t travel;                   /* enum bg_travel */
    uint8_t contact;                  /* enum bg_contact */
    uint8_t opening;                  /* enum bg_opening: what the winner of the opening throw plays */
    uint8_t next_starter;             /* enum bg_next_starter */
    uint8_t most_level;               /* 2: a backgammon counts as a gammon; 3 */
    uint8_t cube;                     /* 1: played with the doubling cube */
    uint8_t hit_and_run_ban;          /* 1: a checker that hits on its owner's 1..6 stays there this turn */
    uint8_t compulsory_bear_off;      /* 1: no step inside while a die could bear off */
    uint8_t exact_bear_off;           /* 1: a die bears off only from its own point */
    uint8_t runner_target;            /* 0, or the point a first checker must reach before others leave the start */
    uint8_t head_limit;               /* 0, or how many checkers may leave point 24 in a turn */
    uint8_t head_first_doubles;       /* bit d: on the side's first turn d-d lets two leave */
    uint8_t own_quarter_ban;          /* 1: a turn may not end with all of 19..24 held */
    uint8_t lock_ban;                 /* 1: a turn may not leave the opponent without a step for any die */
    uint8_t outer_limit;              /* 0, or how many of 7..12 may be held at the end of a turn */
    uint8_t six_prime;                /* enum bg_six_prime: six in a row on the opponent's path */
    uint8_t mother_value;             /* 0, or the level won by pinning the last checker on its start */
    uint8_t cascade;                  /* 1: doubles go on with the next numbers up to 6 */
    uint8_t cascade_free_turns;       /* own turns before doubles begin to go on */
    uint8_t cascade_rest_to_opponent; /* 1: what stays unplayed is the opponent's to play */
    uint8_t choice_after_two_one;     /* 1: after 2-1 any double is chosen, then the side rolls again */
    uint8_t complement;               /* 1: a double is followed by 7 - d, then the side rolls again */
    uint8_t reserve_first;            /* 1: nothing moves while a checker is in reserve */
    uint8_t equal_turns;              /* 1: the side that did not open has the last turn */
} bg_game;

typedef struct {
    uint8_t count[28]; /* [0] off, [1..24] points, [25] bar, [26] reserve, [27] always 0 */
    uint32_t pinned;   /* bit p: the single checker on p is pinned */
} bg_side;

typedef struct {
    bg_side side[2]; /* [0] on roll, [1] the other; 64 bytes, no padding */
} bg_position;

/* The kinds of parts a turn can have. In games without cascade, choice and complement a turn is one part, BG_PART_ROLL.
 */
enum bg_part_kind { BG_PART_ROLL = 0, BG_PART_CHOSEN, BG_PART_COMPLEMENT, BG_PART_CASCADE, BG_PART_REST };

typedef struct {
    uint8_t die[2]; /* 1..6, any order */
    uint8_t steps;  /* 2 when the dice differ, 1..4 when they are equal */
    uint8_t kind;   /* enum bg_part_kind */
} bg_part;

typedef struct {
    uint16_t own_turns;      /* turns made before this one by the side on roll, passed ones included */
    uint16_t opponent_turns; /* and by the other side */
    bg_part part;            /* what is to be played now */
} bg_turn;

/* One way to play a part: steps in order; from[i] = 0 says that there is no i-th step. */
typedef struct {
    uint8_t from[4];
    uint8_t die[4];
} bg_steps;

typedef struct {
    uint8_t from;
    uint8_t die;
} bg_step;

enum bg_then { BG_THEN_END = 0, BG_THEN_PLAY, BG_THEN_CHOOSE, BG_THEN_ROLL, BG_THEN_OPPONENT };

/* What comes after a part: the end of the turn, another part for the same side, a number to choose, a new roll,
 * or a part that the opponent plays before his own roll. */
typedef struct {
    uint8_t then; /* enum bg_then */
    bg_part part; /* for BG_THEN_PLAY and BG_THEN_OPPONENT */
} bg_follow;

enum bg_winner { BG_NOBODY = 0, BG_OWN, BG_OPPONENT, BG_DRAW };

typedef struct {
    uint8_t winner; /* enum bg_winner, seen by side[0] */
    uint8_t level;  /* 1 single, 2 gammon, 3 backgammon; 0 for a draw or an unfinished game */
} bg_outcome;

/* Why a step is not allowed. `point` and `number` of the reason say where and how much, as noted. */
enum bg_why {
    BG_ALLOWED = 0,
    BG_NO_CHECKER,          /* no own checker on point */
    BG_NO_SUCH_DIE,         /* that number is not among the dice left */
    BG_BAR_FIRST,           /* number checkers wait on the bar */
    BG_RESERVE_FIRST,       /* number checkers must come in from the reserve first */
    BG_PINNED,              /* the checker on point is pinned */
    BG_BLOCKED,             /* point is held by number opposing checkers */
    BG_HEAD_RULE,           /* only number checkers may leave the head in this turn */
    BG_RUNNER_RULE,         /* the checker on point must first reach number */
    BG_HIT_AND_RUN,         /* the checker on point has hit in its home and stays this turn */
    BG_NOT_HOME,            /* bearing off must wait for the checker on point */
    BG_PINNED_AT_HOME,      /* bearing off must wait for the pinned checker on point */
    BG_HIGHER_CHECKER,      /* the die must be used for the checker on the higher point first */
    BG_EXACT_ONLY,          /* this die bears off from point number only */
    BG_HIGHER_DIE,          /* only one die can be played and it must be the higher: number */
    BG_PLAY_MORE,           /* number steps can be played, so they must be */
    BG_COMPULSORY_BEAR_OFF, /* a checker can be borne off, so it must be */
    BG_OWN_QUARTER,         /* the turn would end with all six points of the own start quarter held */
    BG_LOCKED_OUT,          /* the turn would leave the opponent without any step */
    BG_OUTER_LIMIT,         /* the turn would end with more than number points of 7..12 held */
    BG_SIX_PRIME            /* the turn would end with a forbidden six-prime */
};

typedef struct {
    uint8_t why; /* enum bg_why */
    uint8_t point;
    uint8_t number;
    uint8_t opponent_point; /* the same point in the opponent's numbering, 0 where it means nothing */
} bg_reason;

/* What was wrong with an argument; which fields mean something stands beside each status. */
typedef struct {
    int64_t index; /* which element of a list, 0 for single arguments */
    int32_t side;  /* 0 on roll, 1 the other */
    int32_t point;
    int32_t value;
    int32_t limit;
} bg_fault;

/* Names and English texts of the statuses and reasons; NULL for a number that is none. */
const char *bg_status_name(int32_t status);
const char *bg_status_text(int32_t status);
const char *bg_why_name(int32_t why);

/* Games. bg_game_key lists the keys: backgammon, tavla, portes, plakoto, mahbusa, tapa, fevga, moultezim, gulbara,
 * nardy, nackgammon, nackgammon_41, aceydeucey_us, aceydeucey_eu, aceydeucey_seed, hyper, longgammon; NULL past the
 * end. bg_option_row lists the options row by row: game, option, value, an option's default first; BG_NO_SUCH_OPTION
 * past the end. bg_game_find gives a game with its defaults, bg_game_set changes one option of it (the key says whose
 * option is meant), bg_game_check looks at a record made by hand. bg_start sets up both sides. */
const char *bg_game_key(int32_t index);
int32_t bg_option_row(int32_t row, const char **game, const char **option, const char **value);
int32_t bg_game_find(const char *key, bg_game *game);
int32_t bg_game_set(const char *key, const char *option, const char *value, bg_game *game);
int32_t bg_game_check(const bg_game *game);
int32_t bg_start(const bg_game *game, bg_position *position);

/* Positions, `count` of them at once. Turns may be NULL (no turns made); they matter to equal_turns only: a side that
 * has borne off everything must already have that turn counted. pips[2 * i] is side[0]'s pip count, pips[2 * i + 1]
 * side[1]'s. `simd` names the widest instructions to use (enum bg_simd), BG_SIMD_BEST for what the machine has. */
int32_t bg_check(const bg_game *game, const bg_position *positions, size_t count, bg_fault *fault);
int32_t bg_results(const bg_game *game, const bg_position *positions, const bg_turn *turns, size_t count,
                   bg_outcome *outcomes, bg_fault *fault);
int32_t bg_closed_out(const bg_game *game, const bg_position *positions, size_t count, uint8_t *closed,
                      bg_fault *fault);
int32_t bg_turned(const bg_position *positions, size_t count, bg_position *turned);
int32_t bg_pips(const bg_position *positions, size_t count, int32_t simd, uint16_t *pips);

/* The parts of a turn. bg_first_part: what a roll gives to play, in any turn; bg_chosen_part: the double chosen after
 * 2-1. bg_next_part: what follows; `played` is the number of steps played of turn->part, which led to `position`. */
int32_t bg_first_part(const bg_game *game, uint16_t own_turns, uint8_t die1, uint8_t die2, bg_part *part);
int32_t bg_chosen_part(const bg_game *game, uint8_t number, bg_part *part);
int32_t bg_next_part(const bg_game *game, const bg_position *position, const bg_turn *turn, uint8_t played,
                     bg_follow *follow, bg_fault *fault);

/* Legal plays. A workspace is any block of bg_workspace_size() bytes, aligned to 8 as malloc does,
 * its content of no matter; one for each thread.
 *
 * bg_plays: the distinct legal finals of one part, still seen by the side that moved; steps[i] (steps may be NULL) is
 * one way to play finals[i], in an order that is allowed. Finals come in no order that means anything, but always in
 * the same. No legal step: one final, the unchanged position, with no steps.
 * bg_plays_many: the same for `count` positions and turns; the finals of item i end before finals[ends[i]]. Items are
 * short: offer long lists in slices. */
size_t bg_workspace_size(void);
int32_t bg_plays(const bg_game *game, const bg_position *position, const bg_turn *turn, void *workspace,
                 size_t workspace_size, bg_position *finals, bg_steps *steps, size_t capacity, size_t *needed,
                 bg_fault *fault);
int32_t bg_plays_many(const bg_game *game, const bg_position *positions, const bg_turn *turns, size_t count,
                      void *workspace, size_t workspace_size, uint32_t *ends, bg_position *finals, bg_steps *steps,
                      size_t capacity, size_t *needed, bg_fault *fault);

/* The board after steps of a part, played from `position`: each is held against the rules of single steps only
 * (BG_BAD_STEP), so that what was once judged can be replayed quickly. */
int32_t bg_after(const bg_game *game, const bg_position *position, const bg_turn *turn, const bg_steps *steps,
                 bg_position *after, bg_fault *fault);

/* A part that is being played: from `position`, the start of the part, the steps `played` so far.
 * bg_next_steps: every step from which a legal final can still be reached; `now` is the position reached, `may_stop`
 * is 1 when it is itself a legal final. bg_why_not: why one more step (from, die) is not among them. */
int32_t bg_next_steps(const bg_game *game, const bg_position *position, const bg_turn *turn, const bg_steps *played,
                      void *workspace, size_t workspace_size, bg_step *steps, size_t capacity, size_t *needed,
                      bg_position *now, int32_t *may_stop, bg_fault *fault);
int32_t bg_why_not(const bg_game *game, const bg_position *position, const bg_turn *turn, const bg_steps *played,
                   uint8_t from, uint8_t die, void *workspace, size_t workspace_size, bg_reason *reason,
                   bg_fault *fault);

/* Instructions. bg_simd_detected is what this machine and build can use; a wider wish is cut to it. */
enum bg_simd { BG_SIMD_SCALAR = 0, BG_SIMD_NEON, BG_SIMD_AVX2, BG_SIMD_AVX512_VNNI, BG_SIMD_BEST };
int32_t bg_simd_detected(void);
const char *bg_simd_name(int32_t simd);
const char *bg_build(void); /* compiler and date-free description of this build */

#include "engine_cube.h"
#include "engine_judge.h"
#include "engine_picture.h"
#include "engine_rollout.h"

#endif
