/* Looking ahead: the mean over all 21 rolls of what the best reply leaves. Replies are chosen without looking ahead, by
 * the judge alone or among the favourites of a scout; only what they lead to is looked into further. */
#include "search.h"

BG_INLINE void invert(const int32_t seen[BG_CHANCES], int32_t turned[BG_CHANCES])
{
    int32_t copy[BG_CHANCES] = {BG_CERTAIN - seen[0], seen[3], seen[4], seen[1], seen[2]};
    memcpy(turned, copy, sizeof copy);
}

BG_INLINE bg_position seen_by_other(const bg_position *position)
{
    return (bg_position){{position->side[1], position->side[0]}};
}

/* Places of the candidates that the scout likes best, in no order. */
static size_t scouted(const bg_looker *looker, size_t count, uint16_t places[BG_MOST_KEPT])
{
    int32_t worth[BG_MOST_KEPT];
    const size_t most = (size_t)looker->kept;
    size_t kept = 0, worst = 0;
    for (size_t i = 0; i < count; i++) {
        bg_position seen = seen_by_other(&looker->candidates[i]);
        int32_t chances[BG_CHANCES];
        bg_judge_one(&looker->scout, looker->game, &seen, chances);
        const int32_t equity = -bg_equity_of(chances);
        size_t at = kept;
        if (kept < most)
            kept++;
        else if (equity > worth[worst])
            at = worst;
        else
            continue;
        worth[at] = equity;
        places[at] = (uint16_t)i;
        worst = 0;
        for (size_t k = 1; k < kept; k++)
            worst = worth[k] < worth[worst] ? k : worst;
    }
    return kept;
}

typedef struct {
    bg_position final;           /* seen by the side that moved */
    int32_t chances[BG_CHANCES]; /* of that side */
    uint8_t steps;
} reply;

/* The best play of one part. */
static int32_t best_reply(bg_looker *looker, const bg_position *position, const bg_turn *turn, reply *best)
{
    size_t count = 0;
    int32_t status = bg_plays(looker->game, position, turn, looker->workspace, looker->workspace_size,
                              looker->candidates, looker->steps, looker->capacity, &count, NULL);
    if (status == BG_TOO_SMALL)
        looker->needed = count;
    if (status != BG_OK)
        return status;
    uint16_t places[BG_MOST_KEPT];
    const int is_scouted = looker->kept > 0 && count > (size_t)looker->kept && count <= UINT16_MAX;
    const size_t judged = is_scouted ? scouted(looker, count, places) : count;
    int32_t most = INT32_MIN;
    size_t chosen = 0;
    for (size_t k = 0; k < judged; k++) {
        const size_t i = is_scouted ? places[k] : k;
        bg_position seen = seen_by_other(&looker->candidates[i]);
        int32_t found[BG_CHANCES];
        bg_judge_one(&looker->judge, looker->game, &seen, found);
        if (-bg_equity_of(found) > most) {
            most = -bg_equity_of(found);
            chosen = i;
            invert(found, best->chances);
        }
    }
    best->final = looker->candidates[chosen];
    best->steps = 0;
    while (best->steps < BG_MAX_STEPS && looker->steps[chosen].from[best->steps])
        best->steps++;
    return BG_OK;
}

/* The double to choose after 2-1: the one whose best play leaves most. */
static int32_t best_number(bg_looker *looker, const bg_position *position, bg_turn *turn)
{
    int32_t most = INT32_MIN;
    bg_part part = turn->part;
    for (uint8_t number = 1; number <= 6; number++) {
        reply found;
        int32_t status = bg_chosen_part(looker->game, number, &turn->part);
        if (status == BG_OK)
            status = best_reply(looker, position, turn, &found);
        if (status != BG_OK)
            return status;
        if (bg_equity_of(found.chances) > most) {
            most = bg_equity_of(found.chances);
            part = turn->part;
        }
    }
    turn->part = part;
    return BG_OK;
}

