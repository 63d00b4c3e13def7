/* The cube in a look ahead: every cube that can be on the table is carried through the rolls beside the chances. */
#include "cube.h"

enum { ROLLS = 21 };

double bg_cube_turned_worth(const bg_cube_plan *plan, double worth)
{
    return plan->cube.own_need ? 1 - worth : -worth;
}

static int is_same(const bg_cube *a, const bg_cube *b)
{
    return a->value == b->value && a->owner == b->owner && a->own_need == b->own_need &&
           a->opponent_need == b->opponent_need;
}

static int8_t state_of(const bg_match_table *table, bg_cube cube, bg_cube_tree *tree)
{
    for (int i = 0; i < tree->count; i++)
        if (is_same(&tree->plan[i].cube, &cube))
            return (int8_t)i;
    if (tree->count == BG_CUBE_STATES)
        return -1;
    bg_cube_plan_of(table, &cube, &tree->plan[tree->count]);
    tree->after_roll[tree->count] = tree->after_double[tree->count] = -1;
    return (int8_t)tree->count++;
}

void bg_cube_tree_of(const bg_match_table *table, const bg_cube *cube, int plies, bg_cube_tree *tree)
{
    tree->count = 0;
    state_of(table, *cube, tree);
    int done = 0;
    for (int ply = 0; ply < plies && ply < BG_MOST_CUBE_PLIES; ply++)
        for (const int end = tree->count; done < end; done++) {
            const bg_cube_plan *plan = &tree->plan[done];
            const bg_cube here = plan->cube;
            tree->after_roll[done] = state_of(table, bg_cube_turned(here), tree);
            if (!here.is_fixed && here.owner != BG_OPPONENT && !plan->own_dead[0])
                tree->after_double[done] = state_of(table, bg_cube_turned(bg_cube_doubled(here)), tree);
        }
}

/* What the side that has rolled is left with on average, by one cube. */
static double mean_of(const bg_cube_plan *opponent, const float *chances, const float *efficiencies)
{
    double sum = 0;
    int roll = 0;
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++, roll++) {
            const bg_cube_pair pair = bg_cube_worths(opponent, chances + 5 * roll, efficiencies + 2 * roll);
            sum += (high == low ? 1 : 2) * bg_cube_turned_worth(opponent, bg_cube_best(opponent, pair));
        }
    return sum / 36;
}

int32_t bg_cube_ahead(const bg_match_table *table, const bg_cube *cube, const float *chances, const float *efficiencies,
                      size_t count, bg_cube_verdict *verdicts, bg_fault *fault)
{
    int32_t status = bg_cube_check(table, cube, fault);
    if (status == BG_OK)
        status = bg_chances_check(chances, ROLLS * count, fault);
    if (status == BG_OK)
        status = bg_efficiencies_check(efficiencies, ROLLS * count, fault);
    if (status != BG_OK)
        return status;
    if (count && !verdicts)
        return BG_NULL_POINTER;
    bg_cube_plan here, rolled, doubled;
    const bg_cube after = bg_cube_turned(*cube), turned = bg_cube_turned(bg_cube_doubled(*cube));
    bg_cube_plan_of(table, cube, &here);
    bg_cube_plan_of(table, &after, &rolled);
    bg_cube_plan_of(table, &turned, &doubled);
    for (size_t i = 0; i < count; i++) {
        const float *of = chances + 5 * ROLLS * i, *efficiency = efficiencies + 2 * ROLLS * i;
        const bg_cube_pair pair = {mean_of(&rolled, of, efficiency), mean_of(&doubled, of, efficiency)};
        bg_cube_settle(&here, pair, &verdicts[i]);
    }
    return BG_OK;
}
