/* The match table: chances to win a match by the points that both sides need. */
#include "cube.h"

#define MAGIC 0x454C4241544D4742u /* "BGMTABLE" */
enum { MOST = BG_MOST_NEED, ROW = MOST + 1, POINTS = 8 };

/* Beyond what is known. After the Crawford game the side behind doubles at once, so a game counts two points, or four
 * with a gammon. It wins the Crawford game itself with a chance of 0.506; both fit the known rows 10 to 25 of
 * Kazaross-XG2 within 1 %. */
static const double gammons_behind = 0.30, crawford_win = 0.506, crawford_gammons = 0.27;

static double before_of(const bg_match_table *table, int own, int other)
{
    return own <= 0 ? 1 : other <= 0 ? 0 : table->before[own][other];
}

static double after_of(const bg_match_table *table, int need)
{
    return need <= 0 ? 1 : table->after[need];
}

/* Each row falls, each column rises, and what one side has the other lacks. */
static int is_sound(const double *before, const double *after, int known)
{
    for (int a = 0; a < known; a++) {
        if (!(after[a] > 0 && after[a] < 1) || (a && !(after[a] <= after[a - 1])))
            return 0;
        for (int b = 0; b < known; b++) {
            double here = before[a * known + b], other = before[b * known + a];
            if (!(here > 0 && here < 1) || !(here + other > 0.9999 && here + other < 1.0001))
                return 0;
            if ((a && !(here < before[(a - 1) * known + b])) || (b && !(here > before[a * known + b - 1])))
                return 0;
        }
    }
    return 1;
}

static int are_shares(const double *shares)
{
    double sum = 0;
    for (int i = 0; i < 2 * POINTS; i++) {
        if (!(shares[i] >= 0 && shares[i] <= 1))
            return 0;
        sum += shares[i];
    }
    return sum > 0.999999 && sum < 1.000001;
}

/* One game more: who wins it opens the next. In games with an opening throw both shares are alike and the table's own
 * symmetry makes this the mean over who begins. */
static double one_game(const bg_match_table *table, const double *shares, int own, int other)
{
    double sum = 0;
    for (int points = 1; points <= POINTS; points++)
        sum += shares[points - 1] * before_of(table, own - points, other) +
               shares[POINTS + points - 1] * (1 - before_of(table, other - points, own));
    return sum;
}

static void extend(bg_match_table *table, const double *shares, int known)
{
    for (int need = known + 1; need <= MOST && known; need++) {
        table->after[need] =
            (1 - gammons_behind) / 2 * after_of(table, need - 2) + gammons_behind / 2 * after_of(table, need - 4);
        table->before[need][1] = crawford_win * ((1 - crawford_gammons) * after_of(table, need - 1) +
                                                 crawford_gammons * after_of(table, need - 2));
        table->before[1][need] = 1 - table->before[need][1];
    }
    for (int sum = 2; sum <= 2 * MOST; sum++)
        for (int own = sum > MOST ? sum - MOST : 1; own < sum && own <= MOST; own++) {
            int other = sum - own;
            if ((own > known || other > known) && !(known && (own == 1 || other == 1)))
                table->before[own][other] = one_game(table, shares, own, other);
        }
    for (int need = 1; need <= MOST && !known; need++)
        table->after[need] = table->before[need][1];
}

int32_t bg_match_make(const double *before, const double *after, int32_t known, const double *shares,
                      bg_match_table *table)
{
    if (!table || !shares || (known && (!before || !after)))
        return BG_NULL_POINTER;
    memset(table, 0, sizeof *table);
    if (known < 0 || known > MOST || !are_shares(shares) || (known && !is_sound(before, after, known)))
        return BG_BAD_TABLE;
    for (int a = 1; a <= known; a++) {
        table->after[a] = after[a - 1];
        memcpy(&table->before[a][1], before + (a - 1) * known, (size_t)known * sizeof *before);
    }
    extend(table, shares, known);
    table->magic = MAGIC;
    return BG_OK;
}

int bg_match_is_made(const bg_match_table *table)
{
    return table->magic == MAGIC;
}

double bg_match_worth(const bg_match_table *table, const bg_cube *cube, int points)
{
    const int own = cube->own_need - (points > 0 ? points : 0), other = cube->opponent_need + (points < 0 ? points : 0);
    if (own <= 0 || other <= 0)
        return own <= 0;
    if (cube->is_after_crawford)
        return other == 1 ? (own == 1 ? 0.5 : table->after[own]) : 1 - table->after[other];
    return points >= 0 ? table->before[own][other] : 1 - table->before[other][own];
}

int32_t bg_match_chance(const bg_match_table *table, const bg_cube *cube, int32_t points, double *chance,
                        bg_fault *fault)
{
    int32_t status = bg_cube_check(table, cube, fault);
    if (status != BG_OK)
        return status;
    if (!chance)
        return BG_NULL_POINTER;
    if (!cube->own_need)
        return bg_refuse(fault, BG_BAD_CUBE, 0, 0, 0, 1);
    *chance = bg_match_worth(table, cube, points < -MOST ? -MOST : points > MOST ? MOST : points);
    return BG_OK;
}
