/* Labels by looking one roll ahead: the mean, over all rolls, of the judge's opinion after the best reply. */
#include "players.h"

typedef struct {
    bt_player player;
    bg_judge scout;
    int keep; /* candidates of the scout that are judged; 0: all, without a scout */
} reader;

enum { MOST_KEPT = 32 };

/* Places of the finals that the scout likes best, not sorted. */
static size_t scouted(reader *r, size_t count, uint16_t *places)
{
    int32_t worth[MOST_KEPT];
    size_t kept = 0, worst = 0;
    for (size_t i = 0; i < count; i++) {
        bg_position seen = {{r->player.finals[i].side[1], r->player.finals[i].side[0]}};
        int32_t chances[BG_CHANCES];
        bg_judge_one(&r->scout, r->player.game, &seen, chances);
        int32_t equity = -bg_equity_of(chances);
        size_t at = kept < (size_t)r->keep ? kept++ : worst;
        if (at == worst && kept == (size_t)r->keep && i >= kept && equity <= worth[worst])
            continue;
        worth[at] = equity;
        places[at] = (uint16_t)i;
        worst = 0;
        for (size_t k = 1; k < kept; k++)
            worst = worth[k] < worth[worst] ? k : worst;
    }
    return kept;
}

/* The best that can be made of one part, seen by the side that plays it. */
static int32_t best_part(reader *r, const bg_position *position, const bg_turn *turn, bg_position *final,
                         uint8_t *steps, int32_t chances[BG_CHANCES])
{
    bt_player *p = &r->player;
    size_t count = 0, kept;
    uint16_t places[MOST_KEPT];
    int32_t status = bg_plays(p->game, position, turn, p->workspace, p->workspace_size, p->finals, p->steps,
                              BT_CAPACITY, &count, NULL);
    if (status != BG_OK)
        return status;
    const int is_scouted = r->keep > 0 && count > (size_t)r->keep;
    kept = is_scouted ? scouted(r, count, places) : count;
    int32_t most = INT32_MIN;
    size_t best = 0;
    for (size_t k = 0; k < kept; k++) {
        size_t i = is_scouted ? places[k] : k;
        bg_position seen = {{p->finals[i].side[1], p->finals[i].side[0]}};
        int32_t found[BG_CHANCES];
        bg_judge_one(&p->judge, p->game, &seen, found);
        if (-bg_equity_of(found) > most) {
            most = -bg_equity_of(found);
            best = i;
            bt_invert(found, chances);
        }
    }
    *final = p->finals[best];
    *steps = 0;
    while (*steps < BG_MAX_STEPS && p->steps[best].from[*steps])
        ++*steps;
    return BG_OK;
}

/* A turn's worth: parts one after the other; a new roll is worth what it is worth to be on roll again. */
static int32_t turn_worth(reader *r, const bg_position *position, bg_turn turn, int32_t chances[BG_CHANCES])
{
    const bg_game *game = r->player.game;
    bg_position board = *position;
    for (;;) {
        uint8_t steps;
        bg_follow follow;
        int32_t status = best_part(r, &board, &turn, &board, &steps, chances);
        if (status == BG_OK)
            status = bg_next_part(game, &board, &turn, steps, &follow, NULL);
        if (status != BG_OK || follow.then == BG_THEN_END || follow.then == BG_THEN_OPPONENT)
            return status;
        if (follow.then == BG_THEN_ROLL) {
            bg_judge_one(&r->player.judge, game, &board, chances);
            return BG_OK;
        }
        if (follow.then == BG_THEN_PLAY) {
            turn.part = follow.part;
            continue;
        }
        int32_t most = INT32_MIN;
        bg_position start = board;
        for (uint8_t number = 1; number <= 6; number++) {
            bg_turn chosen = turn;
            bg_position end;
            int32_t found[BG_CHANCES];
            status = bg_chosen_part(game, number, &chosen.part);
            if (status == BG_OK)
                status = best_part(r, &start, &chosen, &end, &steps, found);
            if (status != BG_OK)
                return status;
            if (bg_equity_of(found) > most) {
                most = bg_equity_of(found);
                turn.part = chosen.part;
            }
        }
    }
}

int32_t bt_label(const bg_game *game, const bg_judgement *judgement, const bg_judgement *scout, int32_t scout_keep,
                 const bg_position *positions, size_t count, void *workspace, size_t workspace_size, float *chances)
{
    reader r = {.keep = scout_keep > MOST_KEPT ? MOST_KEPT : scout_keep};
    int32_t status = bt_player_open(&r.player, game, judgement, workspace, workspace_size);
    if (status == BG_OK && r.keep > 0)
        status = bg_judge_open(scout, game, &r.scout);
    for (size_t i = 0; i < count && status == BG_OK; i++) {
        int64_t sums[BG_CHANCES] = {0};
        for (uint8_t high = 1; high <= 6 && status == BG_OK; high++)
            for (uint8_t low = 1; low <= high && status == BG_OK; low++) {
                bg_turn turn = {.own_turns = 9, .opponent_turns = 9};
                int32_t found[BG_CHANCES];
                status = bg_first_part(game, turn.own_turns, high, low, &turn.part);
                if (status == BG_OK)
                    status = turn_worth(&r, &positions[i], turn, found);
                for (int o = 0; o < BG_CHANCES && status == BG_OK; o++)
                    sums[o] += (high == low ? 1 : 2) * (int64_t)found[o];
            }
        for (int o = 0; o < BG_CHANCES; o++)
            chances[i * BG_CHANCES + (size_t)o] = (float)((double)sums[o] / (36.0 * BG_CERTAIN));
    }
    bt_player_close(&r.player);
    return status;
}
