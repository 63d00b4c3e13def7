/* Games played to their end, or nearly, many times over: what a position is worth without a net's word at its roots.
 *
 * Luck is taken off: of each roll the difference between what its best reply is worth, not looking ahead, and the mean
 * over all rolls. Its mean is 0 whatever the nets think, so it bends nothing, and what is left varies a sixth as much.
 * All sums are whole numbers, so that they come out the same in any order. */
#include "ahead.h"

#define MAGIC 0x31544C4F52454854u /* "THEROLT1" */

enum { BG_STRATA = 3, BG_PATIENCE = 3000 };

/* Chances times 36, so that means over the rolls are whole numbers. */
typedef int64_t bg_sums[BG_CHANCES];

/* One game in play. */
typedef struct {
    bg_node node;
    int64_t number; /* of the game */
    int32_t rolls;  /* made so far */
    int32_t is_own; /* the side that began is on roll */
    bg_sums luck;   /* so far, of the side that began */
} game_in_play;

typedef struct {
    uint64_t magic;
    size_t size;
    bg_game game;
    bg_rollout_rules rules;
    bg_node start;
    int64_t first, count, done;
    int32_t is_playing;
    game_in_play now;
} rollout;

static size_t rounded(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

size_t bg_rollout_size(void)
{
    /* A players' look ahead is one roll deep: it has nothing to remember. */
    return rounded(sizeof(rollout)) + bg_player_size();
}

static int32_t refuse(bg_fault *fault, int index, int64_t value, int32_t limit)
{
    if (fault)
        fault->index = index;
    return bg_refuse(fault, BG_BAD_SETTING, 0, 0, (int32_t)(value > INT32_MAX ? INT32_MAX : value), limit);
}

int32_t bg_rollout_begin(void *memory, size_t memory_size, const bg_game *game, const bg_rollout_rules *rules,
                         const bg_position *position, const bg_turn *turn, int64_t first, int64_t count,
                         bg_fault *fault)
{
    if (!memory || !rules || !position || !turn)
        return BG_NULL_POINTER;
    int32_t status = bg_check(game, position, 1, fault);
    if (status != BG_OK)
        return status;
    if (memory_size < bg_rollout_size() || (uintptr_t)memory % 64)
        return BG_BAD_WORKSPACE;
    if (rules->plies < 0 || rules->plies > 1)
        return refuse(fault, 0, rules->plies, 1);
    if (rules->truncate < 0)
        return refuse(fault, 1, rules->truncate, INT32_MAX);
    if (rules->keep < 1 || rules->keep > BG_MOST_KEPT)
        return refuse(fault, 2, rules->keep, BG_MOST_KEPT);
    if (!(rules->within >= 0))
        return refuse(fault, 3, -1, INT32_MAX);
    if (first < 0 || count < 0 || count > INT32_MAX || first > INT32_MAX)
        return refuse(fault, 4, first < 0 ? first : count, INT32_MAX);
    rollout *r = memory;
    *r = (rollout){.magic = MAGIC, .size = memory_size, .game = *game, .rules = *rules, .first = first, .count = count};
    r->start = (bg_node){*position, turn->own_turns, turn->opponent_turns};
    return BG_OK;
}

/* ---- Dice ---- */

/* splitmix64 (Steele, Lea and Flood 2014): the n-th number of a stream */
static uint64_t drawn(uint64_t stream, uint64_t n)
{
    uint64_t z = stream + (n + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint32_t below(uint64_t number, uint32_t limit)
{
    return (uint32_t)((number >> 32) * limit >> 32);
}

/* The place of `at` in a shuffled row of the 36 pairs. */
static uint32_t shuffled(uint64_t stream, uint32_t at)
{
    uint8_t pairs[BG_ROLL_PAIRS];
    for (uint32_t i = 0; i < BG_ROLL_PAIRS; i++) {
        uint32_t j = below(drawn(stream, i), i + 1);
        pairs[i] = pairs[j];
        pairs[j] = (uint8_t)i;
    }
    return pairs[at];
}

static int roll_of_pair(uint32_t pair)
{
    int one = (int)pair / 6, other = (int)pair % 6, high = one > other ? one : other;
    return high * (high + 1) / 2 + one + other - high;
}

/* The roll of a game, the same for every candidate. Of 36 games in a row each begins with another of the 36 pairs, of
 * 1,296 each with another two, of 46,656 with another three. */
static int roll_of_game(uint64_t seed, int64_t number, int32_t rolls)
{
    if (rolls >= BG_STRATA)
        return roll_of_pair(below(drawn(drawn(seed, (uint64_t)number), (uint64_t)rolls), BG_ROLL_PAIRS));
    uint64_t block = (uint64_t)number;
    for (int32_t i = 0; i < rolls; i++)
        block /= BG_ROLL_PAIRS;
    uint64_t stream = drawn(drawn(~seed, (uint64_t)rolls), block / BG_ROLL_PAIRS);
    return roll_of_pair(shuffled(stream, (uint32_t)(block % BG_ROLL_PAIRS)));
}

/* ---- A game ---- */

/* Adds `times` the chances of whoever rolls next to sums of one side, who is that one if `is_own`. */
static void add(bg_sums sums, const int32_t chances[BG_CHANCES], int is_own, int times)
{
    int32_t own[BG_CHANCES];
    if (is_own)
        memcpy(own, chances, sizeof own);
    else
        bg_inverted(chances, own);
    for (int o = 0; o < BG_CHANCES; o++)
        sums[o] += (int64_t)times * own[o];
}

/* The reply a player makes who looks one roll ahead at those that seem near the best. */
static int32_t look_ahead(const rollout *r, bg_player *player, const bg_node *node, int roll, bg_reply *made)
{
    bg_reply near[BG_MOST_KEPT];
    int n, best = 0;
    int32_t most = INT32_MIN;
    int32_t status = bg_near_replies(player, node, roll, r->rules.keep, r->rules.within, near, &n);
    for (int i = 0; i < n && n > 1 && status == BG_OK; i++) {
        int32_t equity = bg_equity_of(near[i].chances);
        if (near[i].phase >= 0) {
            bg_ahead ahead;
            bg_ahead_begin(&ahead, &near[i].node, 1);
            while (status == BG_OK && ahead.depth)
                status = bg_ahead_step(&ahead, player, NULL);
            equity = bg_equity_of(ahead.chances);
        }
        equity = near[i].is_same_side ? equity : -equity;
        if (equity > most)
            most = equity, best = i;
    }
    if (status == BG_OK)
        *made = near[best];
    return status;
}

/* The best reply to every roll and the mean of what they are worth to the side on roll. */
static int32_t all_replies(bg_player *player, const bg_node *node, bg_reply replies[BG_ROLLS], bg_sums mean)
{
    memset(mean, 0, sizeof(bg_sums));
    for (int roll = 0; roll < BG_ROLLS; roll++) {
        int32_t status = bg_best_reply(player, node, roll, &replies[roll]);
        if (status != BG_OK)
            return status;
        add(mean, replies[roll].chances, replies[roll].is_same_side, bg_rolls[roll].pairs);
    }
    return BG_OK;
}

/* The luck of a roll, of the side on roll: 36 times what its best reply is worth, less the sum over all. */
static void note_luck(game_in_play *g, const bg_reply *reply, const bg_sums mean)
{
    bg_sums luck = {0};
    add(luck, reply->chances, reply->is_same_side, BG_ROLL_PAIRS);
    for (int o = 0; o < BG_CHANCES; o++)
        luck[o] -= mean[o];
    if (!g->is_own) { /* what is won by one is lost by the other */
        int64_t gammon = luck[1], backgammon = luck[2];
        luck[0] = -luck[0];
        luck[1] = luck[3];
        luck[2] = luck[4];
        luck[3] = gammon;
        luck[4] = backgammon;
    }
    for (int o = 0; o < BG_CHANCES; o++)
        g->luck[o] += luck[o];
}

/* One roll: its luck noted, the player's reply made. A cube would be turned, and a game given up, between all_replies
 * and the roll: `mean` is what the side on roll then knows of its chances. */
static int32_t play_roll(const rollout *r, bg_player *player, game_in_play *g, bg_reply *made)
{
    const int roll = roll_of_game(r->rules.seed, g->number, g->rolls);
    int32_t status;
    if (r->rules.is_plain) {
        status = bg_best_reply(player, &g->node, roll, made);
    } else {
        bg_reply replies[BG_ROLLS];
        bg_sums mean;
        status = all_replies(player, &g->node, replies, mean);
        if (status == BG_OK) {
            note_luck(g, &replies[roll], mean);
            *made = replies[roll];
        }
    }
    return status == BG_OK && r->rules.plies ? look_ahead(r, player, &g->node, roll, made) : status;
}

static int is_over(const rollout *r, const bg_reply *reply)
{
    const bg_node *node = &reply->node;
    if (r->game.equal_turns && reply->phase == BG_PHASE_OVER) /* the other side may have its last turn to come */
        return bg_outcome_of(&r->game, &node->position, node->own_turns, node->opponent_turns).winner != BG_NOBODY;
    return reply->phase < 0;
}

static int is_cut(const rollout *r, const game_in_play *g)
{
    return (r->rules.truncate && g->rolls >= r->rules.truncate) || g->rolls >= BG_PATIENCE;
}

/* What the game came to, luck taken off. */
static void finish(rollout *r, const bg_reply *reply, double *result)
{
    bg_sums sums = {0};
    add(sums, reply->chances, r->now.is_own, BG_ROLL_PAIRS);
    for (int o = 0; o < BG_CHANCES; o++)
        result[o] = (double)(sums[o] - r->now.luck[o]) / (double)(BG_ROLL_PAIRS * (int64_t)BG_CERTAIN);
    r->is_playing = 0;
    r->done++;
}

static int32_t advance(rollout *r, bg_player *player, double *results)
{
    game_in_play *g = &r->now;
    bg_reply reply;
    if (!r->is_playing) {
        *g = (game_in_play){.node = r->start, .number = r->first + r->done, .is_own = 1};
        r->is_playing = 1;
        bg_judge_node(player, &r->start, &reply);
    } else {
        int32_t status = play_roll(r, player, g, &reply);
        if (status != BG_OK)
            return status;
        g->node = reply.node;
        g->is_own ^= !reply.is_same_side;
        g->rolls++;
    }
    if (is_over(r, &reply) || is_cut(r, g))
        finish(r, &reply, results + BG_CHANCES * r->done);
    return BG_OK;
}

int32_t bg_rollout_step(void *memory, size_t memory_size, const bg_mind *mind, uint64_t work, double *results,
                        size_t capacity, int64_t *done, bg_fault *fault)
{
    if (fault)
        fault->index = 0;
    if (!memory || !mind || !done || (capacity && !results))
        return BG_NULL_POINTER;
    rollout *r = memory;
    if (memory_size < bg_rollout_size() || (uintptr_t)memory % 64 || r->magic != MAGIC || r->size != memory_size)
        return BG_NO_SEARCH;
    if (capacity < (size_t)r->count)
        return BG_TOO_SMALL;
    bg_player player;
    int32_t status = bg_player_open(&player, &r->game, mind, (uint8_t *)memory + rounded(sizeof *r));
    while (status == BG_OK && r->done < r->count && player.work < work)
        status = advance(r, &player, results);
    *done = r->done;
    return status;
}
