/* The cube and the score. A part of engine.h, which includes it.
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
 * bg_cube_settled: the verdicts that follow from pairs of equities, without a double, doubled and taken.
 * bg_cube_points: from which chance to win a double is taken, and beyond which one is passed, if games were won and
 * lost at the levels that the chances say.
 * bg_resignations: positions, chances and the cube seen by the side that may resign, whoever is on roll: the level it
 * may offer without giving anything away (0: play on), and the least level the other side does well to accept. */
#ifndef BG_ENGINE_CUBE_H
#define BG_ENGINE_CUBE_H

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
int32_t bg_cube_settled(const bg_match_table *table, const bg_cube *cube, const double *equities, size_t count,
                        bg_cube_verdict *verdicts, bg_fault *fault);
int32_t bg_cube_points(const bg_match_table *table, const bg_cube *cube, const float *chances, size_t count,
                       bg_take_points *points, bg_fault *fault);
int32_t bg_cube_prices(const bg_match_table *table, const bg_cube *cube, double *prices, bg_fault *fault);
int32_t bg_resignations(const bg_match_table *table, const bg_cube *cube, const bg_game *game,
                        const bg_position *positions, const float *chances, const float *efficiencies, size_t count,
                        uint8_t *offers, uint8_t *enough, bg_fault *fault);

#endif
