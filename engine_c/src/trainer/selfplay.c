/* Games of the judge against itself: learning from them, and gathering positions. */
#include "players.h"

enum { MOST_PLIES = 2000 };

typedef struct {
    bg_position position;        /* seen by the side on roll */
    int32_t chances[BG_CHANCES]; /* by the judge */
    int32_t best[BG_CHANCES];    /* after the best play found in the turn before */
    uint8_t is_other;            /* the turn before was not the best */
} met;

typedef struct {
    bg_position position;
    bg_turn turn;
} table;

static int32_t roll(bt_player *player, table *t, int is_opening)
{
    uint32_t first = bt_draw(&player->random, 6), second = bt_draw(&player->random, 6);
    while (is_opening && first == second)
        first = bt_draw(&player->random, 6), second = bt_draw(&player->random, 6);
    return bg_first_part(player->game, t->turn.own_turns, (uint8_t)(1 + first), (uint8_t)(1 + second), &t->turn.part);
}

static void hand_over(table *t, const bt_turn *played)
{
    uint16_t own = t->turn.own_turns;
    t->position = played->after;
    t->turn.own_turns = t->turn.opponent_turns;
    t->turn.opponent_turns = (uint16_t)(own < 60000 ? own + 1 : own);
}

static int is_settled(const bt_player *player, int phase)
{
    return phase == BG_PHASE_OVER || phase == BG_PHASE_DRAWN ||
           (phase == BG_PHASE_BEAR_OFF && player->judge.bear_off && !player->game->cascade &&
            !player->game->exact_bear_off && !player->game->choice_after_two_one);
}

static int any_style(bt_player *player, uint32_t styles)
{
    uint32_t skipped = bt_draw(&player->random, (uint32_t)size(styles));
    for (; skipped; skipped--)
        styles &= styles - 1;
    return lowest(styles);
}

/* The other side moves once more: the one on roll misses its turn. */
static void miss_turn(table *t)
{
    t->position = (bg_position){{t->position.side[1], t->position.side[0]}};
    const uint16_t own_turns = t->turn.own_turns;
    t->turn.own_turns = t->turn.opponent_turns;
    t->turn.opponent_turns = own_turns;
}

/* Lays a side's other checkers out at chance, one to three at a time, on points first..first + points - 1 that the
 * other side does not hold. */
static void lay_out(bt_player *player, bg_position *board, int which, uint32_t first, uint32_t points)
{
    bg_side *side = &board->side[which];
    int left = player->game->checkers;
    for (int place = 0; place <= BG_BAR; place++)
        left -= side->count[place];
    while (left > 0) {
        const uint32_t place = first + bt_draw(&player->random, points);
        const int most = 1 + (int)bt_draw(&player->random, 3), n = most < left ? most : left;
        if (board->side[!which].count[25 - place])
            continue;
        side->count[place] = (uint8_t)(side->count[place] + n);
        left -= n;
    }
}

/* A board on which one side has its last one or two checkers yet to bring home, and the other is before them, be it
 * ready to hold them or not: in games between good players the latter hardly ever stands scattered there. */
static void lay_out_last_checkers(bt_player *player, bg_position *board)
{
    memset(board, 0, sizeof *board);
    const int which = (int)bt_draw(&player->random, 2);
    for (uint32_t behind = 1 + bt_draw(&player->random, 2); behind; behind--)
        board->side[which].count[20 + bt_draw(&player->random, 6)]++;
    lay_out(player, board, which, 1, 8);
    lay_out(player, board, !which, 2, 13);
}

/* The start, or with some chance a board that the two sides reach by playing to odd tastes for a while, turn about or
 * one of them more often than the other; or last checkers laid out to be held. */
static int32_t begin(bt_player *player, const bt_play *how, table *t)
{
    memset(t, 0, sizeof *t);
    int32_t status = bg_start(player->game, &t->position);
    if (status == BG_OK && how->held > 0 && bt_chance(&player->random) < how->held) {
        lay_out_last_checkers(player, &t->position);
        return status;
    }
    if (status != BG_OK || bt_chance(&player->random) >= how->scattered)
        return status;
    int styles[2];
    for (int side = 0; side < 2; side++)
        styles[side] = any_style(player, how->styles);
    uint32_t plies = 3 + bt_draw(&player->random, 36);
    const int is_lopsided = how->lopsided > 0 && bt_chance(&player->random) < how->lopsided;
    const float share = is_lopsided ? bt_chance(&player->random) : 0; /* of the turns, for the side that begins */
    int side = 0;
    for (uint32_t ply = 0; ply < plies; ply++) {
        bt_turn played;
        status = roll(player, t, ply == 0);
        if (status == BG_OK)
            status = bt_play_turn(player, &t->position, &t->turn, 0, 0, styles[side], &played);
        if (status != BG_OK)
            return status;
        if (is_settled(player, played.phase))
            return begin(player, how, t);
        hand_over(t, &played);
        side = !side;
        if (is_lopsided && side != (bt_chance(&player->random) >= share)) {
            miss_turn(t);
            side = !side;
        }
    }
    return BG_OK;
}

