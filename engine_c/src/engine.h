/* The engine of Shesh Besh: positions, games, legal plays. This header is its whole door.
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

/* ---- Judgement -------------------------------------------------------------------------------------------------
 *
 * A judge is a block of memory, aligned to 64 bytes, that bg_judge_make fills from a file of weights (which lies
 * on a place divisible by 4); any number of threads may read it. bg_judge_size says how large it must be. A bear-off
 * table is another block, aligned to 8 bytes, of bg_bear_off_size() bytes, all 0 at first; bg_bear_off_make makes
 * `rows` rows a call and says how many are left, so that it can be made in slices. It may be missing (NULL): then nets
 * judge races at home, too.
 *
 * bg_evaluate: what may become of each position. chances[5 * i] on: win, win a gammon or better, win a backgammon, lose
 * a gammon or worse, lose a backgammon, seen by side[0], who is on roll; a draw counts as half a win. equities[i]:
 * 2 * win - 1 + the wins - the losses beyond, in points. Finished positions are exact, races at home nearly (the
 * table's play leaves the fewest rolls), all others are a net's opinion within what the rules allow. Either list may be
 * NULL. All instructions give the same bits.
 *
 * bg_best_plays: for each position and turn the final that leaves the opponent the least, judged without looking ahead
 * (a part that does not end the turn is judged as if it did). finals[i] is seen by the side that moved, equities[i]
 * too; steps may be NULL. candidates is room for all the finals of one part; with too little room the status is
 * BG_TOO_SMALL and *needed the number needed. */
typedef struct {
    const void *judge; /* from bg_judge_make */
    size_t judge_size;
    const void *bear_off; /* from bg_bear_off_make, or NULL */
    size_t bear_off_size;
    int32_t simd; /* enum bg_simd */
} bg_judgement;

size_t bg_bear_off_size(void);
int32_t bg_bear_off_make(void *memory, size_t memory_size, int32_t rows, int32_t *left);
int32_t bg_judge_size(const uint8_t *weights, size_t weights_size, size_t *needed, bg_fault *fault);
int32_t bg_judge_make(const uint8_t *weights, size_t weights_size, void *memory, size_t memory_size, bg_fault *fault);
int32_t bg_judge_fits(const bg_judgement *judgement, const bg_game *game);
int32_t bg_evaluate(const bg_judgement *judgement, const bg_game *game, const bg_position *positions, size_t count,
                    float *chances, float *equities, bg_fault *fault);
int32_t bg_best_plays(const bg_judgement *judgement, const bg_game *game, const bg_position *positions,
                      const bg_turn *turns, size_t count, void *workspace, size_t workspace_size,
                      bg_position *candidates, bg_steps *candidate_steps, size_t capacity, size_t *needed,
                      bg_position *finals, bg_steps *steps, float *equities, bg_fault *fault);

/* ---- Looking ahead ---------------------------------------------------------------------------------------------
 *
 * Plies are rolls looked ahead: the value of a position n plies ahead is the mean, over the 21 rolls and their weights,
 * of what the best reply leaves n - 1 plies ahead; 0 plies are bg_evaluate. Interior choices:
 *   - A reply inside the tree is the one that is best not looking ahead, as all strong engines have it. With a scout (a
 *     judge that looks at the board alone, several times as fast) only the scout_keep replies it likes best are judged,
 *     except in races.
 *   - Finished games and races at home that the bear-off table knows are looked into no further.
 *   - A turn of several parts (gul bara's cascades, acey-deucey's chosen double and complement) is played part by part,
 *     each part for the best as if it were the last. After acey-deucey's new roll the same side is on roll again, and
 *     so it is valued. What gul bara leaves to the opponent to play is left out.
 *   - Where the side that did not open has the last turn, that turn is not looked into.
 *
 * A search lives in a block of memory, aligned to 64 bytes, of bg_search_size(cache_bits) bytes: cache_bits (1 to 24)
 * gives 2^cache_bits places of 64 bytes to what was found out. The numbers do not depend on it, nor on the slices, the
 * instructions or the thread. The block may move between calls, and a search given up is just begun over.
 *
 * bg_search_plays begins one over the legal finals of a part (BG_GAME_OVER as bg_plays has it); bg_search_positions one
 * over positions before a roll. Finals are first judged; then each stage in turn looks `plies` ahead for those that the
 * deepest look so far puts among the best `keep`, no more than `within` points behind the first. A stage that would
 * look at one final alone is left out unless `alone` is 1: it changes no choice. Positions are all looked at `plies`
 * ahead.
 *
 * bg_search_step does about `work` judgements more and says how far it is; the first one judges every candidate as it
 * lies, whatever `work` is. The mind must be the same in all steps of a search.
 *
 * bg_search_found, at any time after the first step: candidates, best first, each with the deepest finished look;
 * those looked into deeper come first, except that one alone is not compared with nobody: until a second has the same
 * depth it stands where its earlier value puts it. Chances and equity are those of the side that moves. `index` is the
 * final's place in bg_plays or the position's in the list. */
