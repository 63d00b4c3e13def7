/* What the rules say about the chances of a position before anybody judges it. */
#include "judge.h"

BG_INLINE int32_t within(int32_t chance, int32_t least, int32_t most)
{
    return chance < least ? least : chance > most ? most : chance;
}

/* A race counted in quarters of the board. A roll brings at least three pips, so two rolls cross a border at least, and
 * four checkers at most cross one border each. */
typedef struct {
    int all;        /* borders to cross until everything is off */
    int first;      /* until the first checker is off */
    int far;        /* checkers that must leave the start quarter to save a backgammon */
    int most_turns; /* surely enough to bear off everything */
} crossings;

static crossings crossings_of(const bg_side *side)
{
    crossings c = {0, 1, 0, 0};
    for (uint32_t set = held(side, 1); set; set &= set - 1) {
        int place = lowest(set), n = side->count[place], quarter = (place - 1) / 6;
        c.all += n * (quarter + 1);
        c.first += n * quarter;
        c.far += quarter >= 3 ? n * (quarter - 2) : 0;
    }
    c.most_turns = 2 * c.all;
    return c;
}

/* Chances of one side to win at a level, `turns_before` of whose turns the other has when it needs the n-th. */
static void bound_race(const crossings *winner, const crossings *loser, int32_t *gammon, int32_t *backgammon)
{
    if (winner->all > 8 * loser->first)
        *gammon = 0;
    if (winner->all > 8 * loser->far)
        *backgammon = 0;
}

static void make_race_sane(const bg_position *position, int32_t chances[BG_CHANCES])
{
    crossings own = crossings_of(&position->side[0]), opponent = crossings_of(&position->side[1]);
    if (opponent.all > 4 * (own.most_turns - 1))
        chances[0] = BG_CERTAIN;
    if (own.all > 4 * opponent.most_turns)
        chances[0] = 0;
    bound_race(&own, &opponent, &chances[1], &chances[2]);
    bound_race(&opponent, &own, &chances[3], &chances[4]);
    if (!position->side[1].count[BG_OFF] && opponent.first > 4 * (own.most_turns - 1))
        chances[1] = BG_CERTAIN;
    if (!position->side[0].count[BG_OFF] && own.first > 4 * opponent.most_turns)
        chances[3] = BG_CERTAIN;
}

void bg_make_sane(const bg_game *game, const bg_position *position, int phase, int32_t chances[BG_CHANCES])
{
    int is_plain = !game->cascade && !game->complement && !game->choice_after_two_one && !game->exact_bear_off;
    if (phase == BG_SLOT_RACE && is_plain)
        make_race_sane(position, chances);
    /* Who pins a mother wins at her level, whatever is off by then. */
    if (position->side[1].count[BG_OFF] && game->mother_value < 2)
        chances[1] = chances[2] = 0;
    if (position->side[0].count[BG_OFF] && game->mother_value < 2)
        chances[3] = chances[4] = 0;
    if (game->most_level < 3 && game->mother_value < 3)
        chances[2] = chances[4] = 0;
    chances[0] = within(chances[0], 0, BG_CERTAIN);
    chances[1] = within(chances[1], 0, chances[0]);
    chances[2] = within(chances[2], 0, chances[1]);
    chances[3] = within(chances[3], 0, BG_CERTAIN - chances[0]);
    chances[4] = within(chances[4], 0, chances[3]);
}
