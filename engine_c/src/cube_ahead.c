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
            const int may_double = !here.is_fixed && here.owner != BG_OPPONENT && !plan->own_dead[0];
            tree->after_roll[done] = state_of(table, bg_cube_turned(here), tree);
            if (may_double || !done)
                tree->after_double[done] = state_of(table, bg_cube_turned(bg_cube_doubled(here)), tree);
        }
}

typedef struct {
    const bg_cube_tree *tree;
    const float *chances, *efficiencies; /* of the leaves */
} leaves;

static size_t leaves_after(int plies)
{
    return plies ? ROLLS * leaves_after(plies - 1) : 1;
}

static bg_cube_pair worths_of(const leaves *l, int state, int plies, size_t first);

/* What the side that rolls is left with on average, if the other side then has that cube. */
static double mean_of(const leaves *l, int state, int plies, size_t first)
{
    const bg_cube_plan *plan = &l->tree->plan[state];
    double sum = 0;
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++, first += leaves_after(plies))
            sum += (high == low ? 1 : 2) * bg_cube_best(plan, worths_of(l, state, plies, first));
    return bg_cube_turned_worth(plan, sum / 36);
}

static bg_cube_pair worths_of(const leaves *l, int state, int plies, size_t first)
{
    if (!plies)
        return bg_cube_worths(&l->tree->plan[state], l->chances + 5 * first, l->efficiencies + 2 * first);
    const int doubled = l->tree->after_double[state];
    bg_cube_pair pair;
    pair.no_double = mean_of(l, l->tree->after_roll[state], plies - 1, first);
    pair.take = doubled < 0 ? pair.no_double : mean_of(l, doubled, plies - 1, first);
    return pair;
}

int32_t bg_cube_ahead(const bg_match_table *table, const bg_cube *cube, int32_t plies, const float *chances,
                      const float *efficiencies, size_t count, bg_cube_verdict *verdicts, bg_fault *fault)
{
    if (plies < 0 || plies > BG_MOST_PLIES)
        return bg_refuse(fault, BG_BAD_SETTING, 0, 0, plies, BG_MOST_PLIES);
    const size_t each = leaves_after(plies);
    int32_t status = bg_cube_check(table, cube, fault);
    if (status == BG_OK)
        status = bg_chances_check(chances, each * count, fault);
    if (status == BG_OK)
        status = bg_efficiencies_check(efficiencies, each * count, fault);
    if (status != BG_OK)
        return status;
    if (count && !verdicts)
        return BG_NULL_POINTER;
    bg_cube_tree tree;
    bg_cube_tree_of(table, cube, plies, &tree);
    const leaves all = {&tree, chances, efficiencies};
    for (size_t i = 0; i < count; i++)
        bg_cube_settle(&tree.plan[0], worths_of(&all, 0, plies, each * i), &verdicts[i]);
    return BG_OK;
}
