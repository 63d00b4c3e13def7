/* Positions as they lie: are they possible, who has won and how much, who is closed out. */
#include "rules.h"

int32_t bg_refuse(bg_fault *fault, int32_t status, int32_t side, int32_t point, int32_t value, int32_t limit)
{
    if (fault) {
        fault->side = side;
        fault->point = point;
        fault->value = value;
        fault->limit = limit;
    }
    return status;
}

/* All checkers of a side, each count up to 255: eight at a time, even and odd places apart. */
static uint32_t checkers_of(const bg_side *side)
{
    const uint64_t even = 0x00FF00FF00FF00FFu;
    uint64_t sum = 0;
    for (int word = 0; word < 4; word++) {
        uint64_t counts;
        memcpy(&counts, side->count + 8 * word, 8);
        counts &= word == 3 ? 0xFFFFFFu : ~(uint64_t)0; /* places 24 to 26 */
        sum += (counts & even) + (counts >> 8 & even);
    }
    return (uint32_t)(sum * 0x0001000100010001u >> 48);
}

static int32_t check_side(const bg_game *game, const bg_side *side, int32_t which, bg_fault *fault)
{
    const int total = (int)checkers_of(side);
    if (total != game->checkers)
        return bg_refuse(fault, BG_BAD_TOTAL, which, 0, total, game->checkers);
    if (side->count[BG_BAR] && game->contact != BG_HIT)
        return bg_refuse(fault, BG_NO_BAR, which, BG_BAR, side->count[BG_BAR], 0);
    if (side->count[BG_RESERVE] && !game->start[BG_RESERVE])
        return bg_refuse(fault, BG_NO_RESERVE, which, BG_RESERVE, side->count[BG_RESERVE], 0);
    if (side->count[27])
        return bg_refuse(fault, BG_UNUSED_COUNT, which, 27, side->count[27], 0);
    return BG_OK;
}

/* A pinned checker stands alone under at least one opposing checker that is not pinned itself. */
static uint32_t bad_pins(const bg_game *game, const bg_position *position, int which)
{
    const bg_side *side = &position->side[which], *other = &position->side[!which];
    if (!side->pinned)
        return 0;
    uint32_t alone = held(side, 1) & ~held(side, 2);
    uint32_t pinner = across(game->travel, held(other, 1) & ~other->pinned);
    return side->pinned & ~(game->contact == BG_PIN ? alone & pinner & BG_POINTS : 0);
}

int32_t bg_check_one(const bg_game *game, const bg_position *position, bg_fault *fault)
{
    const bg_side *own = &position->side[0], *opponent = &position->side[1];
    for (int which = 0; which < 2; which++) {
        int32_t status = check_side(game, &position->side[which], which, fault);
        if (status != BG_OK)
            return status;
    }
    for (int which = 0; which < 2; which++) {
        uint32_t bad = bad_pins(game, position, which);
        if (bad)
            return bg_refuse(fault, BG_BAD_PIN, which, lowest(bad), 0, 0);
    }
    uint32_t shared = held(own, 1) & across(game->travel, held(opponent, 1));
    shared &= ~(own->pinned | across(game->travel, opponent->pinned));
    if (shared)
        return bg_refuse(fault, BG_SHARED_POINT, 0, lowest(shared), own->count[lowest(shared)], 0);
    if (own->count[BG_OFF] == game->checkers && opponent->count[BG_OFF] == game->checkers && !game->equal_turns)
        return bg_refuse(fault, BG_BOTH_FINISHED, 0, 0, game->checkers, 0);
    return BG_OK;
}

int32_t bg_turn_check(const bg_game *game, const bg_turn *turn, bg_fault *fault)
{
    const bg_part *part = &turn->part;
    for (int i = 0; i < 2; i++)
        if (part->die[i] < 1 || part->die[i] > 6)
            return bg_refuse(fault, BG_BAD_DIE, 0, 0, part->die[i], 6);
    int fits = is_double(part) ? part->steps >= 1 && part->steps <= BG_MAX_STEPS : part->steps == 2;
    if (!fits || part->kind > BG_PART_REST || (part->kind >= BG_PART_CASCADE && !game->cascade) ||
        (part->kind == BG_PART_CHOSEN && !game->choice_after_two_one) ||
        (part->kind == BG_PART_COMPLEMENT && !game->complement))
        return bg_refuse(fault, BG_BAD_PART, 0, 0, part->steps, part->kind);
    return BG_OK;
}

static uint8_t level_lost(const bg_game *game, const bg_side *loser)
{
    if (loser->count[BG_OFF])
        return 1;
    uint32_t far = held(loser, 1) & (BG_QUARTER | bit(BG_BAR) | bit(BG_RESERVE));
    return far && game->most_level >= 3 ? 3 : 2;
}

