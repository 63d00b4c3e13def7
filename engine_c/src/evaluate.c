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

/* What needs no net: returns whether all is said. A race at home that no table knows is left to the net of races. */
BG_INLINE int is_known(const bg_judge *judge, const bg_game *game, const bg_position *position, int *phase,
                       int32_t chances[BG_CHANCES])
{
    if (*phase == BG_PHASE_OVER || *phase == BG_PHASE_DRAWN) {
        settle(game, position, *phase, chances);
        return 1;
    }
    if (*phase != BG_PHASE_BEAR_OFF)
        return 0;
    const float *exact = judge->endings ? bg_ending_of(judge->endings, game, position) : NULL;
    if (exact) {
        memset(chances, 0, BG_CHANCES * sizeof *chances);
        chances[0] = (int32_t)((exact[BG_ENDING_CUBELESS] + 1) * (BG_CERTAIN / 2) + 0.5f);
        return 1;
    }
    if (judge->bear_off && !game->exact_bear_off && !game->cascade && !game->choice_after_two_one) {
        bg_bear_off_chances(judge->bear_off, position, chances);
        bg_make_sane(game, position, *phase, chances);
        return 1;
    }
    *phase = BG_SLOT_RACE;
    return 0;
}

/* A position as its net is asked. */
typedef struct {
    int count;
    uint16_t columns[BG_COLUMNS_ROOM];
    int16_t features[BG_FEATURES];
} question;

BG_INLINE void put_question(const bg_judge *judge, const bg_game *game, const bg_position *position, int phase,
                            question *q)
{
    q->count = bg_columns_of(position, judge->simd, q->columns);
    if (!judge->block->is_raw)
        bg_features_of(&judge->block->feature_tables, game, position, phase, judge->simd, q->features);
}

BG_INLINE void answer_question(const bg_judge *judge, const bg_game *game, const bg_position *position, int phase,
                               const question *q, int32_t chances[BG_CHANCES])
{
    bg_net_run(&judge->net[phase], &judge->block->net_tables, q->columns, q->count,
               judge->block->is_raw ? NULL : q->features, judge->simd, chances);
    bg_make_sane(game, position, phase, chances);
}

int bg_judge_one(const bg_judge *judge, const bg_game *game, const bg_position *position, int32_t chances[BG_CHANCES])
{
    int phase = bg_phase_of(game, position);
    if (is_known(judge, game, position, &phase, chances))
        return phase;
    question q;
    put_question(judge, game, position, phase, &q);
    answer_question(judge, game, position, phase, &q, chances);
    return phase;
}

void bg_family_begin(bg_family *family, const bg_judge *judge, const bg_game *game, const bg_position *from)
{
    family->judge = judge;
    family->game = game;
    family->from = *from;
    memset(family->is_summed, 0, sizeof family->is_summed);
}

static void sum_up(bg_family *family, int phase)
{
    const bg_judge *judge = family->judge;
    uint16_t columns[BG_COLUMNS_ROOM];
    int16_t features[BG_FEATURES];
    int count = bg_columns_of(&family->from, judge->simd, columns);
    if (!judge->block->is_raw)
        bg_features_of(&judge->block->feature_tables, family->game, &family->from, phase, judge->simd, features);
    bg_net_sum(&judge->net[phase], columns, count, judge->block->is_raw ? NULL : features, judge->simd,
               &family->hidden[phase]);
    family->is_summed[phase] = 1;
}

