/* Giving a game up: what may be offered without giving anything away, and what the other side does well to accept. */
#include "cube.h"
#include "inputs.h"

static const double hopeless = 0.001; /* a chance that is not played for */
static const double sure = 0.9999;    /* of the table of races at home, whose chances are not quite exact */
static const double lacking = 0.01;   /* of the cube: what an offer may seem to lack */

/* The level that is offered: all that must be lost in any case, and nothing while a higher level hangs in the air. */
static int offer_of(const bg_cube_plan *plan, int phase, int most_level, const float chances[5])
{
    const double worth[4] = {0, plan->stake[0].lose[0], plan->stake[0].lose[1], plan->stake[0].lose[2]};
    const double loses[5] = {0, 1 - chances[0], chances[3], chances[4], 0};
    const double certain = phase == BG_PHASE_BEAR_OFF ? sure : 1;
    if ((phase != BG_PHASE_BEAR_OFF && phase != BG_SLOT_RACE) || chances[0] > hopeless)
        return 0;
    int most = plan->cube.jacoby && plan->cube.owner == BG_NOBODY ? 1 : most_level;
    while (most > 1 && worth[most] >= worth[most - 1])
        most--; /* nothing more is lost by that level: the match is over */
    int level = 1;
    while (level < most && loses[level + 1] >= certain)
        level++;
    return level < most && loses[level + 1] > hopeless ? 0 : level;
}

/* The least level that is worth to the other side what playing on promises it. */
static int enough_of(const bg_cube_plan *plan, const float chances[5], const float efficiency[2])
{
    const double on = bg_cube_worths(plan, chances, efficiency).no_double;
    static const float none[2] = {0, 0};
    const double dead = bg_cube_worths(plan, chances, none).no_double;
    const double promised = (on < dead ? on : dead) + lacking / plan->scale;
    if (plan->cube.jacoby && plan->cube.owner == BG_NOBODY)
        return 1;
    int level = 1;
    while (level < 3 && plan->stake[0].lose[level - 1] > promised)
        level++;
    return level;
}

int32_t bg_resignations(const bg_match_table *table, const bg_cube *cube, const bg_game *game,
                        const bg_position *positions, const float *chances, const float *efficiencies, size_t count,
                        uint8_t *offers, uint8_t *enough, bg_fault *fault)
{
    int32_t status = bg_check(game, positions, count, fault);
    if (status == BG_OK)
        status = bg_cube_check(table, cube, fault);
    if (status == BG_OK)
        status = bg_chances_check(chances, count, fault);
    if (status == BG_OK)
        status = bg_efficiencies_check(efficiencies, count, fault);
    if (status != BG_OK)
        return status;
    if (count && (!offers || !enough))
        return BG_NULL_POINTER;
    bg_cube_plan plan;
    bg_cube_plan_of(table, cube, &plan);
    for (size_t i = 0; i < count; i++) {
        const float *of = chances + 5 * i;
        offers[i] = (uint8_t)offer_of(&plan, bg_phase_of(game, &positions[i]), game->most_level, of);
        enough[i] = (uint8_t)enough_of(&plan, of, efficiencies + 2 * i);
    }
    return BG_OK;
}
