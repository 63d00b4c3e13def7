/* Legal finals of one part by walking through all sequences of steps, states that were met before left out.
 *
 * Everything a rule must remember within a part can be read from the board at its start and now, so a state is a
 * position and the dice used. The walk goes layer by layer; afterwards the candidates are judged as the rules say:
 * turn-end bans first, then the most dice, then the higher die, then compulsory bearing off. */
#include "explore.h"

static uint32_t hash_of(const bg_position *position, uint8_t used)
{
    uint64_t words[8], mixed = used;
    memcpy(words, position, sizeof words);
    /* Odd factors, so that every word counts; the products do not wait for each other. */
    for (unsigned i = 0; i < 8; i++)
        mixed += (words[i] ^ words[i] >> 31) * (0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Eu * i);
    mixed ^= mixed >> 32;
    return (uint32_t)((mixed * 0xD6E8FEB86659FD93u) >> 40);
}

/* The slot that holds the state, or the empty slot where it belongs. */
static uint16_t *slot_of(bg_explorer *explorer, const bg_position *position, uint8_t used)
{
    uint32_t mask = explorer->slot_count - 1, slot = hash_of(position, used) & mask;
    for (;; slot = (slot + 1) & mask) {
        uint16_t index = explorer->slots[slot];
        if (index == BG_NO_STATE)
            return &explorer->slots[slot];
        const bg_state *state = &explorer->states[index];
        if (state->used == used && !memcmp(&state->position, position, sizeof *position))
            return &explorer->slots[slot];
    }
}

BG_INLINE uint8_t all_used(const bg_field *field)
{
    return (uint8_t)((1 << field->turn->part.steps) - 1);
}

/* Which die comes next in a state: of two different ones either, of equal ones just the first unused. */
static uint8_t used_after(const bg_field *field, const bg_state *state, int die)
{
    const bg_part *part = &field->turn->part;
    if (is_double(part))
        return die == part->die[0] ? (uint8_t)(state->used << 1 | 1) : 0;
    for (int i = 0; i < 2; i++)
        if (part->die[i] == die && !(state->used >> i & 1))
            return (uint8_t)(state->used | 1 << i);
    return 0;
}

int bg_explore_has_die(const bg_field *field, const bg_state *state, int die)
{
    return !state->over && state->used != all_used(field) && used_after(field, state, die);
}

uint32_t bg_explore_sources(const bg_field *field, const bg_state *state, int die)
{
    return bg_explore_has_die(field, state, die) ? bg_sources(field, &state->position, die) : 0;
}

static bg_state after(const bg_field *field, const bg_state *state, int from, int die)
{
    bg_state next = {.position = state->position, .from = (uint8_t)from, .die = (uint8_t)die};
    bg_step_on(field, &next.position, from, die);
    next.over = (uint8_t)bg_is_over(field, &next.position);
    next.used = next.over ? all_used(field) : used_after(field, state, die);
    return next;
}

int bg_explore_child(const bg_explorer *explorer, const bg_field *field, int state, int from, int die)
{
    bg_state next = after(field, &explorer->states[state], from, die);
    return *slot_of((bg_explorer *)explorer, &next.position, next.used);
}

/* The points from which some unused die can bear off in this state. */
static uint32_t bear_offs(const bg_field *field, const bg_state *state)
{
    const bg_part *part = &field->turn->part;
    uint32_t sources = 0;
    for (int i = 0; i < 2; i++)
        sources |= bg_explore_sources(field, state, part->die[i]) & (bit(part->die[i] + 1) - 1);
    return sources;
}

static int bears_off(int from, int die)
{
    return from <= die;
}

static int32_t add(bg_explorer *explorer, const bg_field *field, int parent, int from, int die, int obeys)
{
    bg_state next = after(field, &explorer->states[parent], from, die);
    next.parent = (uint16_t)parent;
    next.obeys = (uint8_t)obeys;
    uint16_t *slot = slot_of(explorer, &next.position, next.used);
    if (*slot != BG_NO_STATE) {
        bg_state *known = &explorer->states[*slot];
        if (obeys && !known->obeys) { /* the way that is shown shall be one that obeys */
            known->parent = next.parent;
            known->from = next.from;
            known->die = next.die;
            known->obeys = 1;
        }
        return BG_OK;
    }
    if (explorer->count == BG_STATES)
        return BG_INTERNAL;
    if (!next.over && bg_has_bans(field->game))
        next.broken = (uint8_t)bg_bans_of(field, &next.position);
    *slot = (uint16_t)explorer->count;
    explorer->states[explorer->count++] = next;
    return BG_OK;
}

static int32_t expand(bg_explorer *explorer, const bg_field *field, int index)
{
    const bg_state *state = &explorer->states[index];
    const bg_part *part = &field->turn->part;
    int must_bear_off = field->game->compulsory_bear_off && bear_offs(field, state);
    for (int i = 0; i < (is_double(part) ? 1 : 2); i++) {
        int die = part->die[i];
        for (uint32_t from = bg_explore_sources(field, state, die); from; from &= from - 1) {
            int obeys = state->obeys && (!must_bear_off || bears_off(lowest(from), die));
            int32_t status = add(explorer, field, index, lowest(from), die, obeys);
            if (status != BG_OK)
                return status;
        }
    }
    return BG_OK;
}

/* A ban that every sequence breaks, stopping at once included, is waived; then all of them if none keeps the rest. */
static unsigned bans_in_force(const bg_explorer *explorer)
{
    unsigned broken_by_all = ~0u;
    for (int i = 0; i < explorer->count; i++)
        broken_by_all &= explorer->states[i].broken;
    for (int i = 0; i < explorer->count; i++)
        if (!(explorer->states[i].broken & ~broken_by_all))
            return ~broken_by_all;
    return 0;
}