#define BG_MOST_PLIES 4
#define BG_MOST_STAGES 16
#define BG_MOST_POSITIONS 4096

typedef struct {
    bg_judgement judge;
    bg_judgement scout; /* judge NULL: none */
    int32_t scout_keep; /* 1 to 64; 0: no scouting */
} bg_mind;

typedef struct {
    int32_t plies; /* 1 to BG_MOST_PLIES, none less than the stage before */
    int32_t keep;  /* 1 or more */
    float within;  /* 0 or more */
} bg_stage;

typedef struct {
    bg_position final;
    bg_steps steps;
    float chances[5];
    float equity;
    int32_t plies;
    int32_t index;
} bg_candidate;

typedef struct {
    uint64_t work;               /* judgements made since the search was begun */
    int32_t stage, stages;       /* the stage that is worked on; == stages: everything is found */
    int32_t looked_at, selected; /* candidates of this stage that are done, and that are to be */
} bg_progress;

size_t bg_search_size(int32_t cache_bits);
int32_t bg_search_plays(void *memory, size_t memory_size, const bg_game *game, const bg_position *position,
                        const bg_turn *turn, const bg_stage *stages, size_t count, int32_t alone, bg_fault *fault);
int32_t bg_search_positions(void *memory, size_t memory_size, const bg_game *game, const bg_position *positions,
                            const bg_turn *turns, size_t count, int32_t plies, bg_fault *fault);
int32_t bg_search_step(void *memory, size_t memory_size, const bg_mind *mind, uint64_t work, bg_progress *progress,
                       bg_fault *fault);
int32_t bg_search_found(const void *memory, size_t memory_size, bg_candidate *candidates, size_t capacity,
                        size_t *needed);

/* ---- Rollouts --------------------------------------------------------------------------------------------------
 *
 * A rollout plays a position out, game by game: `first` on, `count` of them, from the position before the roll of
 * side[0]. results[5 * i] on: what game first + i came to, chances as above seen by side[0]; a single game's are no
 * chances but sums with luck taken off, and may lie outside 0 to 1. Their mean is the rollout's answer. Games end when
 * they are won, or when the bear-off table knows the rest, or after `truncate` rolls in a net's opinion (0: never;
 * after 3,000 always).
 *
 * The dice of game number n follow from seed and n alone: the same for every position, on any thread, in any order. Of
 * 36 games in a row (from a multiple of 36 on) each begins with another of the 36 pairs of dice, of 1,296 each with
 * another two, of 46,656 with another three. Unless is_plain, each roll's luck is taken off: what its best reply is
 * worth, not looking ahead, less the mean over all rolls.
 *
 * Players make the reply that is best not looking ahead (plies 0), or one roll ahead among the best `keep` no more than
 * `within` points behind the first (plies 1). Turns of several parts are played as in a search; the last turn of the
 * side that did not open is played.
 *
 * It lives in a block aligned to 64 bytes of bg_rollout_size() bytes that may move between calls; games that are done
 * need the results alone, so a rollout is taken up again by beginning with the first game that is missing.
 * bg_rollout_step makes about `work` judgements more and says how many games are done by now; capacity is in games. */
