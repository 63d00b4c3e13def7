/* What judges a whole board: can a side step at all, and the bans on how a turn ends (rules 5.1, 5.2, 7.4), which
 * never concern a finished game. */
#include "rules.h"

int bg_has_bans(const bg_game *game)
{
    return game->own_quarter_ban || game->lock_ban || game->outer_limit || game->six_prime;
}

/* Can that side make a single step with any die? Turn-end bans are left aside. */
int bg_can_step(const bg_game *game, const bg_position *position, int side)
{
    bg_position seen = {{position->side[side], position->side[!side]}};
    bg_turn turn = {.own_turns = 1, .part = {.die = {1, 2}, .steps = 2}};
    bg_field field = bg_field_of(game, &seen, &turn);
    for (int die = 1; die <= 6; die++)
        if (bg_sources(&field, &seen, die))
            return 1;
    return 0;
}

/* Six in a row on the opponent's path, none of his checkers past them to excuse it. */
static int forbidden_six_prime(const bg_game *game, uint32_t own, const bg_side *opponent)
{
    uint32_t wall = across(game->travel, own);
    uint32_t starts = wall & wall >> 1 & wall >> 2 & wall >> 3 & wall >> 4 & wall >> 5;
    if (!starts)
        return 0;
    if (game->six_prime == BG_SIX_PRIME_NEVER)
        return 1;
    if (opponent->count[BG_OFF])
        return 0;
    uint32_t standing = held(opponent, 1) & BG_POINTS;
    if (game->six_prime == BG_SIX_PRIME_UNLESS_HOME)
        return !(standing & BG_HOME);
    return !(standing & (bit(lowest(starts)) - 1));
}

/* The bans, as bits, that the position breaks when the side that moved, side[0], ends its turn there. */
unsigned bg_bans_of(const bg_field *field, const bg_position *position)
{
    const bg_game *game = field->game;
    const bg_side *own = &position->side[0], *opponent = &position->side[1];
    if (own->count[BG_OFF] == game->checkers)
        return 0;
    uint32_t standing = held(own, 1) & BG_POINTS;
    unsigned broken = 0;
    if (game->own_quarter_ban && (standing & BG_QUARTER) == BG_QUARTER)
        broken |= BG_BAN_QUARTER;
    if (game->outer_limit && size(standing & BG_OUTER) > game->outer_limit)
        broken |= BG_BAN_OUTER;
    if (game->six_prime && forbidden_six_prime(game, standing, opponent))
        broken |= BG_BAN_SIX_PRIME;
    if (game->lock_ban && !bg_can_step(game, position, 1))
        broken |= BG_BAN_LOCK;
    return broken;
}