/* A roll played out, part by part; a new roll is worth what it is worth to be on roll again. */
static int32_t roll_worth(bg_looker *looker, const bg_position *position, bg_turn turn, int plies,
                          int32_t chances[BG_CHANCES])
{
    reply best = {.final = *position};
    bg_follow follow = {.then = BG_THEN_PLAY, .part = turn.part};
    while (follow.then == BG_THEN_PLAY || follow.then == BG_THEN_CHOOSE) {
        int32_t status = BG_OK;
        const bg_position board = best.final;
        if (follow.then == BG_THEN_CHOOSE)
            status = best_number(looker, &board, &turn);
        else
            turn.part = follow.part;
        if (status == BG_OK)
            status = best_reply(looker, &board, &turn, &best);
        if (status == BG_OK)
            status = bg_next_part(looker->game, &best.final, &turn, best.steps, &follow, NULL);
        if (status != BG_OK)
            return status;
    }
    if (follow.then == BG_THEN_ROLL)
        return bg_worth(looker, &best.final, turn.own_turns, turn.opponent_turns, plies - 1, chances);
    if (plies == 1) {
        memcpy(chances, best.chances, sizeof best.chances);
        return BG_OK;
    }
    const bg_position seen = seen_by_other(&best.final);
    int32_t status = bg_worth(looker, &seen, turn.opponent_turns, turn.own_turns + 1u, plies - 1, chances);
    invert(chances, chances);
    return status;
}

int32_t bg_worth(bg_looker *looker, const bg_position *position, unsigned own, unsigned opponent, int plies,
                 int32_t chances[BG_CHANCES])
{
    const int phase = bg_judge_one(&looker->judge, looker->game, position, chances);
    if (!plies || phase < BG_PHASE_CONTACT)
        return BG_OK;
    int64_t sums[BG_CHANCES] = {0};
    for (uint8_t high = 1; high <= 6; high++)
        for (uint8_t low = 1; low <= high; low++) {
            bg_turn turn = {.own_turns = (uint16_t)own, .opponent_turns = (uint16_t)opponent};
            int32_t found[BG_CHANCES];
            int32_t status = bg_first_part(looker->game, turn.own_turns, high, low, &turn.part);
            if (status == BG_OK)
                status = roll_worth(looker, position, turn, plies, found);
            if (status != BG_OK)
                return status;
            for (int o = 0; o < BG_CHANCES; o++)
                sums[o] += (high == low ? 1 : 2) * (int64_t)found[o];
        }
    for (int o = 0; o < BG_CHANCES; o++)
        chances[o] = (int32_t)((sums[o] + 18) / 36);
    return BG_OK;
}

int32_t bg_look_ahead(const bg_judgement *judgement, const bg_judgement *scout, int32_t scout_keeps, int32_t plies,
                      const bg_game *game, const bg_position *positions, const bg_turn *turns, size_t count,
                      void *workspace, size_t workspace_size, bg_position *candidates, bg_steps *candidate_steps,
                      size_t capacity, size_t *needed, float *chances, float *equities, bg_fault *fault)
{
    bg_looker looker = {.game = game,
                        .kept = scout ? scout_keeps : 0,
                        .workspace = workspace,
                        .workspace_size = workspace_size,
                        .candidates = candidates,
                        .steps = candidate_steps,
                        .capacity = capacity};
    int32_t status = bg_check(game, positions, count, fault);
    if (status == BG_OK)
        status = bg_judge_open(judgement, game, &looker.judge);
    if (status == BG_OK && scout)
        status = bg_judge_open(scout, game, &looker.scout);
    if (status != BG_OK)
        return status;
    if (!needed || (capacity && (!candidates || !candidate_steps)))
        return BG_NULL_POINTER;
    if (plies < 0 || plies > BG_MOST_PLIES || looker.kept < 0 || looker.kept > BG_MOST_KEPT)
        return bg_refuse(fault, BG_BAD_PLIES, 0, 0, plies, BG_MOST_PLIES);
    *needed = 0;
    for (size_t i = 0; i < count; i++) {
        int32_t found[BG_CHANCES];
        const unsigned own = turns ? turns[i].own_turns : 9, opponent = turns ? turns[i].opponent_turns : 9;
        status = bg_worth(&looker, &positions[i], own, opponent, plies, found);
        if (status != BG_OK) {
            *needed = looker.needed;
            if (fault)
                fault->index = (int64_t)i;
            return status;
        }
        for (int o = 0; o < BG_CHANCES && chances; o++)
            chances[BG_CHANCES * i + (size_t)o] = (float)found[o] * (1.0f / BG_CERTAIN);
        if (equities)
            equities[i] = (float)bg_equity_of(found) * (1.0f / BG_CERTAIN);
    }
    return BG_OK;
}