typedef struct {
    uint64_t seed;
    int32_t plies;    /* 0 or 1 */
    int32_t truncate; /* 0: to the end */
    int32_t keep;     /* 1 to 64 */
    float within;     /* 0 or more */
    int32_t is_plain; /* 1: luck stays in */
} bg_rollout_rules;

size_t bg_rollout_size(void);
int32_t bg_rollout_begin(void *memory, size_t memory_size, const bg_game *game, const bg_rollout_rules *rules,
                         const bg_position *position, const bg_turn *turn, int64_t first, int64_t count,
                         bg_fault *fault);
int32_t bg_rollout_step(void *memory, size_t memory_size, const bg_mind *mind, uint64_t work, double *results,
                        size_t capacity, int64_t *done, bg_fault *fault);
/* ---- The cube and the score ------------------------------------------------------------------------------------
 *
 * A match table is a struct the caller owns, filled by bg_match_make, read by any number of threads. Points to go are 1
 * to 64. before[a][b]: chances to win the match of a side that needs a against b, before the Crawford game and with
 * a or b = 1 in it; after[n]: of the side that needs n when the other needs 1 and the Crawford game has been played.
 * Where the winner of a game opens the next one, before[a][b] is that of the side that opens.
 *
 * bg_match_make takes `known` rows and columns of such a table (from 1 on; a known table is one of games that begin
 * with an opening throw) and computes the rest: chances that the side that opens a game wins 1, 2 ... 8 points with it,
 * shares[0..7], and that it loses as many, shares[8..15]. known may be 0, the lists then NULL: the whole table follows
 * from the shares, as in games without a cube.
 *
 * A cube is seen by the side on roll, as chances are. Equities are per unit of the cube as it stands: in a session
 * points, in a match scaled so that winning or losing a single game at that value is 1 or -1. Efficiencies say how much
 * of a perfectly used cube's worth is real, from 0 (dead) to 1 (live), two for each position: of a cube that the side
 * on roll may turn, and of one that only the other side may; bg_efficiencies gives those of positions.
 *
 * bg_cube_verdicts: what to do with the cube in each position, whose chances and efficiency are given.
 * bg_cube_ahead: the same, `plies` rolls ahead (0 to BG_MOST_PLIES): for each position 21^plies times the chances and
 * efficiencies of what stands on the board after the best replies to those rolls, seen by the side then on roll. Rolls
 * go 1-1, 2-1, 2-2, 3-1 ... 6-6, the first roll slowest. Whoever is on roll on the way may double, too.
 * bg_cube_points: from which chance to win a double is taken, and beyond which one is passed, if games were won and
 * lost at the levels that the chances say.
 * bg_resignations: positions, chances and the cube seen by the side that may resign, whoever is on roll: the level it
 * may offer without giving anything away (0: play on), and the least level the other side does well to accept. */
#define BG_MOST_NEED 64

typedef struct {
    uint64_t magic;
    double before[65][65];
    double after[65];
} bg_match_table;

typedef struct {
    int32_t value;    /* 1, 2, 4 ... 1048576 */
    uint8_t owner;    /* enum bg_winner: BG_NOBODY in the middle, BG_OWN, BG_OPPONENT */
    uint8_t own_need; /* points to go; both 0 in a session */
    uint8_t opponent_need;
    uint8_t is_fixed;          /* 1: nobody may turn it: the Crawford game, a game without a cube */
    uint8_t is_after_crawford; /* 1: the Crawford game is this one or has been; one side needs 1 */
    uint8_t jacoby;            /* these three in sessions only */
    uint8_t beavers;
    uint8_t raccoons;
} bg_cube;

enum bg_cube_action {
    BG_CUBE_FIXED = 0,   /* the side on roll may not double */
    BG_NO_DOUBLE_TAKE,   /* no double; it would be taken */
    BG_NO_DOUBLE_BEAVER, /* no double; it would be beavered */
    BG_DOUBLE_TAKE,      /* double, take */
    BG_DOUBLE_PASS,      /* double, pass */
    BG_DOUBLE_BEAVER,    /* double, and yet a beaver: gammons begin to count */
    BG_TOO_GOOD_PASS,    /* too good to double; it would be passed */
    BG_TOO_GOOD_TAKE     /* too good, and yet it would be taken */
};

