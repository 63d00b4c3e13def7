/* How much of a perfectly used cube's worth is real, by the kind of position. */
#include "cube.h"
#include "inputs.h"

/* Contact: as GNU Backgammon has it, and no other constant does better on the bench. Races: the longer, the finer the
 * steps in which they are decided. Near the end a cube is of less use the fewer rolls are left to turn it. */
static const double in_contact = 0.68;
static const double race_base = 0.55, race_by_pip = 0.00125, race_least = 0.60, race_most = 0.70;
static const double by_roll = 0.12, no_roll = 0.8;

static double within(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

static int pips_of(const bg_side *side)
{
    int pips = 0;
    for (int point = 1; point <= 24; point++)
        pips += point * side->count[point];
    return pips;
}

/* Rolls a side still needs, about. */
static double rolls_of(const bg_bear_off *table, const bg_side *side)
{
    if (table && !(held(side, 1) & BG_OUTSIDE))
        return (double)table->mean[bg_bear_off_row(side->count)];
    const int pips = pips_of(side), left = BG_MAX_CHECKERS - side->count[BG_OFF];
    const double by_pips = (pips + 7) / 8.167, by_checkers = left * 0.44 + 0.4;
    return by_pips > by_checkers ? by_pips : by_checkers;
}

double bg_efficiency_of(const bg_bear_off *table, const bg_game *game, const bg_position *position)
{
    const int phase = bg_phase_of(game, position);
    if (phase == BG_PHASE_OVER || phase == BG_PHASE_DRAWN)
        return 0;
    if (phase != BG_SLOT_RACE && phase != BG_PHASE_BEAR_OFF)
        return in_contact;
    const bg_side *own = &position->side[0], *other = &position->side[1];
    const double mean_pips = (pips_of(own) + pips_of(other)) / 2.0;
    const double race = within(race_base + race_by_pip * mean_pips, race_least, race_most);
    const double mine = rolls_of(table, own), theirs = rolls_of(table, other);
    return within(by_roll * ((mine < theirs ? mine : theirs) - no_roll), 0, race);
}

int32_t bg_efficiencies(const void *bear_off, size_t bear_off_size, const bg_game *game, const bg_position *positions,
                        size_t count, float *efficiencies, bg_fault *fault)
{
    int32_t status = bg_check(game, positions, count, fault);
    if (status != BG_OK)
        return status;
    if (count && !efficiencies)
        return BG_NULL_POINTER;
    if (bear_off && !bg_bear_off_is_made(bear_off, bear_off_size))
        return BG_BAD_JUDGE;
    for (size_t i = 0; i < count; i++)
        efficiencies[i] = (float)bg_efficiency_of(bear_off, game, &positions[i]);
    return BG_OK;
}
