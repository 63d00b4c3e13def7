/* Which of many plays is best, looking ahead in stages: a few further than the others, a slice at a time. */
#include "ahead.h"

#include <stdlib.h>

#define MAGIC 0x3148435241455331u /* "1SEARCH1" */

/* A legal final seen by the side that moved, or a position before the roll of the side it is for. */
typedef struct {
    bg_position board;
    bg_steps steps;
    uint8_t played;                                 /* steps of the part */
    uint8_t known;                                  /* bit n: chances[n] are known */
    uint8_t is_same_side;                           /* in the look that is going on: whose chances it finds */
    uint16_t own_turns, opponent_turns;             /* before, of the side that moves; for positions alone */
    int32_t chances[BG_MOST_PLIES + 1][BG_CHANCES]; /* of the side that moves, by plies */
} candidate;

typedef struct {
    uint64_t magic;
    size_t size;
    bg_game game;
    bg_turn turn;
    int32_t cache_bits;
    uint32_t epoch;
    int32_t is_of_plays, is_alone_looked_at;
    bg_stage stages[BG_MOST_STAGES];
    int32_t stage_count;
    int32_t stage; /* -1 while everything is judged without looking ahead */
    int32_t next;  /* the next of `order` in this stage */
    int32_t selected;
    int32_t is_busy; /* order[next] is being looked into */
    int32_t count;
    uint64_t work;
    bg_ahead ahead;
    uint16_t order[BG_FINALS];
    uint64_t ranks[BG_FINALS];
    candidate candidates[BG_FINALS];
} search;

