/* The door to legal plays: arguments checked, one position or many, a part played step by step. */
#include "explore.h"

size_t bg_workspace_size(void)
{
    return sizeof(bg_explorer);
}

static int32_t check_workspace(const void *workspace, size_t workspace_size)
{
    if (!workspace)
        return BG_NULL_POINTER;
    return workspace_size < sizeof(bg_explorer) || (uintptr_t)workspace % 8 ? BG_BAD_WORKSPACE : BG_OK;
}

/* A field to play on, after everything that could be wrong was looked at. */
static int32_t prepare(const bg_game *game, const bg_position *position, const bg_turn *turn, bg_field *field,
                       bg_fault *fault)
{
    int32_t status = bg_check_one(game, position, fault);
    if (status == BG_OK)
        status = bg_turn_check(game, turn, fault);
    if (status != BG_OK)
        return status;
    if (bg_outcome_of(game, position, turn->own_turns, turn->opponent_turns).winner != BG_NOBODY)
        return BG_GAME_OVER;
    *field = bg_field_of(game, position, turn);
    return BG_OK;
}

int32_t bg_plays_many(const bg_game *game, const bg_position *positions, const bg_turn *turns, size_t count,
                      void *workspace, size_t workspace_size, uint32_t *ends, bg_position *finals, bg_steps *steps,
                      size_t capacity, size_t *needed, bg_fault *fault)
{
    int32_t status = bg_game_check(game);
    if (status == BG_OK)
        status = check_workspace(workspace, workspace_size);
    if (status != BG_OK)
        return status;
    if (!needed || (count && (!positions || !turns || !ends)) || (capacity && !finals))
        return BG_NULL_POINTER;
    bg_sink sink = {finals, steps, capacity, 0};
    for (size_t i = 0; i < count; i++) {
        bg_field field;
        status = prepare(game, &positions[i], &turns[i], &field, fault);
        if (status == BG_OK)
            status = bg_generate(&field, &positions[i], workspace, &sink);
        if (status != BG_OK) {
            if (fault)
                fault->index = (int64_t)i;
            return status;
        }
        ends[i] = (uint32_t)sink.count;
    }
    *needed = sink.count;
    return sink.count > capacity ? BG_TOO_SMALL : BG_OK;
}

int32_t bg_plays(const bg_game *game, const bg_position *position, const bg_turn *turn, void *workspace,
                 size_t workspace_size, bg_position *finals, bg_steps *steps, size_t capacity, size_t *needed,
                 bg_fault *fault)
{
    uint32_t end;
    return bg_plays_many(game, position, turn, 1, workspace, workspace_size, &end, finals, steps, capacity, needed,
                         fault);
}

int32_t bg_after(const bg_game *game, const bg_position *position, const bg_turn *turn, const bg_steps *steps,
                 bg_position *after, bg_fault *fault)
{
    int32_t status = bg_game_check(game);
    if (status != BG_OK)
        return status;
    if (!position || !turn || !steps || !after)
        return BG_NULL_POINTER;
    bg_field field;
    status = prepare(game, position, turn, &field, fault);
    if (status != BG_OK)
        return status;
    *after = *position;
    for (int i = 0; i < BG_MAX_STEPS && steps->from[i]; i++) {
        int from = steps->from[i], die = steps->die[i];
        int known = from <= BG_RESERVE && (die == turn->part.die[0] || die == turn->part.die[1]);
        if (!known || i >= turn->part.steps || !(bg_sources(&field, after, die) & bit(from))) {
            if (fault)
                fault->index = i;
            return bg_refuse(fault, BG_BAD_STEP, 0, from, die, 0);
        }
        bg_step_on(&field, after, from, die);
    }
    return BG_OK;
}

/* Explores the part and follows the steps played so far; the state they lead to is *state. */
static int32_t follow(const bg_game *game, const bg_position *position, const bg_turn *turn, const bg_steps *played,
                      void *workspace, size_t workspace_size, bg_field *field, int *state, bg_fault *fault)
{
    int32_t status = bg_game_check(game);
    if (status == BG_OK)
        status = check_workspace(workspace, workspace_size);
    if (status != BG_OK)
        return status;
    if (!position || !turn || !played)
        return BG_NULL_POINTER;
    if (fault)
        fault->index = 0;
    bg_explorer *explorer = workspace;
    status = prepare(game, position, turn, field, fault);
    if (status == BG_OK)
        status = bg_explore(explorer, field, position);
    if (status != BG_OK)
        return status;
    bg_explore_reach(explorer, field);
    *state = 0;
    for (int i = 0; i < BG_MAX_STEPS && played->from[i]; i++) {
        int from = played->from[i], die = played->die[i];
        int known = from <= BG_RESERVE && die >= 1 && die <= 6;
        if (!known || !(bg_explore_sources(field, &explorer->states[*state], die) & bit(from))) {
            if (fault)
                fault->index = i;
            return bg_refuse(fault, BG_BAD_STEP, 0, from, die, 0);
        }
        *state = bg_explore_child(explorer, field, *state, from, die);
    }
    return BG_OK;
}