int bg_judge_member(bg_family *family, const bg_position *position, int32_t chances[BG_CHANCES])
{
    const bg_judge *judge = family->judge;
    const bg_game *game = family->game;
    int phase = bg_phase_of(game, position);
    if (is_known(judge, game, position, &phase, chances))
        return phase;
    if (!family->is_summed[phase])
        sum_up(family, phase);
    const bg_net *net = &judge->net[phase];
    bg_column_change change;
    bg_columns_changed(&family->from, position, &change);
    int16_t features[BG_FEATURES];
    if (!judge->block->is_raw)
        bg_features_of(&judge->block->feature_tables, game, position, phase, judge->simd, features);
    bg_net_run_from(net, &judge->block->net_tables, &family->hidden[phase], &change,
                    judge->block->is_raw ? NULL : features, judge->simd, chances);
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
    judge->endings = judgement->endings;
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

enum { BLOCK = 256, QUESTIONS = 16 };

/* Where the answers about a block of positions go; either may be NULL. */
typedef struct {
    float *chances, *equities;
} answers;

BG_INLINE void write_down(const answers *to, size_t place, const int32_t found[BG_CHANCES])
{
    for (int o = 0; o < BG_CHANCES && to->chances; o++)
        to->chances[BG_CHANCES * place + (size_t)o] = as_float(found[o]);
    if (to->equities)
        to->equities[place] = as_float(bg_equity_of(found));
}

/* Some positions of one phase, each step for all of them: what was written number by number can be read as a whole only
 * some time later, and nobody waits for it so. */
static void evaluate_some(const bg_judge *judge, const bg_game *game, const bg_position *positions,
                          const uint8_t *places, size_t count, int phase, const answers *to)
{
    question questions[QUESTIONS];
    for (size_t i = 0; i < count; i++)
        put_question(judge, game, &positions[places[i]], phase, &questions[i]);
    int32_t found[QUESTIONS][BG_CHANCES];
    for (size_t i = 0; i < count; i++)
        answer_question(judge, game, &positions[places[i]], phase, &questions[i], found[i]);
    for (size_t i = 0; i < count; i++)
        write_down(to, places[i], found[i]);
}

/* Net by net, so that one's weights lie near while it is asked. */
static void evaluate_block(const bg_judge *judge, const bg_game *game, const bg_position *positions, size_t count,
                           const answers *to)
{
    uint8_t places[BG_SLOT_RACE + 1][BLOCK];
    size_t ends[BG_SLOT_RACE + 1] = {0};
    for (size_t i = 0; i < count; i++) {
        int phase = bg_phase_of(game, &positions[i]);
        int32_t found[BG_CHANCES];
        if (is_known(judge, game, &positions[i], &phase, found))
            write_down(to, i, found);
        else
            places[phase][ends[phase]++] = (uint8_t)i;
    }
    for (int phase = 0; phase <= BG_SLOT_RACE; phase++)
        for (size_t first = 0; first < ends[phase]; first += QUESTIONS) {
            const size_t n = ends[phase] - first < QUESTIONS ? ends[phase] - first : QUESTIONS;
            evaluate_some(judge, game, positions, places[phase] + first, n, phase, to);
        }
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
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t n = count - first < BLOCK ? count - first : BLOCK;
        const answers to = {chances ? chances + BG_CHANCES * first : NULL, equities ? equities + first : NULL};
        evaluate_block(&judge, game, positions + first, n, &to);
    }
    return BG_OK;
}

/* The best of some finals of `from` for the side that moved: its place, and its equity for that side. */
static size_t best_of(const bg_judge *judge, const bg_game *game, const bg_position *from, const bg_position *finals,
                      size_t count, int32_t *equity)
{
    size_t best = 0;
    *equity = INT32_MIN;
    const bg_position before = {{from->side[1], from->side[0]}};
    bg_family family;
    bg_family_begin(&family, judge, game, &before);
    for (size_t i = 0; i < count; i++) {
        bg_position seen = {{finals[i].side[1], finals[i].side[0]}};
        int32_t chances[BG_CHANCES];
        bg_judge_member(&family, &seen, chances);
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
        size_t best = best_of(&judge, game, &positions[i], candidates, found, &equity);
        finals[i] = candidates[best];
        equities[i] = as_float(equity);
        if (steps)
            steps[i] = candidate_steps[best];
    }
    return BG_OK;
}