/* The mother is a side's last checker on its start: pinned there it can only be alone (rules 4.2). */
static bg_outcome outcome_by_mother(const bg_game *game, const bg_position *position)
{
    int pinned[2];
    for (int which = 0; which < 2; which++)
        pinned[which] = (position->side[which].pinned & bit(24)) != 0;
    if (pinned[0] && pinned[1])
        return (bg_outcome){BG_DRAW, 0};
    for (int which = 0; which < 2; which++)
        if (pinned[which] && !position->side[!which].count[24])
            return (bg_outcome){which ? BG_OWN : BG_OPPONENT, game->mother_value};
    return (bg_outcome){BG_NOBODY, 0};
}

/* Turns are those made, the one in which a side finishes counted in. */
bg_outcome bg_outcome_of(const bg_game *game, const bg_position *position, unsigned own_turns, unsigned opponent_turns)
{
    const bg_side *side = position->side;
    unsigned turns[2] = {own_turns, opponent_turns};
    int finished[2];
    for (int which = 0; which < 2; which++)
        finished[which] = side[which].count[BG_OFF] == game->checkers;
    if (finished[0] && finished[1])
        return (bg_outcome){BG_DRAW, 0};
    for (int which = 0; which < 2; which++)
        if (finished[which] && (!game->equal_turns || turns[!which] >= turns[which]))
            return (bg_outcome){which ? BG_OPPONENT : BG_OWN, level_lost(game, &side[!which])};
    if (game->mother_value)
        return outcome_by_mother(game, position);
    return (bg_outcome){BG_NOBODY, 0};
}

/* Both sides pin each other and neither has a step with any die: nothing can ever move again. The rules name this only
 * for two pinned mothers (a draw); without the mother rule it would be a game without end, so it is a draw too. */
int bg_is_dead(const bg_game *game, const bg_position *position)
{
    if (!position->side[0].pinned || !position->side[1].pinned)
        return 0;
    return !bg_can_step(game, position, 0) && !bg_can_step(game, position, 1);
}

int bg_is_closed_out(const bg_game *game, const bg_position *position)
{
    if (game->contact != BG_HIT || !position->side[0].count[BG_BAR])
        return 0;
    return (held(&position->side[1], 2) & BG_HOME) == BG_HOME;
}

int32_t bg_check(const bg_game *game, const bg_position *positions, size_t count, bg_fault *fault)
{
    int32_t status = bg_game_check(game);
    if (status != BG_OK)
        return status;
    if (!positions && count)
        return BG_NULL_POINTER;
    for (size_t i = 0; i < count; i++) {
        if (fault)
            fault->index = (int64_t)i;
        status = bg_check_one(game, &positions[i], fault);
        if (status != BG_OK)
            return status;
    }
    return BG_OK;
}

int32_t bg_results(const bg_game *game, const bg_position *positions, const bg_turn *turns, size_t count,
                   bg_outcome *outcomes, bg_fault *fault)
{
    int32_t status = bg_check(game, positions, count, fault);
    if (status != BG_OK)
        return status;
    if (!outcomes && count)
        return BG_NULL_POINTER;
    for (size_t i = 0; i < count; i++) {
        unsigned own_turns = turns ? turns[i].own_turns : 0, opponent_turns = turns ? turns[i].opponent_turns : 0;
        outcomes[i] = bg_outcome_of(game, &positions[i], own_turns, opponent_turns);
        if (outcomes[i].winner == BG_NOBODY && bg_is_dead(game, &positions[i]))
            outcomes[i].winner = BG_DRAW;
    }
    return BG_OK;
}

int32_t bg_closed_out(const bg_game *game, const bg_position *positions, size_t count, uint8_t *closed, bg_fault *fault)
{
    int32_t status = bg_check(game, positions, count, fault);
    if (status != BG_OK)
        return status;
    if (!closed && count)
        return BG_NULL_POINTER;
    for (size_t i = 0; i < count; i++)
        closed[i] = (uint8_t)bg_is_closed_out(game, &positions[i]);
    return BG_OK;
}

int32_t bg_turned(const bg_position *positions, size_t count, bg_position *turned)
{
    if ((!positions || !turned) && count)
        return BG_NULL_POINTER;
    for (size_t i = 0; i < count; i++) {
        bg_position position = positions[i]; /* a copy, so that a list may be turned in place */
        turned[i].side[0] = position.side[1];
        turned[i].side[1] = position.side[0];
    }
    return BG_OK;
}
