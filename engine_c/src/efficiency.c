/* How much of a perfectly used cube's worth is real, by the kind of position.
 *
 * Contact: GNU Backgammon has 0.68 for both. The even lines of the bench's cube decisions fit 0.74 and 0.66 best, the
 * odd ones 0.78 and 0.65; our own look ahead, fed back into itself, agrees with anything from 0.62 to 0.74. 0.70 and
 * 0.66 were chosen with all of that in view, so the bench is no independent proof of them; they gain little on it over
 * 0.68.
 *
 * Races: at the end one's own cube loses its use with the rolls that are left. The other side's does so for the side
 * that leads, whose double then decides; who is behind still has to fear it. These constants were fitted to 36,000
 * endings of at most six checkers a side, solved exactly (tests/endings.py), and cost as little in 36,000 others
 * (tests/bench/cube.py --endings 6). For longer races they are a guess: the lead is made to matter less and less, and
 * the other's cube ends as GNU Backgammon has it, by pips.
 */
#include "cube.h"
#include "inputs.h"

enum { HELD, FACED };

static const float in_contact[2] = {0.70f, 0.66f};
static const double held_by_roll = 0.25, held_from = 1.4, held_most = 0.70;
static const double faced_base = 0.40, faced_by_roll = 0.1, faced_from = 3, faced_by_lead = 0.4;
static const double race_base = 0.55, race_by_pip = 0.00125, race_least = 0.60, race_most = 0.70;

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

void bg_efficiency_of(const bg_bear_off *table, const bg_game *game, const bg_position *position, float efficiency[2])
{
    const int phase = bg_phase_of(game, position);
    efficiency[HELD] = efficiency[FACED] = 0;
    if (phase == BG_PHASE_OVER || phase == BG_PHASE_DRAWN)
        return;
    if (phase != BG_SLOT_RACE && phase != BG_PHASE_BEAR_OFF) {
        memcpy(efficiency, in_contact, sizeof in_contact);
        return;
    }
    const bg_side *own = &position->side[0], *other = &position->side[1];
    const double race = within(race_base + race_by_pip * (pips_of(own) + pips_of(other)) / 2, race_least, race_most);
    const double mine = rolls_of(table, own), theirs = rolls_of(table, other), mean = (mine + theirs) / 2;
    const double length = mean > faced_from ? mean / faced_from : 1;
    const double lead = (mine - theirs) / (length * length * length);
    const double faced = faced_base + faced_by_roll * (theirs - faced_from) + faced_by_lead * lead;
    efficiency[HELD] = (float)within(held_by_roll * (mine - held_from), 0, held_most);
    efficiency[FACED] = (float)within(faced, 0, race);
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
        bg_efficiency_of(bear_off, game, &positions[i], efficiencies + 2 * i);
    return BG_OK;
}
