/* Turns of several parts: cascading doubles, the choice after 2-1, complements and new rolls (rules 6, 8.2). */
#include "rules.h"

int32_t bg_first_part(const bg_game *game, uint16_t own_turns, uint8_t die1, uint8_t die2, bg_part *part)
{
    if (!part)
        return BG_NULL_POINTER;
    int32_t status = bg_game_check(game);
    if (status != BG_OK)
        return status;
    if (die1 < 1 || die1 > 6 || die2 < 1 || die2 > 6)
        return BG_BAD_DIE;
    *part = (bg_part){{die1, die2}, die1 == die2 ? BG_MAX_STEPS : 2, BG_PART_ROLL};
    if (game->cascade && die1 == die2 && own_turns >= game->cascade_free_turns)
        part->kind = BG_PART_CASCADE;
    return BG_OK;
}

int32_t bg_chosen_part(const bg_game *game, uint8_t number, bg_part *part)
{
    if (!part)
        return BG_NULL_POINTER;
    int32_t status = bg_game_check(game);
    if (status != BG_OK)
        return status;
    if (!game->choice_after_two_one)
        return BG_BAD_PART;
    if (number < 1 || number > 6)
        return BG_BAD_DIE;
    *part = (bg_part){{number, number}, BG_MAX_STEPS, BG_PART_CHOSEN};
    return BG_OK;
}

static bg_follow play(uint8_t then, int number, int steps, uint8_t kind)
{
    return (bg_follow){then, {{(uint8_t)number, (uint8_t)number}, (uint8_t)steps, kind}};
}

static int is_two_one(const bg_part *part)
{
    return part->die[0] + part->die[1] == 3;
}

static bg_follow after_whole_part(const bg_game *game, const bg_part *part)
{
    int number = part->die[0];
    switch (part->kind) {
    case BG_PART_ROLL:
        if (game->choice_after_two_one && is_two_one(part))
            return (bg_follow){.then = BG_THEN_CHOOSE};
        if (game->complement && is_double(part))
            return play(BG_THEN_PLAY, 7 - number, BG_MAX_STEPS, BG_PART_COMPLEMENT);
        break;
    case BG_PART_CHOSEN:
        if (game->complement)
            return play(BG_THEN_PLAY, 7 - number, BG_MAX_STEPS, BG_PART_COMPLEMENT);
        return (bg_follow){.then = BG_THEN_ROLL};
    case BG_PART_COMPLEMENT:
        return (bg_follow){.then = BG_THEN_ROLL};
    case BG_PART_CASCADE:
    case BG_PART_REST:
        if (number < 6)
            return play(BG_THEN_PLAY, number + 1, BG_MAX_STEPS, part->kind);
        break;
    default:
        break;
    }
    return (bg_follow){.then = BG_THEN_END};
}

int32_t bg_next_part(const bg_game *game, const bg_position *position, const bg_turn *turn, uint8_t played,
                     bg_follow *follow, bg_fault *fault)
{
    int32_t status = bg_game_check(game);
    if (status != BG_OK)
        return status;
    if (!position || !turn || !follow)
        return BG_NULL_POINTER;
    status = bg_check_one(game, position, fault);
    if (status == BG_OK)
        status = bg_turn_check(game, turn, fault);
    if (status != BG_OK)
        return status;
    const bg_part *part = &turn->part;
    if (played > part->steps)
        return bg_refuse(fault, BG_BAD_PART, 0, 0, played, part->steps);

    bg_field field = bg_field_of(game, position, turn);
    int over = bg_is_over(&field, position) || position->side[0].count[BG_OFF] == game->checkers;
    *follow = (bg_follow){.then = BG_THEN_END};
    if (over)
        return BG_OK;
    if (played == part->steps)
        *follow = after_whole_part(game, part);
    else if (part->kind == BG_PART_CASCADE && game->cascade_rest_to_opponent)
        *follow = play(BG_THEN_OPPONENT, part->die[0], part->steps - played, BG_PART_REST);
    return BG_OK;
}
