/* A position and a cube: what the files about doubling share, and what a look ahead needs of them. */
#ifndef BG_CUBE_H
#define BG_CUBE_H

#include "bearoff.h"

enum {
    BG_MOST_CUBE = 1 << 20,
    BG_CUBE_LEVELS = 8,  /* a cube and what it may be turned to, until it is dead for both sides */
    BG_CUBE_STATES = 32, /* cubes that can be on the table after a few turns */
    BG_MOST_CUBE_PLIES = 6
};

/* What winning and losing a single game, a gammon and a backgammon are worth: points, or chances to win the match. */
typedef struct {
    double win[3], lose[3];
} bg_stake;

/* All that can be said about a cube before the position is known. Level 0 is the cube as it stands, 1 twice that ... */
typedef struct {
    bg_cube cube;
    int levels;
    bg_stake stake[BG_CUBE_LEVELS];
    uint8_t own_dead[BG_CUBE_LEVELS]; /* of no use to that side: it wins the match already */
    uint8_t opponent_dead[BG_CUBE_LEVELS];
    double middle, scale; /* equity = (worth - middle) * scale; 1 for a single game won at the cube as it stands */
} bg_cube_plan;

/* Both sides of a doubling decision in worths: rolling without it, and the double taken. */
typedef struct {
    double no_double, take;
} bg_cube_pair;

/* What becomes of the cube in a turn: not turned, or the answer to the double. */
typedef enum {
    BG_ANSWER_NONE = 0,
    BG_ANSWER_TAKE,
    BG_ANSWER_PASS,
    BG_ANSWER_BEAVER,
    BG_ANSWER_RACCOON,
    BG_ANSWER_BEAVER_REFUSED /* the doubler gives up what was offered */
} bg_cube_answer;

/* cube.c. The table may be NULL in a session. bg_cube_check says whether a cube can be; the plan of one that can. */
int32_t bg_cube_check(const bg_match_table *table, const bg_cube *cube, bg_fault *fault);
void bg_cube_plan_of(const bg_match_table *table, const bg_cube *cube, bg_cube_plan *plan);
bg_cube bg_cube_turned(bg_cube cube);
bg_cube bg_cube_doubled(bg_cube cube); /* by the side on roll, and taken */
bg_cube_pair bg_cube_worths(const bg_cube_plan *plan, const float chances[5], const float efficiency[2]);
double bg_cube_best(const bg_cube_plan *plan, bg_cube_pair worths);       /* what the better of the two is worth */
double bg_cube_outcome(const bg_cube_plan *plan, const float chances[5]); /* of a game that is over */
bg_cube_answer bg_cube_answer_of(const bg_cube_plan *plan, bg_cube_pair worths); /* of sides that may decide */
void bg_cube_settle(const bg_cube_plan *plan, bg_cube_pair worths, bg_cube_verdict *verdict);
int32_t bg_chances_check(const float *chances, size_t count, bg_fault *fault);
int32_t bg_efficiencies_check(const float *efficiencies, size_t count, bg_fault *fault);

/* match.c */
int bg_match_is_made(const bg_match_table *table);
double bg_match_worth(const bg_match_table *table, const bg_cube *cube, int points);

/* cube_ahead.c. The cubes that may be on the table within so many turns, each seen by the side on roll then. State 0 is
 * the root; a turn without a double leads from state i to after_roll[i], one with a double that is taken to
 * after_double[i]: -1 where there is none, at the last ply and where doubling is no use (but not at the root). A look
 * ahead carries a bg_cube_pair for each state it needs: at a leaf bg_cube_worths, elsewhere the means over the rolls of
 * what the best (bg_cube_best) of the other side's pair leaves (bg_cube_turned_worth). */
typedef struct {
    int count;
    bg_cube_plan plan[BG_CUBE_STATES];
    int8_t after_roll[BG_CUBE_STATES], after_double[BG_CUBE_STATES];
} bg_cube_tree;

void bg_cube_tree_of(const bg_match_table *table, const bg_cube *cube, int plies, bg_cube_tree *tree);
double bg_cube_turned_worth(const bg_cube_plan *plan, double worth); /* as the other side has it */

/* efficiency.c: how much of a perfectly used cube's worth is real, 0 to 1: [0] of a cube that the side on roll may
 * turn, [1] of one that only the other side may. The bear-off table may be NULL. */
void bg_efficiency_of(const bg_bear_off *table, const bg_game *game, const bg_position *position, float efficiency[2]);

#endif
