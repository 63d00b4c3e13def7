/* One step: where a checker may go with a die, what the step does to the board, and why it is not allowed. */
#include "rules.h"

bg_field bg_field_of(const bg_game *game, const bg_position *position, const bg_turn *turn)
{
    const bg_side *own = &position->side[0], *opponent = &position->side[1];
    bg_field field = {.game = game, .turn = turn};
    uint32_t standing = across(game->travel, held(opponent, 1));
    uint32_t pairs = across(game->travel, held(opponent, 2));
    if (game->contact == BG_NONE) {
        field.open = BG_POINTS & ~standing;
    } else {
        /* A pinning checker cannot be landed on, however few they are. */
        field.open = BG_POINTS & ~(pairs | own->pinned);
        field.singles = standing & field.open;
        field.hits = game->contact == BG_HIT ? field.singles : 0;
    }
    int first_double =
        turn->own_turns == 0 && is_double(&turn->part) && (game->head_first_doubles >> turn->part.die[0] & 1);
    field.head_left = !game->head_limit ? BG_MAX_CHECKERS : first_double ? 2 : game->head_limit;
    field.head_at_start = own->count[24];
    return field;
}

/* Plays a step that is known to be allowed. */
void bg_step_on(const bg_field *field, bg_position *position, int from, int die)
{
    bg_side *own = &position->side[0], *opponent = &position->side[1];
    int to = (from >= BG_BAR ? 25 : from) - die;
    own->count[from]--;
    own->count[to > 0 ? to : BG_OFF]++;
    if (to > 0 && (field->hits & bit(to))) {
        int point = across_point(field->game->travel, to);
        opponent->count[BG_BAR] = (uint8_t)(opponent->count[BG_BAR] + opponent->count[point]);
        opponent->count[point] = 0;
    }
    if (field->game->contact == BG_PIN)
        opponent->pinned = across(field->game->travel, held(own, 1) & field->singles);
}

int bg_is_over(const bg_field *field, const bg_position *position)
{
    unsigned own = field->turn->own_turns, opponent = field->turn->opponent_turns;
    /* A side that has just borne off its last checker has finished its turn, played part of it or not. */
    own += position->side[0].count[BG_OFF] == field->game->checkers;
    return bg_outcome_of(field->game, position, own, opponent).winner != BG_NOBODY;
}

/* Points of the home where a checker that hit in this part must stay. Nothing of the side's own stood there. */
static uint32_t stays(const bg_field *field, const bg_position *position)
{
    if (!field->game->hit_and_run_ban)
        return 0;
    uint32_t unhit = across(field->game->travel, held(&position->side[1], 1));
    return field->hits & BG_HOME & ~unhit;
}

static int head_is_spent(const bg_field *field, const bg_position *position)
{
    return field->head_at_start - position->side[0].count[24] >= field->head_left;
}

/* The checkers between start and target, when none has arrived: only they may move until one does. */
static uint32_t runners(const bg_field *field, const bg_position *position, uint32_t standing)
{
    int target = field->game->runner_target;
    uint32_t arrived = standing & (bit(target + 1) - 1);
    if (!target || arrived || position->side[0].count[BG_OFF])
        return 0;
    return standing & BG_POINTS & ~bit(24);
}

/* All places from which the die may be played now, the rules of whole turns left aside. */
uint32_t bg_sources(const bg_field *field, const bg_position *position, int die)
{
    const bg_game *game = field->game;
    const bg_side *own = &position->side[0];
    uint32_t standing = held(own, 1);
    uint32_t entry = field->open & bit(25 - die) ? ~0u : 0;
    if (own->count[BG_BAR])
        return bit(BG_BAR) & entry;
    if (game->reserve_first && own->count[BG_RESERVE])
        return bit(BG_RESERVE) & entry;
    uint32_t sources = standing & BG_POINTS & (field->open << die);
    sources |= standing & bit(BG_RESERVE) & entry;
    if (!own->pinned)
        sources |= bearing_off(game, standing, die);
    sources &= ~own->pinned;
    sources &= ~(stays(field, position) & ~held(own, 2));
    if (field->head_left < BG_MAX_CHECKERS && head_is_spent(field, position))
        sources &= ~bit(24);
    if (runners(field, position, standing))
        sources &= ~bit(24);
    return sources;
}

static void because(bg_reason *reason, uint8_t why, int point, int number, int opponent_point)
{
    *reason = (bg_reason){why, (uint8_t)point, (uint8_t)number, (uint8_t)opponent_point};
}

static void why_not_off(const bg_field *field, const bg_position *position, int from, int die, bg_reason *reason)
{
    const bg_side *own = &position->side[0];
    uint32_t standing = held(own, 1);
    if (standing & BG_OUTSIDE)
        because(reason, BG_NOT_HOME, highest(standing & BG_OUTSIDE), 0, 0);
    else if (own->pinned)
        because(reason, BG_PINNED_AT_HOME, highest(own->pinned), 0, 0);
    else if (field->game->exact_bear_off && from != die)
        because(reason, BG_EXACT_ONLY, from, die, 0);
    else
        because(reason, BG_HIGHER_CHECKER, highest(standing), die, 0);
}

/* The rule of single steps that forbids (from, die); BG_ALLOWED exactly when bg_sources has it. */
void bg_step_why(const bg_field *field, const bg_position *position, int from, int die, bg_reason *reason)
{
    const bg_game *game = field->game;
    const bg_side *own = &position->side[0], *opponent = &position->side[1];
    int to = (from >= BG_BAR ? 25 : from) - die;
    if (bg_sources(field, position, die) & bit(from)) {
        because(reason, BG_ALLOWED, from, die, 0);
    } else if (!own->count[from] || from < 1 || from > BG_RESERVE) {
        because(reason, BG_NO_CHECKER, from, 0, 0);
    } else if (own->count[BG_BAR] && from != BG_BAR) {
        because(reason, BG_BAR_FIRST, BG_BAR, own->count[BG_BAR], 0);
    } else if (game->reserve_first && own->count[BG_RESERVE] && from < BG_BAR) {
        because(reason, BG_RESERVE_FIRST, BG_RESERVE, own->count[BG_RESERVE], 0);
    } else if (from <= 24 && (own->pinned & bit(from))) {
        because(reason, BG_PINNED, from, 1, across_point(game->travel, from));
    } else if (to > 0 && !(field->open & bit(to))) {
        int point = across_point(game->travel, to);
        because(reason, BG_BLOCKED, to, opponent->count[point], point);
    } else if (stays(field, position) & bit(from) & ~held(own, 2)) {
        because(reason, BG_HIT_AND_RUN, from, die, 0);
    } else if (to <= 0) {
        why_not_off(field, position, from, die, reason);
    } else if (field->head_left < BG_MAX_CHECKERS && from == 24) {
        because(reason, BG_HEAD_RULE, from, field->head_left, 0);
    } else {
        because(reason, BG_RUNNER_RULE, highest(runners(field, position, held(own, 1))), game->runner_target, 0);
    }
}
