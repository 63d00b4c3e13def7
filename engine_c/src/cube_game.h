/* The cube in a game that is played out. */
#ifndef BG_CUBE_GAME_H
#define BG_CUBE_GAME_H

#include "ahead.h"
#include "cube.h"

enum { BG_CUBE_BRANCHES = 2 };

/* What a position says about its cube, whatever cube that is. */
typedef struct {
    float chances[BG_CHANCES], efficiency[2]; /* of the side on roll */
    int is_over, may_roll, is_same_side;
    const float *exact; /* an ending's worths (endings.h), or NULL */
} bg_cube_standing;

typedef struct {
    bg_cube cube;    /* as the side on roll sees it */
    int32_t is_over; /* passed, or played to its end */
    double luck;     /* so far, of the side that began, in worths of its cubes */
    double worth;    /* what it came to for the side that began */
} bg_cube_branch;

typedef struct {
    const bg_match_table *table; /* NULL in a session */
    bg_cube_branch branches[BG_CUBE_BRANCHES];
} bg_cube_game;

/* `cube` is seen by the side on roll: branch 0 goes on with it, branch 1 with a double of it that was taken. */
void bg_cube_game_begin(bg_cube_game *game, const bg_match_table *table, const bg_cube *cube);

/* Before a roll is made whose best replies are known: the side on roll decides, luck is noted. */
void bg_cube_game_roll(bg_cube_game *game, const bg_player *player, const bg_reply replies[BG_ROLLS], int roll,
                       int is_first, int is_own, int may_turn);

/* The same where no replies are known, by the position as it lies. Not to be asked before the first roll. */
void bg_cube_game_decide(bg_cube_game *game, const bg_player *player, const bg_reply *now, int is_own);

void bg_cube_game_pass_on(bg_cube_game *game); /* the other side is on roll */
int bg_cube_game_is_over(const bg_cube_game *game);
int bg_cube_game_is_dead(const bg_cube_game *game); /* nobody will turn a cube any more */

/* No more rolls: the game is over, or judged as it lies. */
void bg_cube_game_end(bg_cube_game *game, const bg_player *player, const bg_reply *now, int is_own, int is_first);

/* Equities of the side that began, luck taken off: without a double, doubled and taken. */
void bg_cube_game_results(const bg_cube_game *game, const bg_cube *cube, double results[BG_CUBE_BRANCHES]);

#endif