/* The most dice a candidate uses; a play that ends the game counts as using all. */
static void measure(bg_explorer *explorer, const bg_field *field, unsigned bans)
{
    const bg_part *part = &field->turn->part;
    int high = part->die[1] > part->die[0], can_play_high = 0;
    explorer->most = 0;
    for (int i = 0; i < explorer->count; i++) {
        const bg_state *state = &explorer->states[i];
        if (state->broken & bans)
            continue;
        if (size(state->used) > explorer->most)
            explorer->most = size(state->used);
        if (state->used == 1 << high)
            can_play_high = 1;
    }
    explorer->high_only = !is_double(part) && explorer->most == 1 && can_play_high;
}

static int uses_enough(const bg_explorer *explorer, const bg_field *field, const bg_state *state)
{
    const bg_part *part = &field->turn->part;
    if (size(state->used) != explorer->most)
        return 0;
    return !explorer->high_only || state->used == 1 << (part->die[1] > part->die[0]);
}

static void judge_bear_off(bg_explorer *explorer)
{
    int some_obey = 0, most_off = 0;
    for (int i = 0; i < explorer->count; i++) {
        const bg_state *state = &explorer->states[i];
        if (!(state->final & BG_FINAL))
            continue;
        some_obey |= state->obeys;
        if (state->position.side[0].count[BG_OFF] > most_off)
            most_off = state->position.side[0].count[BG_OFF];
    }
    for (int i = 0; i < explorer->count; i++) {
        bg_state *state = &explorer->states[i];
        int kept = some_obey ? state->obeys : state->position.side[0].count[BG_OFF] == most_off;
        if ((state->final & BG_FINAL) && !kept)
            state->final = BG_FINAL_BUT_BEAR_OFF;
    }
}

static void judge(bg_explorer *explorer, const bg_field *field)
{
    unsigned bans = bans_in_force(explorer);
    measure(explorer, field, bans);
    for (int i = 0; i < explorer->count; i++) {
        bg_state *state = &explorer->states[i];
        unsigned broken = state->broken & bans;
        if (broken)
            state->final = (uint8_t)(size(state->used) >= explorer->most ? broken * BG_FINAL_BUT_QUARTER : 0);
        else
            state->final = uses_enough(explorer, field, state) ? BG_FINAL : 0;
    }
    if (field->game->compulsory_bear_off)
        judge_bear_off(explorer);
}

int32_t bg_explore(bg_explorer *explorer, const bg_field *field, const bg_position *position)
{
    explorer->slot_count = is_double(&field->turn->part) ? BG_SLOTS : BG_SLOTS_FOR_TWO;
    memset(explorer->slots, 0xFF, explorer->slot_count * sizeof explorer->slots[0]);
    explorer->states[0] = (bg_state){.position = *position, .parent = BG_NO_STATE, .obeys = 1};
    explorer->states[0].broken = (uint8_t)bg_bans_of(field, position);
    explorer->count = 1;
    *slot_of(explorer, position, 0) = 0;
    for (int i = 0; i < explorer->count; i++) {
        int32_t status = expand(explorer, field, i);
        if (status != BG_OK)
            return status;
    }
    judge(explorer, field);
    return BG_OK;
}

static bg_steps way_to(const bg_explorer *explorer, int index)
{
    bg_steps steps = {{0}, {0}};
    int length = 0;
    for (int i = index; explorer->states[i].parent != BG_NO_STATE; i = explorer->states[i].parent)
        length++;
    for (int i = index; length > 0; i = explorer->states[i].parent) {
        length--;
        steps.from[length] = explorer->states[i].from;
        steps.die[length] = explorer->states[i].die;
    }
    return steps;
}

int32_t bg_explore_finals(bg_explorer *explorer, const bg_field *field, const bg_position *position, bg_sink *sink)
{
    int32_t status = bg_explore(explorer, field, position);
    if (status != BG_OK)
        return status;
    for (int i = 0; i < explorer->count; i++)
        if (explorer->states[i].final & BG_FINAL)
            bg_emit(sink, &explorer->states[i].position, way_to(explorer, i));
    return BG_OK;
}

/* A board is a legal final however many dice led to it. */
int bg_explore_is_final(const bg_explorer *explorer, const bg_position *position)
{
    for (uint8_t used = 0; used < 1 << BG_MAX_STEPS; used++) {
        uint16_t index = *slot_of((bg_explorer *)explorer, position, used);
        if (index != BG_NO_STATE && (explorer->states[index].final & BG_FINAL))
            return 1;
    }
    return 0;
}

/* Gathers, from the last layer back, what each state can still lead to. */
void bg_explore_reach(bg_explorer *explorer, const bg_field *field)
{
    const bg_part *part = &field->turn->part;
    for (int i = 0; i < explorer->count; i++) {
        bg_state *state = &explorer->states[i];
        state->reaches = state->final;
        if (!state->reaches && bg_explore_is_final(explorer, &state->position))
            state->reaches = BG_FINAL;
    }
    for (int i = explorer->count - 1; i >= 0; i--) {
        bg_state *state = &explorer->states[i];
        for (int k = 0; k < (is_double(part) ? 1 : 2); k++)
            for (uint32_t from = bg_explore_sources(field, state, part->die[k]); from; from &= from - 1)
                state->reaches |=
                    explorer->states[bg_explore_child(explorer, field, i, lowest(from), part->die[k])].reaches;
    }
}