/* Equities of the side on roll. Where it may not double, take and pass say what would be if it might. */
typedef struct {
    float no_double;
    float take;    /* doubled and taken */
    float pass;    /* doubled and passed: 1 */
    float beaver;  /* doubled and beavered, the best answer given; as take where there are no beavers */
    float raccoon; /* that answer being a raccoon, the best answer given; as beaver where there are no raccoons */
    float value;   /* the best the side on roll can do */
    uint8_t may_double;
    uint8_t doubles;
    uint8_t action; /* enum bg_cube_action */
    uint8_t unused;
} bg_cube_verdict;

/* Chances to win, of the side that decides. */
typedef struct {
    float own_take[2];      /* the side on roll, were it doubled: with a dead cube, with a live one */
    float opponent_take[2]; /* the other side, doubled now */
} bg_take_points;

int32_t bg_match_make(const double *before, const double *after, int32_t known, const double *shares,
                      bg_match_table *table);
int32_t bg_match_chance(const bg_match_table *table, const bg_cube *cube, int32_t points, double *chance,
                        bg_fault *fault);
int32_t bg_efficiencies(const void *bear_off, size_t bear_off_size, const bg_game *game, const bg_position *positions,
                        size_t count, float *efficiencies, bg_fault *fault);
int32_t bg_cube_verdicts(const bg_match_table *table, const bg_cube *cube, const float *chances,
                         const float *efficiencies, size_t count, bg_cube_verdict *verdicts, bg_fault *fault);
int32_t bg_cube_ahead(const bg_match_table *table, const bg_cube *cube, int32_t plies, const float *chances,
                      const float *efficiencies, size_t count, bg_cube_verdict *verdicts, bg_fault *fault);
int32_t bg_cube_points(const bg_match_table *table, const bg_cube *cube, const float *chances, size_t count,
                       bg_take_points *points, bg_fault *fault);
int32_t bg_cube_prices(const bg_match_table *table, const bg_cube *cube, double *prices, bg_fault *fault);
int32_t bg_resignations(const bg_match_table *table, const bg_cube *cube, const bg_game *game,
                        const bg_position *positions, const float *chances, const float *efficiencies, size_t count,
                        uint8_t *offers, uint8_t *enough, bg_fault *fault);

/* Instructions. bg_simd_detected is what this machine and build can use; a wider wish is cut to it. */
enum bg_simd { BG_SIMD_SCALAR = 0, BG_SIMD_NEON, BG_SIMD_AVX2, BG_SIMD_AVX512_VNNI, BG_SIMD_BEST };
int32_t bg_simd_detected(void);
const char *bg_simd_name(int32_t simd);
const char *bg_build(void); /* compiler and date-free description of this build */

/* Pictures: the table and what lies on it, as a camera sees them. Nothing here knows a rule.
 *
 * One unit is the width of a point; x runs to the right, y up the board, z out of it; the field lies at z = 0, the rim
 * at 0.5, the wooden table at -1. Pixels count from the upper left, their centres lie at halves. Colours of materials
 * are linear light, 0 to 1; pixels are sRGB bytes, four each: red, green, blue, and alpha, straight.
 * Every number must be finite and inside the range that is written beside it, else BG_BAD_PICTURE; a buffer whose size
 * in bytes is not exactly that of its pixels is BG_TOO_SMALL. */
/* Another number of the version: the same arguments give another picture than before. */
#define BG_PICTURE_VERSION 2
#define BG_PICTURE_MOST_WIDTH 8192
#define BG_SPRITE_MOST_WIDTH 1024
#define BG_FIGURE_MOST_WIDTH 512

