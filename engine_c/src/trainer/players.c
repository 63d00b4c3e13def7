/* A turn of self-play, part by part, for any game. */
#include "players.h"

#include <stdlib.h>

void bt_seed(uint64_t *random, uint64_t seed, uint64_t number)
{
    *random = seed * 0x9E3779B97F4A7C15u ^ (number + 1) * 0xD1342543DE82EF95u;
    bt_draw(random, 2);
}

/* splitmix64 (Steele, Lea and Flood 2014) */
uint32_t bt_draw(uint64_t *random, uint32_t below)
{
    uint64_t z = (*random += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (uint32_t)((z >> 32) * below >> 32);
}

float bt_chance(uint64_t *random)
{
    return (float)bt_draw(random, 1u << 24) / (float)(1u << 24);
}

int32_t bt_player_open(bt_player *player, const bg_game *game, const bg_judgement *judgement, void *workspace,
                       size_t workspace_size)
{
    memset(player, 0, sizeof *player);
    int32_t status = bg_judge_open(judgement, game, &player->judge);
    if (status != BG_OK)
        return status;
    player->game = game;
    player->workspace = workspace;
    player->workspace_size = workspace_size;
    player->finals = malloc(BT_CAPACITY * sizeof *player->finals);
    player->steps = malloc(BT_CAPACITY * sizeof *player->steps);
    player->chances = malloc(BT_CAPACITY * sizeof *player->chances);
    if (player->finals && player->steps && player->chances)
        return BG_OK;
    bt_player_close(player);
    return BG_INTERNAL;
}

void bt_player_close(bt_player *player)
{
    free(player->finals), free(player->steps), free(player->chances);
}

static bg_position seen_by_other(const bg_position *position)
{
    return (bg_position){{position->side[1], position->side[0]}};
}

static int32_t equity_after(const bt_player *player, size_t i)
{
    return -bg_equity_of(player->chances[i]);
}

/* Pips of all checkers but the rearmost few. */
static int pips_before(const bg_side *side, int few)
{
    int pips = 0;
    for (int point = BG_BAR; point >= 1; point--) {
        const int left = side->count[point] < few ? side->count[point] : few;
        few -= left;
        pips += point * (side->count[point] - left);
    }
    return pips;
}

/* How much a board is to the taste of a style; the larger the better. */
static int taste(int style, const bg_position *board)
{
    const bg_side *own = &board->side[0], *opponent = &board->side[1];
    uint32_t one = held(own, 1), two = held(own, 2), run = two & BG_POINTS;
    int longest = 0;
    switch (style) {
    case BT_LOOSE:
        return size(one & ~two & BG_POINTS);
    case BT_HITTER:
        return 4 * opponent->count[BG_BAR] + 4 * size(opponent->pinned) - size(one & ~two & BG_HOME);
    case BT_BUILDER:
        for (; run; run &= run >> 1)
            longest++;
        return longest;
    case BT_RUNNER:
        return -highest(one | 1);
    case BT_LAST_ONE:
    case BT_LAST_TWO:
        return -pips_before(own, style - BT_LAST_ONE + 1);
    default:
        return 0;
    }
}

static size_t by_taste(bt_player *player, size_t count, int style)
{
    size_t best = 0, ties = 0;
    int most = -1000;
    for (size_t i = 0; i < count; i++) {
        int now = taste(style, &player->finals[i]);
        if (now > most)
            most = now, ties = 0;
        if (now == most && !bt_draw(&player->random, (uint32_t)++ties))
            best = i;
    }
    return best;
}

static size_t best_of(const bt_player *player, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (equity_after(player, i) > equity_after(player, best))
            best = i;
    return best;
}

/* Any play that costs little enough. */
static size_t another(bt_player *player, size_t count, size_t best, float within)
{
    int32_t least = equity_after(player, best) - (int32_t)(within * BG_CERTAIN);
    size_t chosen = best;
    uint32_t seen = 0;
    for (size_t i = 0; i < count; i++)
        if (equity_after(player, i) >= least && !bt_draw(&player->random, ++seen))
            chosen = i;
    return chosen;
}

static int32_t judge_part(bt_player *player, const bg_position *position, const bg_turn *turn, size_t *count)
{
    int32_t status = bg_plays(player->game, position, turn, player->workspace, player->workspace_size, player->finals,
                              player->steps, BT_CAPACITY, count, NULL);
    for (size_t i = 0; i < *count && status == BG_OK; i++) {
        bg_position seen = seen_by_other(&player->finals[i]);
        bg_judge_one(&player->judge, player->game, &seen, player->chances[i]);
    }
    return status;
}

/* The double to choose after 2-1: the one whose best play leaves most. */
static int32_t choose_number(bt_player *player, const bg_position *position, const bg_turn *turn, bg_part *part)
{
    int32_t most = INT32_MIN;
    for (uint8_t number = 1; number <= 6; number++) {
        bg_turn chosen = *turn;
        size_t count = 0;
        int32_t status = bg_chosen_part(player->game, number, &chosen.part);
        if (status == BG_OK)
            status = judge_part(player, position, &chosen, &count);
        if (status != BG_OK)
            return status;
        int32_t equity = equity_after(player, best_of(player, count));
        if (equity > most)
            most = equity, *part = chosen.part;
    }
    return BG_OK;
}

int32_t bt_play_turn(bt_player *player, const bg_position *position, const bg_turn *turn, float noise, float within,
                     int style, bt_turn *played)
{
    bg_turn now = *turn;
    bg_position board = *position;
    played->is_other = 0;
    for (;;) {
        size_t count = 0;
        int32_t status = judge_part(player, &board, &now, &count);
        if (status != BG_OK)
            return status;
        size_t best = best_of(player, count), made = best;
        if (style != BT_BEST)
            made = style == BT_RANDOM ? bt_draw(&player->random, (uint32_t)count) : by_taste(player, count, style);
        else if (noise > 0 && bt_chance(&player->random) < noise)
            made = another(player, count, best, within);
        played->is_other |= made != best;
        memcpy(played->best, player->chances[best], sizeof played->best);
        memcpy(played->chances, player->chances[made], sizeof played->chances);
        size_t sibling = bt_draw(&player->random, (uint32_t)count);
        played->sibling = seen_by_other(&player->finals[sibling]);
        board = player->finals[made];
        uint8_t steps = 0;
        while (steps < BG_MAX_STEPS && player->steps[made].from[steps])
            steps++;
        bg_follow follow;
        status = bg_next_part(player->game, &board, &now, steps, &follow, NULL);
        if (status != BG_OK)
            return status;
        if (follow.then == BG_THEN_PLAY)
            now.part = follow.part;
        else if (follow.then == BG_THEN_CHOOSE)
            status = choose_number(player, &board, &now, &now.part);
        else if (follow.then == BG_THEN_ROLL)
            status = bg_first_part(player->game, now.own_turns, (uint8_t)(1 + bt_draw(&player->random, 6)),
                                   (uint8_t)(1 + bt_draw(&player->random, 6)), &now.part);
        else
            break;
        if (status != BG_OK)
            return status;
    }
    played->after = seen_by_other(&board);
    played->phase = bg_phase_of(player->game, &played->after);
    return BG_OK;
}
