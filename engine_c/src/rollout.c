/* Games played to their end, or nearly, many times over: what a position is worth without a net's word at its roots.
 *
 * Luck is taken off: of each roll the difference between what its best reply is worth, not looking ahead, and the mean
 * over all rolls. Its mean is 0 whatever the nets think, so it bends nothing, and what is left varies a sixth as much.
 * All sums are whole numbers, so that they come out the same in any order. */
#include "cube_game.h"

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
    bg_reply here;  /* the node judged as it lies */
    bg_cube_branch branches[BG_CUBE_BRANCHES];
} game_in_play;

typedef struct {
    uint64_t magic;
    size_t size;
    bg_game game;
    bg_rollout_rules rules;
    bg_node start;
    int64_t first, count, done;
    int32_t is_playing, has_cube;
    bg_cube cube; /* seen by the side that begins */
    bg_match_table table;
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
                         const bg_match_table *table, const bg_cube *cube, const bg_position *position,
                         const bg_turn *turn, int64_t first, int64_t count, bg_fault *fault)
{
    if (!memory || !rules || !position || !turn)
        return BG_NULL_POINTER;
    int32_t status = bg_check(game, position, 1, fault);
    if (status == BG_OK && cube)
        status = bg_cube_check(table, cube, fault);
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
    memset(r, 0, sizeof *r);
    r->game = *game;
    r->rules = *rules;
    r->start = (bg_node){*position, turn->own_turns, turn->opponent_turns};
    r->first = first;
    r->count = count;
    r->has_cube = cube != NULL;
    if (cube)
        r->cube = *cube;
    if (cube && cube->own_need)
        r->table = *table;
    r->size = memory_size;
    r->magic = MAGIC;
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

/* The roll of a game, the same for every candidate. A game's number has digits of 36, the lowest first. Each of the
 * first rolls is its own digit moved on by all lower ones, each of these shuffled: so of 36 games in a row no two have
 * the same roll there, of 1,296 each begins with another two, of 46,656 with another three. By its own digit alone the
 * second roll would be the same for 36 games, the third for 1,296. */
static int roll_of_game(uint64_t seed, int64_t number, int32_t rolls)
{
    if (rolls >= BG_STRATA)
        return roll_of_pair(below(drawn(drawn(seed, (uint64_t)number), (uint64_t)rolls), BG_ROLL_PAIRS));
    const uint64_t ways = drawn(~seed, (uint64_t)rolls);
    uint64_t digits = (uint64_t)number;
    uint32_t pair = 0;
    for (int32_t i = 0; i < BG_STRATA; i++, digits /= BG_ROLL_PAIRS) {
        uint32_t digit = (uint32_t)(digits % BG_ROLL_PAIRS);
        pair += i < rolls ? shuffled(drawn(ways, (uint64_t)i), digit) : i == rolls ? digit : 0;
    }
    pair += below(drawn(ways, BG_STRATA + digits), BG_ROLL_PAIRS); /* another beginning after 46,656 games */
    return roll_of_pair(shuffled(drawn(ways, (uint64_t)rolls), pair % BG_ROLL_PAIRS));
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

/* 36 times the chances of one side as those of the other: what is won by one is lost by the other. */
static void turn_sums(bg_sums sums)
{
    const int64_t gammon = sums[1], backgammon = sums[2];
    sums[0] = BG_ROLL_PAIRS * (int64_t)BG_CERTAIN - sums[0];
    sums[1] = sums[3];
    sums[2] = sums[4];
    sums[3] = gammon;
    sums[4] = backgammon;
}

/* The luck of a roll, of the side on roll: 36 times what its best reply is worth, less the sum over all. */
static void note_luck(game_in_play *g, const bg_reply *reply, const bg_sums mean)
{
    bg_sums luck = {0};
    add(luck, reply->chances, reply->is_same_side, BG_ROLL_PAIRS);
    for (int o = 0; o < BG_CHANCES; o++)
        luck[o] -= mean[o];
    if (!g->is_own) {
        turn_sums(luck);
        luck[0] -= BG_ROLL_PAIRS * (int64_t)BG_CERTAIN; /* a difference of chances, not a chance */
    }
    for (int o = 0; o < BG_CHANCES; o++)
        g->luck[o] += luck[o];
}

/* The cube of a game in play, while it is worked on. */
static bg_cube_game cube_of(const rollout *r)
{
    bg_cube_game cube = {.table = &r->table};
    memcpy(cube.branches, r->now.branches, sizeof cube.branches);
    return cube;
}

static void keep_cube(game_in_play *g, const bg_cube_game *cube)
{
    memcpy(g->branches, cube->branches, sizeof cube->branches);
}

/* All chances of the side on roll as far as it knows them before it rolls, times 36. */
static void foresee(const bg_reply *here, bg_sums sums)
{
    memset(sums, 0, sizeof(bg_sums));
    add(sums, here->chances, 1, BG_ROLL_PAIRS);
}

/* One roll: the cube turned, the roll's luck noted, the player's reply made. Where the game ends with a double that is
 * passed, `ended` is set and `known` holds the chances of the side on roll. */
static int32_t play_roll(const rollout *r, bg_player *player, game_in_play *g, bg_reply *made, bg_sums known,
                         int *ended)
{
    const int roll = roll_of_game(r->rules.seed, g->number, g->rolls);
    bg_reply replies[BG_ROLLS];
    int32_t status = BG_OK;
    bg_cube_game cube = cube_of(r);
    if (!r->rules.is_plain)
        status = all_replies(player, &g->node, replies, known);
    else
        foresee(&g->here, known);
    if (status == BG_OK && r->has_cube) {
        if (r->rules.is_plain && g->rolls)
            bg_cube_game_decide(&cube, player, &g->here, g->is_own);
        else if (!r->rules.is_plain)
            bg_cube_game_roll(&cube, player, replies, roll, !g->rolls, g->is_own,
                              !bg_is_closed_out(&r->game, &g->node.position));
        keep_cube(g, &cube);
        *ended = bg_cube_game_is_over(&cube);
    }
    if (status != BG_OK || *ended)
        return status;
    if (r->rules.is_plain) {
        status = bg_best_reply(player, &g->node, roll, made);
    } else {
        note_luck(g, &replies[roll], known);
        *made = replies[roll];
    }
    return status == BG_OK && r->rules.plies ? look_ahead(r, player, &g->node, roll, made) : status;
}

static int is_over(const rollout *r, const bg_endings *endings, const bg_reply *reply)
{
    const bg_node *node = &reply->node;
    if (r->game.equal_turns && reply->phase == BG_PHASE_OVER) /* the other side may have its last turn to come */
        return bg_outcome_of(&r->game, &node->position, node->own_turns, node->opponent_turns).winner != BG_NOBODY;
    if (r->has_cube && reply->phase == BG_PHASE_BEAR_OFF) { /* who may turn a cube goes on, unless all is known */
        if (endings && !r->cube.own_need && bg_ending_of(endings, &r->game, &node->position))
            return 1;
        const bg_cube_game cube = cube_of(r);
        return bg_cube_game_is_dead(&cube);
    }
    return reply->phase < 0;
}

static int is_cut(const rollout *r, const game_in_play *g)
{
    return (r->rules.truncate && g->rolls >= r->rules.truncate) || g->rolls >= BG_PATIENCE;
}

static int stride_of(const rollout *r)
{
    return BG_CHANCES + (r->has_cube ? BG_CUBE_BRANCHES : 0);
}

/* What the game came to, luck taken off; the chances are those of the side on roll, times 36. */
static void finish(rollout *r, const bg_sums chances, double *results)
{
    double *result = results + stride_of(r) * r->done;
    bg_sums sums;
    memcpy(sums, chances, sizeof sums);
    if (!r->now.is_own)
        turn_sums(sums);
    for (int o = 0; o < BG_CHANCES; o++)
        result[o] = (double)(sums[o] - r->now.luck[o]) / (double)(BG_ROLL_PAIRS * (int64_t)BG_CERTAIN);
    if (r->has_cube) {
        const bg_cube_game cube = cube_of(r);
        bg_cube_game_results(&cube, &r->cube, result + BG_CHANCES);
    }
    r->is_playing = 0;
    r->done++;
}

static void begin_game(rollout *r, bg_player *player)
{
    game_in_play *g = &r->now;
    memset(g, 0, sizeof *g);
    g->node = r->start;
    g->number = r->first + r->done;
    g->is_own = 1;
    r->is_playing = 1;
    bg_judge_node(player, &r->start, &g->here);
    g->here.is_same_side = 0;
    if (r->has_cube) {
        bg_cube_game cube;
        bg_cube_game_begin(&cube, &r->table, &r->cube);
        keep_cube(g, &cube);
    }
}

/* One game's beginning, or one roll of it. */
static int32_t advance(rollout *r, bg_player *player, double *results)
{
    game_in_play *g = &r->now;
    bg_sums known;
    if (!r->is_playing) {
        begin_game(r, player);
    } else {
        int ended = 0;
        int32_t status = play_roll(r, player, g, &g->here, known, &ended);
        if (status != BG_OK)
            return status;
        if (ended) {
            finish(r, known, results);
            return BG_OK;
        }
        g->node = g->here.node;
        g->rolls++;
        if (!g->here.is_same_side) {
            g->is_own ^= 1;
            bg_cube_game cube = cube_of(r);
            bg_cube_game_pass_on(&cube);
            keep_cube(g, &cube);
        }
    }
    if (!is_over(r, player->judge.endings, &g->here) && !is_cut(r, g))
        return BG_OK;
    if (r->has_cube) {
        bg_cube_game cube = cube_of(r);
        bg_cube_game_end(&cube, player, &g->here, g->is_own, !g->rolls);
        keep_cube(g, &cube);
    }
    foresee(&g->here, known);
    finish(r, known, results);
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