int32_t bg_next_steps(const bg_game *game, const bg_position *position, const bg_turn *turn, const bg_steps *played,
                      void *workspace, size_t workspace_size, bg_step *steps, size_t capacity, size_t *needed,
                      bg_position *now, int32_t *may_stop, bg_fault *fault)
{
    bg_field field;
    int state;
    if (!needed || !now || !may_stop || (capacity && !steps))
        return BG_NULL_POINTER;
    int32_t status = follow(game, position, turn, played, workspace, workspace_size, &field, &state, fault);
    if (status != BG_OK)
        return status;
    const bg_explorer *explorer = workspace;
    const bg_state *here = &explorer->states[state];
    size_t count = 0;
    for (int die = 1; die <= 6; die++)
        for (uint32_t from = bg_explore_sources(&field, here, die); from; from &= from - 1) {
            int child = bg_explore_child(explorer, &field, state, lowest(from), die);
            if (!(explorer->states[child].reaches & BG_FINAL))
                continue;
            if (count < capacity)
                steps[count] = (bg_step){(uint8_t)lowest(from), (uint8_t)die};
            count++;
        }
    *needed = count;
    *now = here->position;
    *may_stop = bg_explore_is_final(explorer, &here->position);
    return count > capacity ? BG_TOO_SMALL : BG_OK;
}

/* The rule of whole turns that forbids a step whose child reaches no legal final. */
static bg_reason why_in_the_end(const bg_explorer *explorer, const bg_field *field, const bg_state *child, int from,
                                int die)
{
    static const struct {
        uint8_t bit, why;
    } causes[] = {{BG_FINAL_BUT_BEAR_OFF, BG_COMPULSORY_BEAR_OFF},
                  {BG_FINAL_BUT_QUARTER, BG_OWN_QUARTER},
                  {BG_FINAL_BUT_LOCK, BG_LOCKED_OUT},
                  {BG_FINAL_BUT_SIX_PRIME, BG_SIX_PRIME},
                  {BG_FINAL_BUT_OUTER, BG_OUTER_LIMIT}};
    for (int i = 0; i < 5; i++)
        if (child->reaches & causes[i].bit)
            return (bg_reason){causes[i].why, (uint8_t)from, field->game->outer_limit, 0};
    const bg_part *part = &field->turn->part;
    uint8_t high = part->die[0] > part->die[1] ? part->die[0] : part->die[1];
    if (explorer->high_only && die < high)
        return (bg_reason){BG_HIGHER_DIE, (uint8_t)from, high, 0};
    return (bg_reason){BG_PLAY_MORE, (uint8_t)from, (uint8_t)explorer->most, 0};
}

int32_t bg_why_not(const bg_game *game, const bg_position *position, const bg_turn *turn, const bg_steps *played,
                   uint8_t from, uint8_t die, void *workspace, size_t workspace_size, bg_reason *reason,
                   bg_fault *fault)
{
    bg_field field;
    int state;
    if (!reason)
        return BG_NULL_POINTER;
    if (die < 1 || die > 6)
        return bg_refuse(fault, BG_BAD_DIE, 0, from, die, 6);
    int32_t status = follow(game, position, turn, played, workspace, workspace_size, &field, &state, fault);
    if (status != BG_OK)
        return status;
    const bg_explorer *explorer = workspace;
    const bg_state *here = &explorer->states[state];
    if (from < 1 || from > BG_RESERVE || !here->position.side[0].count[from]) {
        *reason = (bg_reason){BG_NO_CHECKER, from, 0, 0};
    } else if (!bg_explore_has_die(&field, here, die)) {
        *reason = (bg_reason){BG_NO_SUCH_DIE, from, die, 0};
    } else {
        bg_step_why(&field, &here->position, from, die, reason);
        if (reason->why == BG_ALLOWED) {
            int child = bg_explore_child(explorer, &field, state, from, die);
            if (!(explorer->states[child].reaches & BG_FINAL))
                *reason = why_in_the_end(explorer, &field, &explorer->states[child], from, die);
        }
    }
    return BG_OK;
}