/* Learns from a finished game, from its end to its beginning; the last entry is settled. */
static void learn(const bt_player *player, bt_net *nets, const bt_play *how, const met *game, int length,
                  bt_tally *tally)
{
    float next[BG_CHANCES];
    for (int o = 0; o < BG_CHANCES; o++)
        next[o] = (float)game[length].chances[o] / BG_CERTAIN;
    for (int t = length - 1; t >= 0; t--) {
        float seen[BG_CHANCES];
        const met *after = &game[t + 1];
        const float lambda = t + 1 == length ? 1 : after->is_other ? 0 : how->lambda;
        const int32_t *value = after->is_other ? after->best : after->chances;
        for (int o = 0; o < BG_CHANCES; o++)
            seen[o] = lambda * next[o] + (1 - lambda) * (float)value[o] / BG_CERTAIN;
        float target[BG_CHANCES] = {1 - seen[0], seen[3], seen[4], seen[1], seen[2]};
        memcpy(next, target, sizeof next);
        int slot = bg_phase_of(player->game, &game[t].position);
        if (slot < 0) /* at home without a table: the race net's business */
            slot = BG_SLOT_RACE;
        bt_inputs inputs;
        bt_pass pass;
        float errors[BG_CHANCES];
        bt_read(&player->judge.block->feature_tables, &nets[slot], player->game, &game[t].position, slot,
                player->judge.simd, &inputs);
        bt_run(&nets[slot], &inputs, &pass);
        bt_errors(pass.chance, target, 0, errors, &tally->surprise);
        bt_back(&nets[slot], &inputs, &pass, errors, -how->rate, nets[slot].weights);
    }
}

int32_t bt_td(const bg_game *game, const bg_judgement *judgement, bt_net *nets, const bt_play *how, uint64_t first_game,
              uint64_t games, void *workspace, size_t workspace_size, bt_tally *tally)
{
    static _Thread_local met list[MOST_PLIES + 1];
    bt_player player;
    int32_t status = bt_player_open(&player, game, judgement, workspace, workspace_size);
    const int most = how->most_plies < MOST_PLIES ? how->most_plies : MOST_PLIES;
    for (uint64_t number = first_game; number < first_game + games && status == BG_OK; number++) {
        bt_seed(&player.random, how->seed, number);
        table t;
        status = begin(&player, how, &t);
        list[0].position = t.position;
        int length = 0, phase = BG_PHASE_CONTACT;
        while (status == BG_OK && length < most && !is_settled(&player, phase)) {
            bt_turn played;
            status = roll(&player, &t, length == 0 && game->opening == BG_USE_OPENING_DICE);
            if (status == BG_OK)
                status = bt_play_turn(&player, &t.position, &t.turn, how->noise, how->within, BT_BEST, &played);
            if (status != BG_OK)
                break;
            hand_over(&t, &played);
            phase = played.phase;
            met *now = &list[++length];
            now->position = t.position;
            now->is_other = (uint8_t)played.is_other;
            memcpy(now->chances, played.chances, sizeof now->chances);
            memcpy(now->best, played.best, sizeof now->best);
        }
        if (status != BG_OK)
            break;
        tally->games++;
        tally->plies += (uint64_t)length;
        tally->unfinished += !is_settled(&player, phase);
        tally->gammons += list[length].chances[1] + list[length].chances[3] > BG_CERTAIN / 2;
        learn(&player, nets, how, list, length, tally);
    }
    bt_player_close(&player);
    return status;
}

static int keep(const bg_game *game, const bg_position *position, bg_position *positions, size_t count, size_t *kept)
{
    if (*kept >= count || bg_phase_of(game, position) < BG_PHASE_BEAR_OFF + 1)
        return 0;
    positions[(*kept)++] = *position;
    return 1;
}

int32_t bt_walk(const bg_game *game, const bg_judgement *judgement, const bt_play *how, uint64_t first_game,
                void *workspace, size_t workspace_size, bg_position *positions, uint8_t *next, size_t count,
                uint64_t *games)
{
    memset(next, 0, count);
    bt_player player;
    int32_t status = bt_player_open(&player, game, judgement, workspace, workspace_size);
    size_t kept = 0;
    for (*games = 0; kept < count && status == BG_OK; ++*games) {
        bt_seed(&player.random, how->seed, first_game + *games);
        table t;
        status = begin(&player, how, &t);
        int phase = BG_PHASE_CONTACT, was_kept = 0;
        size_t before = 0;
        for (int ply = 0; status == BG_OK && ply < how->most_plies && !is_settled(&player, phase); ply++) {
            bt_turn played;
            status = roll(&player, &t, ply == 0 && game->opening == BG_USE_OPENING_DICE);
            if (status == BG_OK)
                status = bt_play_turn(&player, &t.position, &t.turn, how->noise, how->within, BT_BEST, &played);
            if (status != BG_OK)
                break;
            hand_over(&t, &played);
            phase = played.phase;
            const int is_kept =
                bt_chance(&player.random) < how->keep && keep(game, &t.position, positions, count, &kept);
            if (is_kept && was_kept && !played.is_other)
                next[before] = (uint8_t)(kept - 1 - before);
            was_kept = is_kept;
            before = kept - 1;
            if (bt_chance(&player.random) < how->keep * how->siblings)
                keep(game, &played.sibling, positions, count, &kept);
        }
    }
    bt_player_close(&player);
    return status;
}