enum bg_substance {
    BG_PLAIN = 0,
    BG_WOOD,
    BG_IVORY,
    BG_MARBLE,
    BG_CLOTH,
    BG_METAL,
    BG_NACRE,
    BG_ONYX,
    BG_LACQUER,
    BG_AMBER,
    BG_SANDSTONE,
    BG_SUBSTANCES
};

/* What runs along the outline of the frame: a line of the inlay, or a band of lozenges of it. */
enum bg_border { BG_LINE = 0, BG_LOZENGES, BG_BORDERS };

typedef struct {
    float dark[3], light[3]; /* the two ends of its colours */
    float figure;            /* 0 to 4: how strongly and finely rings, veins or streaks show; 1 is usual */
    float rough;             /* 0.05 to 1: how blurred reflections are */
    float coat;              /* 0 to 8: how strong reflections are; 1 is a plain varnish */
    int32_t substance;       /* enum bg_substance */
} bg_material;

typedef struct {
    bg_material frame, light_point, dark_point, cloth, tray, inlay, hinge, table;
    uint32_t seed;  /* another number is another tree */
    int32_t border; /* enum bg_border */
} bg_table_look;

/* A pinhole 62 units from the middle of the board, tilted towards the player at the bottom. */
typedef struct {
    int32_t width, height;    /* pixels of the whole picture, 1 to BG_PICTURE_MOST_WIDTH */
    float scale;              /* pixels per unit at the middle of the board, 1 to 4096 */
    float centre_x, centre_y; /* the pixel of that middle, -32768 to 32768 */
    float tilt;               /* degrees from looking straight down, 0 to 45 */
} bg_camera;

/* Rows first_row to first_row + rows - 1 of the picture of the empty table; samples in each direction of a pixel, 1 to
 * 4. Strips do not depend on each other: threads can share them, and a strip of 8 rows is a short call. */
int32_t bg_picture_table(const bg_camera *camera, const bg_table_look *look, int32_t first_row, int32_t rows,
                         int32_t samples, uint8_t *pixels, size_t size);

/* A small picture of one piece, seen from far away along the tilt. */
typedef struct {
    int32_t width, height;    /* pixels, 1 to BG_SPRITE_MOST_WIDTH */
    float scale;              /* pixels per unit, 1 to 4096 */
    float centre_x, centre_y; /* the pixel of the middle of the piece's underside (of the die itself), as above */
    float tilt;               /* degrees, 0 to 45 */
    int32_t samples;          /* in each direction of a pixel, 1 to 4 */
} bg_sprite;

typedef struct {
    bg_material body;
    bg_material mark; /* the ring of a checker, the pips of a die, the figures of a cube */
    float rim;        /* 0 to 1: how much of the mark's colour the outer edge of a checker shows */
} bg_piece_look;

/* Checker: radius 0.455, height 0.27; the seed chooses its piece of wood. Die: half edge 0.335, 1 up, 2 towards the
 * player, 3 to the right, turned by the rows of a rotation matrix (turned = rotation x place). Cube: half edge 0.46, on
 * the table; figure is a square of figure_width x figure_width bytes, 255 where its upper face is engraved. */
int32_t bg_picture_checker(const bg_sprite *sprite, const bg_piece_look *look, uint32_t seed, uint8_t *pixels,
                           size_t size);
int32_t bg_picture_die(const bg_sprite *sprite, const bg_piece_look *look, const float *rotation, uint32_t seed,
                       uint8_t *pixels, size_t size);
int32_t bg_picture_cube(const bg_sprite *sprite, const bg_piece_look *look, const uint8_t *figure, int32_t figure_width,
                        uint8_t *pixels, size_t size);

/* What a piece takes away from the light of the plane it lies on or hangs over: an upright block of that half width
 * with rounded corners. */
typedef struct {
    float half;   /* units, 0 to 4 */
    float corner; /* radius of its corners, 0 to half */
    float height; /* 0 to 4 */
    float lift;   /* how high its underside is above the plane, 0 to 8 */
    float turn;   /* degrees about the vertical, -360 to 360 */
} bg_block;

int32_t bg_picture_shadow(const bg_sprite *sprite, const bg_block *block, uint8_t *pixels, size_t size);

#endif