static size_t rounded(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

size_t bg_search_size(int32_t cache_bits)
{
    int bits = cache_bits < 1 ? 1 : cache_bits > 24 ? 24 : cache_bits;
    return rounded(sizeof(search)) + rounded(bg_player_size()) + (sizeof(bg_memo) << bits);
}

static void *room_of(search *s)
{
    return (uint8_t *)s + rounded(sizeof *s);
}

static bg_cache cache_of(search *s)
{
    uint8_t *memos = (uint8_t *)room_of(s) + rounded(bg_player_size());
    return (bg_cache){(bg_memo *)(void *)memos, ((uint32_t)1 << s->cache_bits) - 1, s->epoch};
}

/* A fresh search in the block. What an earlier one remembered is of another epoch. */
static int32_t begin(void *memory, size_t memory_size, const bg_game *game, search **begun)
{
    int32_t status = bg_game_check(game);
    if (status != BG_OK)
        return status;
    if (!memory)
        return BG_NULL_POINTER;
    if (memory_size < bg_search_size(1) || (uintptr_t)memory % 64)
        return BG_BAD_WORKSPACE;
    search *s = memory;
    int bits = 1;
    while (bits < 24 && bg_search_size(bits + 1) <= memory_size)
        bits++;
    int is_used = s->magic == MAGIC && s->size == memory_size && s->epoch < UINT32_MAX;
    uint32_t epoch = is_used ? s->epoch + 1 : 1;
    memset(s, 0, offsetof(search, order));
    s->game = *game;
    s->cache_bits = bits;
    s->epoch = epoch;
    s->size = memory_size;
    s->stage = -1;
    if (!is_used) {
        bg_cache cache = cache_of(s);
        memset(cache.memos, 0, sizeof(bg_memo) << bits);
    }
    *begun = s;
    return BG_OK;
}

static int32_t refuse(bg_fault *fault, int index, int64_t value, int32_t limit)
{
    if (fault)
        fault->index = index;
    return bg_refuse(fault, BG_BAD_SETTING, 0, 0, (int32_t)value, limit);
}

static int32_t check_stages(const bg_stage *stages, size_t count, bg_fault *fault)
{
    if (count > BG_MOST_STAGES)
        return refuse(fault, 0, BG_MOST_STAGES + 1, BG_MOST_STAGES);
    if (count && !stages)
        return BG_NULL_POINTER;
    for (size_t i = 0; i < count; i++) {
        int least = i ? stages[i - 1].plies : 1;
        if (stages[i].plies < least || stages[i].plies > BG_MOST_PLIES)
            return refuse(fault, (int)i, stages[i].plies, BG_MOST_PLIES);
        if (stages[i].keep < 1 || !(stages[i].within >= 0))
            return refuse(fault, (int)i, stages[i].keep, BG_FINALS);
    }
    return BG_OK;
}

int32_t bg_search_plays(void *memory, size_t memory_size, const bg_game *game, const bg_position *position,
                        const bg_turn *turn, const bg_stage *stages, size_t count, int32_t alone, bg_fault *fault)
{
    int32_t status = check_stages(stages, count, fault);
    search *s;
    if (status == BG_OK)
        status = begin(memory, memory_size, game, &s);
    if (status != BG_OK)
        return status;
    bg_player player; /* for its room alone: nobody judges yet */
    bg_player_lay_out(&player, room_of(s));
    size_t found = 0;
    status = bg_plays(game, position, turn, player.workspace, bg_workspace_size(), player.finals, player.steps,
                      BG_FINALS, &found, fault);
    if (status != BG_OK)
        return status == BG_TOO_SMALL ? BG_INTERNAL : status;
    for (size_t i = 0; i < found; i++) {
        candidate *c = &s->candidates[i];
        c->board = player.finals[i];
        c->steps = player.steps[i];
        c->played = bg_steps_made(&c->steps);
        c->known = 0;
    }
    s->turn = *turn;
    s->is_of_plays = 1;
    s->is_alone_looked_at = alone;
    s->count = (int32_t)found;
    s->stage_count = (int32_t)count;
    if (count)
        memcpy(s->stages, stages, count * sizeof *stages);
    s->magic = MAGIC;
    return BG_OK;
}

int32_t bg_search_positions(void *memory, size_t memory_size, const bg_game *game, const bg_position *positions,
                            const bg_turn *turns, size_t count, int32_t plies, bg_fault *fault)
{
    if (plies < 0 || plies > BG_MOST_PLIES)
        return refuse(fault, 0, plies, BG_MOST_PLIES);
    if (count > BG_MOST_POSITIONS)
        return refuse(fault, 1, BG_MOST_POSITIONS + 1, BG_MOST_POSITIONS);
    if (count && (!positions || !turns))
        return BG_NULL_POINTER;
    int32_t status = bg_check(game, positions, count, fault);
    search *s;
    if (status == BG_OK)
        status = begin(memory, memory_size, game, &s);
    if (status != BG_OK)
        return status;
    for (size_t i = 0; i < count; i++) {
        candidate *c = &s->candidates[i];
        memset(c, 0, offsetof(candidate, chances));
        c->board = positions[i];
        c->own_turns = turns[i].own_turns;
        c->opponent_turns = turns[i].opponent_turns;
    }
    s->is_alone_looked_at = 1;
    s->count = (int32_t)count;
    s->stage_count = plies > 0;
    s->stages[0] = (bg_stage){plies, BG_FINALS, 1000.0f};
    s->magic = MAGIC;
    return BG_OK;
}

static void learn(candidate *c, int plies, const int32_t chances[BG_CHANCES], int is_same_side)
{
    c->known |= (uint8_t)(1 << plies);
    if (is_same_side)
        memcpy(c->chances[plies], chances, sizeof c->chances[plies]);
    else
        bg_inverted(chances, c->chances[plies]);
}

/* Without looking ahead, and as if the part were the whole turn unless the same side rolls again. */
static int32_t judge(search *s, bg_player *player, candidate *c)
{
    bg_follow follow = {.then = s->is_of_plays ? BG_THEN_END : BG_THEN_ROLL};
    if (s->is_of_plays && player->has_more) {
        int32_t status = bg_next_part(&s->game, &c->board, &s->turn, c->played, &follow, NULL);
        if (status != BG_OK)
            return status;
    }
    const int is_same_side = follow.then == BG_THEN_ROLL;
    bg_node node = {c->board, 0, 0};
    if (!is_same_side)
        node.position = (bg_position){{c->board.side[1], c->board.side[0]}};
    bg_reply reply;
    bg_judge_node(player, &node, &reply);
    learn(c, 0, reply.chances, is_same_side);
    return BG_OK;
}

/* A number by which candidates sort: the deeper look first, then the higher equity, then the place in the list. */
static uint64_t rank_of(const candidate *c, int plies, int place)
{
    int32_t behind = 8 * BG_CERTAIN - bg_equity_of(c->chances[plies]);
    return (uint64_t)(BG_MOST_PLIES - plies) << 48 | (uint64_t)(uint32_t)behind << 16 | (uint64_t)place;
}

static int by_rank(const void *one, const void *other)
{
    const uint64_t *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

static int deepest(const candidate *c, int below)
{
    int plies = below - 1;
    while (plies > 0 && !(c->known >> plies & 1))
        plies--;
    return plies;
}

/* Which candidates the stage looks into, in `order`. */
static void select_some(search *s)
{
    const bg_stage *stage = &s->stages[s->stage];
    int base = 0, n = 0;
    for (int i = 0; i < s->count; i++) {
        int plies = deepest(&s->candidates[i], stage->plies);
        base = plies > base ? plies : base;
    }
    for (int i = 0; i < s->count; i++)
        if (s->candidates[i].known >> base & 1)
            s->ranks[n++] = rank_of(&s->candidates[i], base, i);
    qsort(s->ranks, (size_t)n, sizeof *s->ranks, by_rank);
    int32_t within = stage->within < 16.0f ? (int32_t)(stage->within * BG_CERTAIN) : 16 * BG_CERTAIN;
    s->selected = 0;
    for (int i = 0; i < n && i < stage->keep; i++) {
        s->order[i] = (uint16_t)(s->ranks[i] & 0xFFFF);
        const candidate *c = &s->candidates[s->order[i]];
        int32_t behind = bg_equity_of(s->candidates[s->order[0]].chances[base]) - bg_equity_of(c->chances[base]);
        if (behind > within)
            break;
        s->selected++;
    }
    if (s->selected == 1 && !s->is_alone_looked_at)
        s->selected = 0;
    s->next = 0;
}

static void next_stage(search *s)
{
    s->stage++;
    s->selected = s->next = 0;
    if (s->stage < s->stage_count)
        select_some(s);
}

/* Begins to look into a candidate. */
static int32_t look(search *s, bg_player *player, candidate *c)
{
    const int plies = s->stages[s->stage].plies;
    bg_reply reply;
    if (c->known >> plies & 1) {
        s->next++;
        return BG_OK;
    }
    if (s->is_of_plays) {
        int32_t status = bg_end_turn(player, &c->board, &s->turn, c->played, &reply);
        if (status != BG_OK)
            return status;
    } else {
        bg_judge_node(player, &(bg_node){c->board, c->own_turns, c->opponent_turns}, &reply);
        reply.is_same_side = 1;
    }
    if (reply.phase < 0) {
        learn(c, plies, reply.chances, reply.is_same_side);
        s->next++;
    } else {
        c->is_same_side = (uint8_t)reply.is_same_side;
        bg_ahead_begin(&s->ahead, &reply.node, plies);
        s->is_busy = 1;
    }
    return BG_OK;
}

/* The smallest piece of work. */
static int32_t advance(search *s, bg_player *player, bg_cache *cache)
{
    if (s->stage < 0) {
        if (s->next < s->count)
            return judge(s, player, &s->candidates[s->next++]);
        next_stage(s);
        return BG_OK;
    }
    if (s->next == s->selected) {
        next_stage(s);
        return BG_OK;
    }
    candidate *c = &s->candidates[s->order[s->next]];
    if (!s->is_busy)
        return look(s, player, c);
    int32_t status = bg_ahead_step(&s->ahead, player, cache);
    if (status == BG_OK && !s->ahead.depth) {
        learn(c, s->stages[s->stage].plies, s->ahead.chances, c->is_same_side);
        s->is_busy = 0;
        s->next++;
    }
    return status;
}

static int32_t check_begun(const void *memory, size_t memory_size)
{
    const search *s = memory;
    if (!memory)
        return BG_NULL_POINTER;
    if (memory_size < sizeof *s || (uintptr_t)memory % 64 || s->magic != MAGIC || s->size != memory_size)
        return BG_NO_SEARCH;
    return BG_OK;
}

int32_t bg_search_step(void *memory, size_t memory_size, const bg_mind *mind, uint64_t work, bg_progress *progress,
                       bg_fault *fault)
{
    if (fault)
        fault->index = 0;
    if (!mind || !progress)
        return BG_NULL_POINTER;
    int32_t status = check_begun(memory, memory_size);
    if (status != BG_OK)
        return status;
    search *s = memory;
    bg_player player;
    status = bg_player_open(&player, &s->game, mind, room_of(s));
    bg_cache cache = cache_of(s);
    while (status == BG_OK && (s->stage < 0 || (s->stage < s->stage_count && player.work < work)))
        status = advance(s, &player, &cache);
    if (status != BG_OK)
        return status;
    s->work += player.work;
    *progress = (bg_progress){s->work, s->stage, s->stage_count, s->next, s->selected};
    return BG_OK;
}

/* Where a candidate stands: by its deepest look, unless nobody else was looked into as deep. */
static void rank_all(const search *s, uint64_t *ranks, uint8_t *depths)
{
    int seen[BG_MOST_PLIES + 1] = {0};
    for (int i = 0; i < s->count; i++)
        for (int plies = 0; plies <= BG_MOST_PLIES; plies++)
            seen[plies] += s->candidates[i].known >> plies & 1;
    for (int i = 0; i < s->count; i++) {
        int plies = deepest(&s->candidates[i], BG_MOST_PLIES + 1);
        if (seen[plies] == 1 && s->stage < s->stage_count && s->count > 1)
            plies = deepest(&s->candidates[i], plies);
        depths[i] = (uint8_t)(plies < 0 ? 0 : plies);
        ranks[i] = rank_of(&s->candidates[i], depths[i], i);
    }
    if (s->is_of_plays)
        qsort(ranks, (size_t)s->count, sizeof *ranks, by_rank);
}

int32_t bg_search_found(const void *memory, size_t memory_size, bg_candidate *candidates, size_t capacity,
                        size_t *needed)
{
    if (!needed || (capacity && !candidates))
        return BG_NULL_POINTER;
    int32_t status = check_begun(memory, memory_size);
    if (status != BG_OK)
        return status;
    const search *s = memory;
    if (s->stage < 0)
        return BG_NO_SEARCH;
    *needed = (size_t)s->count;
    if (capacity < *needed)
        return BG_TOO_SMALL;
    uint64_t ranks[BG_FINALS];
    uint8_t depths[BG_FINALS];
    rank_all(s, ranks, depths);
    for (int i = 0; i < s->count; i++) {
        int place = (int)(ranks[i] & 0xFFFF), plies = depths[place];
        const candidate *c = &s->candidates[place];
        bg_candidate *to = &candidates[i];
        *to = (bg_candidate){.final = c->board, .steps = c->steps, .plies = plies, .index = place};
        for (int o = 0; o < BG_CHANCES; o++)
            to->chances[o] = (float)c->chances[plies][o] * (1.0f / BG_CERTAIN);
        to->equity = (float)bg_equity_of(c->chances[plies]) * (1.0f / BG_CERTAIN);
    }
    return BG_OK;
}
