/* Which net judges which position, many positions at once, and the best of the legal plays without looking ahead. */
#include "judge.h"
#include "simd.h"

/* A finished or dead position says itself what it is worth. */
static void settle(const bg_game *game, const bg_position *position, int phase, int32_t chances[BG_CHANCES])
{
    memset(chances, 0, BG_CHANCES * sizeof *chances);
    if (phase == BG_PHASE_DRAWN) {
        chances[0] = BG_CERTAIN / 2;
        return;
    }
    bg_outcome outcome = bg_outcome_of(game, position, 0, 0);
    if (outcome.winner == BG_OWN) {
        chances[0] = BG_CERTAIN;
        chances[1] = outcome.level >= 2 ? BG_CERTAIN : 0;
        chances[2] = outcome.level >= 3 ? BG_CERTAIN : 0;
    } else {
        chances[3] = outcome.level >= 2 ? BG_CERTAIN : 0;
        chances[4] = outcome.level >= 3 ? BG_CERTAIN : 0;
    }
}

int bg_judge_one(const bg_judge *judge, const bg_game *game, const bg_position *position, int32_t chances[BG_CHANCES])
{
    int phase = bg_phase_of(game, position);
    if (phase == BG_PHASE_OVER || phase == BG_PHASE_DRAWN) {
        settle(game, position, phase, chances);
        return phase;
    }
    if (phase == BG_PHASE_BEAR_OFF) {
        if (judge->bear_off && !game->exact_bear_off && !game->cascade && !game->choice_after_two_one) {
            bg_bear_off_chances(judge->bear_off, position, chances);
            bg_make_sane(game, position, phase, chances);
            return phase;
        }
        phase = BG_SLOT_RACE;
    }
    uint16_t columns[BG_MOST_COLUMNS];
    int16_t features[BG_FEATURES];
    int count = bg_columns_of(position, columns);
    if (!judge->block->is_raw)
        bg_features_of(&judge->block->feature_tables, game, position, phase, judge->simd, features);
    bg_net_run(&judge->net[phase], &judge->block->net_tables, columns, count, judge->block->is_raw ? NULL : features,
               judge->simd, chances);
    bg_make_sane(game, position, phase, chances);
    return phase;
}

int32_t bg_judge_open(const bg_judgement *judgement, const bg_game *game, bg_judge *judge)
{
    int32_t status = bg_judge_fits(judgement, game);
    if (status != BG_OK)
        return status;
    const bg_judge_block *block = judgement->judge;
    judge->block = block;
    judge->bear_off = judgement->bear_off;
    const int wish = judgement->simd;
    judge->simd = wish < BG_SIMD_SCALAR ? BG_SIMD_SCALAR : wish > block->simd ? block->simd : wish;
    for (int slot = 0; slot < BG_SLOTS_OF_NETS; slot++) {
        const uint8_t *base = judgement->judge;
        bg_net *net = &judge->net[slot];
        net->hidden = block->net[slot].hidden;
        net->out_shift = block->net[slot].out_shift;
        net->columns = (const int16_t *)(base + block->net[slot].columns);
        net->features = (const int16_t *)(base + block->net[slot].features);
        net->outputs = (const int16_t *)(base + block->net[slot].outputs);
        memcpy(net->bias, block->net[slot].bias, sizeof net->bias);
    }
    return BG_OK;
}

BG_INLINE float as_float(int32_t number)
{
    return (float)number * (1.0f / BG_CERTAIN);
}

int32_t bg_evaluate(const bg_judgement *judgement, const bg_game *game, const bg_position *positions, size_t count,
                    float *chances, float *equities, bg_fault *fault)
{
    bg_judge judge;
    int32_t status = bg_check(game, positions, count, fault);
    if (status == BG_OK)
        status = bg_judge_open(judgement, game, &judge);
    if (status != BG_OK)
        return status;
    for (size_t i = 0; i < count; i++) {
        int32_t found[BG_CHANCES];
        bg_judge_one(&judge, game, &positions[i], found);
        for (int o = 0; o < BG_CHANCES && chances; o++)
            chances[BG_CHANCES * i + (size_t)o] = as_float(found[o]);
        if (equities)
            equities[i] = as_float(bg_equity_of(found));
    }
    return BG_OK;
}

/* The best of some finals for the side that moved: its place, and its equity for that side. */
static size_t best_of(const bg_judge *judge, const bg_game *game, const bg_position *finals, size_t count,
                      int32_t *equity)
{
    size_t best = 0;
    *equity = INT32_MIN;
    for (size_t i = 0; i < count; i++) {
        bg_position seen = {{finals[i].side[1], finals[i].side[0]}};
        int32_t chances[BG_CHANCES];
        bg_judge_one(judge, game, &seen, chances);
        int32_t mine = -bg_equity_of(chances);
        if (mine > *equity)
            *equity = mine, best = i;
    }
    return best;
}

int32_t bg_best_plays(const bg_judgement *judgement, const bg_game *game, const bg_position *positions,
                      const bg_turn *turns, size_t count, void *workspace, size_t workspace_size,
                      bg_position *candidates, bg_steps *candidate_steps, size_t capacity, size_t *needed,
                      bg_position *finals, bg_steps *steps, float *equities, bg_fault *fault)
{
    bg_judge judge;
    int32_t status = bg_game_check(game);
    if (status == BG_OK)
        status = bg_judge_open(judgement, game, &judge);
    if (status != BG_OK)
        return status;
    if (!needed || (count && (!positions || !turns || !finals || !equities)) || (steps && !candidate_steps))
        return BG_NULL_POINTER;
    *needed = 0;
    for (size_t i = 0; i < count; i++) {
        size_t found;
        status = bg_plays(game, &positions[i], &turns[i], workspace, workspace_size, candidates, candidate_steps,
                          capacity, &found, fault);
        if (status != BG_OK) {
            if (status == BG_TOO_SMALL)
                *needed = found;
            if (fault)
                fault->index = (int64_t)i;
            return status;
        }
        int32_t equity;
        size_t best = best_of(&judge, game, candidates, found, &equity);
        finals[i] = candidates[best];
        equities[i] = as_float(equity);
        if (steps)
            steps[i] = candidate_steps[best];
    }
    return BG_OK;
}
